"""Prometheus metrics."""

import platform

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)

from ludoteca import __version__

# A second series for each, which no chart uses.
disable_created_metrics()  # type: ignore[no-untyped-call]

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The counters of one process; a registry of its own, so that tests can have many."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)  # memory, processor time, descriptors, start
        Info("ludoteca_build", "What runs here", registry=registry).info(
            {"version": __version__, "python": platform.python_version()}
        )
        self.messages = Counter(
            "ludoteca_messages", "Messages of clients", ["type"], registry=registry
        )
        self.refusals = Counter("ludoteca_refusals", "Refusals", ["code"], registry=registry)
        self.moves = Counter("ludoteca_moves", "Moves saved", registry=registry)
        self.closes = Counter("ludoteca_closes", "Sockets closed", ["code"], registry=registry)
        self.answer_seconds = Histogram(
            "ludoteca_answer_seconds",
            "From a message at a table to its answer",
            buckets=BUCKETS,
            registry=registry,
        )
        self.loop_lag = Histogram(
            "ludoteca_loop_lag_seconds",
            "How late the event loop comes to what is due",
            buckets=BUCKETS,
            registry=registry,
        )
        self.bot_seconds = Histogram(
            "ludoteca_bot_seconds", "A bot's thought", buckets=BUCKETS, registry=registry
        )
        self.bots_ended = Counter(
            "ludoteca_bots_ended", "Bots given up at twice their budget", registry=registry
        )
        self.webhooks = Counter(
            "ludoteca_webhooks", "Your-turn calls", ["result"], registry=registry
        )
        self.notices = Counter(
            "ludoteca_notices",
            "Notices to people who are away",
            ["way", "result"],
            registry=registry,
        )
        self.set_aside = Counter(
            "ludoteca_tables_set_aside", "Tables whose log can't be read", registry=registry
        )
        self._tables = Gauge("ludoteca_tables", "Tables awake", registry=registry)
        self._sockets = Gauge("ludoteca_sockets", "Open sockets", registry=registry)
        self._store = Gauge("ludoteca_store_up", "Whether moves can be saved", registry=registry)

    def look(self, tables: int, sockets: int, store_up: bool) -> None:
        """Note how things are now."""
        self._tables.set(tables)
        self._sockets.set(sockets)
        self._store.set(store_up)
