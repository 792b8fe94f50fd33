"""Errors in the fields of a request, in the reader's language."""

import re
from collections.abc import Iterable
from typing import Any

from ludoteca.language import words

LONGEST = 300
"""Characters of an answer about fields."""

_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"missing required field `(?P<field>[^`]+)`"), "required"),
    (re.compile(r"contains unknown field `(?P<field>[^`]+)`"), "unknown"),
    (re.compile(r"of length >=? (?P<limit>\d+)"), "least_length"),
    (re.compile(r"of length <=? (?P<limit>\d+)"), "most_length"),
    (re.compile(r"Expected `\w+` >=? (?P<limit>-?[\d.]+)"), "least"),
    (re.compile(r"Expected `\w+` <=? (?P<limit>-?[\d.]+)"), "most"),
    (re.compile(r"matching regex"), "pattern"),
    (re.compile(r"Invalid (enum )?value"), "choice"),
    (re.compile(r"Expected `(?P<wanted>[^`]+)`, got `(?P<given>[^`]+)`"), "type"),
)
"""The messages of msgspec, the narrower ones first, and the sentence for each."""


def describe_field(key: str, message: str, language: str) -> str:
    """Return what is wrong with one field.

    >>> describe_field("name", "Expected `str`, got `int`", "en")
    'name: write it as text, not a whole number'
    >>> describe_field("", "Object missing required field `name`", "it")
    'name: manca questo campo'
    """
    said = words(language)
    for form, kind in _FORMS:
        match = form.search(message)
        if match is None:
            continue
        values = {
            name: " | ".join(said.get(f"field.kind.{each}", each) for each in value.split(" | "))
            for name, value in match.groupdict().items()
        }
        field = ".".join(part for part in (key, values.pop("field", "")) if part)
        return f"{field}: {said.say(f'field.{kind}', **values)}".removeprefix(": ")
    return f"{key}: {said['field.other']}".removeprefix(": ")


def describe_fields(found: Iterable[Any], language: str) -> str:
    """Return what is wrong with the fields that a framework complains about."""
    parts = [
        describe_field(str(each.get("key", "")), str(each.get("message", "")), language)
        for each in found
        if isinstance(each, dict)
    ]
    return "; ".join(parts)[:LONGEST]
