"""Hands and cards that are placed at the panel, and what will come of them."""

from __future__ import annotations

from typing import Any, Final

from ui.screen.shape import Key
from ui.screen.simulator.speech import Speech, View
from ui.screen.speech import key

RANKS: Final = "AKQJT98765432"
SUITS: Final = "shdc"
HOLE: Final = 2
BOARD: Final = 5


def hands(say: Speech, view: View) -> dict[str, Any]:
    """Where a hand goes, and the hands by name."""
    told = view["placing"]
    places = [
        key(
            place if place.isdigit() else say(f"place.{place}"),
            None if place == told["place"] else {"act": "place", "place": place},
            says=say("place.says", place=named(say, place)),
            chosen=place == told["place"],
        )
        for place in told["places"]
    ]
    keys = []
    for hand in told["hands"]:
        label = say(f"hand.{hand}")
        says = say("hand.says", hand=label, place=named(say, told["place"]))
        keys.append(key(label, {"act": "hand", "hand": hand}, says=says, chosen=hand == told["named"]))
    return {"label": say("hands"), "note": say("hands.note"), "places": places, "keys": keys}


def picker(say: Speech, view: View) -> dict[str, Any]:
    """All cards of a deck; one that is placed says where: a seat's number, or a letter."""
    told = view["placing"]
    cards = []
    for suit in SUITS:
        for rank in RANKS:
            card = rank + suit
            at = told["where"].get(card, "")
            name = say("card.name", rank=rank if rank != "T" else "10", suit=say(f"suit.{suit}"))
            says = say(
                "card.take.says" if at else "card.put.says", card=name, place=named(say, at or told["place"])
            )
            mark = at if at.isdigit() or not at else say(f"mark.{at}")
            cards.append({"card": card, "mark": mark, "says": says, "tap": {"act": "card", "card": card}})
    own = say("picker.own", count=len(told["own"]), of=HOLE)
    board = say("picker.board", count=len(told["board"]), of=BOARD)
    return {
        "label": say("picker", place=named(say, told["place"])),
        "note": board if told["place"] == "board" else f"{own} · {board}",
        "cards": cards,
        "foot": say("picker.foot"),
    }


def expected(say: Speech, view: View) -> dict[str, Any]:
    """The cards of the chosen place and the board, and what comes of all that is placed."""
    told = view["placing"]
    looked = [one for one in told["expected"] if one["place"] == told["place"]] or told["expected"]
    own = [] if told["place"] == "board" else told["own"]
    title = outcome(say, looked[0]) if looked else say("expected.none")
    consequence = prize(say, looked[0]) if looked else say("expected.none.sub")
    others = [one for one in told["expected"] if looked and one is not looked[0]]
    return {
        "own": filled(own, HOLE if told["place"] != "board" else 0),
        "board": filled(told["board"], BOARD),
        "title": title,
        "text": consequence,
        "others": " · ".join(outcome(say, one) for one in others),
    }


def outcome(say: Speech, told: View) -> str:
    """`royale, siège 3`; `au moins paire, siège 5` where a card is still open."""
    hand = say(f"hand.{told['hand']}")
    hand = hand[0].lower() + hand[1:]
    said = say(
        "expected.exact" if told["exact"] else "expected.least", hand=hand, place=named(say, told["place"])
    )
    return f"{said}, {say('result.' + told['result'])}" if told["result"] else said


def prize(say: Speech, told: View) -> str:
    """What the table does of it."""
    if told["place"] == "dealer":
        return say("expected.qualified" if told["hand"] != "high_card" else "expected.unqualified")
    return say(f"prize.{told['jp1'] or 'none'}")


def filled(cards: list[str], size: int) -> list[str]:
    """So many cards; what nobody placed is face down."""
    return [*cards, *["back"] * (size - len(cards))]


def stacking(say: Speech, view: View) -> dict[str, Any]:
    """The deck with the placed cards is put before the next, or all that was placed is taken away."""
    placed, decks = bool(view["placing"]["where"]), len(view["stacked"])
    stack: Key = key(say("stack"), {"act": "stack"} if placed else None, says=say("stack"))
    away: Key = key(say("unstack"), {"act": "unstack"} if placed or decks else None, says=say("unstack"))
    return {"stack": stack, "unstack": away, "note": say.counted("stacked", decks)}


def named(say: Speech, place: str) -> str:
    """`siège 3`, `banque`, `board`."""
    return say("at.seat", seat=place) if place.isdigit() else say(f"at.{place}")
