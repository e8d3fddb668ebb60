"""What people do between two deals: stakes, chips, decks, and JP1 collected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.game import inputs as i
from controller.game.inputs import Health, Intent, Machine, Role
from controller.game.side_bets import SideBet, SideStake
from tests.wander.machines import the_sensors
from tests.wander.meter import reopened

if TYPE_CHECKING:
    from tests.wander.wanderer import Wanderer


DECK = (
    *("deck_again", "deck_to_load", "deck_colour", "deck_count", "deck_blocked"),
    *("shuffler_away", "shuffler_sorts"),
)


def betting(table: Wanderer) -> None:
    if reopened(table):
        return
    if table.state.aside is not None and table.chance(30):
        table.badge(Role.CHEF)
        table.tap(i.OpenSeal(len(table.state.aside.seats)))
        return
    dice = table.rng.randrange(100)
    seat = table.rng.choice(table.state.places)
    if table.state.playing.attempt > 1 and dice < 10:
        table.tap(i.VacateSeat(table.rng.choice(table.state.jp1_seats or table.state.places)))
    elif table.state.hollow and dice < 40:
        table.tap(i.ConfirmRest())
    elif len(table.state.players) < min(2, len(table.state.places)) or dice < 15:
        table.tap(legal_stakes(table, seat))
    elif dice < 65:
        table.chip(table.rng.choice(table.state.players))
    elif table.state.hand_lamps is not None and table.state.hand_lamps.rounds > 9:
        table.badge(Role.CHEF)
        table.tap(i.CountersignTotals())
    elif dice < 68:
        table.tap(i.VacateSeat(seat))
    elif dice < 71:
        table.tap(i.Undo())
    elif dice < 76 and not table.state.profile.options.stakes_stand:
        table.tap(table.rng.choice((i.DoubleStakes, i.UndoStakes))(table.rng.choice(table.state.players)))
    elif dice < 79:
        table.clock_runs_out()
    elif dice < 82:
        the_sensors(table)
    elif table.tap(i.CloseBets()):
        find_a_way_to_deal(table)
        mend_deck(table)
        lift_chips(table)


def find_a_way_to_deal(table: Wanderer) -> None:
    """Bets do not close while the shoe is silent: it answers again, or a chef lets deal by hand."""
    if table.refusals[-1][1].code != "shoe_away":
        return
    if table.chance(50):
        table.see(i.HealthObserved(Machine.SHOE, Health.UP))
    else:
        table.badge(Role.CHEF)
        table.tap(i.DealByHand())


def lift_chips(table: Wanderer) -> None:
    """Bets do not close over a chip that lies beside no stake: its player takes it back, mostly."""
    code, facts = table.refusals[-1][1].code, dict(table.refusals[-1][1].facts)
    if code in ("chip_on_vacant", "chip_waits"):
        seat = int(facts["seat"])
        if code == "chip_on_vacant" and table.chance(20):
            table.badge(Role.CHEF)
            table.tap(i.SeatByHand(seat))
        else:
            table.see(i.ChipObserved(seat, False))


def mend_deck(table: Wanderer) -> None:
    """The dealer may not deal: the way out of it has been taken, or a step of it."""
    state = table.state
    code = table.refusals[-1][1].code
    if code == "table_blocked":
        badge = table.state.badge
        if badge is None or badge.role is not Role.COMITE:
            table.badge(Role.COMITE)
        elif table.chance(50):
            table.tap(i.LiftBlock("replaced"))
    elif code == "deck_to_declare":
        if table.chance(50) and not state.shuffler.verified:
            table.shuffled()
        elif table.chance(40):
            table.tap(i.LeaveMode(i.Mode.HAND_SHUFFLE))
        else:
            table.tap(i.DeclareDeck(table.rng.choice(("red", "blue")), 52))
    elif code in DECK:
        if table.chance(45):
            table.badge(Role.CHEF)
            table.tap(i.AllowMode(i.Mode.HAND_SHUFFLE))
        else:
            table.shuffled()
            table.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "", 0, False))


def legal_stakes(table: Wanderer, seat: int) -> Intent:
    ante = 100 * table.rng.randint(5, 150)
    sides = [_legal_side(table, bet, ante) for bet in table.state.profile.sides]
    first, *others = sides or [0]
    spots = table.state.profile.side_spots[1:]
    further = tuple(SideStake(spot, cents) for spot, cents in zip(spots, others, strict=True) if cents)
    hollow = seat in table.state.hollow
    if hollow and table.chance(70):
        return i.ConfirmStakes(seat)
    return i.SetStakes(seat, ante, first, further)


def _legal_side(table: Wanderer, bet: SideBet, ante: int) -> int:
    most = min(300, ante * bet.antes // 50) if bet.antes else 300
    return 50 * table.rng.randint(10, most) if table.chance(50) else 0


def latched(table: Wanderer) -> None:
    seat = table.rng.choice(table.state.places)
    if table.state.playing.count_disputed:
        table.badge(Role.CHEF)
        acts = (i.NoChip(seat), i.ChipReturned(seat), i.ChipCounts(seat), i.CountAgrees())
        table.tap(table.rng.choice(acts))
    elif table.chance(10):
        table.tap(i.TellDifference())
    elif table.chance(85):
        table.tap(i.CollectJp1())
    else:
        table.badge(Role.CHEF)
        table.tap(table.rng.choice((i.GiveJp1Back(), i.ReopenBets())))


def collected(table: Wanderer) -> None:
    table.book()
