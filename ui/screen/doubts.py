"""What speaks against a payment: another card, why it is refused, what becomes of the seat (JW-08, JW-18).

One person proposes, another confirms the same; which open card is another one is keyed on the grid of cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ui.screen.shape import Sheet
from ui.screen.speech import Speech, View, key, local, offered

REFUSALS: Final = ("hand", "exchanged", "images", "stake")
RULINGS: Final = ("void", "record")
SHEETS: Final = ("refuse", "ruling", "report")
RULINGS_ACROSS: Final = 2
CARDS_ACROSS: Final = 5
"""How many keys stand side by side."""


def sheet(say: Speech, view: View, name: str) -> Sheet:
    """The sheet over the seats with this question."""
    return _QUESTIONS[name](say, view)


def _refuse(say: Speech, view: View) -> Sheet:
    """The reasons: one person proposes one of them, another confirms the same."""
    told = view["verification"]
    proposed = told["doubt"]
    keys = []
    for why, seat in _grounds(view):
        named = {"reason": why, "of_seat": seat}
        tap = offered(view, "RefuseAward", **named) or offered(view, "ProposeRefusal", **named)
        confirms = tap is not None and tap["act"] == "RefuseAward"
        sub = say("refuse.confirm") if confirms else say(f"refuse.{why}.sub")
        label = say(f"refuse.{why}.of", seat=seat) if seat else say(f"refuse.{why}")
        keys.append(key(label, tap, sub, chosen=(why, seat) == (proposed, told["doubted_seat"])))
    if not proposed:
        keys.append(key(say("report"), local("sheet", sheet="report"), say("report.sub")))
    return {
        "kind": "keys",
        "title": say("refuse.title"),
        "text": _refused_text(say, view),
        "keys": keys,
        "across": _across(len(keys)),
    }


def _grounds(view: View) -> list[tuple[str, int]]:
    """The reasons to refuse; a stake is one seat's where several claim by one royal."""
    several = view["verification"]["claimants"]
    of_stakes = several if len(several) > 1 else [0]
    return [(why, n) for why in REFUSALS for n in (of_stakes if why == "stake" else [0])]


def doubt_words(say: Callable[..., str], told: View) -> str:
    """What the claim is doubted for, and of which seat where it is one of several."""
    seat = told["doubted_seat"]
    return say(f"refuse.{told['doubt']}.of", seat=seat) if seat else say(f"refuse.{told['doubt']}")


def _across(keys: int) -> int:
    """How many keys stand side by side: two rows of them, or three of more than ten."""
    return max(2, -(-keys // (2 if keys <= 10 else 3)))


def _refused_text(say: Speech, view: View) -> str:
    """What follows; of a wrong record the true cards, which the second person compares with the felt."""
    told = view["verification"]
    if len(told["claimants"]) > 1 and told["doubt"] in ("", "stake"):
        return say("refuse.text.several")
    if told["doubt"] != "hand":
        return say("refuse.text.second") if told["doubt"] else say("refuse.text")
    cards = [
        say("refuse.true_card", place=say.place(one["place"]), card=say.card(one["found"]))
        for one in told["reported"]
    ]
    return say("refuse.text.cards", cards=", ".join(cards))


def _ruling(say: Speech, view: View) -> Sheet:
    """What becomes of a seat whose cards were exchanged: one person proposes, another confirms the same."""
    seat = view["turn"]
    told = view["seats"][seat - 1]["ruling"]
    keys = []
    for ruling in RULINGS:
        named = {"seat": seat, "ruling": ruling}
        tap = offered(view, "ConfirmRuling", **named) or offered(view, "ProposeRuling", **named)
        confirms = tap is not None and tap["act"] == "ConfirmRuling"
        sub = say("ruling.confirm") if confirms else say(f"ruling.{ruling}.sub")
        keys.append(key(say(f"ruling.{ruling}"), tap, sub, chosen=ruling == told["proposed"]))
    text = say("ruling.text.second", person=told["by"]) if told["by"] else say("ruling.text")
    title = say("ruling.title", seat=seat)
    return {"kind": "keys", "title": title, "text": text, "keys": keys, "across": RULINGS_ACROSS}


def _report(say: Speech, view: View) -> Sheet:
    """Which open card is another one on the felt than the record says: the five of the hand come first."""
    told = view["verification"]
    first = [(one["place"], one["card"]) for one in told["cards"]]
    lying = [*first, *(one for one in _open_cards(view) if one[0] not in dict(first))]
    found = {one["place"] for one in told["reported"]}
    keys = [
        key(
            say.card(card),
            offered(view, "WithdrawReport", place=place)
            if place in found
            else local("sheet", sheet="report_card", place=place),
            say("proof.withdraw") if place in found else say.place(place),
        )
        for place, card in lying
    ]
    title, text = say("report.title"), say("report.text")
    return {"kind": "keys", "title": title, "text": text, "keys": keys, "across": CARDS_ACROSS}


def _open_cards(view: View) -> list[tuple[str, str]]:
    """The places of every card that lies face up, board, dealer, seats, and its text."""
    lying = [(f"board.{slot}", card) for slot, card in enumerate(view["board"]["cards"])]
    lying += [(f"dealer.{slot}", card) for slot, card in enumerate(view["dealer"]["cards"])]
    for seat in view["seats"]:
        lying += [(f"hole.{seat['seat']}.{slot}", card) for slot, card in enumerate(seat["cards"])]
    return [(place, card) for place, card in lying if len(card) == 2]


_QUESTIONS: Final = {"refuse": _refuse, "ruling": _ruling, "report": _report}
