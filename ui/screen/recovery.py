"""After a restart: what was recorded last, in the words of the table, to be compared with the felt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui import figures
from ui.screen.shape import Focus, RecordedAct
from ui.screen.speech import Speech, View, bet_words, key, money

if TYPE_CHECKING:
    from controller.game.dealing.view_types import SeatView


def focus(say: Speech, view: View) -> Focus:
    """The five last acts on record, to be compared with the felt."""
    acts: list[RecordedAct] = [
        {"time": figures.clock(act["at_ms"]), "text": _done(say, view, act)} for act in view["acts"][:5]
    ]
    difference = {"act": "DeclareIncident", "incident": "irregular_deal"}
    return {
        "kind": "recovery",
        "title": say("recovery.title"),
        "text": say("recovery.text"),
        "acts": acts,
        "key": key(say("difference"), difference, say("difference.sub")),
    }


def last_act(say: Speech, view: View) -> str:
    """The last act on record with its time: what the felt is compared with first."""
    if not view["acts"]:
        return say("resumed.sub", time=figures.clock(view["at_ms"]))
    act = view["acts"][0]
    return say("resumed.act", time=figures.clock(act["at_ms"]), act=_done(say, view, act))


def _done(say: Speech, view: View, act: View) -> str:
    street = view["streets"][min(act["value"], len(view["streets"]) - 1)]
    if act["code"] == "SeatFolded":
        return say.game(view, "fold.done", seat=act["seat"])
    if act["code"] == "PlayBet" and act["value"] == view["seats"][act["seat"] - 1]["play_cents"]:
        return say("done.bet", bet=_bet(say, view["seats"][act["seat"] - 1]), seat=act["seat"])
    return say(
        f"done.{act['code']}",
        seat=act["seat"],
        amount=money(act["value"]),
        round=f"{act['value']:04d}",
        street=say.street_within(view, street),
    )


def _bet(say: Speech, seat: SeatView) -> str:
    """`Play ×4`, `A 4`: as it is called at the table."""
    words = bet_words(say, seat)
    return f"{say('spot.play')} {words}" if words == figures.times(seat["multiple"]) else words
