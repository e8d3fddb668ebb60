"""What a check of `tapis doctor` finds: how bad it is, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from controller.cli.doctor_advice import ADVICE
from controller.cli.doctor_words import FOUND
from controller.words.money import EN
from controller.words.plurals import in_language
from controller.words.reasons import with_reasons


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


class Finding(NamedTuple):
    """One line of the doctor.

    Attributes:
        check: what was looked at, a key of `doctor_words.CHECKS`.
        key: what was found, of `FOUND`.
        step: what to do about it, of `ADVICE`; empty for nothing.
        facts: what the sentences name; one that is words itself is a pair, French and English.
    """

    check: str
    level: Level
    key: str
    step: str
    facts: Mapping[str, object]

    def in_words(self, language: int) -> tuple[str, str]:
        """What was found, and what to do; the latter is empty where nothing is."""
        advice = in_language(ADVICE[self.step], language, self.facts) if self.step else ""
        return with_reasons(FOUND[self.key], language, self.facts), advice

    @property
    def found(self) -> str:
        """What was found, in English, as other programs read it."""
        return self.in_words(EN)[0]

    @property
    def advice(self) -> str:
        """What to do, in English, as other programs read it."""
        return self.in_words(EN)[1]


def ok(check: str, key: str, /, **facts: object) -> Finding:
    return Finding(check, Level.OK, key, "", facts)


def warning(check: str, key: str, step: str, /, **facts: object) -> Finding:
    return Finding(check, Level.WARNING, key, step, facts)


def fault(check: str, key: str, step: str, /, **facts: object) -> Finding:
    return Finding(check, Level.FAULT, key, step, facts)
