"""Before the start: who sits where, who is ready, and how the match begins."""

from msgspec.structs import replace

from ludoteca.core.shuffle import Shuffle
from ludoteca.protocol.from_client import (
    AddBot,
    ChangeSetting,
    Kick,
    LeaveSeat,
    Ready,
    RemoveBot,
    SetSeats,
    Start,
    TakeSeat,
)
from ludoteca.table import events
from ludoteca.table.decision import Draft, Refusal, Who
from ludoteca.table.move import deal_what_is_due
from ludoteca.table.opening import bot_sitter, checked_setting, free_name, person_sitter


def take_seat(draft: Draft, who: Who, message: TakeSeat) -> None:
    """Sit down on a free seat, or move to another one."""
    draft.check_open()
    _check_welcome(draft, who)
    own = draft.table.seats_of(who.user)
    if len(own) > 1 or (own and message.seat is None):
        raise Refusal("seated_already")
    if draft.table.source is not None and own:
        raise Refusal("seats_stay")
    seat = _free_seat(draft, message.seat)
    if own:
        order = list(range(len(draft.table.seats)))
        order[seat], order[own[0]] = own[0], seat
        draft.add(events.SeatsSet(at=draft.now, order=tuple(order)))
        return
    draft.add(events.SeatTaken(at=draft.now, seat=seat, sitter=_sitter(draft, who)))


def join_quickly(draft: Draft, who: Who, contribution: str | None) -> None:
    """Sit down after asking for a quick match, ready; the match may begin with that."""
    draft.check_open()
    _check_welcome(draft, who)
    if draft.table.seats_of(who.user):
        raise Refusal("seated_already")
    sitter = replace(_sitter(draft, who), quick=True, contribution=contribution)
    draft.add(events.SeatTaken(at=draft.now, seat=_free_seat(draft, None), sitter=sitter))
    _start_by_itself(draft)


def _check_welcome(draft: Draft, who: Who) -> None:
    if who.user in draft.table.banned:
        raise Refusal("sent_away")


def _sitter(draft: Draft, who: Who) -> events.Sitter:
    taken = [each.name for each in draft.table.seats if each.kind != "free"]
    return person_sitter(who, taken)


def _free_seat(draft: Draft, wanted: int | None) -> int:
    free = [number for number, seat in enumerate(draft.table.seats) if seat.kind == "free"]
    if wanted is not None and wanted >= len(draft.table.seats):
        raise Refusal("no_such_seat", seats=len(draft.table.seats))
    if wanted is not None and wanted not in free:
        raise Refusal("seat_taken", name=draft.table.seats[wanted].name)
    if not free:
        raise Refusal("table_full")
    return free[0] if wanted is None else wanted


def introduce(draft: Draft, who: Who) -> None:
    """Let a person who has another name or an account by now be known so, before the start."""
    if draft.table.status != "open":
        return
    seats = draft.table.seats
    for number in draft.table.seats_of(who.user):
        if seats[number].shared:
            continue
        others = [*seats[:number], *seats[number + 1 :]]
        name = free_name(who.name, [seat.name for seat in others])
        known = (seats[number].name, seats[number].account, seats[number].avatar)
        if (name, who.account, who.avatar) != known:
            draft.add(
                events.Introduced(
                    at=draft.now,
                    seat=number,
                    name=name,
                    account=who.account,
                    rating=who.rating,
                    avatar=who.avatar,
                )
            )


def leave_seat(draft: Draft, who: Who, message: LeaveSeat) -> None:
    """Stand up; the table is handed on or closed."""
    draft.check_open()
    own = draft.table.seats_of(who.user)
    if not own:
        raise Refusal("not_seated")
    for seat in own:
        draft.add(events.SeatLeft(at=draft.now, seat=seat))
    draft.add(events.Watched(at=draft.now, user=who.user, here=True))
    hand_on(draft, who.user)


def hand_on(draft: Draft, user: str) -> None:
    """Hand the table to the next person if its host has left; without one it closes."""
    if draft.table.host != user:
        return
    others = draft.table.users()
    if others:
        draft.add(events.HostChanged(at=draft.now, host=others[0]))
    else:
        draft.add(events.Closed(at=draft.now))


def kick(draft: Draft, who: Who, message: Kick) -> None:
    """Send a person away; they can't come back to a seat."""
    draft.check_open()
    draft.check_host(who)
    seat = _seat_of_kind(draft, message.seat, "person")
    user = draft.table.seats[seat].user
    if user == who.user:
        raise Refusal("not_yourself")
    for own in draft.table.seats_of(user):
        draft.add(events.SeatLeft(at=draft.now, seat=own, kicked=True))


def _seat_of_kind(draft: Draft, seat: int, kind: str) -> int:
    if seat >= len(draft.table.seats):
        raise Refusal("no_such_seat", seats=len(draft.table.seats))
    if draft.table.seats[seat].kind != kind:
        raise Refusal("nobody_there")
    return seat


def set_seats(draft: Draft, who: Who, message: SetSeats) -> None:
    """Decide who sits where."""
    draft.check_open()
    draft.check_host(who)
    _check_seats_move(draft)
    if draft.table.setting.seating == "drawn":
        raise Refusal("seats_drawn")
    if sorted(message.order) != list(range(len(draft.table.seats))):
        raise Refusal("bad_order", seats=len(draft.table.seats))
    draft.add(events.SeatsSet(at=draft.now, order=message.order))


def _check_seats_move(draft: Draft) -> None:
    if draft.table.source is not None:
        raise Refusal("seats_stay")


def add_bot(draft: Draft, who: Who, message: AddBot) -> None:
    """Put a bot on a free seat."""
    draft.check_open()
    draft.check_host(who)
    sitter = bot_sitter(message.bot, draft.policy)
    seat = _free_seat(draft, message.seat)
    draft.add(events.SeatTaken(at=draft.now, seat=seat, sitter=sitter))


def remove_bot(draft: Draft, who: Who, message: RemoveBot) -> None:
    """Send a bot away."""
    draft.check_open()
    draft.check_host(who)
    _check_seats_move(draft)
    seat = _seat_of_kind(draft, message.seat, "bot")
    draft.add(events.SeatLeft(at=draft.now, seat=seat))


def change_setting(draft: Draft, who: Who, message: ChangeSetting) -> None:
    """Change the rules of the table; others must say again that they are ready."""
    draft.check_open()
    draft.check_host(who)
    _check_seats_move(draft)
    table = draft.table
    setting = checked_setting(
        replace(
            message.setting,
            game=table.setting.game,
            here=table.setting.here,
            bots=table.setting.bots,
        )
    )
    if setting.seats < sum(seat.kind != "free" for seat in table.seats):
        raise Refusal("seats_in_use")
    if setting == table.setting:
        return
    draft.add(events.SettingChanged(at=draft.now, setting=setting))
    if setting.starting == "host":
        for user in draft.table.users():
            if user != who.user and draft.table.seats[draft.table.seats_of(user)[0]].ready:
                draft.add(events.Readied(at=draft.now, user=user, ready=False))


def ready(draft: Draft, who: Who, message: Ready) -> None:
    """Be ready, with one's part of the shuffle, or not yet."""
    draft.check_open()
    draft.own_seat(who)
    draft.add(
        events.Readied(
            at=draft.now,
            user=who.user,
            ready=message.ready,
            contribution=message.contribution,
        )
    )
    _start_by_itself(draft)


def start(draft: Draft, who: Who, message: Start) -> None:
    """Begin the match; free seats go away, the others are drawn unless the host set them."""
    draft.check_open()
    draft.check_host(who)
    table = draft.table
    waiting = [seat.name for seat in table.seats if seat.kind != "free" and not seat.ready]
    if waiting:
        raise Refusal("not_ready", names=", ".join(waiting))
    _begin(draft)


def _start_by_itself(draft: Draft) -> None:
    """Begin if the table is set so, or its host asked for a quick match, and all are here.

    That is when somebody is ready: a host who changes the table goes on to start it.
    """
    table = draft.table
    quick = any(seat.quick and seat.user == table.host for seat in table.seats)
    if table.setting.starting != "full" and not quick:
        return
    here = [seat.ready and not (seat.away and table.is_live) for seat in table.seats]
    if all(here) and all(seat.kind != "free" for seat in table.seats):
        _begin(draft)


def _begin(draft: Draft) -> None:
    table = draft.table
    order = [number for number, seat in enumerate(table.seats) if seat.kind != "free"]
    if len(order) not in table.game.player_counts:
        raise Refusal("too_few", least=table.game.player_counts[0])
    if table.setting.seating == "drawn":
        order = _drawn(draft, order)
    draft.add(events.Started(at=draft.now, order=tuple(order)))
    deal_what_is_due(draft)


def _drawn(draft: Draft, order: list[int]) -> list[int]:
    """Draw the seats, by the same seed but apart from the shuffle of the match."""
    table = draft.table
    contributions = [bytes.fromhex(each) for seat in table.seats if (each := seat.contribution)]
    shuffle = Shuffle(table.seed, f"{table.match} seats", contributions)
    left, drawn = list(order), []
    while left:
        drawn.append(left.pop(shuffle.draw(len(left))))
    return drawn
