"""Judge: an observation becomes events. It is never refused: what was seen was seen.

A card that is one too many, out of turn or seen twice is not guessed about: the round is held until a
person decides (requirements CS-08, CS-11, BC-06, RP-18).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.alarms import MACHINE_ALARMS, TROUBLE_ALARMS
from controller.game.bets import why_not
from controller.game.cards import FaceDown
from controller.game.decide import latched_now
from controller.game.felt import SEATS, Place, hole
from controller.game.inputs import Health, Observation
from controller.game.state import Alarm, Jp1, Phase, Round, TableState

Events = tuple[e.Event, ...]
DECK_CARDS: Final = 52
"""Every deal begins with a whole deck in the shoe (art. 55-20)."""


def judge(state: TableState, seen: Observation) -> Events:
    """The events of this observation; none when it says nothing new."""
    return _numbered(state, _JUDGEMENTS[type(seen)](state, seen))


def _numbered(state: TableState, events: Events) -> Events:
    """The same events; the alarms of one step have a number each."""
    raised = [event for event in events if isinstance(event, e.AlarmRaised)]
    if len(raised) < 2:
        return events
    numbers = {event: state.alarms_raised + count for count, event in enumerate(raised, 1)}
    return tuple(
        replace(event, alarm=numbers[event]) if isinstance(event, e.AlarmRaised) else event
        for event in events
    )


def alarm(state: TableState, code: str, priority: int, seat: int = 0, detail: str = "") -> Events:
    """The alarm, unless the same one is already up."""
    if find_alarm(state, code, seat) is not None:
        return ()
    return (e.AlarmRaised(state.alarms_raised + 1, code, priority, seat, detail),)


def find_alarm(state: TableState, code: str, seat: int = 0) -> Alarm | None:
    """The alarm of this code and seat that is up."""
    for up in state.alarms:
        if up.code == code and up.seat == seat:
            return up
    return None


def clear(state: TableState, code: str, seat: int = 0) -> Events:
    """The end of the alarm, if it is up."""
    up = find_alarm(state, code, seat)
    return (e.AlarmCleared(up.number),) if up is not None else ()


def _hold(state: TableState, cause: str, code: str, seat: int = 0) -> Events:
    raised = alarm(state, code, 2, seat, cause)
    return raised if state.held is not None else (e.RoundHeld(cause, seat), *raised)


# --- cards ---------------------------------------------------------------------------------------


def _card(state: TableState, seen: i.CardObserved) -> Events:
    if state.round is not None and state.phase is not Phase.CLEARING:
        for place, known in state.round.cards.items():
            if known is not None and known == seen.card:
                if _told_again(state.round, place):
                    return ()
                # After the last card of the deal a card seen again is one too many: the deal itself stands.
                cause = "duplicate_card" if _still_dealt(state) else "extra_card"
                return _hold(state, cause, "A-203", place.seat)
    return _left_the_shoe(state, seen.card)


def _still_dealt(state: TableState) -> bool:
    """A place of this deal waits for its card."""
    if state.phase is Phase.SHOWDOWN or state.phase is Phase.SETTLING:
        return False
    return state.round is not None and (not state.round.order or state.round.next_place is not None)


def _told_again(played: Round, place: Place) -> bool:
    """The last card before a restart may be told again: the shoe does not know that it was written."""
    last = len(played.cards) - 1
    return played.drawn == played.drawn_at_resumption and played.order.index(place) == last


def _unreadable(state: TableState, seen: i.UnreadableObserved) -> Events:
    played = state.round
    if played is not None and played.cards and state.shoe_locked is None:
        # A shoe that comes back says first what nobody acknowledged, then its count: if this was another
        # card after all, the count will hold the round.
        last = played.order[played.drawn - 1]
        if played.cards[last] is None and _told_again(played, last):
            return ()
    return _left_the_shoe(state, None)


def _left_the_shoe(state: TableState, card: FaceDown | None) -> Events:
    """A card is out: it goes to the next place, or the round is held."""
    if state.round is None or state.phase in (Phase.OPENING, Phase.CLEARING):
        return alarm(state, "A-217", 2, 0, "no_round")
    if state.phase is Phase.BETTING:
        return _before_closing(state, card)
    place = state.round.next_place if state.round.order else _first_place(state)
    if place is None or state.phase in (Phase.SHOWDOWN, Phase.SETTLING):
        return _hold(state, "extra_card", "A-217")
    dealt = _dealt(state, place, card)
    if state.phase is Phase.LATCHED:
        return (*dealt, *_hold(state, "jp1_not_registered", "A-205"))
    if state.phase is Phase.COLLECTED:
        return (*dealt, *_hold(state, "card_before_contribution", "A-217"))
    if state.phase is Phase.DECIDING and state.round.street_open:
        if state.round.street + 1 < len(state.profile.streets):
            # The dealer draws the next street: who has not bet has checked.
            return (e.StreetCalled(state.round.street), *dealt)
        return _hold(state, "extra_card", "A-217")
    return dealt


def _before_closing(state: TableState, card: FaceDown | None) -> Events:
    """BC-06: the bets are locked as they stood."""
    place = _first_place(state)
    if place is None:
        return alarm(state, "A-217", 2, 0, "no_player")
    latched = latched_now(state)
    cause = "jp1_not_registered" if latched else "card_before_closing"
    return (
        e.BetsClosed(latched),
        *_dealt(state, place, card),
        *_hold(state, cause, "A-205" if latched else "A-217"),
    )


def _first_place(state: TableState) -> Place | None:
    players = state.players
    return hole(players[0], 0) if players else None


def _dealt(state: TableState, place: Place, card: FaceDown | None) -> Events:
    played = state.playing
    if card is None:
        unread = e.CardUnread(played.number, played.attempt, place)
        return (unread, *alarm(state, "A-202", 2, place.seat, str(place)))
    return (e.CardDealt(played.number, played.attempt, place, card),)


def _dealing(state: TableState) -> bool:
    return state.phase is Phase.DEALING or state.phase is Phase.DECIDING


def _cut_card(state: TableState, seen: i.CutCardObserved) -> Events:
    return ()


def _shoe(state: TableState, seen: i.ShoeObserved) -> Events:
    changed = () if state.shoe_locked is seen.locked else (e.ShoeChanged(seen.locked),)
    first = state.shoe_locked is None
    if first and _dealing(state) and seen.cards_left != DECK_CARDS - state.playing.drawn:
        # RC-06: a card went by unseen during a restart; dealing does not go on by itself.
        return (*changed, *_hold(state, "card_count", "A-215"))
    return changed


def _shuffler(state: TableState, seen: i.ShufflerObserved) -> Events:
    told = state.shuffler
    said = (seen.mode, seen.deck_in, seen.deck_out, seen.count, seen.shuffled, seen.lid_open)
    if said == (told.mode, told.deck_in, told.deck_out, told.count, told.shuffled, told.lid_open):
        return ()
    changed = e.ShufflerChanged(*said)
    if seen.shuffled and seen.count != 52:
        return (changed, *alarm(state, "A-204", 2, 0, str(seen.count)))
    return (changed, *(clear(state, "A-204") if seen.shuffled else ()))


# --- chips ---------------------------------------------------------------------------------------


def _chip(state: TableState, seen: i.ChipObserved) -> Events:
    seat = state.seat(seen.seat)
    if seen.covered == seat.chip:
        return ()
    if not seen.covered:
        if state.phase is Phase.LATCHED and seat.jp1 is Jp1.LATCHED:
            # BC-07: flagged, and still latched until the dealer collects or gives back.
            return (e.ChipLifted(seen.seat), *alarm(state, "A-205", 2, seen.seat, "lifted"))
        return (e.ChipLifted(seen.seat), *clear(state, "A-205", seen.seat))
    code = chip_refusal(state, seen.seat)
    if not code:
        return (e.ChipSeen(seen.seat),)
    late = alarm(state, "A-205", 2, seen.seat, code) if code == "after_lock" else ()
    return (e.ChipRefused(seen.seat, code), *late)


def chip_refusal(state: TableState, seat: int) -> str:
    """Why a chip may not lie on this JP1 spot now, or an empty text (BC-01, BC-02, BC-07)."""
    if state.phase in (Phase.CLOSED, Phase.OPENING):
        return "table_closed"
    if state.phase is Phase.CLEARING:
        return ""  # the player is early for the next round; judged again when it opens
    if state.phase is not Phase.BETTING:
        return "" if state.seat(seat).jp1 is Jp1.LATCHED else "after_lock"
    if not state.seat(seat).seated:
        return "main_bets_missing"
    if state.seat(seat).jp1 is Jp1.CARRIED:
        return "already_carried"
    return "" if state.jackpot.open else "jp1_closed"


# --- machines and people -------------------------------------------------------------------------


def _health(state: TableState, seen: i.HealthObserved) -> Events:
    told = state.machine(seen.machine)
    if (told.health, told.detail) == (seen.health, seen.detail):
        return ()
    changed = e.MachineChanged(seen.machine, seen.health, seen.detail)
    code = MACHINE_ALARMS[seen.machine]
    if seen.health is Health.LOST:
        return (changed, *alarm(state, code, 2, 0, seen.detail))
    return (changed, *(clear(state, code) if seen.health is Health.UP else ()))


def _trouble(state: TableState, seen: i.TroubleObserved) -> Events:
    kind, _, rest = seen.code.partition("_")
    code, priority = TROUBLE_ALARMS.get(kind, ("A-307", 3))
    number = rest.rpartition("_")[2]
    seat = next((n for n in SEATS if kind == "chip" and number == str(n)), 0)
    return alarm(state, code, priority, seat, seen.code) if seen.active else clear(state, code, seat)


def _badge(state: TableState, seen: i.BadgeObserved) -> Events:
    if state.badge is not None and state.badge.person == seen.person and state.badge.role is seen.role:
        return ()
    return (e.BadgePresented(seen.person, seen.role),)


def _badge_gone(state: TableState, seen: i.BadgeGone) -> Events:
    return () if state.badge is None else (e.BadgeRemoved(),)


def _garbage(state: TableState, seen: i.ScreenGarbageObserved) -> Events:
    return alarm(state, "A-308", 3, 0, f"{seen.screen}: {seen.why}")


def _time(state: TableState, seen: i.TimeObserved) -> Events:
    """The two steps that come by themselves when no tap came first (console, S10 and S14)."""
    if state.held is not None or state.paused or state.resumed:
        return ()
    waited_ms = seen.at_ms - state.phase_ms
    if state.phase is Phase.SHOWDOWN and waited_ms >= state.facts.showdown_ms:
        return () if why_not(state, i.OpenSettlement()) else (e.SettlementOpened(),)
    if state.phase is Phase.CLEARING and waited_ms >= state.facts.clearing_ms:
        opened = e.RoundOpened(state.next_round, 1)
        return () if why_not(state, i.NextRound()) else (opened,)
    return ()


# --- the book ------------------------------------------------------------------------------------


def _meter(state: TableState, seen: i.MeterObserved) -> Events:
    told = state.jackpot
    news: Events = ()
    if (told.generation, told.meter_cents, told.book_seq) != (
        seen.generation,
        seen.meter_cents,
        seen.book_seq,
    ):
        news = (e.MeterRead(seen.generation, seen.meter_cents, seen.book_seq),)
    if not told.open and told.closed_code in ("not_read", "link_lost"):
        return (*news, e.Jp1Opened(), *clear(state, "A-206"))
    return news


def _contribution(state: TableState, seen: i.ContributionObserved) -> Events:
    asked = state.money
    if not isinstance(asked, e.ContributionAsked) or (asked.round, asked.attempt) != (
        seen.round,
        seen.attempt,
    ):
        return ()
    return (
        e.ContributionRecorded(
            seen.round,
            seen.attempt,
            seen.generation,
            seen.meter_before_cents,
            seen.meter_cents,
            seen.book_seq,
        ),
        *clear(state, "A-206"),
    )


def _claim(state: TableState, seen: i.ClaimObserved) -> Events:
    asked = state.money
    if not isinstance(asked, e.ClaimAsked) or (asked.round, asked.attempt) != (seen.round, seen.attempt):
        return ()
    return (
        e.ClaimRecorded(
            seen.round,
            seen.attempt,
            seen.generation,
            seen.value_cents,
            seen.next_generation,
            seen.meter_cents,
            seen.book_seq,
        ),
    )


def _award(state: TableState, seen: i.AwardObserved) -> Events:
    asked = state.money
    told = (seen.round, seen.attempt, seen.seat)
    if not isinstance(asked, e.AwardAsked) or (asked.round, asked.attempt, asked.seat) != told:
        return ()
    return (
        e.AwardRecorded(seen.round, seen.attempt, seen.seat, seen.cents, seen.meter_cents, seen.book_seq),
    )


def _claim_refused(state: TableState, seen: i.ClaimRefusedObserved) -> Events:
    asked = state.money
    if not isinstance(asked, e.AwardRefused) or (asked.round, asked.attempt) != (seen.round, seen.attempt):
        return ()
    return (e.ClaimWithdrawn(seen.round, seen.attempt, seen.generation, seen.meter_cents, seen.book_seq),)


def _refund(state: TableState, seen: i.RefundObserved) -> Events:
    asked = state.money
    told = (seen.round, seen.attempt, seen.seat)
    if not isinstance(asked, e.RefundAsked) or (asked.round, asked.attempt, asked.seat) != told:
        return ()
    return (e.RefundRecorded(seen.round, seen.attempt, seen.seat, seen.meter_cents, seen.book_seq),)


def _finish(state: TableState, seen: i.FinishObserved) -> Events:
    if not isinstance(state.money, e.FinishAsked) or state.money.round != seen.round:
        return ()
    return (e.FinishRecorded(seen.round, seen.meter_cents, seen.book_seq),)


def _book_refused(state: TableState, seen: i.BookRefused) -> Events:
    """A refusal for good. A contribution is given back; anything else needs people and closes JP1.

    At the start (RC-04) it is the book as a whole that is refused; an act outstanding stays so.
    """
    if state.money is None or seen.act == "start":
        return (e.Jp1Closed(seen.code), *alarm(state, "A-102", 1, 0, seen.code))
    if isinstance(state.money, e.ContributionAsked):
        asked = state.money
        refused = e.ContributionRefused(asked.round, asked.attempt, seen.code)
        return (refused, e.Jp1Closed(seen.code), *alarm(state, "A-206", 2, 0, seen.code))
    held = () if state.held is not None else (e.RoundHeld("book_refused", 0, seen.code),)
    return (*held, e.Jp1Closed(seen.code), *alarm(state, "A-102", 1, 0, seen.code))


def _book_unreachable(state: TableState, seen: i.BookUnreachable) -> Events:
    if seen.why == "generation_open" or not state.jackpot.open:
        return ()
    return (e.Jp1Closed("link_lost"), *alarm(state, "A-206", 2, 0, seen.why))


_JUDGEMENTS: Final[dict[type[Observation], Callable[[TableState, Any], Events]]] = {
    i.HealthObserved: _health,
    i.TroubleObserved: _trouble,
    i.ChipObserved: _chip,
    i.CardObserved: _card,
    i.UnreadableObserved: _unreadable,
    i.CutCardObserved: _cut_card,
    i.ShoeObserved: _shoe,
    i.ShufflerObserved: _shuffler,
    i.BadgeObserved: _badge,
    i.BadgeGone: _badge_gone,
    i.TimeObserved: _time,
    i.ScreenGarbageObserved: _garbage,
    i.MeterObserved: _meter,
    i.ContributionObserved: _contribution,
    i.ClaimObserved: _claim,
    i.AwardObserved: _award,
    i.ClaimRefusedObserved: _claim_refused,
    i.RefundObserved: _refund,
    i.FinishObserved: _finish,
    i.BookRefused: _book_refused,
    i.BookUnreachable: _book_unreachable,
}
