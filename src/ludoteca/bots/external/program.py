"""A running program: asked and answered line by line, and never waited for too long."""

import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress

LONGEST_ANSWER = 4096
LAST_WORDS = 200
"""Bytes read of an answer, and kept of standard error."""

MOST_UNSENT = 1_000_000
"""Bytes of questions that may wait for a program that answers without reading."""


class Lost(Exception):
    """The program gave no answer and has to be stopped; the text says why."""


class Program:
    """A program in a process group of its own; no pipe of it is ever waited for too long."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        for end in (self._in, self._out, self._err):
            os.set_blocking(end, False)
        self._open = {self._out, self._err}
        self._unsent = self._heard = self._complaint = b""
        self._finish = weakref.finalize(self, _finish, self._process, os.getpid())

    def ask(self, message: bytes, seconds: float) -> str:
        """Send a message and give the line that is the answer."""
        self._move_bytes(0)
        self._heard = b""  # what it said unasked
        self._unsent += message
        if len(self._unsent) > MOST_UNSENT:
            raise Lost("it does not read its input")
        return self.read_line(seconds)

    def read_line(self, seconds: float) -> str:
        """Wait for one more line of an answer."""
        if not self._exchange(lambda: b"\n" in self._heard, seconds):
            raise Lost(self._why(seconds))
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode(errors="replace").strip()

    def say(self, message: bytes, seconds: float) -> None:
        """Send a message that has no answer; one that is not taken in time is dropped."""
        self._unsent += message
        self._exchange(lambda: not self._unsent, seconds)
        self._unsent = b""

    def last_words(self) -> str:
        """Return the end of what it wrote to standard error, in one line."""
        return in_one_line(self._complaint)

    def stop(self, seconds: float = 0) -> None:
        """Close its input, give it some time to end, then end it and all that it started."""
        if seconds and self._process.stdin:
            self._process.stdin.close()
            self._exchange(lambda: self._out not in self._open, seconds)
        self._finish()

    def _exchange(self, is_done: Callable[[], bool], seconds: float) -> bool:
        """Read and write until it is done; give False if the time is over or there is no hope."""
        deadline = time.monotonic() + seconds
        while not is_done():
            left = deadline - time.monotonic()
            if left <= 0 or self._out not in self._open or len(self._heard) > LONGEST_ANSWER:
                return False
            self._move_bytes(left)
        return True

    def _move_bytes(self, seconds: float) -> None:
        """Wait until some pipe is ready, then read and write what it takes."""
        with selectors.DefaultSelector() as selector:
            for end in self._open:
                selector.register(end, selectors.EVENT_READ)
            if self._unsent:
                selector.register(self._in, selectors.EVENT_WRITE)
            ready = [key.fd for key, _ in selector.select(seconds)]
        for end in ready:
            if end == self._in:
                self._write()
            else:
                self._read(end)

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BrokenPipeError:  # it does not listen; it may have answered all the same
            self._unsent = b""

    def _read(self, end: int) -> None:
        text = os.read(end, 2 * LONGEST_ANSWER)
        if not text:
            self._open.discard(end)
        elif end == self._out:
            self._heard += text
        else:
            self._complaint = (self._complaint + text)[-LAST_WORDS:]

    def _why(self, seconds: float) -> str:
        """Explain why there is no answer; ends the program to see how it ended."""
        if len(self._heard) > LONGEST_ANSWER:
            return f"it answered with more than {LONGEST_ANSWER} bytes and no end of line"
        if self._out in self._open:
            return f"no answer within {seconds:g} s"
        _kill(self._process, os.getpid())
        self._move_bytes(0)  # its last words
        code = self._process.returncode
        if code == -signal.SIGKILL:
            return "it closed its output or was killed"
        return f"it ended with exit code {code}" if code >= 0 else f"it ended by signal {-code}"


def in_one_line(text: bytes) -> str:
    """Make the end of what a program said fit a note."""
    words = " ".join(text[-LAST_WORDS:].decode(errors="replace").split())
    return "".join(letter for letter in words if letter.isprintable())


def _kill(process: "subprocess.Popen[bytes]", owner: int) -> None:
    """End a program with its whole process group; one that a fork only copied is not ours."""
    if process.returncode is None and os.getpid() == owner:
        with suppress(ProcessLookupError, PermissionError):  # before it is waited for: no new
            os.killpg(process.pid, signal.SIGKILL)  # process can have its number yet
        process.wait()


def _finish(process: "subprocess.Popen[bytes]", owner: int) -> None:
    """End a program and let go of its pipes."""
    _kill(process, owner)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
