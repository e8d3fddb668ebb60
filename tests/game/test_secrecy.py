"""Read is not revealed: no card lying face down is in any view, text or record before its reveal event.

Two ways of asking. By words: whatever a table prints names no card but those turned up. By worlds: two tables
whose sealed cards differ, and nothing else, look the same in everything that can be seen or written.
"""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.cards import DECK, Card, FaceDown
from controller.game.dealing.by_hand import telling
from controller.game.felt import Pile, Spot, board, dealer, hole
from controller.game.react import react
from controller.game.state import Phase, TableState
from controller.settings.rules import load_profile
from tests import oracle
from tests.builders import Felt
from tests.game.oracle_rounds import profile_called
from tests.law.requirements import requirement
from tests.long import long, walks
from tests.stacked import CARDS, deck, royal
from tests.wander import Wanderer

DEFAULT = load_profile("fr-55-20-2021")
HOUSES: dict[str, dict[str, Any]] = {
    "default": {},
    "with_hands": {"board_drawn": "with_hands"},
    "no_trips_after_fold": {"trips_after_fold": False},
    "jp1_dies": {"jp1_after_fold": False, "trips_after_fold": False, "consolation_trigger": "jp1_bettor"},
}
MORE_SIDE_BETS = ("trips-and-pocket", "three-side-bets")
NAMED = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
CARD = Card.parse("As")


def house(name: str) -> Any:
    if name in MORE_SIDE_BETS:
        return profile_called(name)
    return replace(DEFAULT, options=replace(DEFAULT.options, **HOUSES[name]))


def seen_of(state: TableState) -> str:
    """Every view as the screens receive it."""
    return json.dumps([views.console(state), views.pit(state), views.display(state)])


def printed(state: TableState) -> str:
    """What a log, a traceback or a debugger would say of the state and its wishes."""
    return f"{state!r} {state} {react(state)!r}"


def shown(state: TableState) -> set[str]:
    if state.round is None:
        return found(state)
    return found(state) | {card.text for card in state.round.shown.values()}


def found(state: TableState) -> set[str]:
    """Cards that a person had before his eyes and has named himself: at a place of the royal (JW-08), or as
    what really lay where another one was keyed (AC-10)."""
    checked = state.round.verification if state.round is not None else None
    royal = {card.text for _, card, _ in checked.others} if checked is not None else set()
    asked = (state.record.open.proposal,) if state.record.open is not None else ()
    true = (one.truth.card for one in (*asked, *[done.entry for done in state.record.done]))
    return royal | {card.text for card in true if card is not None}


# --- by words ------------------------------------------------------------------------------------


def assert_nothing_sealed_is_named(table: Wanderer, entries: list[e.Entry]) -> None:
    state = table.state
    open_cards = shown(state)
    for text in (seen_of(state), printed(state)):
        named = set(NAMED.findall(text))
        assert named <= open_cards, f"{named - open_cards} named in phase {state.phase}"
        assert not (named & table.sealed()) - found(state)
    for entry in entries:
        named = set(NAMED.findall(f"{entry!r} {entry.event}"))
        assert named <= {card.text for card in (*turned_by(entry.event), *told_by(entry.event))}, entry


def turned_by(event: e.Event) -> list[Card]:
    if isinstance(event, e.HandCardDiffers):
        return [event.presented]
    return [one.card for one in event.cards] if isinstance(event, e.CardsRevealed) else []


def told_by(event: e.Event) -> list[Card]:
    """A card that lay face up and that a person named: in a report, or as the true one of a record."""
    told: Card | None = None
    if isinstance(event, e.RecordCorrected):
        return [card for one in event.cards for card in (one.recorded, one.card)]
    if isinstance(event, e.IncidentReported):
        told = event.card
    elif isinstance(event, e.RectificationProposed | e.RectificationRecorded):
        told = event.truth.card
    elif isinstance(event, e.RectificationRefused):
        told = event.card  # only one that lay open to everybody
    return [] if told is None else [told]


@requirement("CS-13")
@pytest.mark.parametrize(("name", "seeds"), walks(HOUSES, range(6)))
def test_no_view_no_text_and_no_entry_names_a_card_that_lies_face_down(name: str, seeds: range) -> None:
    revealed = 0
    for seed in seeds:
        table = Wanderer(600 + seed, house(name), noise=(5, 25)[seed % 2])
        for _ in range(260):  # stakes are confirmed, voids refunded: some 30 cards a walk
            before = len(table.felt.entries)
            table.step()
            new = table.felt.entries[before:]
            assert_nothing_sealed_is_named(table, new)
            revealed += sum(len(turned_by(entry.event)) for entry in new)
        for _, refusal in table.refusals:
            named = set(NAMED.findall(repr(refusal)))
            assert not named or refusal.code in ("card_face_up", "card_recorded", "card_differs")
    assert revealed > (200 if len(seeds) == 6 else 20), "hardly a card was turned up"


def test_what_is_looked_for_would_be_found() -> None:
    felt = Felt().open().stakes(s1=1000).close().draw("As Kd 9s 9h").do(i.CallStreet()).draw("Ac 7d 4h")
    assert set(NAMED.findall(seen_of(felt.state))) == {"Ac", "7d", "4h"}
    assert set(NAMED.findall(printed(felt.state))) == {"Ac", "7d", "4h"}
    assert NAMED.findall("[Card(As)] 'Kd' Asd 2cc 10h") == ["As", "Kd"]


# --- who is turned up, and when ------------------------------------------------------------------


def entitled(state: TableState) -> set[int]:
    """The seats of the showdown (rules, section 2), told anew."""
    played, options = state.playing, state.profile.options
    common = tuple(known(state, board(slot)) for slot in range(5))
    seats = set()
    for n in state.players:
        seat = state.seat(n)
        # Pocket asks for two cards; of three side bets, Trips is lost with the hand and Bonus on the board.
        lost = state.profile.id == "three-side-bets"
        trips = Spot.TRIPS in seat.stakes and options.trips_after_fold and not lost
        jp1 = seat.in_jp1 and options.jp1_after_fold
        if not seat.folded or trips or jp1 or Spot.POCKET in seat.stakes:
            seats.add(n)
        elif options.consolation_trigger == "any_player" and state.jp1_seats:
            own = [played.cards[hole(n, slot)] for slot in (0, 1)]
            if all(card is not None for card in own) and royal_of(
                tuple(known(state, hole(n, s)) for s in (0, 1)), common
            ):
                seats.add(n)
    return seats


def known(state: TableState, place: Any) -> str:
    card = state.playing.cards[place]
    assert card is not None
    return card.turned_up().text


def royal_of(own: tuple[str, ...], common: tuple[str, ...]) -> bool:
    name = oracle.CLASSES[oracle.best((*own, *common))[0]]
    return name == "royal_flush" and oracle.CLASSES[oracle.describe_five(common)[0]] != "royal_flush"


@pytest.mark.parametrize(("name", "seeds"), walks((*HOUSES, *MORE_SIDE_BETS), range(16), 4))
def test_exactly_the_hands_entitled_are_turned_up_at_the_showdown_and_no_other_ever(
    name: str, seeds: range
) -> None:
    folded_open = folded_sealed = 0
    for seed in seeds:
        table = Wanderer(700 + seed, house(name), noise=8)
        for _ in range(300):
            table.step()
            state = table.state
            if state.round is None or not state.round.shown:
                continue
            up = {place.seat for place in state.round.shown if place.pile is Pile.HOLE}
            told = set(state.round.entered)
            if telling(state) or state.phase is Phase.REFUNDING:  # voided while hands were being told
                assert up | told <= (entitled(state) if dealer(0) in state.round.shown else set())
                continue
            if state.round.settlement is None:
                assert not up
                assert dealer(0) not in state.round.shown
                continue
            assert not up & told
            assert up | told == entitled(state)
            folded = {n for n in state.players if state.seat(n).folded}
            folded_open += len(folded & up)
            folded_sealed += len(folded - up)
            for seat in views.console(state)["seats"]:
                if seat["seat"] in folded - up - told:
                    assert set(seat["cards"]) <= {"back", "unread"}
                    assert (seat["hand"], seat["used"], seat["result"]) == (None, None, "fold")
                    assert [line["rule"] for line in seat["lines"]][:2] == [
                        "ante_lost_folded",
                        "blind_lost_folded",
                    ]
    assert 16 * folded_sealed > 50 * len(seeds)
    assert (folded_open == 0) if name == "jp1_dies" else (16 * folded_open > 20 * len(seeds))


@pytest.mark.parametrize(("name", "seeds"), walks(HOUSES, range(12), 3))
def test_the_board_is_turned_up_street_by_street(name: str, seeds: range) -> None:
    for seed in seeds:
        table = Wanderer(800 + seed, house(name), noise=8)
        for _ in range(200):
            table.step()
            state = table.state
            if state.round is None:
                continue
            up = [slot for slot in range(5) if board(slot) in state.round.shown]
            assert up == list(range({-1: 0, 0: 0, 1: 3, 2: 5}[state.round.street]))


def test_a_claim_is_made_at_the_showdown_and_not_when_the_river_is_read() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("As Ks 3h 8c").play(4, 1)
    felt.do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h")
    assert not felt.state.alarms
    assert felt.state.money is None
    assert not felt.events(e.ClaimAsked)
    felt.showdown()
    assert len(felt.events(e.ClaimAsked)) == 1


# --- by worlds -----------------------------------------------------------------------------------


def told(felt: Felt) -> list[str]:
    """All that can be seen, printed or read of a table."""
    return [seen_of(felt.state), printed(felt.state), repr(felt.entries), repr(felt.asked)]


def together(worlds: list[Felt], act: Callable[[Felt], object]) -> None:
    for felt in worlds:
        act(felt)
    first, *others = [told(felt) for felt in worlds]
    for other in others:
        assert other == first


def draw_each(worlds: list[Felt], packs: list[list[str]]) -> None:
    for felt, pack in zip(worlds, packs, strict=True):
        felt.draw(pack.pop(0))
    first, *others = [told(felt) for felt in worlds]
    for other in others:
        assert other == first


@pytest.mark.parametrize(("name", "seeds"), walks(HOUSES, range(12), 3))
def test_tables_whose_face_down_cards_differ_look_the_same_until_the_showdown(
    name: str, seeds: range
) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        common, _ = deck(rng, 4, royal if seed % 3 == 0 else None)
        rest = [text for text in CARDS if text not in common]
        packs = [rng.sample(rest, 8) + common for _ in range(3)]
        worlds = [Felt(house(name)).open() for _ in packs]
        together(worlds, lambda felt: felt.stakes(s1=1000, s3=(500, 500), s6=2000).chips(1, 3))
        together(worlds, lambda felt: felt.close())
        for _ in range(13 if name == "with_hands" else 8):
            draw_each(worlds, packs)
        acts = rng.sample(range(3), 3)
        if acts[0]:
            together(worlds, lambda felt: felt.play(4, 1))
        for cards in (3, 2):
            together(worlds, lambda felt: felt.do(i.CallStreet()))
            for _ in range(0 if name == "with_hands" else cards):
                draw_each(worlds, packs)
        together(worlds, lambda felt: felt.fold(3).do(i.DeclareIncident(i.Incident.EXPOSED_CARD)))
        together(worlds, lambda felt: felt.do(i.Resume()))


@pytest.mark.parametrize("seeds", [range(8), long(range(40))])
def test_tables_whose_folded_hand_differs_look_the_same_for_ever(seeds: range) -> None:
    """Seat 4 folds with nothing alive; the others, the dealer and the board are the same in every world."""
    compared = 0
    for seed in seeds:
        rng = random.Random(seed)
        common, hands = deck(rng, 3)
        out = {*common, *hands[0], *hands[1], *hands[2]}
        rest = [text for text in CARDS if text not in out]
        secrets = [rng.sample(rest, 2) for _ in range(3)]
        if any(royal_of(tuple(own), tuple(common)) for own in (*secrets, *hands[:2])):
            continue  # a royal at a table with JP1 is turned up, whoever holds it
        packs = [hands[0] + own + hands[1] + hands[2] + common for own in secrets]
        worlds = [Felt().open().stakes(s1=1000, s4=500, s5=(600, 500)).chips(1, 5).close() for _ in packs]
        for felt, pack in zip(worlds, packs, strict=True):
            felt.draw(" ".join(pack[:8])).do(i.CallStreet()).draw(" ".join(pack[8:11]))
            felt.do(i.CallStreet()).draw(" ".join(pack[11:]))
        together(worlds, lambda felt: felt.fold(4).do(i.BetRest()))
        together(worlds, lambda felt: felt.showdown())
        together(worlds, lambda felt: felt.settle())
        together(worlds, lambda felt: felt.do(i.NextRound()).close())
        assert all(felt.state.phase is Phase.DEALING for felt in worlds)
        compared += 1
    assert 2 * compared > len(seeds)


def test_a_void_tells_nothing_of_a_board_that_lies_face_down() -> None:
    """Seat 1 would have a full house by the river, or nothing; the board lies there and no street is open."""
    worlds = [Felt(house("with_hands")).open().stakes(s1=1000).chips(1).close() for _ in range(2)]
    packs = [f"As Ac 2d 7c {board}".split() for board in ("Ad Kh Ks 3c 9d", "8d Kh Qs 3c 9d")]
    for _ in range(9):
        draw_each(worlds, packs)
    together(worlds, lambda felt: felt.void())
    assert all(felt.state.playing.attempt == 2 for felt in worlds)


def test_a_void_tells_nothing_of_a_hand_whose_jp1_died_with_the_fold() -> None:
    """Seat 3 folds four aces, or nothing; its hand stays sealed for ever."""
    worlds = [Felt(house("jp1_dies")).open().stakes(s1=1000, s3=1000).chips(3).close() for _ in range(2)]
    packs = [f"5s 6c {own} 2d 7c Ad Ah 3s 9c Td".split() for own in ("As Ac", "Ks Qc")]
    for _ in range(6):
        draw_each(worlds, packs)
    for cards in (3, 2):
        together(worlds, lambda felt: felt.do(i.CallStreet()))
        for _ in range(cards):
            draw_each(worlds, packs)
    together(worlds, lambda felt: felt.fold(3))
    together(worlds, lambda felt: felt.void())
    assert all(felt.state.playing.attempt == 2 for felt in worlds)


# --- the type that keeps the secret --------------------------------------------------------------


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_face_down_card_is_not_pickled(protocol: int) -> None:
    for secret in (FaceDown(CARD), [FaceDown(CARD)], i.CardObserved(FaceDown(CARD))):
        with pytest.raises(TypeError, match="not serialised in clear"):
            pickle.dumps(secret, protocol)


def test_a_state_with_face_down_cards_is_neither_pickled_nor_copied_nor_taken_apart() -> None:
    state = Felt().open().stakes(s1=1000).close().draw("As Kd 9s 9h").state
    for take in (pickle.dumps, copy.deepcopy, dataclasses.asdict):
        with pytest.raises(TypeError, match="not serialised in clear"):
            take(state)
    for take in (copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="not serialised in clear"):
            take(FaceDown(CARD))


def test_a_face_down_card_is_no_json_and_prints_as_a_mask() -> None:
    secret = FaceDown(CARD)
    with pytest.raises(TypeError, match="not JSON serializable"):
        json.dumps({"card": secret})
    with pytest.raises(TypeError, match="__dict__"):
        vars(secret)
    as_texts = [
        str(secret),
        repr(secret),
        f"{secret}",
        f"{secret!r:>20}",
        "{:^12}".format(secret),  # noqa: UP032
        "%s %r" % (secret, secret),  # noqa: UP031
        json.dumps([secret], default=str),
        repr({"card": (secret, [secret])}),
        repr(i.CardObserved(secret)),
        repr(e.CardDealt(1, 1, hole(1, 0), secret)),
    ]
    for text in as_texts:
        assert not NAMED.search(text), text


def test_face_down_cards_tell_nothing_by_hash_or_order() -> None:
    secrets = [FaceDown(card) for card in DECK]
    assert len({hash(secret) for secret in secrets}) == 1
    assert len({repr(secret) for secret in secrets}) == 1
    with pytest.raises(TypeError):
        sorted(secrets)  # type: ignore[type-var]
    for attribute in ("text", "rank", "suit", "code", "key"):
        assert not hasattr(secrets[0], attribute)
