"""The tables of a tournament in words and figures, for the terminal and for the page."""

from dataclasses import dataclass
from typing import Any

from ludoteca.arena.statistics import CONFIDENCE, LEAST_MATCHES

Fields = dict[str, Any]

MOST_DIGITS = 6
"""Most digits after the decimal point."""


@dataclass(frozen=True)
class ReportTable:
    """A table; in its first column stand names, in the others figures."""

    title: str
    head: list[str]
    rows: list[list[str]]
    remark: str = ""

    def __str__(self) -> str:
        """Write the table as plain text."""
        lines = [self.head, *self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        texts = [
            "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip()
            for line in lines
        ]
        return "\n".join([self.title, *texts, self.remark]).rstrip()


def report_tables(fields: Fields) -> list[ReportTable]:
    """Make all tables from the standings."""
    found = [cross_table(fields), pair_table(fields)]
    if fields["players"] > 2:
        found.append(alone_table(fields))
    return [*found, bot_table(fields), seat_table(fields)]


def percent(share: float) -> str:
    """Write a share in percent: only all is 100, and only nothing is 0.

    >>> [percent(share) for share in (0, 0.5, 0.99996, 1)]
    ['0', '50.0', '99.996', '100']
    """
    if share <= 0 or share >= 1:
        return f"{100 * share:.0f}"
    digits = 1
    while digits < MOST_DIGITS and float(f"{100 * share:.{digits}f}") in (0, 100):
        digits += 1
    return f"{100 * share:.{digits}f}"


def with_interval(share: Fields, name: str = "win_rate") -> str:
    """Write a share in percent with its interval."""
    return f"{percent(share[name])} ({percent(share['low'])}–{percent(share['high'])})"


def cross_table(fields: Fields) -> ReportTable:
    """Show each bot against each other one."""
    order = [row["bot"] for row in fields["ratings"]]
    cells: dict[tuple[str, str], str] = {}
    for pair in fields["pairs"]:
        cells[pair["a"], pair["b"]] = with_interval(pair, "win_rate_a")
        mirrored = {"win_rate": 1 - pair["win_rate_a"]}
        mirrored |= {"low": 1 - pair["high"], "high": 1 - pair["low"]}
        cells[pair["b"], pair["a"]] = with_interval(mirrored)
    rows = [
        [one, *("–" if one == two else cells.get((one, two), "") for two in order)] for one in order
    ]
    return ReportTable(
        f"Wins in %, row against column ({100 * CONFIDENCE:.0f} % interval)",
        ["", *order],
        rows,
        "Ties are split. The interval is that of Wilson on the means of deals.",
    )


def pair_table(fields: Fields) -> ReportTable:
    """Show the pairs one by one."""
    rows = [
        [
            f"{pair['a']} : {pair['b']}",
            f"{pair['deals']:,}",
            f"{pair['wins_a']:,} : {pair['wins_b']:,}",
            f"{pair['ties']:,}",
            f"{pair['score_a']:.1f} : {pair['score_b']:.1f}",
            "" if pair["correlation"] is None else f"{pair['correlation']:.2f}",
            verdict(pair),
        ]
        for pair in fields["pairs"]
    ]
    remark = f"No claim is made with fewer than {LEAST_MATCHES} matches."
    if len(rows) > 1:
        remark += f" Claims are corrected for all {len(rows)} pairs together (Holm)."
    if any("sprt" in pair for pair in fields["pairs"]):
        remark += " Intervals of pairs that were stopped early are not corrected for it."
    head = ["Pair", "Deals", "Wins", "Ties", "Mean scores", "Correlation", "Verdict"]
    return ReportTable("Pairs", head, rows, remark)


def verdict(pair: Fields) -> str:
    """Return what a pair's results prove."""
    if "sprt" in pair:
        test = pair["sprt"]
        question = f"{percent(test['low'])} or {percent(test['high'])} %"
        return f"{question}: {test['verdict']}"
    return f"{pair['claim']} is better" if pair["claim"] else "open"


def alone_table(fields: Fields) -> ReportTable:
    """Show how a bot does alone among others."""
    rows = []
    for pair in fields["pairs"]:
        rows.append([f"one {pair['a']} among {pair['b']}", with_interval(pair["alone_a"])])
        rows.append([f"one {pair['b']} among {pair['a']}", with_interval(pair["alone_b"])])
    even = percent(1 / fields["players"])
    return ReportTable("One among others", ["", "Wins in %"], rows, f"Between equals it is {even}.")


def bot_table(fields: Fields) -> ReportTable:
    """Show the bots one by one, best first."""
    bots = {bot["bot"]: bot for bot in fields["bots"]}
    rows = []
    for row in fields["ratings"]:
        bot = bots[row["bot"]]
        rows.append(
            [
                row["bot"],
                f"{row['rating']:.0f} ({row['low']:.0f} to {row['high']:.0f})",
                "" if bot["score"] is None else f"{bot['score']:.2f}",
                f"{bot['ms_per_move']:,.2f}",
                f"{bot['ms_longest']:,.1f}",
                f"{bot['moves']:,}",
                f"{bot['forfeits']:,}",
            ]
        )
    head = ["Bot", "Rating", "Mean score", "ms a move", "longest", "Moves", "Forfeits"]
    remark = (
        f"{fields['rating_model']} ratings on the Elo scale by maximum likelihood,"
        f" {fields['anchor']} at 0, intervals by bootstrap over deals."
    )
    if any(pair["win_rate_a"] in (0, 1) for pair in fields["pairs"]):
        remark += " Where one bot won every match, more matches would move them further apart."
    return ReportTable("Bots", head, rows, remark)


def seat_table(fields: Fields) -> ReportTable:
    """Show what each seat is worth."""
    rows = [
        [f"seat {seat['seat']}", with_interval(seat), f"{seat['score']:.2f}"]
        for seat in fields["seats"]
    ]
    remark = "All bots sit on all seats equally often."
    return ReportTable("Seats", ["", "Wins in %", "Mean score"], rows, remark)


def headlines(name: str, fields: Fields) -> list[str]:
    """Describe in a line what was played, and with what."""
    options = ", ".join(f"{key} {value}" for key, value in fields["options"].items())
    host = fields["machine"]
    state = "" if fields["complete"] else ", not finished"
    return [
        f"{name}, {fields['players']} players: {fields['matches']:,} matches"
        f" in {fields['seconds']:,.1f} s, seed {fields['seed']}{state}",
        f"{options}; {fields['program']}; {host['processor']}, {host['cores']} cores",
    ]
