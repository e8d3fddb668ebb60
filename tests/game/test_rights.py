"""Every intent and every role: who may, told here anew (requirements RO-01 to RO-05, JW-06, JW-07, JW-18)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game import inputs as i
from controller.game.felt import Spot, board
from controller.game.inputs import INTENTS, Intent, Role
from controller.game.refusals import Refusal
from controller.game.rights import RIGHTS, distinct, why_not_allowed
from controller.game.state import TableState
from controller.game.state_parts import Badge, Hold
from tests.builders import Felt, card

SAMPLES: dict[type[Intent], Intent] = {
    i.SetStakes: i.SetStakes(1, 1000),
    i.BetPlay: i.BetPlay(1, 4),
    i.BetOn: i.BetOn(1, Spot.A2),
    i.KeyCard: i.KeyCard(board(0), card("As")),
    i.SeeAlarm: i.SeeAlarm(1),
    i.DeclareIncident: i.DeclareIncident(i.Incident.EQUIPMENT),
    i.VoidRound: i.VoidRound(i.Incident.EQUIPMENT),
    i.ReviewVideo: i.ReviewVideo(True, "C-3"),
    i.RefuseAward: i.RefuseAward("hand"),
}
EVERYBODY = frozenset({None, *Role})
ABOVE = frozenset({Role.CHEF, Role.COMITE, Role.DIRECTOR})
MAY: dict[type[Intent], frozenset[Role | None]] = {
    **dict.fromkeys(INTENTS.values(), EVERYBODY),  # at the table, without a register of people
    i.ConfirmOpening: ABOVE,
    i.CloseTable: ABOVE,
    i.ReopenBets: ABOVE,
    i.RegisterJp1Now: ABOVE,
    i.GiveJp1Back: ABOVE,
    i.Resume: ABOVE,
    i.VoidRound: ABOVE,
    i.ConfirmHand: frozenset({Role.COMITE, Role.DIRECTOR}),
    i.ReleaseAward: frozenset({Role.COMITE, Role.DIRECTOR}),
    i.ReviewVideo: frozenset({Role.VIDEO, Role.COMITE, Role.DIRECTOR}),
    i.RefuseAward: frozenset({Role.VIDEO, *ABOVE}),
}


def sample(kind: type[Intent]) -> Intent:
    if kind in SAMPLES:
        return SAMPLES[kind]
    return kind(1) if kind.__dataclass_fields__ else kind()  # type: ignore[call-arg]


def with_badge(role: Role | None, state: TableState | None = None) -> TableState:
    """An open table with this badge in its reader."""
    state = state or Felt().open().stakes(s1=1000).state
    return replace(state, badge=None if role is None else Badge("Durand", role, True))


def test_every_intent_has_its_row() -> None:
    assert set(RIGHTS) == set(INTENTS.values()) == set(MAY)


@pytest.mark.parametrize("kind", INTENTS.values(), ids=INTENTS)
def test_these_roles_and_no_others_may_send_it(kind: type[Intent]) -> None:
    allowed = {role for role in EVERYBODY if why_not_allowed(with_badge(role), sample(kind)) is None}
    assert allowed == MAY[kind]


@pytest.mark.parametrize("role", EVERYBODY, ids=str)
def test_the_dealer_ends_the_hold_of_an_exposed_card_and_no_other(role: Role | None) -> None:
    state = with_badge(role)
    exposed = replace(state, held=Hold("exposed_card", 0, "", 0))
    assert why_not_allowed(exposed, i.Resume()) is None
    jammed = replace(state, held=Hold("equipment", 0, "", 0))
    assert (why_not_allowed(jammed, i.Resume()) is None) == (role in ABOVE)


@pytest.mark.parametrize("role", EVERYBODY, ids=str)
def test_a_prize_hand_is_voided_above_the_chef(role: Role | None) -> None:
    state = with_badge(role)
    prize = replace(state, held=Hold("jp1_prize_hand", 0, "", 0))
    refusal = why_not_allowed(prize, i.VoidRound(i.Incident.EQUIPMENT))
    assert (refusal is None) == (role in (Role.COMITE, Role.DIRECTOR))
    if refusal is not None:
        assert refusal == Refusal("badge_comite", "art. 55-20, 2°")


def test_a_chip_is_given_back_without_the_chef_when_jp1_is_closed() -> None:
    felt = Felt().open().stakes(s1=1000).see(i.BookUnreachable("read", "timeout"))
    assert why_not_allowed(with_badge(None, felt.state), i.GiveJp1Back()) is None


@given(st.text(max_size=3), st.lists(st.text(max_size=3), max_size=4))
def test_distinct_is_somebody_and_none_of_the_others(person: str, others: list[str]) -> None:
    assert distinct(person, *others) == (bool(person) and all(person != other for other in others))
