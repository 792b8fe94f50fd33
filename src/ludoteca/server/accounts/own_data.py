"""Exports all data about one user."""

import msgspec

from ludoteca.protocol.http import OwnData, OwnMatch, OwnNotices, OwnSession, RatingInfo, TokenInfo
from ludoteca.server.accounts import ratings
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.store import Store

MOST_MATCHES = 100_000


async def collect(store: Store, identity: Identity, now: float) -> OwnData:
    """Collect a user's data: no hash of a password, no token, nothing of others."""
    user = identity.user
    matches = [
        OwnMatch(
            match=past.table.match,
            game=past.table.summary.game,
            status=past.table.summary.status,
            seat=past.seat,
            at=past.final_at or past.table.updated_at,
            rank=None if past.result is None else past.result.rank,
            scores=None if past.result is None else msgspec.json.decode(past.result.scores),
        )
        for player in sorted(identity.ids)
        for past in await store.history.matches_of(player, MOST_MATCHES)
    ]
    return OwnData(
        user=user.id,
        name=user.name,
        kind=user.kind,
        avatar=user.avatar,
        since=user.created_at,
        former_guests=sorted(identity.ids - {user.id}),
        second_factor_since=await _factor_since(store, user.id),
        notices=await _notices(store, user.id, now),
        sessions=[
            OwnSession(one.created_at, one.seen_at, one.expires_at, one.device)
            for one in await store.users.list_sessions(user.id, now)
        ],
        tokens=[
            TokenInfo(one.digest.hex()[:16], one.label, one.created_at)
            for one in await store.users.list_tokens(user.id)
        ],
        ratings=[
            RatingInfo(one.game, one.players, ratings.shown(one), round(one.sigma, 2), one.matches)
            for one in await store.history.ratings_of(user.id)
        ],
        matches=matches,
    )


async def _notices(store: Store, user: str, now: float) -> OwnNotices:
    choices = await store.notices.find_choices(user)
    browsers = await store.notices.list_subscriptions(user, now)
    return OwnNotices(
        push=sorted(choices.push),
        mail=sorted(choices.mail),
        address=choices.address,
        confirmed=choices.confirmed,
        browsers=[one.endpoint for one in browsers],
    )


async def _factor_since(store: Store, user: str) -> float | None:
    factor = await store.factors.find_factor(user)
    return None if factor is None else factor.since
