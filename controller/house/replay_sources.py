"""Where a fact of a round came from: the machine's frame that told it, or the entry of the jackpot book.

A frame is where to look in the frame log; of a card that was never turned up it tells nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.journal.chain import Row

Body = Mapping[str, Any]
Places = dict[tuple[int, str], int]

OF_SHUFFLER: Final = frozenset({"A-204"})
"""Alarms whose frame is the shuffler's; those of cards are the shoe's."""
_READ: Final = frozenset({"CardDealt", "CardUnread"})


def sources(rows: Sequence[Row], bodies: Sequence[Body]) -> list[dict[str, Any] | None]:
    """Of each entry `{"from": machine or "book", "numbers": [first, last]}`, or None where there is neither.

    A fact about cards that were told before, such as a street turned up, names the frames of those cards.
    """
    read: Places = {}
    attempt, made = 0, []
    for row, body in zip(rows, bodies, strict=True):
        attempt = body.get("attempt", attempt)
        if row.kind in _READ:
            read[attempt, body["place"]] = body.get("frame", 0)
        made.append(_source(row.kind, body, _frames(row.kind, body, read, attempt)))
    return made


def _frames(kind: str, body: Body, read: Places, attempt: int) -> list[int]:
    if kind == "CardsRevealed":
        places = [card["place"] for card in body["cards"]]
    elif kind in ("HandCardConfirmed", "HandCardDiffers"):
        places = [body["place"]]
    elif kind == "DecisionsOpened" and body["street"] == 0:
        places = [place for of, place in read if of == attempt]
    else:
        return [body["frame"]] if body.get("frame") else []
    return sorted({frame for place in places if (frame := read.get((attempt, place), 0))})


def _source(kind: str, body: Body, frames: Sequence[int]) -> dict[str, Any] | None:
    if frames:
        shuffler = kind == "ShufflerChanged" or body.get("code") in OF_SHUFFLER
        return {"from": "shuffler" if shuffler else "shoe", "numbers": [frames[0], frames[-1]]}
    book = body.get("book_seq")
    return {"from": "book", "numbers": [book, book]} if book else None
