"""What the pit's screen shows of the card in its reader: whose, for which act, and what it may do now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypedDict

from controller.game import inputs as i
from controller.game.inputs import Intent
from controller.game.legal_acts import Tap, why_not
from controller.game.payment.steps import ONLY_CAMERA, grounds, refusal_proposed
from controller.game.payment.winning_hand import verified_now
from controller.game.people.at_pit import PIT_ACTS, by_pit, purpose_of
from controller.game.people.pin import DIGITS_MAX, DIGITS_MIN
from controller.game.refusals import RefusalView, shown_refusal
from controller.game.settings.drafts import draft_signed, offered
from controller.game.state import TableState

_PLAIN: Final = {"WaitForVideo": i.WaitForVideo, "ReadAmount": i.ReadAmount, "ArmRelease": i.ArmRelease}


class PitSignsView(TypedDict):
    """Which acts a card at the pit may do; `digits` is the fewest and the most that a PIN has."""

    allowed: bool
    acts: list[str]
    digits: list[int]


class PitCardView(TypedDict):
    """The card in the pit's reader, the act it was brought for, and what of that it may do now."""

    person: str
    role: str
    act: str
    proven: bool
    tries_left: int
    locked_until_ms: int
    offers: list[Tap]
    why: RefusalView | None


def pit_signs(state: TableState) -> PitSignsView:
    """Which acts a card at the pit may do now, and whether its holder's PIN is asked for."""
    acts = [act for act in PIT_ACTS if purpose_of(state, act)] if state.facts.pit_cards else []
    return {"allowed": state.facts.pit_cards, "acts": acts, "digits": [DIGITS_MIN, DIGITS_MAX]}


def pit_card(state: TableState, offer: Callable[[Intent], Tap]) -> PitCardView | None:
    """The card in the pit's reader, or None; `offers` are what it may do, `why` the reason of the first."""
    there = state.pit_card
    if there is None:
        return None
    badge, act = there.badge, there.purpose.partition(" ")[0]
    asked = _acts(state, act)
    as_if = by_pit(state)
    refusals = [why_not(as_if, intent) for intent in asked]
    first = refusals[0] if refusals else None
    return {
        "person": badge.person,
        "role": str(badge.role),
        "act": act,
        "proven": badge.proven or not state.facts.register,
        "tries_left": badge.tries_left,
        "locked_until_ms": badge.locked_until_ms,
        "offers": [offer(one) for one, refusal in zip(asked, refusals, strict=True) if refusal is None],
        "why": shown_refusal(first),
    }


def _acts(state: TableState, act: str) -> list[Intent]:
    """What the act may be: a review either way and by each camera, a refusal for each reason."""
    if draft_signed(state, act):
        return [one for one in offered(state) if type(one).__name__ == act]
    checked = verified_now(state)
    if checked is None or not purpose_of(state, act):
        return []
    if act == "ReviewVideo":
        cameras = state.facts.cameras or (ONLY_CAMERA,)
        return [i.ReviewVideo(conform, camera, True) for camera in cameras for conform in (True, False)]
    if act == "ProposeRefusal":
        proposed = (checked.doubt, checked.doubted_seat)
        return [i.ProposeRefusal(*ground) for ground in grounds(state) if ground != proposed]
    if act == "RefuseAward":
        return refusal_proposed(state)
    return [i.ReleaseAward()] if act == "ReleaseAward" else [_PLAIN[act]()]
