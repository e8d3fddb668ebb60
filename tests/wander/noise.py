"""What happens at a table out of turn: machines, people, the book and the line, at random."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.game import events as e
from controller.game import inputs as i
from controller.game.cards import FaceDown
from controller.game.inputs import Health, Machine, Role
from controller.game.jackpot.unanswered_stakes import offered
from controller.game.legal_acts import legal_now
from controller.game.people.at_pit import PIT_CODE_MS
from tests.builders import card
from tests.stacked import CARDS
from tests.wander.anything import PEOPLE, PLACES, any_intent, any_report
from tests.wander.machines import (
    a_chip,
    a_display_goes_or_comes,
    a_machine,
    the_link_fails,
    the_sensors,
    the_shoe_dies,
    the_shoe_is_back,
    the_shuffler_dies,
)
from tests.wander.meter import the_book_says, the_meter
from tests.wander.record import further, rectified
from tests.wander.sheets import count_cash

if TYPE_CHECKING:
    from tests.wander.wanderer import Wanderer


def a_legal_act(table: Wanderer) -> None:
    """Any act that the console offers."""
    legal = legal_now(table.state)
    if legal:
        table.tap(table.rng.choice(legal))


def any_act(table: Wanderer) -> None:
    """An act nobody thought about."""
    intent = any_intent(table.rng)
    if isinstance(intent, i.SetStakes):
        intent = replace(intent, further=further(table.rng, table.state.profile))
    table.tap(intent)


def a_card(table: Wanderer) -> None:
    """A card leaves the shoe whatever the table is doing."""
    table.draw(percent_unreadable=30)


def a_card_again(table: Wanderer) -> None:
    """A card that is out is read again, or one from another deck."""
    text = table.rng.choice(table.out) if table.out and table.chance(70) else table.rng.choice(CARDS)
    before = set(table.state.round.cards) if table.state.round is not None else set()
    table.see(i.CardObserved(FaceDown(card(text))))
    played = table.state.round
    if played is not None:
        for place in set(played.cards) - before:
            table.truth[place] = text


def a_wrong_key(table: Wanderer) -> None:
    """A card is keyed at a place, rarely the right one."""
    unread = table.state.unread
    place = table.rng.choice(unread or PLACES)
    table.tap(i.KeyCard(place, card(table.rng.choice(CARDS))))


def a_badge(table: Wanderer) -> None:
    """A badge comes or goes."""
    if table.state.facts.register and table.chance(10):
        table.see(i.RevokedObserved(table.rng.choice(PEOPLE)[0]))
    elif table.chance(40):
        table.see(i.BadgeGone())
    else:
        table.badge(*Role)


def the_sheets(table: Wanderer) -> None:
    """A chef announces the last deals, brings an avance or begins to close."""
    table.badge(Role.CHEF)
    deals = (i.AnnounceLastDeals(), i.WithdrawLastDeals())
    table.tap(table.rng.choice((*deals, i.BeginAdvance(), i.GiveUpAdvance(), i.BeginClosing())))
    if table.state.sheet.count is not None and not table.state.sheet.closing:
        count_cash(table, {"p100000": 25})


def an_old_answer(table: Wanderer) -> None:
    """The book's answer of some time ago comes once more."""
    if table.said:
        table.felt.see(table.rng.choice(table.said[-12:] if table.chance(70) else table.said))


def an_alarm_is_seen(table: Wanderer) -> None:
    """Somebody acknowledges an alarm that is up, or stops its sound."""
    if table.state.alarms:
        if table.chance(50):
            table.badge(Role.CHEF)
        if not table.state.alarms:
            return  # it was the badge's own, and went with it
        number = table.rng.choice(table.state.alarms).number
        seen = i.SeeAlarm(number, table.rng.choice(("", *i.Acknowledgement)))
        table.tap(seen if table.chance(80) else i.SilenceAlarm(number))


def an_incident_is_reported(table: Wanderer) -> None:
    """The form is filled, sensibly or not, and the reports that wait are signed by whoever is there."""
    table.tap(any_report(table.rng))
    table.badge(Role.CHEF, Role.COMITE, Role.CASHIER)
    for report in table.state.incidents.reports:
        if not report.answered:
            table.tap(i.SignIncident(report.number))


def the_pit_is_asked(table: Wanderer) -> None:
    """The reader is away, and somebody shows a badge at the pit, with the right code or another."""
    if not table.pit_dice.randrange(4):
        table.see(i.BadgeGone(), i.HealthObserved(Machine.BADGE, Health.LOST, "silence"))
    table.tap(i.AskPit("4711"))
    if table.state.pit_code and table.pit_dice.randrange(2):  # nobody comes to the pit in time
        table.felt.now_ms += PIT_CODE_MS
        table.see(i.TimeObserved(table.felt.now_ms))
    person, role = table.rng.choice(PEOPLE)
    if table.chance(25):
        why = table.rng.choice(("card_revoked", "unknown_card"))
        table.see(i.PitCardRefused(table.rng.choice((person, "")), why))
    else:
        table.see(i.RemoteBadgeObserved(person, role, table.rng.choice(("4711", "4711", "0815"))))


def nobody_answers(table: Wanderer) -> None:
    """The book cannot be reached for long; a chef seals the chips of a press, or opens them."""
    table.see(i.BookUnreachable("contribute", "timeout"))
    table.see(i.TimeObserved(table.felt.now_ms + table.state.facts.unanswered_ms))
    for role in (Role.CHEF, Role.COMITE):  # the second where the void of a begun board takes two
        table.badge(role)
        for act in offered(table.state):
            table.tap(act)


def a_restart(table: Wanderer) -> None:
    """The program comes back: the felt is to be confirmed."""
    if not table.state.resumed and table.chance(20):
        table.felt._step([e.SessionResumed()])


NOISE: tuple[Callable[[Wanderer], None], ...] = (
    a_legal_act,
    an_incident_is_reported,
    a_legal_act,
    any_act,
    any_act,
    a_card,
    a_card_again,
    a_wrong_key,
    a_chip,
    the_sensors,
    a_badge,
    a_machine,
    a_display_goes_or_comes,
    an_old_answer,
    an_alarm_is_seen,
    the_pit_is_asked,
    the_link_fails,
    nobody_answers,
    a_restart,
    the_shoe_dies,
    the_shuffler_dies,
    the_sheets,
    the_shoe_is_back,
    the_meter,
    the_book_says,
    rectified,
)
