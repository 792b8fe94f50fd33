"""Garbage: what has survived twice is not looked at again, until all is cleaned up."""

import gc
import weakref

from ludoteca.server.memory import clean_up, short_pauses


class Circle:
    """Refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.own = self


def test_what_survives_is_looked_at_only_once() -> None:
    with short_pauses():
        kept = [[number] for number in range(50_000)]
        gc.collect()
        assert gc.get_freeze_count() > len(kept)
        assert len(gc.get_objects()) < len(kept)
    assert gc.get_freeze_count() == 0


def test_a_short_collection_sets_aside_what_survives_it() -> None:
    with short_pauses():
        kept = [[number] for number in range(50_000)]
        gc.collect(1)
        assert gc.get_freeze_count() > len(kept)


def test_old_circles_are_freed_when_all_is_cleaned_up() -> None:
    with short_pauses():
        circle = Circle()
        there = weakref.ref(circle)
        gc.collect()
        del circle
        gc.collect()
        assert there() is not None
        clean_up()
        assert there() is None
        assert gc.get_freeze_count() > 0


def test_what_is_no_circle_is_freed_at_once() -> None:
    class Thing:
        pass

    with short_pauses():
        thing = Thing()
        there = weakref.ref(thing)
        gc.collect()
        del thing
        assert there() is None
