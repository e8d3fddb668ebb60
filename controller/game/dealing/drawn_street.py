"""A street that the dealer draws without a touch: his card calls it, unless nobody can have spoken yet.

Who bets nothing before the flop or on it says so aloud, and no key is touched for it: to draw is to call, and
who said nothing has checked (rules, section 2). A card that follows on the last one of the deal, or of the
street before, as cards of one hand do, is no call. It is one too many, or of a seat that was left
out, and could be anybody's. It stays face down, nobody has checked by it, and the round is held. Only when it
came is looked at, never what it is.
"""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game.events import Events
from controller.game.incidents.causes import HoldCause
from controller.game.machines.alarm_events import alarm
from controller.game.profile import street_places
from controller.game.state import TableState

SPEECH_MS: Final = 3_000
"""In less nobody has looked at his cards and spoken; the cards of one deal follow each other in less."""


def drawn_street(state: TableState) -> Events:
    """What the first card of the next street is, that came this moment while somebody has said nothing."""
    played = state.playing
    if not played.street_open or state.waited_for or state.profile.options.board_drawn == "with_hands":
        return ()
    following = street_places(state.profile, played.street + 1)
    out = [place for place in following if place in played.cards]
    first = played.reads.get(out[0]) if len(out) == 1 else None
    if first is None or first.at_ms != state.at_ms:
        return ()  # none is out, or it was judged when it came: a person decides from then on
    before = played.reads.get(played.order[played.order.index(out[0]) - 1])
    if before is None or first.at_ms - before.at_ms >= SPEECH_MS:
        return (e.StreetCalled(played.street),)
    cause = HoldCause.CARD_BEFORE_DECISIONS
    return (
        e.RoundHeld(cause, frame=first.frame),
        *alarm(state, "A-217", 2, 0, cause.value, first.frame),
    )
