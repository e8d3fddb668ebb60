"""The session's history of JP1 at linked tables: this table's own acts, and the others' apart (AC-07)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.game import inputs as i
from tests.builders import SHARE, STAKE_CENTS, TERMS, Felt

OTHERS_CENTS = 2_375
OWN_CENTS = STAKE_CENTS * SHARE // 1_000_000


def played(felt: Felt) -> Felt:
    """A round of one JP1 stake, in which other tables stake before the book hears of its end."""
    felt.stakes(s1=(1000, 0)).chips(1).close().draw("2c 7d 9s 4h").do(i.CallStreet()).draw("Ks Jd 6h")
    felt.do(i.CallStreet()).draw("5s Qs")
    felt.meter_cents += OTHERS_CENTS
    return felt.do(i.FoldRest(), i.OpenHands()).settle()


@pytest.mark.parametrize("linked", [True, False])
def test_what_other_tables_moved_meanwhile_is_no_award_of_this_one(linked: bool) -> None:
    felt = played(Felt(cash=replace(TERMS, linked=linked)).open())
    told = felt.state.upkeep.session
    assert felt.state.jackpot.meter_cents == 1_000_000 + OWN_CENTS + OTHERS_CENTS
    assert (told.contributed_cents, told.awarded_cents, told.others_cents) == (OWN_CENTS, 0, OTHERS_CENTS)
    assert told.start_cents + told.moved_cents == felt.state.jackpot.meter_cents


def test_a_refund_takes_the_stake_s_own_share_and_no_more() -> None:
    felt = Felt(cash=replace(TERMS, linked=True)).open()
    felt.stakes(s1=(1000, 0), s2=1000).chips(1).close().draw("2c 7d")
    felt.meter_cents += OTHERS_CENTS
    felt.badge().do(i.DeclareIncident(i.Incident.MARKED_CARD))
    felt.call_void(i.Incident.MARKED_CARD).refund().do(i.VacateSeat(1))
    told = felt.state.upkeep.session
    assert (told.refunds, told.refunded_cents, told.awarded_cents) == (1, -OWN_CENTS, 0)
    assert told.others_cents == OTHERS_CENTS
    assert told.start_cents + told.moved_cents + felt.state.sheet.unexplained_cents == (
        felt.state.jackpot.meter_cents
    )
