"""Real tables of a felt with two side bets, in every state where a second one shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.game import inputs as i
from controller.game.inputs import Incident
from controller.game.profile import RuleProfile
from controller.game.rectification.claimed_facts import Mistake, RectificationReason
from controller.settings.rules import load_profile
from tests.builders import TERMS, Felt
from tests.ui.states import FLOP, HANDS, RIVER, machines

SIX = {
    "s1": (1000, 500, 500),
    "s2": (2000, 0, 1000),
    "s4": (1000, 1000),
    "s6": (1000, 500, 2500),
    "s7": (3000, 1000, 500),
}
MOST = {f"s{seat}": (15_000, 15_000, 12_500) for seat in range(1, 8)}
"""Every seat with stakes as long as this table takes them."""
SEVEN_HANDS = "8c 6s Ks Qd Tc 5d Ah 7h 7s 5s 8d 6c 2h 3h 9s 9c"


IMAGES = RectificationReason.IMAGES
HOUSE = Path(__file__).parents[1] / "houses" / "trips-and-pocket.toml"


def trips_and_pocket() -> RuleProfile:
    """A house's game with a bonus on the player's own two cards beside Trips."""
    return load_profile(HOUSE)


def empty() -> Felt:
    return machines(Felt(trips_and_pocket())).open(sensors=True)


def betting() -> Felt:
    return empty().stakes(**SIX).chips(1, 6)


def most() -> Felt:
    return empty().stakes(**MOST).chips(1, 2, 3, 4, 5, 6, 7)


def decided(felt: Felt | None = None) -> Felt:
    felt = betting() if felt is None else felt
    felt.do(i.CloseBets()).do(i.CollectJp1()).sweep().draw(HANDS)
    return felt.play(3, 2).play(4, 6).draw(FLOP).draw(RIVER).play(1, 1).fold(4).play(1, 7)


def settling() -> Felt:
    return decided().showdown().do(i.OpenSettlement())


def settling_most() -> Felt:
    felt = most().do(i.CloseBets()).do(i.CollectJp1()).sweep().draw(SEVEN_HANDS)
    felt.play(4, 1, 2, 3, 4, 5, 6, 7).draw(FLOP).draw(RIVER)
    return felt.showdown().do(i.OpenSettlement())


def next_round() -> Felt:
    return decided().showdown().settle().next_round()


def hollow_most() -> Felt:
    return settling_most().settle().next_round()


def mistaken() -> Felt:
    """A chef is there to put a settled seat right."""
    return hollow_most().badge()


def rectified() -> Felt:
    """The Pocket of seat 7 was no stake; the comité is awaited."""
    told = i.ProposeRectification(1, 7, Mistake.STAKE, IMAGES, ante_cents=15_000, side_cents=15_000)
    return mistaken().do(told)


def unqualified() -> Felt:
    """The bank has nothing: the Antes go back, and what plays all the same is named."""
    felt = empty().stakes(s1=(1000, 500, 500)).close().draw("8c 6s 7d 5c")
    return felt.draw("Qh 9h 4h").draw("Js 2c").play(1, 1).showdown().do(i.OpenSettlement())


def opening() -> Felt:
    return Felt(trips_and_pocket(), cash=TERMS).do(i.OpenTable()).badge()


def refunding() -> Felt:
    return decided().do(i.DeclareIncident(Incident.IRREGULAR_DEAL)).badge().call_void()


SIDE_STATES: dict[str, Callable[[], Felt]] = {
    "sides_empty": empty,
    "sides_betting": betting,
    "sides_most": most,
    "sides_decided": decided,
    "sides_settling": settling,
    "sides_settling_most": settling_most,
    "sides_next_round": next_round,
    "sides_hollow_most": hollow_most,
    "sides_refunding": refunding,
    "sides_mistaken": mistaken,
    "sides_rectified": rectified,
    "sides_unqualified": unqualified,
    "sides_opening": opening,
}
