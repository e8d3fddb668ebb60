"""Who may take which step of a supervised payment, and of what speaks against it (JW-05 to JW-18).

The member of the comité identifies, reads and arms; another person, never the dealer, views the images, reads
after him and releases. A refusal is signed by the comité and by the video or another member, not by the chef.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.game.payment.types import Verification
from controller.game.refusals import ART_JP1, BADGE_COMITE, Refusal
from controller.game.roles import COMITE, REVIEWERS, SECONDS, Right
from controller.game.state import TableState

BADGE_VIDEO: Final = Refusal("badge_video", ART_JP1)
SECOND_PERSON: Final = Refusal("second_person", ART_JP1)
REFUSES: Final = Refusal("badge_refuses", "JW-18")
"""Identifying is the comité's: the other signature of a refusal is the comité's too, or the video's."""


def _verification(state: TableState) -> Verification | None:
    return state.round.verification if state.round is not None else None


def _identified_by(state: TableState) -> tuple[str, ...]:
    checked = _verification(state)
    return (checked.confirmed_by,) if checked is not None else ()


def _reported_by(state: TableState) -> tuple[str, ...]:
    checked = _verification(state)
    return tuple(who for _, _, who in checked.others) if checked is not None else ()


def _read_by(state: TableState) -> tuple[str, ...]:
    checked = _verification(state)
    return checked.read_by if checked is not None else ()


def _armed_by(state: TableState) -> tuple[str, ...]:
    checked = _verification(state)
    return (checked.armed_by,) if checked is not None else ()


def _doubted_by(state: TableState) -> tuple[str, ...]:
    checked = _verification(state)
    return (checked.doubted_by,) if checked is not None else ()


PAYING: Final = Right(COMITE, "JW-06", BADGE_COMITE)
_SECOND_READING: Final = Right(SECONDS, ART_JP1, SECOND_PERSON, _read_by)


def reading(state: TableState) -> Right:
    """The member of the comité reads the amounts first, and a second person after him."""
    checked = _verification(state)
    return _SECOND_READING if checked is not None and checked.read_by else PAYING


RULING: Final = Right(SECONDS, "JW-08", SECOND_PERSON)


def ruling_on(seat: int) -> Right:
    """The second person of what becomes of a seat is another than he who proposed it for that seat."""

    def others(state: TableState) -> tuple[str, ...]:
        exchange = state.seat(seat).exchange
        return (exchange.by,) if exchange is not None else ()

    return replace(RULING, other_than=others)


WITHDRAWING: Final = Right(SECONDS, ART_JP1, SECOND_PERSON, _reported_by)
REVIEWING: Final = Right(REVIEWERS, ART_JP1, BADGE_VIDEO, _identified_by)
WAITING: Final = Right(REVIEWERS, ART_JP1, BADGE_VIDEO)
RELEASING: Final = Right(SECONDS, ART_JP1, SECOND_PERSON, _armed_by)
REFUSING: Final = Right(REVIEWERS, "JW-18", REFUSES, _doubted_by)
