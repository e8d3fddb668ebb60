"""Read is not revealed, in the other games: sealed banks, hands that nobody opens, burned cards.

By words: whatever such a table prints names no card but those turned up. By worlds: two tables whose sealed
cards differ, and nothing else, look the same in everything that can be seen or written.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from controller.game import inputs as i
from controller.game.felt import Pile, Spot, dealer
from controller.game.profile import RuleProfile
from controller.game.settling.showdown import bank_qualifies
from controller.game.state import Phase, TableState
from controller.settings.rules import load_profile
from tests import oracle
from tests.builders import Felt
from tests.game.test_secrecy import assert_nothing_sealed_is_named, draw_each, together, turned_by
from tests.long import long, walks
from tests.stacked import CARDS
from tests.wander import Wanderer

HOUSE = Path(__file__).parents[1] / "house"
CASINO = load_profile("fr-holdem-casino")
LIVE = load_profile("live-uth")
GAMES = {
    "casino": CASINO,
    "casino of a house": load_profile(HOUSE / "poker-de-casino-de-la-maison.toml"),
    "live": LIVE,
    "casino page": load_profile("fr-casino-page"),
    "other multiples": load_profile(HOUSE / "uth-autres-multiples.toml"),
}


# --- by words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seeds"), walks(GAMES, range(5)))
def test_no_view_no_text_and_no_entry_names_a_card_that_lies_face_down(name: str, seeds: range) -> None:
    revealed = 0
    for seed in seeds:
        table = Wanderer(900 + seed, GAMES[name], noise=(5, 20)[seed % 2])
        for _ in range(200):
            before = len(table.felt.entries)
            table.step()
            new = table.felt.entries[before:]
            assert_nothing_sealed_is_named(table, new)
            revealed += sum(len(turned_by(entry.event)) for entry in new)
    assert 5 * revealed > 60 * len(seeds), "hardly a card was turned up"


def hands_up(state: TableState) -> set[int]:
    return {place.seat for place in state.playing.shown if place.pile is Pile.HOLE}


@pytest.mark.parametrize(("name", "seeds"), walks(["casino", "casino of a house"], range(25), 6))
def test_hands_are_opened_for_a_bank_that_compares_them_or_for_a_bonus_and_burned_cards_never(
    name: str, seeds: range
) -> None:
    profile = GAMES[name]
    opened = sealed = 0
    for seed in seeds:
        table = Wanderer(950 + seed, profile, noise=8)
        for _ in range(250):
            table.step()
            state = table.state
            if state.round is None or not state.round.shown:
                continue
            assert not [place for place in state.round.shown if place.pile is Pile.BURN]
            up = hands_up(state)
            up |= set(state.round.entered)
            if dealer(0) not in state.round.shown:
                assert not up
                continue
            entitled = {n for n in state.players if is_opened(state, n)}
            if state.round.settlement is None and state.round.laid:
                assert up <= entitled  # dealt by hand, they are told one after the other
                continue
            if state.round.settlement is None:
                assert up in (set(), entitled)  # the Antes come first where an unqualified bank pays them
                continue
            assert up == entitled
            opened += len(up)
            sealed += len(set(state.players) - up)
    assert 25 * min(opened, sealed) > 50 * len(seeds), (opened, sealed)


def is_opened(state: TableState, number: int) -> bool:
    """« avant de regarder […] pour les clients ayant misé sur la case Bonus, ouvre leur jeu »"""
    seat, options = state.seat(number), state.profile.options
    if "bonus" in seat.stakes and (options.bonus_after_fold or not seat.folded):
        return True
    compares = bank_qualifies(state) or state.profile.unqualified.others == "compared"
    return compares and not seat.folded


@pytest.mark.parametrize("seeds", [range(3), long(range(12))])
def test_at_the_live_table_only_the_players_lie_open_before_the_showdown(seeds: range) -> None:
    open_hands = 0
    for seed in seeds:
        table = Wanderer(980 + seed, LIVE, noise=8)
        for _ in range(200):
            table.step()
            state = table.state
            if state.round is None or state.phase not in (Phase.DEALING, Phase.DECIDING):
                continue
            if state.round.laid:
                continue  # dealt by hand, nobody has read them
            assert dealer(0) not in state.round.shown
            assert hands_up(state) == (set(state.players) if state.phase is Phase.DECIDING else set())
            open_hands += len(hands_up(state))
    assert 12 * open_hands > 100 * len(seeds)


# --- by worlds -----------------------------------------------------------------------------------

BOARD = ["3c", "5d", "8h", "Jd", "Kc"]
HIGH, PAIR = ["As", "2h"], ["Ks", "2c"]
"""A bank that does not qualify on this board, and one that does."""


def worlds_of(profile: RuleProfile, banks: list[list[str]], hands: str) -> tuple[list[Felt], list[list[str]]]:
    """Tables that differ by their bank, the hands dealt; and what each has left to draw."""
    worlds = [Felt(profile).open().stakes(s1=1000, s3=(1000, 500), s6=2000).close() for _ in banks]
    burned = ["9c", "9d", "9h"]
    streets = [burned[0], *BOARD[:3], burned[1], BOARD[3], burned[2], BOARD[4]]
    packs = [[*hands.split(), *bank, *streets] for bank in banks]
    for _ in range(8):
        draw_each(worlds, packs)
    return worlds, packs


def drawn(worlds: list[Felt], packs: list[list[str]], cards: int) -> None:
    together(worlds, lambda felt: felt.do(i.CallStreet()))
    for _ in range(cards):
        draw_each(worlds, packs)


def test_whether_the_bank_qualifies_is_not_seen_before_the_dealer_turns_his_cards() -> None:
    worlds, packs = worlds_of(CASINO, [HIGH, PAIR], "Qs Qh 4s 6h Td 7h")
    together(worlds, lambda felt: felt.do(i.BetOn(1, Spot.A4)))
    drawn(worlds, packs, 4)
    drawn(worlds, packs, 2)
    together(worlds, lambda felt: felt.do(i.BetOn(3, Spot.A05T), i.Fold(6)))
    drawn(worlds, packs, 2)
    together(worlds, lambda felt: felt.do(i.BetOn(3, Spot.A05R)))
    qualified = [felt.showdown().state.playing.qualified for felt in worlds]
    assert qualified == [False, True]


@pytest.mark.parametrize("unread", [0, 4])
def test_an_unread_card_does_not_tell_whether_the_sealed_bank_qualifies(unread: int) -> None:
    """While A0,5R may still be bet, the console may not ask for a card only because the bank qualifies."""
    hands = ["Qs", "Qh", "4s", "6h", "Td", "7h"]
    hands[unread] = "??"
    worlds, packs = worlds_of(CASINO, [HIGH, PAIR], " ".join(hands))
    drawn(worlds, packs, 4)
    drawn(worlds, packs, 2)
    together(
        worlds, lambda felt: felt.do(i.BetOn(1, Spot.A05T), i.BetOn(3, Spot.A05T), i.BetOn(6, Spot.A05T))
    )
    drawn(worlds, packs, 2)
    together(worlds, lambda felt: felt.do(i.BetOn(3, Spot.A05R)))


@pytest.mark.parametrize("seeds", [range(4), long(range(20))])
def test_tables_whose_unopened_hands_and_burned_cards_differ_look_the_same_for_ever(seeds: range) -> None:
    """The bank does not qualify: seats 1 and 6 have no Bonus, seat 3 has one."""
    compared = 0
    for seed in seeds:
        rng = random.Random(seed)
        rest = [text for text in CARDS if text not in {*BOARD, *HIGH, "4s", "6h"}]
        packs = []
        for _ in range(3):
            one, two, three, four, *burned = rng.sample(rest, 7)
            board = [burned[0], *BOARD[:3], burned[1], BOARD[3], burned[2], BOARD[4]]
            packs.append([one, two, "4s", "6h", three, four, *HIGH, *board])
        worlds = [Felt(CASINO).open().stakes(s1=1000, s3=(1000, 500), s6=2000).close() for _ in packs]
        for _ in range(8):
            draw_each(worlds, packs)
        together(worlds, lambda felt: felt.do(i.BetOn(1, Spot.A4)))
        drawn(worlds, packs, 4)
        drawn(worlds, packs, 2)
        together(worlds, lambda felt: felt.do(i.BetOn(3, Spot.A05T), i.Fold(6)))
        drawn(worlds, packs, 2)
        together(worlds, lambda felt: felt.showdown())
        together(worlds, lambda felt: felt.do(i.PayAntes()))
        together(worlds, lambda felt: felt.settle())
        together(worlds, lambda felt: felt.do(i.NextRound()).close())
        compared += 1
    assert compared == len(seeds)


def test_the_bank_of_these_worlds_is_what_it_is_said_to_be() -> None:
    assert oracle.CLASSES[oracle.best((*HIGH, *BOARD))[0]] == "high_card"
    assert oracle.CLASSES[oracle.best((*PAIR, *BOARD))[0]] == "pair"
