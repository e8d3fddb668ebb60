"""What a table tells to who keeps its machine, at any second: nothing that a card face down could move."""

from __future__ import annotations

import re
from typing import Any

import pytest

from controller.clock import VirtualClock
from controller.game import inputs as i
from controller.game.machines.alarms import CATALOGUE, MACHINE_ALARMS
from controller.game.outline import AT_REST, OF_MACHINES
from controller.game.state import Phase, TableState
from controller.ports import Figures
from controller.screens.outline import Outline
from tests.builders import START_MS, Felt


class Quiet:
    """No disk, no witness, no log: nothing but the game could move what is told."""

    slowest_ms, failed = 0, ""

    def asked(self) -> None:
        return None


class Watched(Felt):
    """A table whose outline was noted after each step."""

    def __init__(self) -> None:
        self.told: list[tuple[Phase, dict[str, Any]]] = []
        self.meters: set[int] = set()
        quiet = Quiet()
        self.outline = Outline(VirtualClock(START_MS), dict, quiet, quiet, quiet)
        self._follow = self.outline.follow(lambda state: None)
        super().__init__()

    @property
    def state(self) -> TableState:
        return self._state

    @state.setter
    def state(self, after: TableState) -> None:
        self._state = after
        self._follow(after)
        self.meters.add(after.jackpot.meter_cents)
        told = self.outline.told()
        self.told.append((after.phase, {name: told[name] for name in told if name not in _OF_TIME}))


_OF_TIME = {"at_ms", "turned_ms", "apart_ms", "clock_kept"}
ROYAL = ("As Ks 2c 7d 3h 8c", "Qs Js Ts", "4d 9h")
NOTHING = ("2s 7h 2c 7d 3h 8c", "Qd Jc 9s", "4d 9h")


def played(cards: tuple[str, str, str]) -> Watched:
    """A round whose first seat plays JP1, to the opening of its hands."""
    felt = Watched()
    felt.open().stakes(s1=1000, s4=1000).chips(1).close().draw(cards[0]).do(i.CallStreet()).draw(cards[1])
    felt.do(i.CallStreet()).draw(cards[2]).do(i.BetRest())
    return felt


def test_nothing_that_the_game_moves_is_told_from_the_closing_of_the_bets_until_the_table_is_cleared() -> (
    None
):
    felt = played(ROYAL)
    felt.showdown().prove_hand().release().settle()
    phases = [phase for phase, _ in felt.told]
    first, last = phases.index(Phase.LATCHED), phases.index(Phase.CLEARING)
    during = [told for _, told in felt.told[first:last]]
    assert len(during) > 40, "a royal is proven, released and paid in it"
    assert all(told == during[0] for told in during)
    before, after = felt.told[first - 1][1]["game"], felt.told[-1][1]["game"]
    assert during[0]["game"] == before
    assert (before["rounds"], before["meter_cents"], after["rounds"]) == (0, 1_000_000, 1)
    assert len(felt.meters) > 2, "the meter itself has moved meanwhile"


def test_two_deals_that_differ_in_cards_face_down_tell_the_same_at_each_step() -> None:
    royal, nothing = played(ROYAL), played(NOTHING)
    assert royal.told == nothing.told


def test_a_card_that_came_out_twice_is_an_alarm_for_the_table_and_told_to_the_machines_keeper_later() -> None:
    felt = Watched()
    felt.open().stakes(s1=1000, s4=1000).close().draw("As Ks 2c 7d").draw("As")
    assert [up.code for up in felt.state.alarms] == ["A-203"]
    told = felt.told[-1][1]
    assert (told["alarms"], told["game"]["alarms"], told["phase"]) == ([], [], "round")


def test_a_machine_that_falls_silent_is_told_in_mid_round() -> None:
    felt = Watched()
    felt.open().see(i.HealthObserved(i.Machine.SHOE, i.Health.UP)).stakes(s1=1000).close().draw("As")
    felt.see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST, "/dev/ttyUSB0"))
    told = felt.told[-1][1]
    assert [up["code"] for up in told["alarms"]] == ["A-201"]
    assert "/dev" not in str(told), "not by which port"


def test_the_outline_names_no_card_no_seat_no_stake_and_no_person() -> None:
    felt = played(ROYAL)
    felt.showdown().prove_hand().release().settle()
    felt.see(i.HealthObserved(i.Machine.CHIPS, i.Health.UP), i.HealthObserved(i.Machine.CHIPS, i.Health.LOST))
    said = str([told for _, told in felt.told])
    assert not re.search(
        r"\b[2-9TJQKA][cdhs]\b|seat|ante|stake|player|hole|board", said.replace("'table'", "")
    )
    assert not re.search("Chef|Durand|Petit|croupier|C-14|B-1", said)


def test_after_a_start_in_mid_round_the_games_figures_are_not_known_rather_than_told() -> None:
    state, quiet = played(ROYAL).state, Quiet()
    outline = Outline(VirtualClock(START_MS), dict, quiet, quiet, quiet)
    assert outline.told() == {}
    outline.follow(lambda state: None)(state)
    assert outline.told()["game"] is None
    assert outline.told()["phase"] == "round"


def test_lines_are_counted_between_two_rounds_alone() -> None:
    clock, quiet, damaged = VirtualClock(START_MS), Quiet(), [0]
    outline = Outline(
        clock, lambda: {i.Machine.SHOE: Figures(damaged=damaged[0], frames=99)}, quiet, quiet, quiet
    )
    follow, felt = outline.follow(lambda state: None), Felt().open().stakes(s1=1000)

    def counted(number: int) -> dict[str, Any]:
        damaged[0] = number
        clock.advance_to(clock.now_ms() + 10_000)
        follow(felt.state)
        outline.turned()
        (shoe,) = [one for one in outline.told()["machines"] if one["machine"] == "shoe"]
        return {name: value for name, value in shoe.items() if name not in ("machine", "health", "since_ms")}

    assert counted(3) == {"retries": 0, "damaged": 3, "returns": 0}
    felt.close()
    assert counted(8)["damaged"] == 3


@pytest.mark.parametrize("code", sorted(OF_MACHINES))
def test_what_is_told_in_mid_round_is_an_alarm_of_the_catalogue(code: str) -> None:
    assert code in CATALOGUE


def test_every_lost_machine_is_told_at_once_and_no_phase_with_cards_is_at_rest() -> None:
    assert set(MACHINE_ALARMS.values()) <= OF_MACHINES
    assert AT_REST.isdisjoint({Phase.DEALING, Phase.DECIDING, Phase.SHOWDOWN, Phase.SETTLING})
