"""Refusals over HTTP: a code for programs, a sentence for people, a status."""

from ludoteca.core.errors import LudotecaError, ProtocolError, StoreAway
from ludoteca.language import LANGUAGES, USUAL, words
from ludoteca.protocol.http import Problem
from ludoteca.protocol.reconnect import RETRY_AFTER
from ludoteca.table import Refusal

STATUS = {
    "bad_name": 400,
    "bad_address": 400,
    "bad_subscription": 400,
    "bad_password": 400,
    "common_password": 400,
    "guessable_password": 400,
    "usage": 400,
    "bad_request": 400,
    "no_session": 401,
    "wrong_password": 401,
    "code_needed": 401,
    "wrong_code": 401,
    "account_needed": 403,
    "banned": 403,
    "wrong_origin": 403,
    "not_seated": 403,
    "not_found": 404,
    "no_such_table": 404,
    "not_final": 409,
    "no_analyses": 409,
    "name_taken": 409,
    "no_mail": 409,
    "not_of_a_device": 409,
    "account_already": 409,
    "too_many_tokens": 409,
    "factor_already": 409,
    "no_factor": 409,
    "no_factor_offered": 409,
    "too_fast": 429,
    "too_many_codes": 429,
    "busy": 503,
    "mail_failed": 503,
    "store_away": 503,
}
"""The HTTP status of each code that can be an answer there."""


LONGEST = 300
"""A sentence that repeats what was sent is no longer than this."""


class ServerRefusal(Refusal):
    """Something the server does not do; the sentence is looked up by its code."""

    def __init__(
        self,
        code: str,
        match: str | None = None,
        retry_after: float | None = None,
        **values: object,
    ) -> None:
        """Take the code, a table it is about, and what the sentence mentions."""
        super().__init__(code, None, None, retry_after, **values)
        self.match = match


def sentence_of(error: LudotecaError, language: str) -> str:
    """Return what was wrong, in a language."""
    if isinstance(error, Refusal):
        return error.sentence(language)
    sentence = words(language).get(f"refusal.{error.code}") or error.message
    if isinstance(error, ProtocolError) and error.__cause__ is not None:
        return f"{sentence} {error.__cause__}"[:LONGEST]  # for authors of clients
    return sentence


def problem_of(error: LudotecaError, language: str) -> Problem:
    """Return code and sentence of an error, and when to try again."""
    return Problem(error.code, sentence_of(error, language), wait_after(error))


def wait_after(error: LudotecaError) -> float | None:
    """Return the seconds after which the same may be taken; None if it would be refused again."""
    if isinstance(error, Refusal):
        return error.retry_after
    return RETRY_AFTER.get(error.code)


def status_of(error: LudotecaError) -> int:
    """Return the HTTP status of an error."""
    return STATUS.get(error.code, 503 if isinstance(error, StoreAway) else 400)


def preferred_language(header: str) -> str:
    """Choose a language by what a browser says it prefers.

    >>> preferred_language("fr;q=0.9, de-AT, en;q=0.5")
    'de'
    """
    wishes = []
    for order, part in enumerate(header[:200].split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), order, tag[:2].lower()))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(wishes) if tag in LANGUAGES), USUAL)
