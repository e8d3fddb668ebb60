"""Who dealt, proposed and approved: the authority’s page accuses what the rules forbid, and no more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.game import events as e
from tests.builders import Felt
from tests.memory.test_inspection_late_entries import line
from tests.memory.test_inspection_of_scenarios import dealt, inspected, not_held


def laid(felt: Felt) -> Felt:
    """Two stakes, JP1 with them, and the bets are closed."""
    return felt.stakes(s1=1000, s2=1000).chips(1, 2).close()


def told_instead(felt: Felt, kind: type[e.Event], **changes: Any) -> Felt:
    """The same entries, those of this kind with other words."""
    felt.entries = [
        one._replace(event=replace(one.event, **changes)) if isinstance(one.event, kind) else one
        for one in felt.entries
    ]
    return felt


def test_a_dealer_who_signs_on_while_nobody_deals_relieves_nobody(tmp_path: Path) -> None:
    page = inspected(dealt(laid(Felt().open()).dealer()).settle(), tmp_path)
    assert line(page, "RP-12")["ok"]
    assert "nobody before" in line(page, "RP-12")["shown"][1]
    assert not_held(page) == set()


@pytest.mark.parametrize("off", [True, False])
def test_a_dealer_who_takes_over_while_a_round_is_played_is_told(off: bool, tmp_path: Path) -> None:
    """Whether who dealt before is told to have left, or not."""
    felt = dealt(laid(Felt().open().dealer()))
    felt.entries += [
        e.Entry(felt.state.seq + 1, felt.now_ms, event)
        for event in (e.DealerSignedOff("croupier-07"), e.DealerSignedOn("croupier-09"))[not off :]
    ]
    assert not_held(inspected(felt.settle(), tmp_path)) == {"RP-12"}
