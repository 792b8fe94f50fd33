"""Run a server: tables for friends, in the browser and in the terminal."""

import argparse
import sys
import threading
import webbrowser
from pathlib import Path

from ludoteca.cli.arguments import number

SUMMARY = "run a server: tables for friends, in the browser and in the terminal"
EXAMPLES = """\
Everyone on your network can join with the second address or the QR code. Matches are kept in a
file in your data folder. More settings come from the environment (LUDOTECA_…):
docs/reference/settings.md

examples:
  ludoteca serve
  ludoteca serve --port 8080 --no-open
  ludoteca serve --host 127.0.0.1 --data ./matches
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where to listen and where to keep things."""
    parser.add_argument(
        "--host", metavar="ADDRESS", help="listen on this address only (default: all)"
    )
    parser.add_argument(
        "--port", type=number(0, 65535), metavar="N", help="the port (default: 8000)"
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="where matches are kept")
    parser.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="open the page in a browser (default: if there is a screen)",
    )


def run(given: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from ludoteca.core.kernel import wanted_mode
    from ludoteca.server.logs import set_up_logs, take_over_logging
    from ludoteca.server.serve import event_loop, listen, serve
    from ludoteca.server.settings import read_settings
    from ludoteca.server.transport.address import addresses

    wanted_mode()  # a wrong LUDOTECA_ENGINE is refused before anything starts
    settings = read_settings(given={"host": given.host, "port": given.port, "data": given.data})
    set_up_logs(settings.log, settings.log_form)
    take_over_logging()
    wants_page = sys.stdout.isatty() if given.open is None else given.open

    def started(port: int) -> None:
        found = addresses(settings, port)
        if settings.log_form == "json":
            return  # the events say so
        print(f"ludoteca serves at  {found[0]}")
        for address in found[1:]:
            print(f"for your friends    {address}")
        if sys.stdout.isatty() and len(found) > 1:
            print_code(found[-1])
        print("Stop with Ctrl+C; matches are kept.", flush=True)
        if wants_page:
            threading.Thread(target=webbrowser.open, args=(found[0],), daemon=True).start()

    try:
        with listen(settings) as listener, event_loop() as loop:
            loop.run(serve(settings, listener, started))
    except KeyboardInterrupt:
        if settings.log_form == "json":
            return 0
        print("\nstopped; matches are kept", file=sys.stderr)
    return 0


def print_code(address: str) -> None:
    """Draw an address as a QR code."""
    import segno

    segno.make(address, micro=False).terminal(compact=True)
