"""Coming, going, giving up: for whom a bot plays on, and what the last one may decide."""

from typing import Literal

from ludoteca.protocol.from_client import AloneChoice, Exit, Resign
from ludoteca.table import events
from ludoteca.table.decision import Draft, Refusal, Who
from ludoteca.table.move import check_playing
from ludoteca.table.table import COUNTDOWN, Table


def come_back(draft: Draft, who: Who) -> None:
    """Let somebody who was away be here again."""
    if any(draft.table.seats[seat].away for seat in draft.table.seats_of(who.user)):
        draft.add(events.Came(at=draft.now, user=who.user))
        find_alone(draft)


def watch(draft: Draft, who: Who) -> None:
    """Let somebody without a seat watch, if the table allows it."""
    if who.user in draft.table.banned:
        raise Refusal("sent_away")
    if not may_watch(draft.table):
        raise Refusal("no_spectators")
    if who.user not in draft.table.watchers:
        draft.add(events.Watched(at=draft.now, user=who.user, here=True))


def may_watch(table: Table) -> bool:
    """Return whether people without a seat may be here: before the start they always may."""
    return table.setting.spectators or table.status in ("open", "closed")


def leave(draft: Draft, who: Who, message: Exit) -> None:
    """Stop following the table."""
    go(draft, who.user)


def go(draft: Draft, user: str) -> None:
    """Show somebody as away at once; spectators just go."""
    if user in draft.table.watchers:
        draft.add(events.Watched(at=draft.now, user=user, here=False))
    if any(not draft.table.seats[seat].away for seat in draft.table.seats_of(user)):
        draft.add(events.Went(at=draft.now, user=user))
        find_alone(draft)


def gone_for_good(table: Table, user: str) -> bool:
    """Return whether a person is away and the table has waited long enough; days are never over."""
    return table.is_live and all(
        table.seats[seat].away and table.seats[seat].grace_ends is None
        for seat in table.seats_of(user)
        if not table.seats[seat].resigned
    )


def find_alone(draft: Draft) -> None:
    """See whether all other people are gone by now, and what happens to their seats."""
    table = draft.table
    if not table.is_live or not table.is_playing:
        return
    people = table.users()
    here = [user for user in people if not gone_for_good(table, user)]
    gone = [user for user in people if user not in here]
    undecided = any(table.seats[seat].bot is None for user in gone for seat in table.seats_of(user))
    if len(here) == 1 and undecided:
        if table.alone is None:
            wins_at = draft.now + COUNTDOWN
            draft.add(events.LeftAlone(at=draft.now, user=here[0], wins_at=wins_at))
    elif here and table.setting.leaving == "bot":
        let_bots_play(draft, gone)


def let_bots_play(draft: Draft, users: list[str]) -> None:
    """Let bots play on for people who are gone."""
    for user in users:
        for seat in draft.table.seats_of(user):
            if draft.table.seats[seat].bot is None:
                draft.add(events.BotTookOver(at=draft.now, seat=seat, bot=draft.policy.replacement))


def choose_alone(draft: Draft, who: Who, message: AloneChoice) -> None:
    """Wait for the others, play on with bots, or be declared winner after the countdown."""
    check_playing(draft.table)
    alone = draft.table.alone
    if alone is None or alone.user != who.user:
        raise Refusal("not_alone")
    choose(draft, message.choice)


def choose(draft: Draft, choice: str) -> None:
    """Follow the choice of the last one at the table."""
    table = draft.table
    assert table.alone is not None
    if table.alone.choice == "bots":
        raise Refusal("not_alone")
    if choice == "wait":
        _note_choice(draft, "wait")
    elif choice == "bots":
        _note_choice(draft, "bots")
        let_bots_play(draft, [each for each in table.users() if gone_for_good(table, each)])
    else:
        _note_choice(draft, "win")
        win_alone(draft)


def _note_choice(draft: Draft, choice: Literal["wait", "bots", "win"]) -> None:
    """Note what the last one wants, unless they have said so before."""
    if draft.table.alone is None or draft.table.alone.choice != choice:
        draft.add(events.AloneChose(at=draft.now, choice=choice))


def win_alone(draft: Draft) -> None:
    """Declare the last one winner, once the countdown is over; it can be reversed for a day."""
    table = draft.table
    assert table.alone is not None
    assert table.progress is not None
    if table.alone.choice == "win" and draft.now >= table.alone.wins_at:
        seat = table.seats_of(table.alone.user)[0]
        draft.add(events.Ended(at=draft.now, ply=table.progress.ply + 1, how="alone", seat=seat))


def resign(draft: Draft, who: Who, message: Resign) -> None:
    """Resign: with two players the match ends, with more a bot plays on."""
    seat = draft.own_seat(who)
    progress = check_playing(draft.table)
    if draft.table.seats[seat].resigned:
        raise Refusal("resigned")
    draft.add(events.Resigned(at=draft.now, seat=seat))
    if len(draft.table.seats) == 2:
        ended = events.Ended(at=draft.now, ply=progress.ply + 1, how="resigned", seat=seat)
        draft.add(ended)
        draft.add(events.Finalised(at=draft.now))
    else:
        draft.add(events.BotTookOver(at=draft.now, seat=seat, bot=draft.policy.replacement))
        find_alone(draft)
