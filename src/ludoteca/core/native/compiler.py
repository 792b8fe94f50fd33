"""From C to a library: which compiler, for which machine, with which options.

Zig's C compiler comes as a Python package (`ziglang`) and builds for every system from any other.
`LUDOTECA_CC` names another one that is called like GCC or Clang, for this machine only.
"""

import importlib.util
import os
import platform
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.errors import CompilerFailed, UsageError

SETTING = "LUDOTECA_CC"

OPTIONS = (
    "-std=gnu11",
    "-O3",
    "-fwrapv",  # integers wrap around, as they do in every other engine
    "-ffp-contract=off",  # a product and a sum are rounded one after the other
    "-fno-math-errno",
    "-fno-builtin-strlen",  # no loop becomes a call of it
    "-fvisibility=hidden",
    "-Wno-everything",
)


SCALAR = ("-fno-vectorize", "-fno-slp-vectorize")
"""For Clang: wide stores that narrow loads follow cost more than they save."""


@dataclass(frozen=True)
class Target:
    """A system and a processor."""

    name: str
    zig: str
    cpu: str
    suffix: str
    options: tuple[str, ...] = ()


# No C library is linked on Linux, where memcpy comes with the Python process (so one file serves
# glibc and musl), nor on Windows, where runtime.h has its own (Zig would first build a library).
TARGETS = {
    target.name: target
    for target in (
        Target("linux-x86_64", "x86_64-linux-gnu", "x86_64_v2", ".so", ("-fPIC", "-nostdlib")),
        Target("linux-aarch64", "aarch64-linux-gnu", "baseline", ".so", ("-fPIC", "-nostdlib")),
        Target("macos-x86_64", "x86_64-macos", "x86_64_v2", ".dylib", ("-fPIC",)),
        Target("macos-aarch64", "aarch64-macos", "baseline", ".dylib", ("-fPIC",)),
        Target("windows-x86_64", "x86_64-windows-gnu", "x86_64_v2", ".dll", ("-nostdlib",)),
        Target("windows-aarch64", "aarch64-windows-gnu", "baseline", ".dll", ("-nostdlib",)),
    )
}

WEB_FEATURES = "mvp+bulk_memory+sign_ext+nontrapping_fptoint"
WEB = Target("wasm32", "wasm32-freestanding", WEB_FEATURES, ".wasm")
"""The browser."""


def host() -> Target | None:
    """Return the target of this machine, None if it is an unusual one."""
    system = {"Linux": "linux", "Darwin": "macos", "Windows": "windows"}.get(platform.system())
    machine = platform.machine().lower()
    processor = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "aarch64", "aarch64": "aarch64"}
    return TARGETS.get(f"{system}-{processor.get(machine, machine)}")


def find_compiler() -> list[str] | None:
    """Return the command of a C compiler: the setting's, else Zig's; None if there is none."""
    setting = os.environ.get(SETTING, "")
    if setting:
        return shlex.split(setting)
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc"]
    return None


def is_zig(command: list[str]) -> bool:
    """Return whether a compiler can build for other machines."""
    return "ziglang" in command or Path(command[0]).name.startswith("zig")


def build(
    text: str, target: Target, library: Path, checked: bool = False, cache: str | None = None
) -> None:
    """Compile a C text into a library file, which appears whole or not at all.

    Builds that share a cache share what Zig itself has to build first for some targets.
    """
    command = find_compiler()
    if command is None:
        raise CompilerFailed("there is no C compiler: pip install 'ludoteca[compile]'")
    library.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=library.parent, prefix=".build-") as folder:
        source, made = Path(folder) / f"{library.stem}.c", Path(folder) / library.name
        source.write_text(text, encoding="utf-8")
        arguments = [*command, *_arguments(command, target, checked), "-o", made.name, source.name]
        _run(arguments, folder, cache or f"{folder}/zig")
        made.replace(library)


def _arguments(command: list[str], target: Target, checked: bool) -> list[str]:
    options = list(OPTIONS)
    if target is WEB:
        options += ["-nostdlib", "-Wl,--no-entry", "-Wl,-z,stack-size=65536"]
        options += ["-mllvm", "-inline-threshold=1200"]  # V8 inlines nothing itself
    else:
        options += ["-shared", *target.options]
    if checked:
        options[options.index("-O3")] = "-O1"
        options.append("-DCHECKED")
        if target.suffix == ".dll":  # setjmp comes from the C library
            options.remove("-nostdlib")
    if is_zig(command):
        return ["-target", target.zig, f"-mcpu={target.cpu}", "-s", *SCALAR, *options]
    if target is not host():
        raise UsageError(f"{SETTING} builds for this machine only; {target.name} needs ziglang")
    if target.cpu == "x86_64_v2":
        options.append("-march=x86-64-v2")
    return options


def _run(arguments: list[str], folder: str, cache: str) -> None:
    # Zig would keep files in the home directory, which may not be there or not be writable.
    caches = dict.fromkeys(("ZIG_LOCAL_CACHE_DIR", "ZIG_GLOBAL_CACHE_DIR"), cache)
    environment = {**os.environ, **caches}
    try:
        done = subprocess.run(
            arguments, cwd=folder, env=environment, check=False, capture_output=True, text=True
        )
    except OSError as error:
        raise CompilerFailed(f"the C compiler {arguments[0]} can't be run: {error}") from error
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        reason = next((line for line in lines if "error" in line), lines[0] if lines else "")
        raise CompilerFailed(f"the C compiler {shlex.join(arguments[:4])} failed: {reason}")
