"""A house variant is a file: tables by files made at random stay sound and settle as the oracle does.

The files differ in their streets, bets, side bets, burned cards, the bank below a pair, options and clocks;
the paytables are those that the oracle knows.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from controller.game.inputs import SeatRuling
from controller.game.state import Phase, TableState
from controller.settings.rules import load_profile
from controller.settings.settings_error import SettingsError
from tests import oracle
from tests.game.test_walk import assert_sound, deal_of, without_sealed_hands
from tests.long import long
from tests.wander import Wanderer

pytestmark = pytest.mark.slow

HOUSES = 60
STEPS = 300
HALVES = {"4": 8, "3": 6, "2": 4, "1": 2, "1/2": 1}


def table(name: str, odds: dict[str, str]) -> str:
    return f"[paytable.{name}]\n" + "".join(f'{hand} = "{value}"\n' for hand, value in odds.items())


BLIND = table("blind", {hand: f"{n}/{d}" for hand, (n, d) in oracle.BLIND.items()})
TRIPS = table("trips", {hand: f"{n}/1" for hand, n in oracle.TRIPS.items()})
BONUS = table("bonus", {hand: f"{n}/1" for hand, n in oracle.BONUS.items()})
JP1 = table(
    "jp1",
    {
        "community_royal": f"{oracle.COMMUNITY_ROYAL}/1",
        **{hand: f"{n}/1" for hand, n in oracle.JP1.items()},
        "consolation": f"{oracle.CONSOLATION}/1",
    },
)


TIMES: dict[str, dict[str, int]] = {
    "seven": oracle.TRIPS,
    "hole": oracle.POCKET,
    "board": {name: int(times) for name, times in oracle.BOARD.items()},
}
"""What a side bet of the house pays, by the cards that it looks at."""


# --- a file at random ----------------------------------------------------------------------------


def boards(rng: random.Random) -> list[int]:
    """How many cards each street turns up: none before the first decisions, five in all."""
    cuts = sorted(rng.choices(range(6), k=rng.randint(0, 3)))
    return [0, *(after - before for before, after in zip([0, *cuts], [*cuts, 5], strict=True))]


def street(name: str, cards: int, fold: bool, bets: str) -> str:
    return f'[[streets]]\nname = "{name}"\nboard = {cards}\nfold = {str(fold).lower()}\n{bets}\n'


def play_streets(rng: random.Random) -> str:
    """Play, in some multiples on every street; the last one asks for a bet or a fold."""
    drawn = boards(rng)
    return "".join(
        street(
            "abcdefgh"[at],
            cards,
            at == len(drawn) - 1,
            f"multiples = {sorted(rng.sample(range(1, 6), rng.randint(1, 3)), reverse=True)}",
        )
        for at, cards in enumerate(drawn)
    )


def spot_streets(rng: random.Random) -> str:
    """A spot for each bet; after the street of the fold, bets that follow an earlier one."""
    drawn = boards(rng)
    spots = rng.sample(["a4", "a3", "a2", "a05t", "a05r"], 5)
    fold = rng.randrange(len(drawn))
    told, earlier = [], []
    for at, cards in enumerate(drawn):
        left = len(spots) - (len(drawn) - 1 - at)
        used = [spots.pop() for _ in range(rng.randint(1, min(2, left)) if at <= fold else 1)]
        if at <= fold:
            sizes = sorted(rng.sample(list(HALVES), len(used)), key=HALVES.__getitem__, reverse=True)
            bets = [f'{{ spot = "{spot}", antes = "{n}" }}' for spot, n in zip(used, sizes, strict=True)]
        else:
            size, after = rng.choice(list(HALVES)), rng.choice(earlier)
            bets = [f'{{ spot = "{used[0]}", antes = "{size}", after = "{after}" }}']
        told.append(street("abcdefgh"[at], cards, at == fold, f"bets = [{', '.join(bets)}]"))
        earlier += used
    return "".join(told)


def house(rng: random.Random) -> str:
    """The text of a rule file."""
    play = rng.random() < 0.5
    parts = ['id = "house"\nsource = "une maison"\n', play_streets(rng) if play else spot_streets(rng)]
    ante, others = rng.choice(("paid", "returned")), rng.choice(("compared", "returned"))
    parts += [f'[dealer]\nunqualified_ante = "{ante}"\nunqualified_others = "{others}"\n', BLIND]
    law = ("trips" if play else "bonus") if rng.random() < 0.8 else ""
    parts += [{"trips": TRIPS, "bonus": BONUS}[law]] if law else []
    parts += [JP1] if ante == "returned" and rng.random() < 0.4 else []
    choices = {
        "burn": ("true", "false"),
        "board_drawn": ('"at_street"', '"with_hands"'),
        "player_cards": ('"face_down"', '"face_up"'),
        "stakes_stand": ("true", "false"),
        "trips_after_fold": ("true", "false"),
        "bonus_after_fold": ("true", "false"),
        "trips_requires_win": ("true", "false"),
        "trips_on_tie": ('"by_hand"', '"returned"', '"taken"'),
        "jp1_after_fold": ("true", "false"),
        "void_jp1": ('"carry"', '"refund"'),
    }
    decision_ms = rng.choice((0, 12_000))
    choices["speech_order"] = ('"hint"',) if decision_ms else ('"hint"', '"enforced"')
    own = [spot for spot in ("trips", "bonus", "pocket") if spot != law and rng.random() < 0.4]
    of_own = tuple(f"{spot}_" for spot in own)  # what a side bet of the house does stands in it
    said = {key: rng.choice(words) for key, words in choices.items() if not key.startswith(of_own)}
    parts.append("[options]\n" + "".join(f"{key} = {word}\n" for key, word in said.items()))
    parts.append(f"[clocks]\nbetting_ms = {rng.choice((0, 20_000))}\ndecision_ms = {decision_ms}\n")
    return "".join([*parts, *(side_bet(rng, spot) for spot in own)])


def side_bet(rng: random.Random, spot: str) -> str:
    """One of the house's own: on seven cards, on two, or on the board."""
    looks_at = rng.choice(list(TIMES))
    after_fold = looks_at != "seven" or rng.random() < 0.5
    told = f'[[side_bets]]\nspot = "{spot}"\nlooks_at = "{looks_at}"\nantes = {rng.choice((0, 0, 3))}\n'
    lines = "".join(f'{line} = "{odds}/1"\n' for line, odds in TIMES[looks_at].items())
    return f"{told}after_fold = {str(after_fold).lower()}\n[side_bets.paytable]\n{lines}"


# --- what is asked of its table ------------------------------------------------------------------


AMOUNTS = ("stake", "returned", "taken", "paid", "rule")


def assert_settled_as_the_oracle_says(state: TableState) -> None:
    """Every spot but JP1, whose prizes wait for the comité and the book."""
    profile = state.profile
    chosen: dict[str, Any] = {name: getattr(profile.options, name) for name in oracle.OPTIONS}
    chosen |= {"unqualified_ante": profile.unqualified.ante, "unqualified_others": profile.unqualified.others}
    chosen["side_bets"] = {
        str(bet.spot): {
            "looks_at": str(bet.looks_at),
            "after_fold": bet.after_fold,
            "times": TIMES[bet.looks_at],
        }
        for bet in profile.house_bets
    }
    told = without_sealed_hands(deal_of(state), state)
    for seat in told["seats"]:
        player = state.seat(seat["seat"])
        seat["stakes"] = {str(spot): cents for spot, cents in player.stakes.items()}
        seat["stakes"] |= {str(bet.spot): bet.cents for bet in player.bets}
        seat["jp1_carried"] = player.in_jp1  # for whose cards are needed
    answer = oracle.settle({**told, "profile": "fr-55-20-2021"}, chosen)
    assert state.playing.qualified == answer["dealer"]["qualified"]
    for expected in answer["seats"]:
        player = state.seat(expected["seat"])
        lines = {str(one.spot): one for one in player.settled or ()}
        if player.exchange is not None and player.exchange.ruling is SeatRuling.VOID:
            assert all(
                (one.rule, one.returned_cents) == ("ruled_void", one.stake_cents) for one in lines.values()
            )
            continue  # its cards were not those dealt: two persons gave everything back (art. 55-20)
        for spot, amounts in expected["spots"].items():
            if spot != "jp1":
                one = lines[spot]
                settled = (one.stake_cents, one.returned_cents, one.taken_cents, one.paid_cents, one.rule)
                assert settled == tuple(amounts[name] for name in AMOUNTS), (
                    f"{spot} of seat {expected['seat']} in {told}"
                )


@pytest.mark.parametrize("seed", [0, long(1), long(2), long(3)])
def test_tables_by_files_made_at_random_stay_sound_and_settle_as_the_oracle_does(
    seed: int, tmp_path: Path
) -> None:
    rng = random.Random(seed)
    closed = refused = 0
    for number in range(HOUSES):
        path = tmp_path / f"house-{number}.toml"
        path.write_text(house(rng), encoding="utf-8")
        try:
            profile = load_profile(path)
        except SettingsError:
            refused += 1
            continue
        table_ = Wanderer(rng.randrange(10**6), profile, noise=8)
        for _ in range(STEPS):
            before = table_.state.phase
            table_.step()
            assert_sound(table_)
            if table_.state.phase is Phase.CLEARING and before is Phase.SETTLING:
                assert_settled_as_the_oracle_says(table_.state)
                closed += 1
    assert refused == 0, "every file made here is a house that can be played"
    assert closed > 3 * HOUSES
