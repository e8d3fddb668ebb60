"""Stakes that go back outside a voided deal are told to the dealer, and nothing covers his work."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from controller.game import inputs as i
from controller.game.round import Jp1
from controller.game.state import Phase
from tests.builders import Felt
from tests.ui.payment_states import released
from tests.ui.scene import faults
from tests.ui.states import STATES, voided
from tests.ui.touched_table import Table

Put = Callable[[Felt], Table]


@pytest.fixture
def put() -> Iterator[Put]:
    table = Table()

    def shown(felt: Felt) -> Table:
        table.felt = felt
        table.show()
        return table

    yield shown
    warned = list(table.stage.warnings)
    table.stage.close()
    assert (warned, table.refusals) == ([], [])


def test_a_seat_ruled_void_reads_as_a_refund_of_every_stake(put: Put) -> None:
    """Findings dealer 4: the hero said 0,00 € and the column *Laisser*."""
    table = put(STATES["royal_ruled_void"]())
    shown = table.screen.view["focus"]
    assert (shown["word"], shown["euros"], shown["cents"]) == ("Rendre les mises", "65", ",00\u00a0€")
    assert table.screen.view["seats"][2]["outcome"] == {
        "kind": "win",
        "word": "Rendre",
        "amount": "65\u00a0€",
    }
    table.touch("SettleSeat", seat=3)
    assert table.screen.view["seats"][2]["outcome"] == {
        "kind": "done",
        "word": "Rendu",
        "amount": "65\u00a0€",
    }
    assert faults(table.stage.window) == []


def test_the_dealer_is_told_to_return_the_jp1_stake_of_a_seat_that_leaves_after_a_void(put: Put) -> None:
    """Findings dealer 5: it was refunded by the book, and nobody at the felt was told."""
    felt = voided()
    assert felt.state.seat(1).jp1 is Jp1.CARRIED
    table = put(felt)
    table.touch("local.stakes", seat=1)
    table.touch("VacateSeat", seat=1)
    assert table.screen.view["alarm"]["title"] == "RENDEZ 5\u00a0€ DE JP1 AU SIÈGE 1"
    table.touch("ConfirmStakes", seat=7)
    assert table.screen.view["alarm"]["title"].endswith("SIÈGE 1"), "it stays until it was seen"
    table.touch("local.returned", seat=1)
    assert table.screen.view["alarm"] is None


def test_the_bets_that_close_over_a_carried_jp1_stake_tell_whom_it_goes_back_to(put: Put) -> None:
    table = put(voided().other_deck())
    carried = {n for n in table.felt.state.places if table.felt.state.seat(n).jp1 is Jp1.CARRIED}
    table.touch("ConfirmStakes", seat=7)
    table.touch("CloseBets")
    for seat in sorted(carried - {7}):
        assert table.screen.view["alarm"]["title"].endswith(f"SIÈGE {seat}")
        table.touch("local.returned", seat=seat)
    assert table.screen.view["alarm"] is None


def test_the_video_card_of_a_released_royal_opens_no_pad_over_the_settlement(put: Put) -> None:
    """Findings dealer 9: its PIN was asked, over the seats, as soon as the settlement opened."""
    felt = released()
    table = put(felt)
    felt.see(i.TimeObserved(felt.now_ms + 2_200))
    felt.now_ms += 2_200
    table.show()
    assert felt.state.phase is Phase.SETTLING
    assert table.screen.view["sheet"] is None
    table.touch("SettleSeat")


def test_the_report_that_opens_by_itself_waits_beside_the_settlement(put: Put) -> None:
    """Findings dealer 9: it lay over the settlement with its big key dead until *Retour*."""
    table = put(STATES["royal"]())
    table = put(STATES["royal_ruled_void"]())
    assert table.felt.state.incidents.reports
    assert table.screen.view["focus"]["kind"] == "settle"
    assert table.screen.view["bottom"][2]["sub"] == "à signer\u00a0: 1"
