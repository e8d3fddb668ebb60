"""Tables that claim in the same moment: one order, the same for all, and equal shares (T-8, LK-05)."""

from __future__ import annotations

from random import Random

from tests.law.requirements import requirement
from tests.link_trials import TABLES_MAX, Races
from tests.private_postgres import PrivateServer


@requirement("LK-05")
def test_tables_that_claim_at_once_have_one_order_and_equal_shares(postgres: PrivateServer) -> None:
    dice = Random("races")
    with Races(postgres) as races:
        for tables in [*range(2, TABLES_MAX + 1), *(dice.randint(2, TABLES_MAX) for _ in range(10))]:
            races.run(dice, tables)
        view = races.book.read(check=True)
    assert (view.residual_micro, view.generation) == (0, 26)
    assert view.wins_count > 200
