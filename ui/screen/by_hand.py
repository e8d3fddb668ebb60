"""Dealing by hand on the console: the way in and out, what to key next, the panel of results."""

from __future__ import annotations

from typing import Any, Final

from ui.screen.console_state import LocalState, keyed_by_hand
from ui.screen.shape import Focus, Key, Row, Sheet
from ui.screen.speech import Speech, View, bet_words, key, local, money
from ui.screen.stakes_pad import staked
from ui.texts.hands import CLASSES, card_name

COLUMNS: Final = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
    "royal_flush",
)
"""A class has its place in the panel, whatever the board: the hand finds it without the eye."""


def active(view: View) -> bool:
    """Cards are dealt by hand, or some of this round were."""
    return bool(view["by_hand"]["on"] or view["by_hand"]["round"])


def _stopped(view: View) -> bool:
    return bool(view["resumed"] or view["paused"] or view["held"] is not None)


def _by_cards_alone(view: View) -> bool:
    """The hand in turn is settled by its cards and no other way, and nothing else may be done."""
    told = view["dealing_by_hand"]
    waits = view["primary"] is not None and view["primary"]["why"] is not None
    return bool(waits and told["seat"] and told["places"] and not told["entries"])


def keying(view: View, mine: LocalState) -> bool:
    """The grid is open for a card dealt by hand."""
    return mine.sheet == "key_card" and mine.place in keyed_by_hand(view)


# --- the card over the primary button ------------------------------------------------------------


def focus(say: Speech, view: View, mine: LocalState) -> Focus | None:
    """What the dealer does by hand next; None where the round goes on as ever."""
    told = view["dealing_by_hand"]
    if keying(view, mine):
        again = "key_card.again" if mine.keyed else "by_hand.twice"
        return {
            "kind": "wait",
            "caption": say("key_card.title"),
            "title": say.place(mine.place),
            "text": say(again),
            "rows": [
                {"label": say("by_hand.stood"), "value": " ".join(card_name(say.language, card))}
                for card in mine.stood
            ],
        }
    if told["seat"]:
        return _to_tell(say, view)
    if view["phase"] == "deciding" and view["street_open"]:
        return None
    if told["begin"] is not None and _shoe_is_missed(view):
        return _way(say, view, "begin")
    if told["end"] is not None:
        return _way(say, view, "end")
    if told["lay"] or told["turn"]:
        return _next(say, view)
    return None


def _shoe_is_missed(view: View) -> bool:
    """It was lost, or the table waits for its cards."""
    lost = any(up["code"] == "A-201" for up in view["alarms"])
    return lost or view["phase"] == "dealing" or (view["phase"] == "deciding" and not view["street_open"])


def _way(say: Speech, view: View, which: str) -> Focus:
    """Into dealing by hand, or back to the shoe: the chef's act, with why he cannot."""
    told = view["dealing_by_hand"]
    asked = told[which]
    why = say.refused(asked["why"]) if asked["why"] is not None else say("by_hand.chef")
    keys: list[Key] = [key(say(f"by_hand.{which}"), None if asked["why"] else asked["tap"], why, stack=True)]
    shoe = next(one for one in view["machines"] if one["machine"] == "shoe")
    return {
        "kind": "choice",
        "caption": f"{say('machine.shoe')} · {say('health.' + shoe['health'])}",
        "title": say(f"by_hand.{which}.title"),
        "text": say(f"by_hand.{which}.text"),
        "keys": keys,
    }


def _next(say: Speech, view: View) -> Focus:
    told = view["dealing_by_hand"]
    title = say("by_hand.lay", count=told["lay"]) if told["lay"] else say.place(told["turn"][0])
    rows: list[Row] = [{"label": say("row.shoe"), "value": say("by_hand.aside")}]
    return {"kind": "wait", "caption": say("by_hand"), "title": title, "rows": rows}


def _to_tell(say: Speech, view: View) -> Focus:
    told = view["dealing_by_hand"]
    left = len(told["left"])
    folded = any(entry["outcome"] == "none" for entry in told["entries"])
    tell = say("by_hand.tell.class") if folded else say("by_hand.tell")
    text = tell if told["entries"] else say("by_hand.cards.text")
    cards = local("sheet", sheet="key_card", place=told["places"][0]) if told["places"] else None
    keys = [key(say("by_hand.cards"), cards, say("by_hand.cards.sub"), stack=True)]
    return {
        "kind": "choice",
        "caption": say("by_hand.left", count=left) if left else say("contested"),
        "title": say.seat(told["seat"]),
        "text": text,
        # The big button asks for the cards where they alone settle the seat.
        "keys": [] if _by_cards_alone(view) else keys,
    }


# --- the primary button --------------------------------------------------------------------------


def primary(say: Speech, view: View, mine: LocalState, label: str) -> Key | None:
    """What the big button does by hand; None where it is the table's own act. `label` is that of the act."""
    if _stopped(view):
        return None
    told = view["dealing_by_hand"]
    if keying(view, mine):
        return key(label or say("key_card"), None, say("by_hand.keying", place=say.place(mine.place)))
    if told["turn"] and view["phase"] == "deciding":
        return key(label, local("sheet", sheet="key_card", place=told["turn"][0]), say("by_hand.key"))
    if _by_cards_alone(view):
        return key(say("by_hand.cards.act"), local("sheet", sheet="key_card", place=told["places"][0]))
    return None


# --- the panel of results ------------------------------------------------------------------------


def sheet(say: Speech, view: View) -> Sheet | None:
    """What the hand in turn may be: a row a result, a column a class; only what is possible is lit."""
    told = view["dealing_by_hand"]
    if not told["entries"] or _stopped(view):
        return None
    possible = {(entry["outcome"], entry["class"]): entry["cards"] for entry in told["entries"]}
    outcomes = ("none",) if any(outcome == "none" for outcome, _ in possible) else ("win", "tie", "lose")
    return {
        "kind": "results",
        "title": say("by_hand.title", seat=told["seat"]),
        "text": _stakes(say, view, told["seat"]),
        "results": [
            {
                "label": say(f"by_hand.{outcome}"),
                "keys": [_entry(say, told, possible, outcome, name) for name in COLUMNS],
            }
            for outcome in outcomes
        ],
    }


def _stakes(say: Speech, view: View, number: int) -> str:
    """The dealer's hand, and what lies at the seat."""
    seat, dealer = view["seats"][number - 1], view["dealing_by_hand"]["dealer"]
    played = say.game(view, "fold") if seat["folded"] else bet_words(say, seat)
    stakes = staked(view, seat)
    parts = [
        say("by_hand.dealer", hand=say.hand(dealer)) if dealer is not None else "",
        played,
        *(f"{say('spot.' + spot)} {money(cents)}" for spot, cents in stakes.items() if spot != "ante"),
        say("jp1") if seat["jp1"] in ("registered", "carried") else "",
    ]
    return "  ·  ".join(part for part in parts if part)


def _entry(say: Speech, told: View, possible: dict[tuple[str, str], bool], outcome: str, name: str) -> Key:
    label = say("by_hand.royal") if name == "royal_flush" else CLASSES[say.language][name]
    spoken = f"{say('by_hand.' + outcome)} {label}"
    as_cards = possible.get((outcome, name))
    if as_cards is None:
        return _said(key(label), spoken)
    if as_cards:
        grid = local("sheet", sheet="key_card", place=told["places"][0])
        return _said(key(label, grid, say("by_hand.as_cards")), spoken)
    tap: dict[str, Any] = {"act": "EnterHand", "seat": told["seat"], "outcome": outcome, "hand_class": name}
    return _said(key(label, tap), spoken)


def _said(made: Key, spoken: str) -> Key:
    made["says"] = spoken
    return made
