"""One SQL text, two databases."""

from ludoteca.server.store.dialect import schema_for_postgres, statements


def test_a_schema_is_told_to_postgres_in_its_own_words() -> None:
    script = "CREATE TABLE a (b BLOB, c REAL,\n d INTEGER)\n STRICT, WITHOUT ROWID;\n"
    ours = "CREATE TABLE a (\n b BLOB,\n c REAL,\n d INTEGER\n) STRICT, WITHOUT ROWID;\n"
    theirs = "CREATE TABLE a (\n b BYTEA,\n c DOUBLE PRECISION,\n d BIGINT\n);\n"
    assert schema_for_postgres(ours) == theirs
    assert "INTEGER_" in schema_for_postgres("SELECT INTEGER_")
    assert len(statements(script + ours)) == 2


def test_comments_are_left_out() -> None:
    assert statements("-- One; two.\n\n  -- Three.\nSELECT 1;\n\n;\n") == ["SELECT 1"]
