"""Whatever people, machines and the book do, in whatever order, the table stays sound.

Tables wander by seed through some tens of thousands of steps, sensible and senseless. After each step and
at the end of each walk everything that must hold is asked again; every closed round is settled once more
by the oracle, and the money acts of every round are audited from the journal's entries alone.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from controller.book.verify import acts_of
from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.cards import DECK, FaceDown
from controller.game.consequences import follow
from controller.game.dealing.declared_hand import Outcome, outcome_of
from controller.game.evolve import fold
from controller.game.felt import Pile, Spot, board, dealer, hole
from controller.game.hands import hand_of, rank_cards
from controller.game.rectification.claimed_facts import Mistake, Moved
from controller.game.state import Phase, TableState
from controller.settings.rules import load_profile
from tests import oracle
from tests.builders import SHARE, STAKE_CENTS
from tests.game.oracle_rounds import profile_called
from tests.law.requirements import requirement
from tests.long import long, walks
from tests.wander import Wanderer
from tests.wander.machines import a_chip

pytestmark = pytest.mark.slow

DEFAULT = load_profile("fr-55-20-2021")
HOUSES: dict[str, dict[str, Any]] = {
    "default": {},
    "with_hands": {"board_drawn": "with_hands"},
    "refund": {"void_jp1": "refund"},
    "strict": {
        "trips_after_fold": False,
        "jp1_after_fold": False,
        "jp1_return_stake": True,
        "consolation_trigger": "jp1_bettor",
    },
}
OTHER_GAMES = {"casino_page": "fr-casino-page", "live": "live-uth", "casino": "fr-holdem-casino"}
SIDE_BETS = ("trips-and-pocket", "three-side-bets")
NAMES = (*HOUSES, *OTHER_GAMES, *SIDE_BETS)


def house(name: str) -> Any:
    if name in SIDE_BETS:
        return profile_called(name)
    if name in OTHER_GAMES:
        return load_profile(OTHER_GAMES[name])
    return replace(DEFAULT, options=replace(DEFAULT.options, **HOUSES[name]))


# --- after every step ----------------------------------------------------------------------------


def assert_sound(table: Wanderer) -> None:
    state = table.state
    assert follow(state) == ()
    up = Counter((alarm.code, alarm.seat) for alarm in state.alarms)
    assert not up or max(up.values()) == 1, f"the same alarm twice: {up}"
    assert len({alarm.number for alarm in state.alarms}) == len(state.alarms), "two alarms of one number"
    on_two_cards = {bet.spot for bet in state.profile.sides if bet.looks_at == "hole"}
    for number, seat in enumerate(state.seats, 1):
        assert not seat.in_jp1 or seat.seated or number in state.hollow, (
            f"seat {number} is in JP1 without main bets"
        )
        thrown_in = state.profile.options.fold_any_time
        assert thrown_in or not (seat.folded and seat.bets), f"seat {number} folded with a bet"
        halves = {bet.spot: bet.half_antes for street in state.profile.streets for bet in street.bets}
        for bet in seat.bets:
            assert bet.spot is Spot.PLAY or 2 * bet.cents == halves[bet.spot] * seat.ante_cents
            assert bet.spot is not Spot.PLAY or bet.cents % seat.ante_cents == 0
        told = state.round is not None and number in state.round.entered
        assert not (told and on_two_cards & seat.stakes.keys()), f"seat {number} was told by its class"
    if state.round is not None:
        assert set(state.round.shown) <= set(state.round.cards)
        for place, shown in state.round.shown.items():
            known = state.round.cards[place]
            assert known is not None
            assert known.is_card(shown)


def assert_settled_as_the_oracle_says(state: TableState) -> None:
    """Every spot of every seat, JP1 with its refused prizes taken away, by the reason of the refusal."""
    played = state.playing
    told, options = deal_of(state), state.profile.options
    if played.corrected:
        told = without_sealed_hands(told, state)  # a keyed card may be one that lies face down
    chosen: dict[str, Any] = {name: getattr(options, name) for name in oracle.OPTIONS}
    chosen["side_bets"] = oracle.GAMES.get(state.profile.id, {}).get("side_bets", {})
    answer = oracle.settle(told, chosen)
    verification = played.verification
    turned_up = oracle.settle(without_sealed_hands(told, state), chosen)
    # A royal that stays sealed for ever may not even show by being supervised (rules, section 2).
    ruled = any(seat.exchange is not None for seat in state.seats)
    if not ruled and not played.corrected:  # a stake went back, or the hand was another one
        assert (verification is not None) == turned_up["jackpot"]["supervised"]
    assert played.qualified == answer["dealer"]["qualified"]
    lost = LOST.get(verification.refused, set()) if verification is not None else set()
    stakes_refused = verification.stakes_refused if verification is not None else ()
    for expected in answer["seats"]:
        seat = state.seat(expected["seat"])
        lines = {line.spot.value: line for line in seat.settled or ()}
        if seat.exchange is not None and seat.exchange.ruling is i.SeatRuling.VOID:
            moved = {(line.returned_cents - line.stake_cents, line.paid_cents) for line in lines.values()}
            assert moved == {(0, 0)}
            continue
        assert set(lines) == set(expected["spots"])
        for spot, amounts in expected["spots"].items():
            line = lines[spot]
            paid, returned = amounts["paid"], amounts["returned"]
            refused = lost | (LOST["stake"] if expected["seat"] in stakes_refused else set())
            if spot == "jp1" and refused:
                awards = [one for one in amounts["awards"] if one["kind"] not in refused]
                paid = sum(one["cents"] for one in awards)
                returned = returned if awards else 0  # a stake whose every prize was refused has won nothing
            if not (spot == "jp1" and refused):
                assert line.rule == amounts["rule"]
            told_cents = (line.stake_cents, line.returned_cents, line.taken_cents, line.paid_cents)
            assert told_cents == (amounts["stake"], returned, amounts["stake"] - returned, paid), (
                f"{spot} of seat {expected['seat']} in {told}"
            )


LOST = {
    "images": {"jackpot", "community_royal"},
    "stake": {"jackpot", "community_royal"},
    "exchanged": {"jackpot", "community_royal", "consolation"},
}
"""The prizes that a refusal takes away, by its reason (rules, section 3)."""


def without_sealed_hands(told: dict[str, Any], state: TableState) -> dict[str, Any]:
    """The same deal as far as it was turned up."""
    up = {place.seat for place in state.playing.shown if place.pile is Pile.HOLE} | set(state.playing.entered)
    seats = [seat if seat["seat"] in up else {**seat, "cards": None} for seat in told["seats"]]
    return {**told, "seats": seats}


ASIDE: dict[str, type[e.Event]] = {
    "refund": e.RefundAsked,
    "award": e.AwardAsked,
    "finish": e.FinishAsked,
    "claim": e.ClaimAsked,
    "refusal": e.AwardRefused,
}
SECOND = {"fr-holdem-casino": "super_ante", "fr-55-20-2021": "blind"}
SIDE = {"fr-holdem-casino": "bonus", "fr-55-20-2021": "trips"}


def hand_like(state: TableState, number: int) -> list[str]:
    """Two cards that make what was said of the hand, whatever the others hold."""
    shown, entered = state.playing.shown, state.playing.entered[number]
    common = [shown[board(slot)] for slot in range(5)]
    bank = [shown[dealer(0)], shown[dealer(1)]]
    dealt = rank_cards([*common, *bank])
    for two in combinations([card for card in DECK if card not in common and card not in bank], 2):
        rank = rank_cards([*two, *common])
        like = hand_of(rank).hand_class is entered.hand_class
        if like and entered.outcome in (outcome_of(rank, dealt), Outcome.NONE):
            return [card.text for card in two]
    raise AssertionError(f"no hand like {entered} on {common}")


def deal_of(state: TableState) -> dict[str, Any]:
    played = state.playing
    jackpot = sum(seat.award_cents for seat in state.seats)
    profile = "fr-holdem-casino" if state.profile.id == "fr-holdem-casino" else "fr-55-20-2021"

    def text(place: Any) -> str:
        known = played.cards[place]
        return known.turned_up().text if isinstance(known, FaceDown) else ""

    seats = []
    for n in state.players:
        seat = state.seat(n)
        stakes = {str(spot): cents for spot, cents in seat.stakes.items()}
        stakes |= {str(bet.spot): bet.cents for bet in seat.bets}
        carried = seat.jp1 == "carried"
        stakes |= {"jp1": STAKE_CENTS} if seat.in_jp1 and not carried else {}
        cards = [text(hole(n, 0)), text(hole(n, 1))]
        if n in played.entered:
            cards = hand_like(state, n)
        told = {"seat": n, "cards": cards, "folded": seat.folded, "stakes": stakes, "jp1_carried": carried}
        seats.append({**told, "cards": cards if all(cards) else None})
    return {
        "profile": profile,
        "board": [text(board(slot)) for slot in range(5)],
        "dealer": [text(dealer(slot)) for slot in range(2)],
        "seats": seats,
        "jackpot_cents": jackpot,
        "jp1_stake_cents": STAKE_CENTS,
    }


# --- the money of a whole walk, from its entries -------------------------------------------------


class Audit:
    """Follows every JP1 stake and prize through the entries; anything out of order fails the test."""

    def __init__(self) -> None:
        self.in_play: dict[int, dict[int, int]] = {}
        self.leaving: dict[int, dict[int, int]] = {}
        self.refused: i.ClaimDoubt | None = None
        self.now = 0
        self.contributed: set[tuple[int, int]] = set()
        self.finished: set[int] = set()
        self.over: set[int] = set()
        self.awarded: Counter[tuple[int, int]] = Counter()
        self.paid: Counter[tuple[int, int]] = Counter()
        self.settled: dict[int, tuple[e.SettledSpot, ...]] = {}
        self.asked: e.Event | None = None
        self.keys: set[tuple[str, int, int, int | None]] = set()
        self.aside: e.StakesSetAside | None = None
        self.sealed: dict[int, int] = {}
        self.closed = 0

    def read(self, entries: list[e.Entry]) -> Audit:
        """Every entry has been read, in order."""
        for number, entry in enumerate(entries, 1):
            assert entry.seq == number
            reading = getattr(self, f"_{type(entry.event).__name__}", None)
            if reading is not None:
                reading(entry.event)
        return self

    def _one_at_a_time(self, event: e.Event) -> None:
        assert self.asked is None, f"{event} while {self.asked} is not answered"
        self.asked = event
        for act in acts_of("", "", [event]):
            key = (act.kind, act.round, act.attempt, act.seat)
            assert key not in self.keys, f"{event} has the key of another act, whose answer it would be given"
            self.keys.add(key)

    def _answers(self, kind: type[e.Event]) -> Any:
        asked, self.asked = self.asked, None
        assert isinstance(asked, kind), f"an answer to {kind.__name__} while {asked} was asked"
        return asked

    def _RoundOpened(self, event: e.RoundOpened) -> None:  # noqa: N802
        self.settled, self.now = {}, event.round
        if event.attempt == 1:
            assert event.round not in self.in_play, "a round number used twice"
            self.in_play[event.round] = {}

    def _SeatVacated(self, event: e.SeatVacated) -> None:  # noqa: N802
        self._leaves(event.seat)

    def _CorrectionApproved(self, event: e.CorrectionApproved) -> None:  # noqa: N802
        self._leaves(event.seat)

    def _leaves(self, seat: int) -> None:
        """The seat plays for nothing any more; its stake is to be refunded before the round is finished."""
        attempt = self.in_play[self.now].pop(seat, None)
        if attempt is not None:
            self.leaving.setdefault(self.now, {})[seat] = attempt

    def _ContributionAsked(self, event: e.ContributionAsked) -> None:  # noqa: N802
        self._one_at_a_time(event)
        assert event.seats
        assert event.stake_cents == STAKE_CENTS
        assert (event.round, event.attempt) not in self.contributed, "contributed twice"
        assert not set(event.seats) & set(self.in_play[event.round]), "a carried stake contributed again"

    def _ContributionRecorded(self, event: e.ContributionRecorded) -> None:  # noqa: N802
        asked = self._answers(e.ContributionAsked)
        assert (asked.round, asked.attempt) == (event.round, event.attempt)
        added = len(asked.seats) * STAKE_CENTS * SHARE // 1_000_000
        assert event.meter_cents - event.meter_before_cents == added
        self.contributed.add((event.round, event.attempt))
        if self._is_aside(event):
            self.sealed = dict.fromkeys(asked.seats, event.attempt)  # in the book, and in nobody's play
            return
        self.in_play[event.round] |= dict.fromkeys(asked.seats, event.attempt)

    def _is_aside(self, event: Any) -> bool:
        lies = self.aside
        return lies is not None and (lies.round, lies.attempt) == (event.round, event.attempt)

    def _StakesSetAside(self, event: e.StakesSetAside) -> None:  # noqa: N802
        assert self.aside is None, "a second seal before the first was opened"
        assert isinstance(self.asked, e.ContributionAsked), "sealed although nothing was asked"
        assert (self.asked.round, self.asked.attempt) == (event.round, event.attempt)
        assert self.asked.seats == event.seats
        self.aside = event

    def _SealOpened(self, event: e.SealOpened) -> None:  # noqa: N802
        lies, self.aside = self.aside, None
        assert lies is not None, "a seal opened twice"
        assert (event.round, event.attempt, event.seats) == (lies.round, lies.attempt, lies.seats)
        assert event.added == ((event.round, event.attempt) in self.contributed)
        assert not self.sealed, "chips given back whose stakes are in the book"

    def _ContributionRefused(self, event: e.ContributionRefused) -> None:  # noqa: N802
        self._answers(e.ContributionAsked)

    def _RefundAsked(self, event: e.RefundAsked) -> None:  # noqa: N802
        self._one_at_a_time(event)
        assert event.round not in self.finished

    def _RefundRecorded(self, event: e.RefundRecorded) -> None:  # noqa: N802
        asked = self._answers(e.RefundAsked)
        assert (asked.round, asked.attempt, asked.seat) == (event.round, event.attempt, event.seat)
        leaving = self.leaving.get(event.round, {})
        stakes = self.sealed if self._is_aside(event) else leaving or self.in_play[event.round]
        assert stakes.pop(event.seat, None), "a refund of a stake that is not there"

    def _ClaimAsked(self, event: e.ClaimAsked) -> None:  # noqa: N802
        self._one_at_a_time(event)
        assert event.seat in self.in_play[event.round]

    def _ClaimRecorded(self, event: e.ClaimRecorded) -> None:  # noqa: N802
        self._answers(e.ClaimAsked)

    def _AwardRefused(self, event: e.AwardRefused) -> None:  # noqa: N802
        self.refused = event.reason
        if event.claimed:
            self._one_at_a_time(event)

    def _ClaimWithdrawn(self, event: e.ClaimWithdrawn) -> None:  # noqa: N802
        asked = self._answers(e.AwardRefused)
        assert (asked.round, asked.attempt) == (event.round, event.attempt)

    def _AwardAsked(self, event: e.AwardAsked) -> None:  # noqa: N802
        self._one_at_a_time(event)
        assert event.round not in self.finished
        assert event.seat in self.in_play[event.round]

    def _AwardRecorded(self, event: e.AwardRecorded) -> None:  # noqa: N802
        asked = self._answers(e.AwardAsked)
        assert (asked.round, asked.attempt, asked.seat) == (event.round, event.attempt, event.seat)
        self.awarded[event.round, event.seat] += event.cents

    def _ActSetAside(self, event: e.ActSetAside) -> None:  # noqa: N802
        """The book will never do it; its player has what is his all the same."""
        act, asked = event.act, self.asked
        if asked is not None:
            self._answers(ASIDE[act.kind])
            assert (asked.round, asked.attempt) == (act.round, act.attempt)  # type: ignore[attr-defined]
        if act.kind == "award":
            self.awarded[act.round, act.seat] += act.cents
        elif act.kind == "finish":
            self.finished.add(act.round)
        elif act.kind == "refund":
            leaving = self.leaving.get(act.round, {})
            stakes = self.sealed if self._is_aside(act) else leaving or self.in_play[act.round]
            assert stakes.pop(act.seat, None), "a refund of a stake that is not there"

    def _SeatSettled(self, event: e.SeatSettled) -> None:  # noqa: N802
        assert event.seat not in self.settled, "a seat settled twice"
        self.settled[event.seat] = event.lines

    def _SettlementTakenBack(self, event: e.SettlementTakenBack) -> None:  # noqa: N802
        del self.settled[event.seat]

    def _RectificationRecorded(self, event: e.RectificationRecorded) -> None:  # noqa: N802
        was = sum(line.paid_cents - line.taken_cents for line in event.first)
        now = sum(line.paid_cents - line.taken_cents for line in event.lines)
        assert was + event.cents == now + event.truth.by_cents, "the difference is not that of the lines"
        assert not {line.spot for line in (*event.first, *event.lines)} & {Spot.JP1}
        if event.moved is not Moved.LEFT and event.truth.mistake is not Mistake.PAYMENT:
            assert event.bank_cents + event.cents == 0, "cents came or went"

    def _RoundClosed(self, event: e.RoundClosed) -> None:  # noqa: N802
        assert event.round not in self.over, "a round closed twice"
        self.over.add(event.round)
        self.closed += 1
        stakes = self.in_play[event.round]
        bank = 0
        for seat, lines in self.settled.items():
            if any(line.rule == "ruled_void" for line in lines):
                assert all(line.returned_cents == line.stake_cents for line in lines)
                continue  # its JP1 stake goes back by a refund of its own
            jp1 = [line for line in lines if line.spot == "jp1"]
            assert bool(jp1) == (seat in stakes), f"seat {seat} and its JP1 stake"
            for line in jp1:
                # A carried stake was taken in the deal that was void: its line has what goes back of it.
                own = stakes[seat] == event.attempt
                assert line.stake_cents == (STAKE_CENTS if own else line.returned_cents)
                assert line.returned_cents in (0, STAKE_CENTS if line.paid_cents else 0)
                self.paid[event.round, seat] = line.paid_cents
            bank += sum(line.taken_cents - line.paid_cents for line in lines if line.spot != "jp1")
        assert set(stakes) <= set(self.settled), "a JP1 stake without a settlement"
        assert event.bank_cents == bank

    def _RoundVoided(self, event: e.RoundVoided) -> None:  # noqa: N802
        assert not self.settled, "a round was voided after a payment"
        assert event.round not in self.over
        assert not any(number == event.round for number, _ in self.awarded), "voided after a prize"
        if event.jp1_carried:
            stakes = self.in_play[event.round]
            assert set(event.jp1_carried) <= set(stakes)
            back = {seat: stakes.pop(seat) for seat in set(stakes) - set(event.jp1_carried)}
            assert not back or self.refused is i.ClaimDoubt.STAKE, "a stake that holds is carried"
            self.leaving.setdefault(event.round, {}).update(back)
        else:
            self.over.add(event.round)

    def _FinishAsked(self, event: e.FinishAsked) -> None:  # noqa: N802
        self._one_at_a_time(event)
        assert event.round in self.over, "finished before its end"
        assert event.round not in self.finished, "finished twice"
        assert not self.leaving.get(event.round), "finished before a stake was refunded"
        seats = self.in_play[event.round]
        paid = {seat: self.paid[event.round, seat] for seat in seats}
        assert paid == {seat: self.awarded[event.round, seat] for seat in seats}, "paid and posted differ"

    def _FinishRecorded(self, event: e.FinishRecorded) -> None:  # noqa: N802
        asked = self._answers(e.FinishAsked)
        assert asked.round == event.round
        self.finished.add(event.round)

    def at_rest(self) -> None:
        """Every contributed round that is over is finished in the book."""
        owed = {number for number, _ in self.contributed} & self.over - self.finished
        assert not owed, f"over and never finished: {owed}"


# --- the walks -----------------------------------------------------------------------------------


def walk(table: Wanderer, steps: int) -> None:
    before = table.state
    for _ in range(steps):
        table.step()
        assert_sound(table)
        closed = table.state.phase is Phase.CLEARING and before.phase is Phase.SETTLING
        if closed:
            assert_settled_as_the_oracle_says(table.state)
        before = table.state


NOT_WALKED = {"MasterLost", "MasterFound", "HeadsWitnessed"}
"""What a start of the program says of its keys, and what other tables say: `test_master_lost.py` and
`test_heads_of_others.py` have them."""


@requirement("SE-05")
@pytest.mark.parametrize(("name", "seeds"), walks(NAMES, range(20), 3))
def test_a_table_left_to_chance_stays_sound(name: str, seeds: range) -> None:
    closed = 0
    for seed in seeds:
        table = Wanderer(1_000 * NAMES.index(name) + seed, house(name), noise=(5, 15, 30)[seed % 3])
        walk(table, 700)
        entries = table.felt.entries
        assert fold(TableState(table.state.facts), entries) == table.state
        closed += Audit().read(entries).closed
    assert closed > (140 if len(seeds) == 20 else 15), "hardly a round was played to its end"


@pytest.mark.long
def test_everything_that_people_and_machines_bring_about_happens_in_the_walks() -> None:
    missing = set(e.EVENTS) - NOT_WALKED
    for seed in range(800):
        table = Wanderer(50_000 + seed, house(NAMES[seed % len(NAMES)]), register=bool(seed % 2))
        for _ in range(500):
            table.step()
        missing -= {type(entry.event).__name__ for entry in table.felt.entries}
        if not missing:
            return
    raise AssertionError(f"never happened: {missing}")


@pytest.mark.parametrize(("name", "seeds"), walks(NAMES, range(25), 4))
def test_sensible_people_bring_any_table_to_its_next_round(name: str, seeds: range) -> None:
    """No state is a dead end, and what the round owed to the book is then settled."""
    for seed in seeds:
        table = Wanderer(90_000 + seed, house(name), noise=40, register=bool(seed % 2))
        walk(table, 150)
        table.noise = 0
        begun = len(table.felt.entries)
        for _ in range(600):
            walk(table, 1)
            new = [entry.event for entry in table.felt.entries[begun:]]
            if any(isinstance(event, e.RoundClosed) for event in new) and table.state.money is None:
                break
        else:
            raise AssertionError(f"seed {seed} stays in {table.state.phase}, held {table.state.held}")
        audit = Audit().read(table.felt.entries)
        if table.state.money is None:
            audit.at_rest()


@pytest.mark.parametrize("seeds", [range(2), long(range(2, 10))])
def test_the_views_of_any_state_are_plain_maps(seeds: range) -> None:
    for seed in seeds:
        table = Wanderer(70_000 + seed, noise=20, register=bool(seed % 2))
        for _ in range(250):
            table.step()
            for view in (views.console(table.state), views.pit(table.state), views.display(table.state)):
                assert json.loads(json.dumps(view)) is not None


def test_the_same_seed_is_the_same_night() -> None:
    nights = []
    for _ in range(2):
        table = Wanderer(4)
        walk(table, 500)
        nights.append([(entry.seq, entry.at_ms, repr(entry.event)) for entry in table.felt.entries])
    assert nights[0] == nights[1]


@requirement("BC-04")
def test_a_chip_at_every_seat_makes_no_stake_by_itself() -> None:
    table = Wanderer(1)
    table.see(i.MeterObserved(1, 1_000_000, 1))
    before = table.state.jackpot.meter_cents
    for _ in range(300):
        a_chip(table)
        assert table.state.jackpot.meter_cents == before
        assert not table.state.jp1_seats
