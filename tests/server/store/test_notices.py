"""Choices, push subscriptions and keys, the same on both databases."""

from ludoteca.server.store import Store
from ludoteca.server.store.values import NoticeChoices, PushSubscription, StoredSession, User
from tests.server.store.samples import NOW


def subscription(number: int, user: str = "ada", digest: bytes = b"s") -> PushSubscription:
    """Make a subscription."""
    return PushSubscription(
        f"https://push.example/{number}", user, digest, b"k" * 65, b"a" * 16, "it", NOW + number
    )


async def log_in(store: Store, user: str = "ada", digest: bytes = b"s") -> None:
    """Let a user have a session."""
    await store.users.add_user(User(user, user, "guest", NOW))
    await store.users.add_session(StoredSession(digest, user, NOW + 100, NOW, NOW, ""))


async def test_choices_are_kept_and_an_address_is_confirmed_once(store: Store) -> None:
    assert await store.notices.find_choices("ada") == NoticeChoices("ada")
    chosen = NoticeChoices("ada", frozenset({"turn", "end"}), frozenset(), "a@b.c", False, "de")
    await store.notices.keep_choices(NoticeChoices("ada"))
    await store.notices.keep_choices(chosen)
    assert await store.notices.find_choices("ada") == chosen
    assert not await store.notices.confirm_address("ada", "other@b.c")
    assert not await store.notices.confirm_address("bo", "")
    assert await store.notices.confirm_address("ada", "a@b.c")
    assert (await store.notices.find_choices("ada")).confirmed
    await store.notices.forget_address("ada", "other@b.c")
    assert (await store.notices.find_choices("ada")).address == "a@b.c"
    await store.notices.forget_address("ada", "a@b.c")
    assert (await store.notices.find_choices("ada")).address == ""


async def test_subscriptions_last_as_long_as_their_session(store: Store) -> None:
    await log_in(store)
    await log_in(store, "bo", b"t")
    for number in (1, 2, 3, 2):
        await store.notices.subscribe(subscription(number), most=2)
    assert await store.notices.list_subscriptions("ada", NOW) == [subscription(2), subscription(3)]
    await store.notices.unsubscribe("bo", subscription(3).endpoint)
    await store.notices.unsubscribe("ada", subscription(3).endpoint)
    assert await store.notices.list_subscriptions("ada", NOW) == [subscription(2)]
    # the next person at that browser takes it over
    await store.notices.subscribe(subscription(2, "bo", b"t"), most=2)
    assert await store.notices.list_subscriptions("ada", NOW) == []
    assert await store.notices.list_subscriptions("bo", NOW) == [subscription(2, "bo", b"t")]
    assert await store.notices.list_subscriptions("bo", NOW + 101) == []
    await store.users.drop_sessions("bo")
    assert await store.notices.list_subscriptions("bo", NOW) == []
    assert await store.users.sweep(NOW, 0.0) == 1


async def test_all_is_deleted_with_the_user(store: Store) -> None:
    await log_in(store)
    await store.notices.subscribe(subscription(1), most=2)
    await store.notices.keep_choices(NoticeChoices("ada", address="a@b.c"))
    await store.users.forget("ada", "?")
    await log_in(store, "bo", b"s")
    assert await store.notices.find_choices("ada") == NoticeChoices("ada")
    assert await store.notices.list_subscriptions("ada", NOW) == []


async def test_a_key_is_made_once(store: Store) -> None:
    assert await store.notices.keep_key("vapid", b"one") == b"one"
    assert await store.notices.keep_key("vapid", b"two") == b"one"
    assert await store.notices.keep_key("links", b"two") == b"two"
