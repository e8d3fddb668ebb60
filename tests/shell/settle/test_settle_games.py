"""`tapis settle`, Hold'em poker de casino and the other profiles: what is paid and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.game.felt import Spot
from controller.words.spots import SPOTS
from tests.shell.settle.settle_lines import CASINO, ROYAL, changed, settle, spots_of

NOT_QUALIFIED = ["2h", "3c"]
CASINO_FILE = Path(__file__).parents[3] / "config" / "rules" / "fr-holdem-casino.toml"


def staked(**stakes: int) -> Callable[[dict[str, Any]], object]:
    """Puts these stakes before the seat, instead of what lay there."""
    return lambda line: line["seats"][0].update(stakes=stakes)


def casino(board: str, dealer: str, cards: str, folded: bool = False, **stakes: int) -> dict[str, Any]:
    seat = {"seat": 3, "cards": cards.split(), "folded": folded, "stakes": stakes}
    return {**CASINO, "board": board.split(), "dealer": dealer.split(), "seats": [seat]}


def paid(spots: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """What went back and what was won, by spot."""
    return {name: (spot["returned"], spot["paid"]) for name, spot in spots.items()}


# --- Hold'em poker de casino ---------------------------------------------------------------------

STAKES = {"ante": 1000, "super_ante": 1000, "bonus": 500, "a4": 4000}
DRY = "Qs Jd 9s 4d 2h"


def test_a_better_hand_is_paid_on_ante_and_a_bets_and_super_ante_is_left_below_a_straight() -> None:
    spots = spots_of(CASINO)
    assert paid(spots) == {
        "ante": (1000, 1000),
        "super_ante": (1000, 0),
        "bonus": (0, 0),
        "a05t": (500, 500),
        "a05r": (500, 500),
    }
    assert spots["super_ante"]["rule"] == "super_ante_push_below_table"


def test_a_flush_is_paid_three_for_two_on_super_ante_and_six_for_one_on_bonus() -> None:
    spots = spots_of(casino("Qs Js 9s 4d 4h", "2h 7c", "As 2s", **STAKES))
    assert paid(spots)["super_ante"] == (1000, 1500)
    assert paid(spots)["bonus"] == (500, 3000)


def test_a_worse_hand_loses_ante_super_ante_and_a_bets() -> None:
    spots = spots_of(casino(DRY, "Qd Qh", "Ah Jc", **STAKES))
    assert paid(spots) == dict.fromkeys(STAKES, (0, 0))


def test_equal_hands_leave_everything_but_the_bonus() -> None:
    spots = spots_of(casino("As Kd Qs Jd Th", "2h 7c", "3h 8c", **STAKES))
    assert paid(spots) == {**{name: (cents, 0) for name, cents in STAKES.items()}, "bonus": (500, 2500)}


@pytest.mark.parametrize(
    ("dealer", "cards"), [("3h 7c", "Ah 3d"), ("Ah 3d", "3h 7c"), ("3h 7c", "3d 7h")], ids=["b", "w", "e"]
)
def test_an_unqualified_bank_pays_the_ante_and_leaves_the_rest_whatever_the_hands(
    dealer: str, cards: str
) -> None:
    spots = spots_of(casino(DRY, dealer, cards, **STAKES))
    assert paid(spots) == {"ante": (1000, 1000), "super_ante": (1000, 0), "bonus": (0, 0), "a4": (4000, 0)}
    assert spots["ante"]["rule"] == "ante_paid_not_qualified"
    assert spots["ante"]["odds"] == "1/1"


def test_an_unqualified_bank_pays_no_super_ante_for_a_straight_but_the_bonus() -> None:
    spots = spots_of(casino(DRY, "3h 7c", "Tc 8c", **STAKES))
    assert paid(spots)["super_ante"] == (1000, 0)
    assert paid(spots)["bonus"] == (500, 2500)


def test_abandoned_ante_and_super_ante_are_lost_and_the_bonus_plays_on() -> None:
    line = casino(DRY, "3h 7c", "Qd Qc", True, ante=1000, super_ante=1000, bonus=500)
    assert paid(spots_of(line)) == {"ante": (0, 0), "super_ante": (0, 0), "bonus": (500, 1500)}


def test_a_house_where_the_bonus_ends_with_the_hand_is_settled_so(tmp_path: Path) -> None:
    text = CASINO_FILE.read_text(encoding="utf-8")
    assert text.count("bonus_after_fold = true") == 1
    house = tmp_path / "house.toml"
    house.write_text(
        text.replace("bonus_after_fold = true", "bonus_after_fold = false").replace(
            'id = "fr-holdem-casino"', 'id = "house"'
        ),
        encoding="utf-8",
    )
    line = casino(DRY, "3h 7c", "Qd Qc", True, ante=1000, super_ante=1000, bonus=500)
    spots = spots_of(line, "--profile", str(house))
    assert spots["bonus"] == {
        "stake": 500,
        "returned": 0,
        "taken": 500,
        "paid": 0,
        "rule": "bonus_lost_folded",
    }


def test_a_turn_bet_may_go_without_a_river_bet() -> None:
    line = changed(CASINO, staked(ante=1000, super_ante=1000, a05t=500))
    assert paid(spots_of(line))["a05t"] == (500, 500)


@pytest.mark.parametrize(("spot", "cents"), [("a4", 4004), ("a3", 3003), ("a2", 2002)])
def test_an_odd_ante_takes_whole_bets(spot: str, cents: int) -> None:
    line = changed(CASINO, staked(**{"ante": 1001, "super_ante": 1001, spot: cents}))
    assert paid(spots_of(line))[spot] == (cents, cents)


def test_the_calculator_applies_no_limit_to_a_bonus() -> None:
    line = changed(CASINO, lambda r: r["seats"][0]["stakes"].update(bonus=1_000_000))
    assert spots_of(line)["bonus"]["taken"] == 1_000_000


UNOPENED = {"ante": 1000, "super_ante": 1000, "a4": 4000}


def test_a_hand_that_nobody_turned_up_against_an_unqualified_bank_is_settled_as_any_hand_would_be() -> None:
    line = changed(
        casino(DRY, "3h 7c", "Ah 3d", **UNOPENED),
        lambda r: r["seats"][0].update(cards=None, unopened=True),
    )
    done = settle(json.dumps(line), "--json")
    assert done.exit_code == 0, done.stderr
    seat = json.loads(done.stdout)["seats"][0]
    assert (seat["class"], seat["result"]) == (None, "unopened")
    assert seat["spots"] == spots_of(casino(DRY, "3h 7c", "Tc 8c", **UNOPENED))


REFUSED: list[tuple[str, Callable[[dict[str, Any]], object], str]] = [
    (
        "Super Ante is not the Ante",
        staked(ante=1000, super_ante=500, a4=4000),
        "seats[0].stakes.super_ante = 500: must equal the Ante (1000)",
    ),
    ("no Super Ante", staked(ante=1000, a4=4000), "stakes.super_ante = 0: must equal"),
    (
        "no Ante",
        staked(super_ante=1000, a4=4000),
        "stakes.ante: missing: a seat has an Ante and a Super Ante",
    ),
    ("no main bet at all", staked(bonus=500), "stakes.ante: missing"),
    (
        "A4 and A3",
        staked(ante=1000, super_ante=1000, a4=4000, a3=3000),
        "stakes.a3 = 3000: the seat has bet on A4 already (4000)",
    ),
    ("A4 and A2", staked(ante=1000, super_ante=1000, a4=4000, a2=2000), "stakes.a2 = 2000: the seat has bet"),
    ("A3 and A2", staked(ante=1000, super_ante=1000, a3=3000, a2=2000), "stakes.a2 = 2000: the seat has bet"),
    (
        "A2 and A0,5 T",
        staked(ante=1000, super_ante=1000, a2=2000, a05t=500),
        "stakes.a05t = 500: the seat has bet on A2 already (2000)",
    ),
    ("A3 and A0,5 T", staked(ante=1000, super_ante=1000, a3=3000, a05t=500), "stakes.a05t = 500"),
    ("A4, A0,5 T, A0,5 R", staked(ante=1000, super_ante=1000, a4=4000, a05t=500, a05r=500), "a05t = 500"),
    (
        "A0,5 R without A0,5 T",
        staked(ante=1000, super_ante=1000, a05r=500),
        "stakes.a05r = 500: no A0.5 R without A0.5 T",
    ),
    ("A4 and A0,5 R", staked(ante=1000, super_ante=1000, a4=4000, a05r=500), "a05r = 500: no A0.5 R without"),
    ("A4 of three Antes", staked(ante=1000, super_ante=1000, a4=3000), "a4 = 3000: must be 4 times the Ante"),
    ("A3 of four Antes", staked(ante=1000, super_ante=1000, a3=4000), "a3 = 4000: must be 3 times the Ante"),
    ("A2 of one Ante", staked(ante=1000, super_ante=1000, a2=1000), "a2 = 1000: must be 2 times the Ante"),
    (
        "a whole Ante on the Turn",
        staked(ante=1000, super_ante=1000, a05t=1000),
        "a05t = 1000: must be 1/2 times",
    ),
    (
        "a whole Ante on the River",
        staked(ante=1000, super_ante=1000, a05t=500, a05r=1000),
        "a05r = 1000: must be 1/2 times the Ante (1000)",
    ),
    (
        "half an odd Ante",
        staked(ante=1001, super_ante=1001, a05t=500),
        "a05t = 500: an odd Ante (1001) takes no half bets",
    ),
    ("half an odd Ante, up", staked(ante=1001, super_ante=1001, a05t=501), "an odd Ante (1001)"),
    (
        "neither a bet nor a fold",
        staked(ante=1000, super_ante=1000, bonus=500),
        "seats[0].stakes: missing: one bet of A4, A3, A2, A0.5 T, or the seat folded",
    ),
    (
        "folded with A4",
        lambda r: r["seats"][0].update(folded=True, stakes=STAKES),
        "a4 = 4000: a folded seat has no A4",
    ),
    (
        "folded with A0,5 T",
        lambda r: r["seats"][0].update(folded=True),
        "a05t = 500: a folded seat has no A0.5 T",
    ),
    (
        "JP1",
        lambda r: r["seats"][0]["stakes"].update(jp1=500),
        "jp1 = 500: fr-holdem-casino has no such spot",
    ),
    ("Blind", lambda r: r["seats"][0]["stakes"].update(blind=1000), "blind = 1000: fr-holdem-casino has no"),
    ("Trips", lambda r: r["seats"][0]["stakes"].update(trips=0), "trips = 0: fr-holdem-casino has no such"),
    ("Play", lambda r: r["seats"][0]["stakes"].update(play=1000), "play = 1000: fr-holdem-casino has no"),
    ("no cards though in", lambda r: r["seats"][0].update(cards=None), "cards: the cards are needed"),
    (
        "no cards though in against an unqualified bank",
        lambda r: r.update(board=DRY.split(), dealer=["3h", "7c"]) or r["seats"][0].update(cards=None),
        "the seat has not folded",
    ),
    (
        "said to be unopened though the bank qualifies",
        lambda r: r["seats"][0].update(cards=None, unopened=True),
        "cards: the cards are needed: a stake of the seat depends on them",
    ),
    (
        "no cards though the Bonus lives",
        lambda r: r["seats"][0].update(
            cards=None, folded=True, stakes={"ante": 1000, "super_ante": 1000, "bonus": 500}
        ),
        "bonus still plays",
    ),
    (
        "an odd Super Ante won by a flush",
        lambda r: r.update(FLUSH),
        "seats[0].stakes: inexact payout: 3/2 on 1001",
    ),
]
FLUSH = casino("Qs Js 9s 4d 4h", "2h 7c", "As 2s", ante=1001, super_ante=1001, a4=4004)


@pytest.mark.parametrize(
    ("change", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_a_casino_round_that_cannot_be_is_refused_by_key_and_value(
    change: Callable[[dict[str, Any]], object], said: str
) -> None:
    done = settle(json.dumps(changed(CASINO, change)), "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("line 1: ")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_cards_of_an_abandoned_hand_without_bonus_may_stay_unknown() -> None:
    line = changed(CASINO, staked(ante=1000, super_ante=1000))
    line["seats"][0].update(cards=None, folded=True)
    done = settle(json.dumps(line), "--json")
    answer = json.loads(done.stdout)["seats"][0]
    assert (answer["class"], answer["result"]) == (None, "fold")
    assert {spot["rule"] for spot in answer["spots"].values()} == {
        "ante_lost_folded",
        "super_ante_lost_folded",
    }


# --- the other profiles --------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["fr-55-20-2015", "fr-casino-page", "live-uth"])
def test_a_profile_without_jp1_refuses_a_jp1_stake(profile: str) -> None:
    done = settle(json.dumps({**ROYAL, "profile": profile}), "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"line 1: seats[0].stakes.jp1 = 500: {profile} has no such spot\n"


@pytest.mark.parametrize("profile", ["fr-55-20-2021", "fr-55-20-2015", "fr-casino-page", "live-uth"])
@pytest.mark.parametrize("spot", sorted(set(SPOTS) - {"ante", "blind", "trips", "play", "jp1"}))
def test_no_spot_of_the_other_game_is_known(profile: str, spot: Spot) -> None:
    stakes = {"ante": 1000, "blind": 1000, "play": 4000, str(spot): 1000}
    line = changed({**ROYAL, "profile": profile}, staked(**stakes))
    done = settle(json.dumps(line), "--json")
    assert done.exit_code == 2
    assert done.stderr == f"line 1: seats[0].stakes.{spot} = 1000: {profile} has no such spot\n"


def uth(profile: str, dealer: str, cards: str, folded: bool = False, **stakes: int) -> dict[str, Any]:
    main = {"ante": 1000, "blind": 1000, "trips": 500}
    seat = {"seat": 1, "cards": cards.split(), "folded": folded, "stakes": {**main, **stakes}}
    board = ["Qs", "Jd", "9s", "9d", "2h"]
    return {"profile": profile, "board": board, "dealer": dealer.split(), "seats": [seat]}


@pytest.mark.parametrize("profile", ["fr-55-20-2021", "fr-55-20-2015", "live-uth"])
def test_trips_is_paid_by_the_hand_alone(profile: str) -> None:
    beaten = spots_of(uth(profile, "9c Qd", "9h Ac", play=1000))["trips"]
    folded = spots_of(uth(profile, "9c Qd", "9h Ac", folded=True))["trips"]
    assert [spot["paid"] for spot in (beaten, folded)] == [1500, 1500]


def test_the_casino_page_pays_trips_to_the_winner_only() -> None:
    page = "fr-casino-page"
    won = spots_of(uth(page, "Ah Kd", "9h Ac", play=1000))["trips"]
    beaten = spots_of(uth(page, "9c Qd", "9h Ac", play=1000))["trips"]
    tied = spots_of(uth(page, "9c Ad", "9h Ac", play=1000))["trips"]
    folded = spots_of(uth(page, "Ah Kd", "9h Ac", folded=True))["trips"]
    told = [(spot["rule"], spot["returned"], spot["paid"]) for spot in (won, beaten, tied, folded)]
    assert told == [
        ("trips_paid", 500, 1500),
        ("trips_lost_not_won", 0, 0),
        ("trips_returned_tie", 500, 0),
        ("trips_lost_folded", 0, 0),
    ]


def test_the_casino_page_needs_no_cards_of_a_folded_trips() -> None:
    line = uth("fr-casino-page", "Ah Kd", "9h Ac", folded=True)
    line["seats"][0]["cards"] = None
    assert spots_of(line)["trips"]["rule"] == "trips_lost_folded"
