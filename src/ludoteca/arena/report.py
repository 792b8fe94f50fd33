"""A tournament as one page: HTML that needs nothing else, neither a network nor scripts."""

import shlex
from html import escape
from pathlib import Path

from ludoteca.arena import chart
from ludoteca.arena.report_tables import (
    Fields,
    ReportTable,
    alone_table,
    bot_table,
    cross_table,
    pair_table,
    percent,
    seat_table,
)
from ludoteca.arena.resume_file import has_programs
from ludoteca.core.game import Game

STYLE = Path(__file__).with_name("report.css")


def report(game: Game, fields: Fields) -> str:
    """Write the page."""
    name = f"{game.name}: {fields['players']} players"
    state = "" if fields["complete"] else " · not finished"
    parts = [
        f"<h1>{escape(name)}</h1>",
        f'<p class="lead">{fields["matches"]:,} matches · seed {fields["seed"]}{state}</p>',
        _claims(fields),
        _section(_cross_html(fields), _pair_chart(fields)),
        _section(table_html(pair_table(fields)), *_tests(fields)),
        _section(table_html(bot_table(fields)), _rating_chart(fields)),
        _section("<h2>Scores</h2>", _score_chart(fields)),
        _section(table_html(seat_table(fields)), _seat_chart(fields)),
        _section("<h2>How it was played</h2>", _facts(game, fields)),
        _section("<h2>Notes</h2>", _notes(fields)),
    ]
    if fields["players"] > 2:
        parts.insert(5, _section(table_html(alone_table(fields))))
    style = STYLE.read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(name)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in parts if part)
        + "\n</main>\n</body>\n</html>\n"
    )


def _section(*parts: str) -> str:
    inside = "\n".join(part for part in parts if part)
    return f"<section>\n{inside}\n</section>"


def _claims(fields: Fields) -> str:
    """Write first what is proved."""
    items = []
    for pair in fields["pairs"]:
        if pair["claim"] is None:
            continue
        won = pair["claim"] == pair["a"]
        other = pair["b"] if won else pair["a"]
        share = pair["win_rate_a"] if won else 1 - pair["win_rate_a"]
        items.append(
            f"<li><b>{escape(pair['claim'])}</b> beats {escape(other)}: {percent(share)} %</li>"
        )
    return f'<ul class="verdict">{"".join(items)}</ul>' if items else ""


def table_html(table: ReportTable, shares: dict[tuple[int, int], float] | None = None) -> str:
    """Write a table; cells with a share get its shade."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.head)
    rows = []
    for r, row in enumerate(table.rows):
        cells = [f"<th>{escape(row[0])}</th>"]
        for c, cell in enumerate(row[1:]):
            share = (shares or {}).get((r, c))
            shade = "" if share is None else f' style="--win: {100 * share:.1f}"'
            cells.append(f"<td{shade}>{escape(cell)}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return (
        f'<h2>{escape(table.title)}</h2>\n<div class="wide"><table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{chr(10).join(rows)}\n</tbody>\n</table></div>\n"
        f'<p class="remark">{escape(table.remark)}</p>'
    )


def _cross_html(fields: Fields) -> str:
    order = [row["bot"] for row in fields["ratings"]]
    shares = {}
    for pair in fields["pairs"]:
        a, b = order.index(pair["a"]), order.index(pair["b"])
        shares[a, b], shares[b, a] = pair["win_rate_a"], 1 - pair["win_rate_a"]
    return table_html(cross_table(fields), shares)


def _pair_chart(fields: Fields) -> str:
    rows = [
        (f"{p['a']} : {p['b']}", *(100 * p[key] for key in ("win_rate_a", "low", "high")))
        for p in fields["pairs"]
    ]
    return chart.intervals(rows, 50, "Wins of the first bot of each pair, in %", (0, 100))


def _rating_chart(fields: Fields) -> str:
    rows = [(r["bot"], r["rating"], r["low"], r["high"]) for r in fields["ratings"]]
    return chart.intervals(rows, None, "Ratings with their intervals")


def _seat_chart(fields: Fields) -> str:
    rows = [
        (f"seat {s['seat']}", *(100 * s[key] for key in ("win_rate", "low", "high")))
        for s in fields["seats"]
    ]
    even = 100 / fields["players"]
    return chart.intervals(rows, even, "Wins of each seat, in %", (0, 100))


def _score_chart(fields: Fields) -> str:
    order = [row["bot"] for row in fields["ratings"]]
    bots = sorted(fields["bots"], key=lambda bot: order.index(bot["bot"]))
    series = {b["bot"]: {int(s): n for s, n in b["scores"].items()} for b in bots}
    return chart.distributions(series, "How often a match ended with each score")


def _tests(fields: Fields) -> list[str]:
    """Draw the tests that stop early."""
    parts = []
    for pair in fields["pairs"]:
        if "sprt" not in pair or not pair["sprt"]["looks"]:
            continue
        test = pair["sprt"]
        about = f"{pair['a']} : {pair['b']}, log-likelihood ratio by number of deals"
        parts.append(chart.course(test["looks"], tuple(test["bounds"]), about))
    return parts


def command(fields: Fields) -> str:
    """Write the command that plays the same again."""
    words = ["ludoteca", "arena", fields["game"]]
    words += ["--bots", ",".join(bot["spec"] for bot in fields["bots"])]
    words += ["--deals", str(fields["deals"]), "--players", str(fields["players"])]
    secret = has_programs([bot["spec"] for bot in fields["bots"]])
    words += ["--seed", "-" if secret else str(fields["seed"])]
    for key, value in fields["options"].items():
        words += ["--option", f"{key}={value}"]
    if fields["sprt"] is not None:
        words += ["--sprt", ",".join(map(str, fields["sprt"]))]
    again = shlex.join(words)
    return f"echo {fields['seed']} | {again}" if secret else again


def _facts(game: Game, fields: Fields) -> str:
    host = fields["machine"]
    facts = {
        "Game": f"{game.name}, rules version {fields['rules_version']}",
        "Options": ", ".join(f"{key} {value}" for key, value in fields["options"].items()),
        "Deals": f"{fields['deals']:,} a pair, each the same in every seating",
        "Seed": str(fields["seed"]),
        "Program": fields["program"],
        "Machine": f"{host['processor']}, {host['cores']} cores",
        "System": f"{host['system']}, Python {host['python']}",
        "Ran": f"{fields['seconds']:,.1f} s, {fields['on']}",
    }
    rows = [f"<dt>{name}</dt><dd>{escape(fact)}</dd>" for name, fact in facts.items() if fact]
    rows.append(f"<dt>Again</dt><dd><code>{escape(command(fields))}</code></dd>")
    return f"<dl>\n{chr(10).join(rows)}\n</dl>"


def _notes(fields: Fields) -> str:
    if not fields["notes"]:
        return '<p class="remark">Nothing went wrong.</p>'
    items = "\n".join(f"<li>{escape(note)}</li>" for note in fields["notes"])
    return f'<ul class="notes">\n{items}\n</ul>'
