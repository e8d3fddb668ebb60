"""What follows from the state alone: events that need neither a person nor a machine.

Called after every step until nothing follows. All of it lands in the same transaction as its cause, so
a restart never finds a cause without its consequence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.betting.hollow import confirmed, laid_again
from controller.game.betting.judge import chip_laid, chip_refusal
from controller.game.betting.sensing import BETWEEN_ROUNDS, ON_VACANT, UNSWEPT, WAITS, sensors_follow, unswept
from controller.game.dealing.by_hand import supervised_late, turned_up
from controller.game.dealing.card_seen_twice import held_by_twice
from controller.game.events import Events
from controller.game.felt import Place, Spot, board
from controller.game.incidents.holds import latched_too_late
from controller.game.incidents.voiding import next_deal
from controller.game.jackpot.refused_for_good import award_set_aside
from controller.game.jackpot.unanswered_stakes import seal_told
from controller.game.jackpot.waiting_on_book import book_holds, prizes_due
from controller.game.legal_acts import why_not
from controller.game.machines.alarms import ENDED_WITH_HOLD
from controller.game.machines.displays import displays_follow
from controller.game.machines.shoe_idle import SHOE_IDLE, idle_over
from controller.game.meter.interruption import interruption_follows
from controller.game.opening.master_lost import lost_follows
from controller.game.people.at_table import why_no_relief
from controller.game.people.judge import LOCKED, REVOKED
from controller.game.roles import dealer_here
from controller.game.round import Jp1, Round
from controller.game.settling.showdown import claim_seat, holes
from controller.game.state import Phase, TableState, seats_to_settle
from controller.game.state_parts import Alarm

_SENSORS_JUDGED: Final = BETWEEN_ROUNDS | {Phase.CLOSED}


def follow(state: TableState) -> Events:
    """The events that follow now; none when the state is at rest."""
    if state.money is None and state.due:
        return (state.due[0],)
    if not state.jackpot.open:
        stop = interruption_follows(state)
        if stop:
            return stop
    held = lost_follows(state) if state.master_lost else held_by_twice(state) or latched_too_late(state)
    if held:
        return held
    if state.aside is not None or state.alarms:
        told = seal_told(state)
        if told:
            return told
    if state.held is None and state.alarms:
        ended = tuple(e.AlarmCleared(up.number) for up in state.alarms if _ended(state, up))
        if ended:
            return ended
    if state.dealer is not None and state.dealer.revoked and why_no_relief(state) is None:
        return (e.DealerSignedOff(state.dealer.person),)
    if state.facts.display_required and state.profile.jp1:
        shown = displays_follow(state)
        if shown:
            return shown
    phase = state.phase
    if phase in _SENSORS_JUDGED:
        told = sensors_follow(state)
        if told:
            return told
    if phase is Phase.BETTING:
        return _sensed(state) or _chips(state)
    if phase is Phase.DEALING or phase is Phase.DECIDING:
        return _cards(state, state.playing)
    if phase is Phase.LATCHED or phase is Phase.COLLECTED:
        return _deal(state, state.playing)
    if phase is Phase.SHOWDOWN:
        return _showdown(state, state.playing)
    if phase is Phase.SETTLING:
        return _settling(state)
    if phase is Phase.REFUNDING:
        return next_deal(state)
    return ()


def _settling(state: TableState) -> Events:
    """The last seat ends the round; the cards of a contested seat may yet be for the comité."""
    if state.held is None and state.playing.laid and not state.master_lost:
        opened = turned_up(state) or supervised_late(state)
        if opened:
            return opened
    if state.money is None and not state.due:
        prizes = prizes_due(state)
        if prizes:
            return prizes[:1]
    return () if seats_to_settle(state) else (_closed(state, state.playing),)


def _ended(state: TableState, up: Alarm) -> bool:
    """The cause of a hold's alarm went with the hold; that of a chip or an unread card with it.

    A card out of the shoe with no round to hold: a person has seen the alarm, or the next deal began.
    A lock-out, a revocation, garbage from a screen: over as soon as it came, so the alarm stays until a
    person has seen it.
    """
    if up.code in ("A-308", LOCKED, REVOKED):
        return up.seen_ms > 0
    if up.code == "A-202":
        over = state.phase is Phase.CLEARING or state.phase is Phase.REFUNDING
        return over or all(str(place) != up.detail for place in state.unread)
    if up.code == UNSWEPT:
        return not unswept(state, up.seat)  # swept, refunded, or its sensor is believed no more
    if up.code == SHOE_IDLE:
        return idle_over(state, up.since_ms)
    if up.code not in ENDED_WITH_HOLD or (up.code == "A-215" and up.detail != "card_count"):
        return False  # a machine's own count is the machine's to mend
    if up.code == "A-105":
        verification = state.round.verification if state.round is not None else None
        return verification is None or verification.over
    if up.code == "A-217" and up.detail in ("no_round", "no_player"):
        return up.seen_ms > 0 or state.phase is Phase.DEALING
    if up.code == "A-229":
        return state.seat(up.seat).chip_refused != ON_VACANT
    if up.code == "A-205" and up.seat:
        seat = state.seat(up.seat)
        lifted = state.phase is Phase.LATCHED and seat.jp1 is Jp1.LATCHED and not seat.chip
        return not (seat.chip_refused or lifted)
    return True


def _sensed(state: TableState) -> Events:
    """Stakes whose chips the sensors of the main bets saw come are confirmed, where the dealer might."""
    seats = [n for n in laid_again(state) if why_not(state, i.ConfirmStakes(n)) is None]
    return (confirmed(state, *seats, sensed=True),) if seats else ()


def _chips(state: TableState) -> Events:
    """Chips that lay on their spots are judged again when stakes or the round change."""
    for n, seat in enumerate(state.seats, start=1):
        if seat.chip:
            code = chip_refusal(state, n)
            if code != (WAITS if seat.chip_waits else seat.chip_refused):
                return chip_laid(state, n, code)
    return ()


def _deal(state: TableState, played: Round) -> Events:
    if state.held is not None or book_holds(state) or state.latched:
        return ()
    return (e.DealBegun(state.decks.in_shoe),)


def _cards(state: TableState, played: Round) -> Events:
    """Hands dealt open the first decisions; a street whose cards are all there is turned."""
    streets = state.profile.streets
    if state.held is not None:
        return ()
    if state.phase is Phase.DEALING:
        hands = 2 * len(state.players) + 2
        enough = len(played.order) if state.profile.options.board_drawn == "with_hands" else hands
        return _hands_dealt(state, played) if played.drawn >= enough else ()
    if played.street_open or played.street + 1 >= len(streets):
        return turned_up(state)
    first = sum(street.board for street in streets[: played.street + 1])
    places = [board(slot) for slot in range(first, first + streets[played.street + 1].board)]
    revealed = _turned_up(played, places)
    return (revealed, e.DecisionsOpened(played.street + 1)) if revealed is not None else ()


def _hands_dealt(state: TableState, played: Round) -> Events:
    """The first decisions open; where the players' cards are dealt face up, they are turned up before.

    Those dealt by hand are told at the showdown, or keyed then: nobody waits for them here.
    """
    if state.profile.options.player_cards == "face_down":
        return (e.DecisionsOpened(0),)
    places = [place for place in holes(state.players) if place not in played.laid]
    if not places:
        return (e.DecisionsOpened(0),)
    revealed = _turned_up(played, places)
    return (revealed, e.DecisionsOpened(0)) if revealed is not None else ()


def _turned_up(played: Round, places: Sequence[Place]) -> e.CardsRevealed | None:
    """These cards face up, once all of them are known."""
    turned = []
    for place in places:
        card = played.cards.get(place)
        if card is None:
            return None
        turned.append(e.RevealedCard(place, card.turned_up()))
    return e.CardsRevealed(played.number, played.attempt, tuple(turned))


def _showdown(state: TableState, played: Round) -> Events:
    verification = played.verification
    if state.held is None and played.laid and not state.master_lost:
        opened = turned_up(state)
        if opened:
            return opened
    if verification is None or state.money is not None or state.held is not None:
        return ()
    holder = claim_seat(state)
    asked = verification.claimed or verification.claim_aside
    if holder and not asked and not verification.over:
        return (e.ClaimAsked(played.number, played.attempt, holder),)
    if holder and verification.released and not state.seat(holder).award_cents:
        if verification.claim_aside:
            return award_set_aside(state, holder)
        return (e.AwardAsked(played.number, played.attempt, holder, (e.PostedAward("jackpot", 0),)),)
    return ()


def _closed(state: TableState, played: Round) -> e.RoundClosed:
    bank_cents = 0
    for seat in state.seats:
        for line in seat.settled or ():
            if line.spot is not Spot.JP1:
                bank_cents += line.taken_cents - line.paid_cents
    dealer = dealer_here(state)
    return e.RoundClosed(played.number, played.attempt, bank_cents, played.drawn, dealer)
