"""The example plug-in, built as a wheel and installed into a folder of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conventions.tree import ROOT

PLUGIN = ROOT / "examples" / "plugin"


def install_plugin(folder: Path) -> Path:
    """Build the wheel and install it; return where it is."""
    site = folder / "site"
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*build, str(PLUGIN)], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*install, "--target", str(site), str(wheel)], check=True, capture_output=True)
    return site


def run_with(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the packages of a folder are installed as well."""
    environment = {
        **os.environ,
        "LUDOTECA_ENGINE": "interpreted",
        "PYTHONPATH": os.pathsep.join((str(site), str(ROOT / "src"), str(ROOT))),
    }
    return subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True, check=False
    )


def ludoteca(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of ours there."""
    return run_with(
        site, "-c", "import sys; from ludoteca.cli import main; sys.exit(main())", *arguments
    )
