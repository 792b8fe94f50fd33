"""The bus over Redis or Valkey: one connection that listens, one that publishes."""

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from uuid import uuid4

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from ludoteca.core.errors import UsageError
from ludoteca.server.bus.port import Bus, Heard

log = logging.getLogger(__name__)

CHANNEL = "ludoteca:"

TIMEOUT = 5.0
"""Seconds of silence until the server is asked for a sign of life, and again until it is away."""

PAUSES = (0.1, 0.3, 1.0, 2.0)
"""Seconds between attempts to connect, the last one again and again."""

FAULTS = (RedisError, OSError, TimeoutError)

BROKEN_OFF = (*FAULTS, AttributeError)
"""The client has no writer any more if the connection ends just while something is sent."""

Waiting = asyncio.Future[None] | None
"""Who waits for a subscription; None for one that was renewed after an outage."""


class RedisBus(Bus):
    """Reconnects by itself; says again what could not be said, for each topic the last number."""

    def __init__(self, url: str, heard: Heard) -> None:
        """Prepare; `start` begins."""
        self._heard = heard
        self._name = uuid4().hex
        options: dict[str, Any] = {
            "protocol": 2,
            "retry": Retry(NoBackoff(), 0),  # we reconnect ourselves: nothing may do so unnoticed
            "socket_connect_timeout": TIMEOUT,
            "socket_timeout": TIMEOUT,
        }
        try:
            self._pool = ConnectionPool.from_url(url, **options)
            self._speaker = Redis.from_url(url, **options)
        except ValueError as error:
            raise UsageError(f"LUDOTECA_REDIS_URL is no address of Redis: {error}.") from error
        self._topics: set[str] = set()
        self._link: AbstractConnection | None = None
        self._acknowledging: defaultdict[str, deque[Waiting]] = defaultdict(deque)
        self._unsaid: dict[str, int] = {}
        self._to_say, self._linked, self._tried = (asyncio.Event() for _ in range(3))
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Try to connect once, then go on in the background."""
        self._tasks = [asyncio.create_task(work) for work in self._work()]
        await self._tried.wait()

    def _work(self) -> list[Coroutine[Any, Any, None]]:
        return [self._keep_listening(), self._keep_speaking()]

    @property
    def is_up(self) -> bool:
        """Return whether the listening connection stands."""
        return self._linked.is_set()

    async def follow(self, topic: str) -> None:
        """Subscribe, and wait for the acknowledgement."""
        self._topics.add(topic)
        if self._can_send():
            waiting = asyncio.get_running_loop().create_future()
            self._acknowledging[topic].append(waiting)
            with suppress(*BROKEN_OFF):
                await self._send("SUBSCRIBE", topic)
            await waiting  # released also when the connection breaks

    async def leave(self, topic: str) -> None:
        """Unsubscribe."""
        self._topics.discard(topic)
        if self._can_send():
            with suppress(*BROKEN_OFF):
                await self._send("UNSUBSCRIBE", topic)

    async def say(self, topic: str, number: int) -> None:
        """Queue a message; the sender takes the whole queue at once."""
        self._unsaid[topic] = max(number, self._unsaid.get(topic, 0))
        self._to_say.set()

    async def is_followed(self, topic: str) -> bool:
        """Ask how many have subscribed, and leave ourselves out."""
        if not self.is_up:
            return False
        try:
            [(_, count)] = await self._speaker.pubsub_numsub(CHANNEL + topic)
        except BROKEN_OFF:
            return False
        return int(count) > (topic in self._topics)

    async def close(self) -> None:
        """End both connections."""
        working = set(self._tasks)
        while working:
            for task in working:  # again if need be: the client may swallow a cancellation
                task.cancel()
            _, working = await asyncio.wait(working, timeout=0.1)
        await self._speaker.aclose()
        await self._pool.aclose()

    def _can_send(self) -> bool:
        return self._link is not None and self._link.is_connected

    async def _send(self, command: str, *topics: str) -> None:
        if self._link is not None and self._link.is_connected:  # else sending would reconnect
            await self._link.send_command(command, *(CHANNEL + topic for topic in topics))

    async def _keep_listening(self) -> None:
        failures = 0
        while True:
            try:
                await self._connect()
                failures = 0
                await self._listen()
            except FAULTS:
                pass
            except Exception:  # a hint nobody understands must not end the listening
                log.exception("the bus stumbled over a hint and connects again")
            finally:
                await self._hang_up()
            failures += 1
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES)) - 1])

    async def _connect(self) -> None:
        """Connect and ask for all topics again; what was missed is told when they are granted."""
        link = self._pool.make_connection()  # type: ignore[no-untyped-call]
        await link.connect()
        self._link = link
        for topic in self._topics:
            self._acknowledging[topic].append(None)
        await self._send("SUBSCRIBE", self._name, *self._topics)

    async def _listen(self) -> None:
        """Read until the connection breaks, or is silent though it was asked."""
        asked = False
        while self._link is not None:
            message = await self._link.read_response(timeout=TIMEOUT, disconnect_on_error=False)
            if message is None and asked:
                return
            asked = message is None
            if asked:
                try:
                    await self._send("PING")
                except BROKEN_OFF:
                    return
            else:
                self._take(message)

    def _take(self, message: Any) -> None:
        kind, channel, *rest = message if isinstance(message, list) else [message, b""]
        topic = channel.decode().removeprefix(CHANNEL)
        if kind == b"subscribe" and topic == self._name:
            self._linked.set()
            self._tried.set()
        elif kind == b"subscribe":
            self._acknowledge(topic)
        elif kind == b"message" and topic in self._topics:
            sender, number = rest[0].split()
            if sender.decode() != self._name:
                self._heard(topic, int(number))

    def _acknowledge(self, topic: str) -> None:
        """Answer the first who asked; nothing is kept of a topic that nobody waits for."""
        queue = self._acknowledging[topic]
        waiting = queue.popleft()
        if not queue:
            del self._acknowledging[topic]
        if waiting is None:
            self._heard(topic, 0)
        elif not waiting.done():
            waiting.set_result(None)

    async def _hang_up(self) -> None:
        self._linked.clear()
        self._tried.set()
        link, self._link = self._link, None
        for waiting in (it for queue in self._acknowledging.values() for it in queue):
            if waiting is not None and not waiting.done():
                waiting.set_result(None)
        self._acknowledging.clear()
        if link is not None:
            with suppress(*BROKEN_OFF):
                await link.disconnect(nowait=True)

    async def _keep_speaking(self) -> None:
        while True:
            await self._to_say.wait()
            await self._linked.wait()
            self._to_say.clear()
            saying, self._unsaid = self._unsaid, {}
            try:
                async with self._speaker.pipeline(transaction=False) as pipeline:
                    for topic, number in saying.items():
                        pipeline.publish(CHANNEL + topic, f"{self._name} {number}")
                    await pipeline.execute()
            except BROKEN_OFF:
                for topic, number in saying.items():
                    await self.say(topic, number)
                await self._hang_up()
                await asyncio.sleep(PAUSES[0])


async def open_redis(url: str, heard: Heard) -> RedisBus:
    """Open a bus; it need not be up yet."""
    bus = RedisBus(url, heard)
    await bus.start()
    return bus
