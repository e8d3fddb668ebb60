"""What machines do at any time: they are lost and found, in trouble, changed or wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.game import inputs as i
from controller.game.felt import SEATS, Spot
from controller.game.inputs import Health, Machine, Role
from tests.wander.anything import DECK_TROUBLES

if TYPE_CHECKING:
    from tests.wander.wanderer import Wanderer


def a_chip(table: Wanderer) -> None:
    """A chip is put down or lifted anywhere."""
    table.see(i.ChipObserved(table.rng.choice(SEATS), table.chance(60)))


def the_sensors(table: Wanderer) -> None:
    """The sensors go, or come back, and what a chef then says; or their raw moves are told."""
    dice = table.rng.randrange(100)
    if dice < 30:
        table.see(i.SpotsObserved((i.SpotSense(Spot.BLIND, table.rng.randint(1, 7), table.chance(50)),)))
        table.see(i.SensorMovesObserved((i.SensorMove(table.felt.now_ms, "3", table.chance(50)),)))
        return
    if table.state.hand_lamps is not None and table.chance(60):
        table.see(i.HealthObserved(Machine.CHIPS, Health.UP))
    elif dice < 60:
        health = table.rng.choice((Health.UP, Health.UP, Health.LOST, Health.ABSENT))
        table.see(i.HealthObserved(Machine.CHIPS, health))
    table.badge(Role.CHEF)
    away = table.state.hand_lamps is None
    table.tap(i.AllowHandLamps() if away else table.rng.choice((i.EndHandLamps(), i.CountersignTotals())))


def a_machine(table: Wanderer) -> None:
    """A machine says something about itself."""
    rng = table.rng
    machine = rng.choice(tuple(Machine))
    trouble = rng.choice(
        (
            *("jam", "jam_inlet", "lid_open", "foreign_message", "chip_stuck_3", "chip_bouncing_9"),
            *("firmware_changed", "firmware_changed", *DECK_TROUBLES),
        )
    )
    count = rng.choice((51, 52, 52, 52))
    table.see(
        rng.choice(
            (
                i.HealthObserved(machine, rng.choice(tuple(Health)), "code_7"),
                i.TroubleObserved(machine, trouble, table.chance(50)),
                i.ShoeObserved(table.chance(50), rng.randrange(53)),
                i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "red", "blue", count, True, table.chance(20)),
                i.HealthObserved(Machine.BADGE, Health.LOST, "silence"),
                i.ShownEmptyObserved(True, rng.choice((0, 0, 1))),
                i.CutCardObserved(),
                i.LinesObserved((i.LineCount(machine, 300_000, rng.choice((2, 400)), rng.randrange(9)),)),
                i.IdentityObserved(i.MachineIdentity(machine, "shoe 17", firmware=f"1.{count}")),
                i.ScreenGarbageObserved("dealer", "no map"),
                i.TimeObserved(table.felt.now_ms + rng.randrange(-5_000, 50_000)),
            )
        )
    )


def the_shoe_dies(table: Wanderer) -> None:
    """The shoe is mute, and a chef lets the dealer deal by hand."""
    table.see(i.HealthObserved(Machine.SHOE, table.rng.choice((Health.LOST, Health.ABSENT))))
    table.badge(Role.CHEF, Role.COMITE)
    table.tap(i.DealByHand())


def the_shuffler_dies(table: Wanderer) -> None:
    """The shuffler is away, and a chef lets the decks be shuffled by hand."""
    table.see(i.HealthObserved(Machine.SHUFFLER, Health.LOST, "silence"))
    table.badge(Role.CHEF)
    table.tap(i.AllowMode(i.Mode.HAND_SHUFFLE))


def the_shoe_is_back(table: Wanderer) -> None:
    """The shoe is heard again, mostly with the count that it should have."""
    played = table.state.round
    table.see(i.HealthObserved(Machine.SHOE, Health.UP))
    drawn = played.drawn if played is not None else 0
    if table.chance(80):
        table.see(i.ShoeObserved(False, 52 - drawn if table.chance(80) else table.rng.randrange(53)))
    table.badge(Role.CHEF, Role.COMITE)
    table.tap(i.DealByShoe())


def a_display_goes_or_comes(table: Wanderer) -> None:
    """The last screen that shows the jackpot goes out, or one is there again."""
    table.see(i.DisplaysObserved(0 if table.state.displays and table.chance(50) else 1))


def the_link_fails(table: Wanderer) -> None:
    """The book cannot be reached."""
    table.see(i.BookUnreachable("read", "timeout"))
