"""Random rounds of every profile and house, settled by the engine and by the oracle, and what they showed.

`python -m tests.game.oracle_rounds 100000` plays so many rounds of each profile and says how often every
rule occurred. The decks are not fair: straights, flushes, full houses, quads, royals, equal hands and prizes
after a fold are made to occur, and counted, so that agreement is not agreement on high cards.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from controller.game.cards import DECK, Card
from controller.game.felt import Spot
from controller.game.profile import RuleProfile, Unqualified
from controller.game.settling.settle import RoundFacts, RoundSettlement, SeatFacts, settle_round
from controller.settings.rules import load_profile
from tests import oracle
from tests.stacked import SUITS, deck

Deal = dict[str, Any]
Options = Mapping[str, Any]

ULTIMATE = ("fr-55-20-2021", "fr-55-20-2015", "fr-casino-page", "live-uth")
CASINO = "fr-holdem-casino"
PROFILES = (*ULTIMATE, CASINO)
HOUSES = {"trips-and-pocket": ("pocket",), "three-side-bets": ("trips", "bonus", "pocket")}
"""Houses of `tests/houses`, each with the spots of its own side bets."""
HOUSE_FILES = Path(__file__).parents[1] / "houses"
WITH_JP1 = ("fr-55-20-2021", "trips-and-pocket")

AS_SHIPPED: Options = {}
TRIPS_VARIANTS: tuple[Options, ...] = (
    {"trips_after_fold": False},
    {"trips_requires_win": True},
    {"trips_requires_win": True, "trips_on_tie": "by_hand"},
    {"trips_requires_win": True, "trips_on_tie": "returned", "trips_after_fold": False},
    {"trips_requires_win": True, "trips_on_tie": "taken"},
)
JP1_VARIANTS: tuple[Options, ...] = (
    {"jp1_after_fold": False},
    {"jp1_return_stake": True},
    {"consolation_trigger": "jp1_bettor"},
    {"jp1_return_stake": True, "consolation_trigger": "jp1_bettor", "trips_after_fold": False},
)
VARIANTS: Mapping[str, tuple[Options, ...]] = {
    "fr-55-20-2021": (*TRIPS_VARIANTS, *JP1_VARIANTS, {"unqualified_others": "returned"}),
    "fr-55-20-2015": (*TRIPS_VARIANTS, {"unqualified_ante": "paid"}),
    "fr-casino-page": (
        {"trips_on_tie": "taken"},
        {"trips_on_tie": "by_hand"},
        {"trips_requires_win": False, "trips_after_fold": True},
    ),
    "live-uth": TRIPS_VARIANTS,
    "trips-and-pocket": (*TRIPS_VARIANTS, *JP1_VARIANTS),
    "three-side-bets": ({"unqualified_others": "returned"}, {"unqualified_ante": "paid"}),
    CASINO: (
        {"bonus_after_fold": False},
        {"unqualified_others": "compared"},
        {"unqualified_ante": "returned", "bonus_after_fold": False},
    ),
}
"""Options of houses, each profile's beside its own."""


# --- rounds --------------------------------------------------------------------------------------


def deal(rng: random.Random, profile: str, options: Options) -> Deal:
    """A round of this game with stakes whose payouts are whole cents."""
    seats = sorted(rng.sample(range(1, 8), rng.randint(1, 7)))
    board, dealt = deck(rng, len(seats) + 1)
    if profile in HOUSES:
        _two_cards_that_pay(rng, board, dealt)
    told: Deal = {"profile": profile, "board": board, "dealer": dealt[-1], "seats": []}
    if profile in WITH_JP1:
        told["jackpot_cents"] = rng.randrange(100_000, 100_000_000)
        told["jp1_stake_cents"] = rng.choice((100, 250, 500))
    for number, cards in zip(seats, dealt, strict=False):
        seat: Deal = {"seat": number, "cards": cards, "folded": rng.random() < 0.3}
        if profile == CASINO:
            _casino_stakes(rng, seat, told, options)
        else:
            _ultimate_stakes(rng, seat, told, options)
        told["seats"].append(seat)
    return told


def _two_cards_that_pay(rng: random.Random, board: list[str], dealt: list[list[str]]) -> None:
    """One player's two cards are of a class that a house may pay, where such cards are left."""
    taken = {*board, *(card for hand in dealt[1:] for card in hand)}
    high, low = rng.choice(("AA", "AK", "AK", "AQ", "AJ", "KK", "JJ", "TT", "22"))
    suits = rng.choices(SUITS, k=2) if high == low or rng.random() < 0.5 else [rng.choice(SUITS)] * 2
    chosen = [high + suits[0], low + suits[1]]
    if not taken & set(chosen) and chosen[0] != chosen[1]:
        dealt[0] = chosen


def _ultimate_stakes(rng: random.Random, seat: Deal, told: Deal, options: Options) -> None:
    ante = 100 * rng.randint(5, 150)
    stakes = {"ante": ante, "blind": ante}
    added = options.get("side_bets", {})
    for spot in {"trips": None, **added}:
        if rng.random() < 0.5:
            stakes[spot] = 50 * rng.randint(1, 300)
    if not seat["folded"]:
        stakes["play"] = ante * rng.choice((1, 2, 3, 4))
    if "jp1_stake_cents" in told:
        if rng.random() < 0.05:
            seat["jp1_carried"] = True
        elif rng.random() < 0.6:
            stakes["jp1"] = told["jp1_stake_cents"]
    seat["stakes"] = stakes
    # Where a win is required a folded Trips is dead, whatever `trips_after_fold` says.
    trips_alive = "trips" in stakes and options["trips_after_fold"] and not options["trips_requires_win"]
    alive = trips_alive and "trips" not in added
    alive |= ("jp1_carried" in seat or "jp1" in stakes) and options["jp1_after_fold"]
    own = [bet for spot, bet in added.items() if spot in stakes and bet["looks_at"] != "board"]
    alive |= any(bet["after_fold"] for bet in own)
    if seat["folded"] and not alive and rng.random() < 0.7:
        seat["cards"] = None


def _casino_stakes(rng: random.Random, seat: Deal, told: Deal, options: Options) -> None:
    """One bet of A4, A3, A2, or half an Ante on the Turn and perhaps another half on the River."""
    ante = 100 * rng.randint(5, 150)
    stakes = {"ante": ante, "super_ante": ante}
    if rng.random() < 0.5:
        stakes["bonus"] = 50 * rng.randint(1, 300)
    if not seat["folded"]:
        spot = rng.choice(("a4", "a3", "a2", "a05t", "a05t"))
        stakes[spot] = {"a4": 4 * ante, "a3": 3 * ante, "a2": 2 * ante, "a05t": ante // 2}[spot]
        if spot == "a05t" and rng.random() < 0.5:
            stakes["a05r"] = ante // 2
    seat["stakes"] = stakes
    if seat["folded"]:
        needed = "bonus" in stakes and options["bonus_after_fold"]
    else:
        bank = oracle.best((*told["dealer"], *told["board"]))
        unopened = bank[0] == 0 and options["unqualified_others"] == "returned" and "bonus" not in stakes
        needed = not unopened
    if not needed and rng.random() < 0.7:
        seat["cards"] = None


# --- the engine's answer in the same words -------------------------------------------------------

CARD_OF = {card.text: card for card in DECK}


def cards_of(texts: list[str]) -> tuple[Card, ...]:
    return tuple(CARD_OF[text] for text in texts)


def facts_of(profile: RuleProfile, told: Deal) -> RoundFacts:
    """The same round as the engine takes it."""
    seats = tuple(
        SeatFacts(
            seat["seat"],
            cards_of(seat["cards"]) if seat["cards"] is not None else None,
            seat["folded"],
            {Spot(spot): cents for spot, cents in seat["stakes"].items()},
            seat.get("jp1_carried", False),
        )
        for seat in told["seats"]
    )
    stake, jackpot = told.get("jp1_stake_cents", 0), told.get("jackpot_cents", 0)
    return RoundFacts(profile, cards_of(told["board"]), cards_of(told["dealer"]), seats, stake, jackpot)


def answer_of(settled: RoundSettlement) -> Deal:
    """The engine's settlement in the words of the oracle."""
    seats = []
    for seat in settled.seats:
        spots: Deal = {}
        for line in seat.lines:
            spots[str(line.spot)] = {
                "stake": line.stake_cents,
                "returned": line.returned_cents,
                "taken": line.taken_cents,
                "paid": line.paid_cents,
                "rule": line.rule,
            }
            if line.seen is not None:
                spots[str(line.spot)]["seen"] = str(line.seen)
            if line.spot is Spot.JP1:
                awards = [{"kind": str(award.kind), "cents": award.cents} for award in line.awards]
                spots["jp1"]["awards"] = awards
        name = str(seat.hand.hand_class) if seat.hand is not None else None
        seats.append({"seat": seat.seat, "class": name, "result": seat.result, "spots": spots})
    return {
        "dealer": {"class": str(settled.dealer.hand_class), "qualified": settled.qualified},
        "seats": seats,
        "jackpot": {
            "claimed": settled.claimed,
            "winners": list(settled.winners),
            "supervised": settled.supervised,
        },
    }


def house(profile: RuleProfile, variant: Options) -> RuleProfile:
    """The profile with a house's choices."""
    names = {"unqualified_ante": "ante", "unqualified_others": "others"}
    bank = {names[key]: value for key, value in variant.items() if key in names}
    options = {key: value for key, value in variant.items() if key not in names}
    unqualified = Unqualified(**{**_fields(profile.unqualified), **bank})
    return replace(profile, options=replace(profile.options, **options), unqualified=unqualified)


def _fields(unqualified: Unqualified) -> dict[str, Any]:
    return {"ante": unqualified.ante, "others": unqualified.others}


# --- what a round was an example of --------------------------------------------------------------


def count(seen: Counter[str], answer: Deal) -> None:
    """Every rule, class and result of the answer, and what is rare."""
    dealer = answer["dealer"]
    seen[f"dealer {dealer['class']}"] += 1
    for seat in answer["seats"]:
        seen[f"player {seat['class']}"] += 1
        seen[f"{seat['result']} qualified={dealer['qualified']}"] += 1
        for spot, line in seat["spots"].items():
            seen[f"rule {line['rule']}"] += 1
            if line["paid"] and spot in ("blind", "super_ante", "trips", "bonus", "pocket"):
                seen[f"{spot} pays {line.get('seen', seat['class'])}"] += 1
            if line["paid"] and seat["result"] == "fold":
                seen[f"{spot} pays after a fold"] += 1
            for award in line.get("awards", ()):
                seen[f"award {award['kind']}"] += 1
                seen[f"award {award['kind']} folded"] += seat["result"] == "fold"
            if len(line.get("awards", ())) > 1:
                seen["own prize and consolation"] += 1
            if spot == "jp1" and not line["stake"] and line["paid"]:
                seen["carried stake wins"] += 1
    if answer["jackpot"]["supervised"] and not answer["jackpot"]["claimed"]:
        seen["supervised without a claim"] += 1


MAIN = ("paid", "push_tie", "lost")
A_BETS = ("a4", "a3", "a2", "a05t", "a05r")


def rules_of(profile: str) -> set[str]:
    """The rules by which stakes of this game are settled, here or in the house variants played."""
    if profile == CASINO:
        rules = {f"{spot}_{rule}" for spot in A_BETS for rule in (*MAIN, "returned_not_qualified")}
        rules |= {f"ante_{rule}" for rule in (*MAIN, "paid_not_qualified", "returned_not_qualified")}
        rules |= {f"super_ante_{rule}" for rule in (*MAIN, "returned_not_qualified", "push_below_table")}
        return (
            rules
            | {"ante_lost_folded", "super_ante_lost_folded"}
            | {f"bonus_{rule}" for rule in ("paid", "lost", "lost_folded")}
        )
    if profile == "three-side-bets":
        rules = {f"{spot}_{rule}" for spot in HOUSES[profile] for rule in ("paid", "lost")}
        rules |= {f"{spot}_returned_not_qualified" for spot in ("ante", "blind", "play")}
        rules |= {f"{spot}_{rule}" for spot in ("ante", "blind", "play") for rule in MAIN}
        rules |= {f"{spot}_lost_folded" for spot in ("ante", "blind", "trips")}
        return rules | {"blind_push_below_table", "ante_paid_not_qualified"}
    rules = {f"play_{rule}" for rule in MAIN}
    rules |= {f"ante_{rule}" for rule in (*MAIN, "returned_not_qualified", "lost_folded")}
    rules |= {f"blind_{rule}" for rule in (*MAIN, "push_below_table", "lost_folded")}
    trips = ("paid", "lost", "returned_tie", "lost_tie", "lost_not_won", "lost_folded")
    rules |= {f"trips_{rule}" for rule in trips}
    if profile == "fr-55-20-2015":
        rules |= {"ante_paid_not_qualified"}
    if profile == "trips-and-pocket":
        rules |= {"pocket_paid", "pocket_lost"}
    if profile == "fr-55-20-2021":
        rules |= {"play_returned_not_qualified", "blind_returned_not_qualified"}
    if profile in WITH_JP1:
        prizes = ("full_house", "quads", "straight_flush", "community_royal", "jackpot", "consolation")
        rules |= {f"jp1_{rule}" for rule in (*prizes, "lost", "lost_folded")}
    return rules


def profile_called(name: str) -> RuleProfile:
    """The profile of this name, of the law or of a house here."""
    return load_profile(HOUSE_FILES / f"{name}.toml" if name in HOUSES else name)


def play(
    profile: str,
    rounds: int,
    seed: int,
    *,
    shipped: RuleProfile | None = None,
    step: Callable[[], object] = lambda: None,
) -> tuple[Counter[str], str]:
    """What so many rounds were examples of, and the first on which engine and oracle differ, or nothing.

    `shipped` is what the engine plays by, if not the profile of that name.
    """
    rng = random.Random(seed)
    shipped = shipped or profile_called(profile)
    variants = [(chosen, house(shipped, chosen)) for chosen in VARIANTS[profile]]
    seen: Counter[str] = Counter()
    for number in range(rounds):
        chosen, engine = rng.choice(variants) if rng.random() < 0.5 else (AS_SHIPPED, shipped)
        told = deal(rng, profile, {**oracle.OPTIONS, **oracle.UNQUALIFIED, **oracle.GAMES[profile], **chosen})
        expected = oracle.settle(told, chosen)
        if answer_of(settle_round(facts_of(engine, told))) != expected:
            return seen, f"{profile}, seed {seed}, round {number}, options {chosen}: {json.dumps(told)}"
        count(seen, expected)
        step()
    return seen, ""


@click.command()
@click.argument("rounds", type=click.IntRange(min=1), default=100_000)
@click.option("--seed", type=int, default=5520)
def main(rounds: int, seed: int) -> None:
    """So many random rounds of every profile, settled twice."""
    differing = 0
    for profile in (*PROFILES, *HOUSES):
        with click.progressbar(length=rounds, label=profile) as bar:
            seen, difference = play(profile, rounds, seed, step=partial(bar.update, 1))
        if difference:
            differing += 1
            click.echo(f"they differ: {difference}", err=True)
            continue
        rarest = min(rules_of(profile), key=lambda rule: seen[f"rule {rule}"])
        found = {name[5:] for name in seen if name.startswith("rule ")}
        click.echo(
            f"{profile}: {rounds} rounds agree; {len(found)} rules, the rarest {rarest} "
            f"{seen[f'rule {rarest}']} times; not met: {sorted(rules_of(profile) - found) or 'none'}"
        )
    raise SystemExit(1 if differing else 0)


if __name__ == "__main__":
    main()
