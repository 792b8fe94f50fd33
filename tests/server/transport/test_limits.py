"""Buckets: bursts, rates and forgetting."""

from ludoteca.server.transport.limits import Bucket, Buckets


def test_after_a_burst_only_the_rate_gets_through() -> None:
    bucket = Bucket(rate=5, burst=20, now=100.0)
    assert sum(bucket.take(100.0) for _ in range(50)) == 20
    assert sum(bucket.take(102.0) for _ in range(50)) == 10


def test_a_clock_that_jumps_back_gives_nothing_away() -> None:
    bucket = Bucket(rate=5, burst=2, now=100.0)
    assert [bucket.take(100.0), bucket.take(100.0), bucket.take(50.0)] == [True, True, False]


def test_an_empty_bucket_fills_with_time() -> None:
    now = [0.0]
    buckets = Buckets(rate=1, burst=1, clock=lambda: now[0])
    assert not buckets.is_empty("a")
    assert buckets.take("a")
    assert buckets.is_empty("a")
    now[0] = 1.0
    assert not buckets.is_empty("a")


def test_keys_do_not_share_and_full_buckets_are_forgotten() -> None:
    now = [0.0]
    buckets = Buckets(rate=1, burst=2, clock=lambda: now[0])
    assert [buckets.take("a"), buckets.take("a"), buckets.take("a")] == [True, True, False]
    assert buckets.take("b")
    now[0] = 10.0
    assert buckets.take("c")
    assert len(buckets) == 1


def test_a_flood_of_keys_uses_bounded_memory() -> None:
    buckets = Buckets(rate=0.001, burst=2, clock=lambda: 0.0, most=100)
    for number in range(1000):
        buckets.take(str(number))
    assert len(buckets) <= 100


def test_a_clock_set_back_does_not_keep_a_bucket_empty() -> None:
    now = [10_000.0]
    buckets = Buckets(1, 1, lambda: now[0])
    assert buckets.take("a")
    now[0] -= 3600
    assert buckets.is_empty("a")
    now[0] += 1.1
    assert not buckets.is_empty("a")
