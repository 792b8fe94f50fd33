"""ProcessProof: processes on one database believe each other, and nobody else."""

from ludoteca.server.store import Store
from ludoteca.server.tables.process_proof import ProcessProof


async def test_processes_on_one_database_believe_each_other(store: Store) -> None:
    one, other = ProcessProof(store, is_shared=True), ProcessProof(store, is_shared=True)
    proof = await one.make("a token")
    assert await other.is_good(proof, "a token")
    for wrong in ("", "one", proof[:-1], proof.upper(), "è"):
        assert not await other.is_good(wrong, "a token")
    assert not await other.is_good(proof, "another token")


async def test_a_server_that_is_alone_believes_nobody(store: Store) -> None:
    alone = ProcessProof(store, is_shared=False)
    assert not await alone.is_good(await alone.make("a token"), "a token")


async def test_the_key_of_a_restored_backup_counts(store: Store) -> None:
    one, other = ProcessProof(store, is_shared=True), ProcessProof(store, is_shared=True)
    one._key = b"of a database that was replaced"
    proof = await one.make("a token")
    assert not await other.is_good(proof, "a token")
    one.forget()
    assert await other.is_good(await one.make("a token"), "a token")
