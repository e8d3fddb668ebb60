"""One cause at several tables, told as one: a switch that died silences five shufflers at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.words.money import HARD
from ui.screen.pit.felt import Speech

Card = dict[str, Any]
Placed = tuple[tuple[float, int], Card]
"""A card, and by what it stands among the others: its rank, and since when."""

WITHIN_MS: Final = 10_000
"""The same alarm at so short an interval at several tables is taken for one cause."""
NAMED: Final = 8
"""So many tables are named; of more the first, and how many more."""


def cause_of(up: Mapping[str, Any]) -> str:
    """What an alarm has in common with that of another table: its code, its detail, and whether it stands.

    Empty where it is the table's own: a P1, and what concerns one seat.
    """
    if up["priority"] == 1 or up["seat"]:
        return ""
    return f"{up['code']} {up['detail']} {'over' if up['over'] else 'stands'}"


def together(speech: Speech, placed: Sequence[Placed]) -> list[Placed]:
    """The cards, those of one cause in the place of the oldest of them."""
    groups: dict[tuple[str, str, bool], list[list[Placed]]] = {}
    for one in sorted(placed, key=lambda one: one[0]):
        (_, at_ms), card = one
        if not card["cause"]:
            continue
        found = groups.setdefault((card["cause"], card["kind"], bool(card["seen_at"])), [])
        last = found[-1] if found else []
        if last and at_ms - last[0][0][1] <= WITHIN_MS and card["table"] not in {c["table"] for _, c in last}:
            last.append(one)
        else:
            found.append([one])
    told: list[Placed] = [one for one in placed if not one[1]["cause"]]
    for group in (group for found in groups.values() for group in found):
        told.append(group[0] if len(group) == 1 else (group[0][0], _one(speech, [card for _, card in group])))
    return sorted(told, key=lambda one: one[0])


def _one(speech: Speech, cards: Sequence[Card]) -> Card:
    """One card for all: the count and the names in its band, and a key that says `seen` at each table."""
    first, count = cards[0], len(cards)
    asks = [key["tap"] for card in cards for key in card["keys"] if key["tap"]["act"] == "ask"]
    told = {key["tap"]["act"]: key for key in first["keys"]}
    seen = next((key for card in cards for key in card["keys"] if key["tap"]["act"] == "ask"), None)
    names = named([card["table"] for card in cards])
    keys = [
        {**told["look"], "tap": {"act": "tab", "tab": "room"}, "says": speech.say("cause.look")},
        *([] if seen is None else [{**seen, "tap": {"act": "ask_each", "asks": asks}}]),
        told["help"],
    ]
    if seen is not None:
        keys[1]["says"] = speech.say("seen.says", title=f"{names}, {first['title']}")
    return {
        **first,
        "where": speech.say("cause.where", count=count, names=names),
        "text": f"{first['text']} {speech.say('cause.text', count=count)}".strip(),
        "called": next((card["called"] for card in cards if card["called"]), ""),
        "tables": [card["table"] for card in cards],
        "keys": keys,
    }


def named(names: Sequence[str]) -> str:
    """`UTH-21 22 23`: what they begin with is said once."""
    head = names[0].rpartition("-")[0]
    if head and all(name.startswith(f"{head}-") for name in names):
        told = [names[0], *(name.removeprefix(f"{head}-") for name in names[1:NAMED])]
    else:
        told = list(names[:NAMED])
    more = len(names) - NAMED
    return HARD.join(told) + (f" +{HARD}{more}" if more > 0 else "")
