"""In any state the acts offered are the acts taken.

One rule stands behind the key, the act and the test: what `legal_now` lists, `decide` takes, and nothing
else of the same kind. Stakes and keyed cards, which nobody can list, are compared with rules told here anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.consequences import follow
from controller.game.dealing.declared_hand import Outcome
from controller.game.decide import decide
from controller.game.evolve import evolve, fold
from controller.game.felt import Pile, Place, Spot, board, dealer, hole
from controller.game.hands import HandClass
from controller.game.inputs import Intent, Machine, Role
from controller.game.invariants import broken
from controller.game.jackpot.waiting_on_book import book_holds
from controller.game.legal_acts import legal_now
from controller.game.machines.alarms import WARNINGS
from controller.game.meter.types import StopCause, StopFate
from controller.game.payment.steps import refusal_proposed
from controller.game.payment.winning_hand import verified_now
from controller.game.profile import play_bets
from controller.game.rectification.claimed_facts import Mistake, Moved, RectificationReason
from controller.game.refusals import Refusal
from controller.game.roles import chef_here
from controller.game.settings.types import ChangeReason, DraftDoubt
from controller.game.state import Phase, TableState
from controller.settings.rules import load_profile
from tests.builders import TERMS, Felt, card
from tests.game.arranged import betting, nobody_answers, royal, sealed
from tests.game.test_rectify import fold_keyed, true_decision
from tests.law.requirements import requirement
from tests.long import long
from tests.wander import PLACES, SIMPLE, Wanderer

ART_1 = "art. 55-20, 1°"
pytestmark = pytest.mark.slow

FIXED: tuple[Intent, ...] = (
    *SIMPLE,
    i.DeclareIncident(i.Incident.EXPOSED_CARD),
    i.ReviewVideo(True, "C-1", True),
    *(i.VoidRound(reason) for reason in i.Incident),
    *(act(reason) for reason in i.ClaimDoubt for act in (i.ProposeRefusal, i.RefuseAward)),
    *(i.ProposeRefusal(i.ClaimDoubt.STAKE, seat) for seat in range(1, 8)),
    *(
        act(seat, ruling)
        for seat in range(-1, 9)
        for ruling in i.SeatRuling
        for act in (i.ProposeRuling, i.ConfirmRuling)
    ),
    *(i.AllowMode(mode) for mode in i.Mode),
    *(i.LeaveMode(mode) for mode in i.Mode),
    *(i.DeclareDeck(colour, 52) for colour in ("red", "blue")),
    *(i.ShowEmpty(occasion) for occasion in i.Occasion),
    i.WithdrawShowEmpty(),
    i.LiftBlock("replaced"),
    *(i.StopJackpot(fate) for fate in StopFate),
    *(i.ReportStop(cause) for cause in StopCause),
    *(i.SettleRectification(moved) for moved in Moved),
    *(i.ProposeSettings(reason) for reason in ChangeReason),
    *(i.RefuseSettings(doubt) for doubt in DraftDoubt),
)
PAID_WRONG = i.ProposeRectification(1, 4, Mistake.PAYMENT, RectificationReason.CLAIM, by_cents=1_500)
ENTRIES: tuple[Intent, ...] = tuple(
    i.EnterHand(seat, outcome, told) for seat in range(-1, 9) for outcome in Outcome for told in HandClass
)
BY_SEAT: tuple[Intent, ...] = tuple(
    act
    for seat in range(-1, 9)
    for act in (
        i.VacateSeat(seat),
        i.Fold(seat),
        i.ReopenDecision(seat),
        i.SettleSeat(seat),
        i.RefundSeat(seat),
        i.SetStakesAside(seat),
        i.OpenSeal(seat),
        i.ContestSeat(seat),
        i.Check(seat),
        i.ConfirmStakes(seat),
        i.DoubleStakes(seat),
        i.UndoStakes(seat),
        i.SetLamp(seat, True),
        i.SetLamp(seat, False),
        i.SeatByHand(seat),
        i.NoChip(seat),
        i.ChipReturned(seat),
        i.ChipCounts(seat),
        i.ProposeCorrection(seat),
        i.ConfirmPayment(seat),
        *(i.BetPlay(seat, multiple) for multiple in range(-1, 6)),
        *(i.BetOn(seat, spot) for spot in Spot),
    )
)
BY_PLACE: tuple[Intent, ...] = tuple(
    act(place) for place in PLACES for act in (i.ConfirmCard, i.WithdrawReport)
)
BY_LINE: tuple[Intent, ...] = (
    *(i.TickLine(line) for line in i.SheetLine),
    *(i.DeclareSerial(*serial) for serial in TERMS.serials),
    *(i.CountDeck(colour, 52) for colour in ("red", "blue")),
)
ACTS: tuple[Intent, ...] = (*FIXED, *BY_SEAT, *BY_PLACE, *BY_LINE)
GAMES = ("fr-55-20-2021", "fr-holdem-casino", "live-uth")


def wandering(seeds: Iterable[int], steps: int, noise: int = 15, game: str = "") -> Iterable[Wanderer]:
    """Tables in states that chance reached, one after the other."""
    for seed in seeds:
        table = Wanderer(seed, load_profile(game or "fr-55-20-2021"), noise=noise)
        for _ in range(steps):
            table.step()
            yield table


def verifying(seeds: Iterable[int], steps: int) -> Iterable[Wanderer]:
    """Tables on which one of the two best hands has just been turned up."""
    for seed in seeds:
        table = Wanderer(seed, noise=10)
        table.felt = royal(4)
        for _ in range(steps):
            table.step()
            yield table


def taken(state: TableState, events: tuple[e.Event, ...]) -> TableState:
    """The state after these events and all that follows; an unsound one fails the test."""
    steps = 0
    while events:
        for event in events:
            after = evolve(state, e.Entry(state.seq + 1, state.at_ms, event))
            assert not broken(state, event, after), broken(state, event, after)
            state = after
            steps += 1
        assert steps < 60, "there is no end of what follows"
        events = follow(state)
    return state


def rare() -> Iterable[Felt]:
    """A seal whose press the book has denied, with a chef there; lamps lit by hand, with the chef who may
    end that; a shoe that is back, and the chef who may deal from it again; what the dealer asks to put right
    of the round under way, and another person, a chef."""
    told = sealed().see(i.BookRefused("Forgo", "forgone")).badge()
    lost = i.HealthObserved(Machine.CHIPS, i.Health.LOST)
    lamps = Felt().open(sensors=True).see(lost).badge().do(i.AllowHandLamps())
    lamps.see(i.HealthObserved(Machine.CHIPS, i.Health.UP)).badge()
    mute = betting().see(i.HealthObserved(Machine.SHOE, i.Health.LOST)).badge().do(i.DealByHand())
    mute.see(i.HealthObserved(Machine.SHOE, i.Health.UP))
    asked = fold_keyed().do(i.SettleSeat(2), true_decision()).badge()
    return told, lamps, mute, asked


@pytest.mark.parametrize("one_in", [60, long(6)])
def test_what_is_offered_is_what_is_taken(one_in: int) -> None:
    offers: set[type[Intent]] = set()
    games = (one for game in GAMES for one in wandering(range(300, 340), 120, game=game))
    blocked = betting().see(i.TroubleObserved(Machine.SHOE, "firmware_changed"))
    blocked.badge("Durand", Role.COMITE)  # rare in a walk: the program changed and the comité is there
    sealing = nobody_answers().badge()  # rare too: a press without an answer, and a chef
    opening = sealed().see(i.BookRefused("Forgo", "forgone")).badge()
    alike: set[frozenset[type[Intent]]] = set()
    tables = chain([blocked, sealing, opening, *rare()], verifying(range(40), 60), games)
    for number, table in enumerate(tables):
        state = table.state
        offered = legal_now(state)
        kinds = frozenset(type(one) for one in offered)
        offers |= kinds
        if kinds in alike and number % one_in:
            continue  # of states that offer the same kinds of acts, one in so many is asked about every act
        alike.add(kinds)
        assert len(set(offered)) == len(offered)
        signed = (i.SignIncident(number) for number in range(state.incidents.told + 2))
        keyed = refusal_proposed(state) if verified_now(state) is not None else []
        asked = (*ACTS, *signed, *keyed, *(ENTRIES if state.round is not None and state.round.laid else ()))
        accepted = {one for one in asked if not isinstance(decide(state, one), Refusal)}
        armed = {
            one for one in offered if isinstance(one, i.ArmVoid)
        }  # for the reason declared, and no other
        assert not any(isinstance(decide(state, one), Refusal) for one in armed)
        assert set(offered) - armed == accepted, f"in {state.phase}: {set(offered) ^ accepted}"
    assert offers >= {i.SignIncident, *(type(one) for one in (*ACTS, *ENTRIES))}, "some act was never offered"


@pytest.mark.parametrize("seeds", [range(100, 103), long(range(100, 112))])
def test_an_act_taken_leads_to_a_sound_state_and_leaves_the_old_one_as_it_was(seeds: range) -> None:
    for table in (one for game in GAMES for one in wandering(seeds, 120, game=game)):
        state = table.state
        cards = dict(state.round.cards) if state.round is not None else {}
        shown = dict(state.round.shown) if state.round is not None else {}
        for offered in legal_now(state):
            events = decide(state, offered)
            assert not isinstance(events, Refusal)
            taken(state, events)
        assert state.round is None or (dict(state.round.cards), dict(state.round.shown)) == (cards, shown)
    assert fold(TableState(table.state.facts), table.felt.entries) == table.state


def free(state: TableState) -> bool:
    """Nothing stops an ordinary act."""
    return not (state.resumed or state.paused or state.held is not None or state.sheet.closing)


def test_stakes_are_taken_exactly_when_the_law_and_the_limits_allow_them() -> None:
    """Ante 5 € to the maximum in whole euros (3 for 2, chips of 50 cents), Trips none or in chips."""
    amounts = (-500, 0, 1, 450, 500, 550, 600, 999, 1000, 14_900, 14_950, 15_000, 15_050, 15_100, 10**12)
    seen = set()
    for table in wandering(range(200, 220), 60):
        state = table.state
        highest = state.maximum_cents or 15_000  # the chef may have changed it
        for seat in (-1, 0, 1, 7, 8):
            for ante in amounts:
                trips = amounts[(state.seq + ante) % len(amounts)]
                legal = (
                    free(state)
                    and state.phase is Phase.BETTING
                    and seat in state.places
                    and 500 <= ante <= highest
                    and ante % 100 == 0
                    and (trips == 0 or (500 <= trips <= highest and trips % 50 == 0))
                )
                answer = decide(state, i.SetStakes(seat, ante, trips))
                assert isinstance(answer, Refusal) != legal, (seat, ante, trips, answer)
                seen.add(legal)
    assert seen == {True, False}


def may_be_keyed_by_hand(state: TableState, place: Place) -> bool:
    """Dealt by hand: a street when it is turned, the dealer when all is decided, a hand beside his."""
    played, streets = state.playing, state.profile.streets
    if place.pile is Pile.BOARD:
        first = sum(street.board for street in streets[: played.street + 1])
        last = played.street + 1 == len(streets)
        turned = range(first, first) if last else range(first, first + streets[played.street + 1].board)
        waited = played.street_open and bool(state.waited_for)
        return state.phase is Phase.DECIDING and not waited and place.slot in turned
    if place.pile is Pile.DEALER:
        last = state.phase is Phase.DECIDING and played.street + 1 == len(streets)
        return last and not (played.street_open and state.waited_for)
    if place.pile is Pile.BURN or not {dealer(0), dealer(1)} <= set(played.shown):
        return False
    if state.phase is Phase.SETTLING:
        waiting = [n for n in reversed(state.players) if state.seat(n).settled is None]
        turn = ([n for n in waiting if not state.seat(n).contested] or waiting or [0])[0]
        return state.seat(place.seat).contested and place.seat == turn and turn in played.entered
    return state.phase is Phase.DECIDING and is_alive(state, place.seat)


def is_alive(state: TableState, number: int) -> bool:
    """Something of the seat depends on its cards, in the default profile."""
    seat = state.seat(number)
    return seat.seated and (not seat.folded or "trips" in seat.stakes or seat.in_jp1)


def may_be_keyed(state: TableState, place: Place, text: str) -> bool:
    """CS-11: an unread card, at once on the board, else at the showdown and only of a hand alive.

    Another card than was keyed there before is the chef's to key.
    """
    played = state.round
    before = played.proposed.get(place) if played is not None else None
    chef = state.badge is not None and state.badge.role in (Role.CHEF, Role.COMITE)
    if before is not None and not before.is_card(card(text)) and not chef:
        return False
    if played is not None and state.held is not None and state.held.cause == "card_clash":
        # Two open cards are the same: the chef keys the true one where a card was keyed.
        shown = [one.text for one in played.shown.values()]
        wrong = place in played.manual and place in played.shown and shown.count(played.shown[place].text) > 1
        return chef and not state.resumed and not state.paused and wrong and text not in shown
    if played is None or not free(state) or played.cards.get(place) is not None or played.voided is not None:
        return False
    keyed = [played.cards[at] for at in played.laid & played.manual]
    if text in {shown.text for shown in played.shown.values()} | {
        one.turned_up().text for one in keyed if one
    }:
        return False
    if place in played.laid or (state.by_hand and place not in played.cards):
        there = place in played.laid or place.pile is Pile.BOARD
        return there and may_be_keyed_by_hand(state, place)
    if place not in played.cards:
        return False
    if place.pile is Pile.BOARD:
        return True
    last = state.phase is Phase.DECIDING and played.street == len(state.profile.streets) - 1
    if not last or state.undecided:
        return False
    return not place.seat or is_alive(state, place.seat)


@pytest.mark.parametrize("seeds", [range(300, 310), long(range(300, 340))])
def test_a_card_is_keyed_exactly_where_it_lies_open_and_unread(seeds: range) -> None:
    keyed = 0
    for table in wandering(seeds, 200, noise=25):
        state = table.state
        for place in (*state.unread, hole(1, 0), dealer(1), board(2)):
            for text in ("As", "7d", table.truth.get(place, "2c")):
                legal = may_be_keyed(state, place, text)
                answer = decide(state, i.KeyCard(place, card(text)))
                assert isinstance(answer, Refusal) != legal, (str(place), text, answer)
                keyed += legal
    assert 40 * keyed > 100 * len(seeds)


def test_the_acts_with_a_reason_are_taken_when_their_kind_is() -> None:
    for table in wandering(range(400, 430), 100):
        state = table.state
        declared = [isinstance(decide(state, i.DeclareIncident(one)), Refusal) for one in i.Incident]
        assert len(set(declared)) == 1
        reviews = (i.ReviewVideo(True, "3", True), i.ReviewVideo(False, "3", True))
        reviewed = [isinstance(decide(state, review), Refusal) for review in reviews]
        assert len(set(reviewed)) == 1
        for up in state.alarms:
            chef = up.code not in WARNINGS or chef_here(state)
            answer = decide(state, i.SeeAlarm(up.number, "checked"))
            assert isinstance(answer, Refusal) == (bool(up.seen_ms) or not chef)


@requirement("RP-18")
def test_a_round_is_voided_only_by_a_chef_and_before_any_payment() -> None:
    voids = 0
    for table in wandering(range(500, 530), 150, noise=25):
        state = table.state
        answer = decide(state, i.ArmVoid(i.Incident.IRREGULAR_DEAL))
        if isinstance(answer, Refusal):
            continue
        voids += 1
        assert state.badge is not None
        assert state.badge.role in (Role.CHEF, Role.COMITE)
        assert all(seat.settled is None for seat in state.seats)
        assert not any(seat.award_cents for seat in state.seats)
        assert not book_holds(state)
        assert not state.paused
    assert voids > 50


def test_another_profile_offers_its_own_multiples() -> None:
    profile = load_profile("fr-55-20-2021")
    first = replace(profile.streets[0], bets=play_bets(2))
    felt = Felt(replace(profile, streets=(first, *profile.streets[1:]))).open().stakes(s1=1000)
    felt.close().draw("2c 7d 9s 4h")
    assert [one for one in legal_now(felt.state) if isinstance(one, i.BetPlay)] == [i.BetPlay(1, 2)]
    assert felt.tap(i.BetPlay(1, 4)) == Refusal(
        "multiple_not_offered", ART_1, (("multiple", 4), ("offered", "2"))
    )


def test_every_place_of_the_felt_is_known_to_the_walk() -> None:
    assert len(set(PLACES)) == 24
