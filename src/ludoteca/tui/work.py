"""Work in the background of a screen or of the program."""

from typing import Any

from textual.worker import Worker


class WithWorkers:
    """A screen, or the program, with workers that may end before they have begun."""

    def run_worker(self, work: Any, *arguments: Any, **options: Any) -> Worker[Any]:
        """Run an asynchronous function in the background; use `partial` to pass arguments.

        Not a coroutine: if the screen is left before its worker has begun, nobody awaits it, and
        Python warns. (The types of Textual do not allow for a `partial`.)
        """
        worker: Worker[Any] = super().run_worker(work, *arguments, **options)  # type: ignore[misc]
        return worker
