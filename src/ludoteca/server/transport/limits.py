"""Rate limits: token buckets whose clock is an argument."""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil

from ludoteca.server.settings import Limits


class Bucket:
    """Lets a burst through, then a number a second.

    >>> bucket = Bucket(rate=1, burst=2, now=0.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(1.0)]
    [True, True, False, True]
    """

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = float(burst), now

    def take(self, now: float, amount: int = 1) -> bool:
        """Take some; False, and nothing is taken, if there are not as many left."""
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._rate)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def is_empty(self, now: float) -> bool:
        """Return whether there is none left."""
        self._at = min(self._at, now)  # the clock may have been set back
        return self._left + (now - self._at) * self._rate < 1

    def wait(self, now: float) -> float:
        """Return the seconds until there is one again."""
        return max(0.0, (1 - self._left) / self._rate - (now - self._at))

    def is_full(self, now: float) -> bool:
        """Return whether nothing is known of it any more: a new one would do."""
        self._at = min(self._at, now)
        return self._left + (now - self._at) * self._rate >= self._burst


class Buckets:
    """One bucket for each key; those that are full again are forgotten."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float], most: int = 4096
    ) -> None:
        self._rate, self._burst, self._clock, self._most = rate, burst, clock, most
        self._buckets: OrderedDict[str | bytes, Bucket] = OrderedDict()

    def take(self, key: str | bytes, amount: int = 1) -> bool:
        """Take from the bucket of a key."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget(now)
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
        self._buckets.move_to_end(key)
        return bucket.take(now, amount)

    def is_empty(self, key: str | bytes) -> bool:
        """Return whether the bucket of a key has none left."""
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.is_empty(self._clock())

    def wait(self, key: str | bytes) -> float:
        """Return the seconds until the bucket of a key has one again, in hundredths."""
        bucket = self._buckets.get(key)
        return 0.0 if bucket is None else ceil(100 * bucket.wait(self._clock())) / 100

    def _forget(self, now: float) -> None:
        """Drop full buckets from the one used longest ago; too many keys drop others as well."""
        while self._buckets:
            oldest = next(iter(self._buckets.values()))
            if not oldest.is_full(now) and len(self._buckets) < self._most:
                break
            self._buckets.popitem(last=False)

    def __len__(self) -> int:
        """Count the keys that are remembered."""
        return len(self._buckets)


class RateLimits:
    """The buckets of one process, as its settings have them."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self.messages = Buckets(limits.messages_a_second, limits.message_burst, clock)
        self.floods = Buckets(limits.floods / 60, limits.floods, clock)
        self.requests = Buckets(limits.requests_a_second, limits.request_burst, clock)
        self.entries = Buckets(limits.guests_a_minute / 60, limits.guest_burst, clock)
        self.log_ins = Buckets(limits.log_ins_a_minute / 60, limits.log_in_burst, clock)
        self.codes = Buckets(limits.codes_an_hour / 3600, limits.code_burst, clock)
