"""House variants are files: loaded, settled and bound to every round by their digest, or refused by key.

The houses of tests/house: one with its own paytables, one with other bets, one with another Hold'em poker de
casino. Nothing of the product knows them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.boot.sessions import Session, SessionMismatch, open_session, table_facts
from controller.cli import main
from controller.clock import VirtualClock
from controller.game import inputs as i
from controller.game.betting.stakes import may_stake
from controller.game.cards import parse_cards
from controller.game.felt import Spot
from controller.game.profile import RuleProfile
from controller.game.session_terms import TableFacts
from controller.game.settling.settle import RoundFacts, SeatFacts, settle_round
from controller.journal.chain import Head
from controller.journal.seal import master_of_seed
from controller.journal.verify import verify
from controller.settings.jackpot import check_jp1_prizes, load_jackpot
from controller.settings.limits import check_pieces
from controller.settings.rules import digest_of, load_profile
from controller.settings.settings_error import SettingsError
from controller.settings.table import OpeningFile, load_table
from controller.table.table import Table
from tests.builders import START_MS, facts

HOUSE = Path(__file__).parents[2] / "house"
RULES = Path(__file__).parents[3] / "config" / "rules"
TABLES = HOUSE / "uth-tables-de-la-maison.toml"
MULTIPLES = HOUSE / "uth-autres-multiples.toml"
CASINO = HOUSE / "poker-de-casino-de-la-maison.toml"
HOUSES = (TABLES, MULTIPLES, CASINO)

Line = tuple[int, int, int, str]


def settled(
    profile: RuleProfile, board: str, dealer: str, cards: str, *, folded: bool = False, **stakes: int
) -> dict[str, Line]:
    """Returned, taken, paid and the rule of each stake of one player, in cents."""
    lie = {Spot(spot): cents for spot, cents in stakes.items()}
    seat = SeatFacts(3, parse_cards(cards), folded, lie)
    facts = RoundFacts(profile, parse_cards(board), parse_cards(dealer), (seat,), stakes.get("jp1", 0))
    (player,) = settle_round(facts).seats
    return {
        str(one.spot): (one.returned_cents, one.taken_cents, one.paid_cents, one.rule) for one in player.lines
    }


def refusal(profile: RuleProfile, spot: Spot, cents: int, ante_cents: int | None = None) -> str:
    found = may_stake(profile, spot, cents, ante_cents=ante_cents)
    return found.code if found is not None else ""


# --- a house with its own paytables --------------------------------------------------------------

DRY = "2c 7d 9h Js Kd"


def test_a_house_pays_by_its_own_tables() -> None:
    house = load_profile(TABLES)
    flush = settled(house, "2s 4s Ts 4d Kh", "3c 5h", "9s 8s", ante=1000, blind=1000, trips=1000, play=1000)
    assert flush["blind"] == (1000, 0, 2000, "blind_paid")
    assert flush["trips"] == (1000, 0, 5000, "trips_paid")
    pairs = settled(house, DRY, "3c 4d", "9s 7c", ante=1000, blind=1000, trips=1000, play=1000)
    assert pairs["trips"] == (1000, 0, 500, "trips_paid")


def test_a_house_may_leave_a_winning_straight_unpaid_on_blind() -> None:
    house = load_profile(TABLES)
    straight = settled(house, "9h 8c 7d 2s Kd", "Kh 3c", "Js Td", ante=1000, blind=1000, play=1000)
    assert straight["blind"][:3] == (1000, 0, 0)
    assert straight["play"] == (1000, 0, 1000, "play_paid")


def test_a_house_chooses_what_a_fold_does_to_trips_and_what_jp1_pays() -> None:
    house = load_profile(TABLES)
    folded = settled(
        house, "9h 9c 7d 7s Kd", "Kh 3c", "9s 2d", folded=True, ante=1000, blind=1000, trips=1000, jp1=500
    )
    assert folded["trips"] == (0, 1000, 0, "trips_lost_folded")
    assert folded["jp1"] == (500, 0, 4000, "jp1_full_house")


def test_a_house_has_its_own_limits() -> None:
    house = load_profile(TABLES)
    assert (house.limits.minimum_cents, house.limits.maximum_cents) == (1000, 20_000)
    assert refusal(house, Spot.ANTE, 900) == "stake_below_minimum"
    assert refusal(house, Spot.ANTE, 20_100) == "stake_above_maximum"
    assert refusal(house, Spot.ANTE, 1000) == ""
    # Two pair pay half the stake: with chips of 1 € a Trips of 11 € could not be paid.
    assert refusal(house, Spot.TRIPS, 1100) == "stake_inexact"
    assert refusal(house, Spot.TRIPS, 1200) == ""


# --- a house with other bets ---------------------------------------------------------------------


def test_a_house_offers_other_multiples_on_other_streets() -> None:
    house = load_profile(MULTIPLES)
    told = [
        (street.name, street.board, street.burn, street.multiples, street.fold) for street in house.streets
    ]
    assert told == [
        ("preflop", 0, 0, (5, 3), False),
        ("flop", 3, 1, (2,), False),
        ("turn", 1, 1, (2, 1), False),
        ("river", 1, 1, (1,), True),
    ]
    assert house.spots == (Spot.ANTE, Spot.BLIND, Spot.PLAY)
    won = settled(house, DRY, "8s 8h", "As Ah", ante=1000, blind=1000, play=5000)
    assert won["play"] == (5000, 0, 5000, "play_paid")


# --- another Hold'em poker de casino -------------------------------------------------------------


def test_a_house_may_qualify_from_two_pair_and_give_the_ante_back() -> None:
    house = load_profile(CASINO)
    won = settled(house, DRY, "8s 8h", "As Ah", ante=1000, super_ante=1000, a4=4000)
    assert won["ante"] == (1000, 0, 0, "ante_returned_not_qualified")
    assert won["a4"] == (4000, 0, 4000, "a4_paid")
    assert won["super_ante"] == (1000, 0, 0, "super_ante_push_below_table")
    lost = settled(house, DRY, "8s 8h", "3c 5h", ante=1000, super_ante=1000, a05t=500, a05r=500)
    assert lost["ante"] == (1000, 0, 0, "ante_returned_not_qualified")
    assert [lost[spot][:3] for spot in ("super_ante", "a05t", "a05r")] == [
        (0, 1000, 0),
        (0, 500, 0),
        (0, 500, 0),
    ]


def test_a_house_may_take_the_bonus_of_an_abandoned_hand() -> None:
    house = load_profile(CASINO)
    stakes = {"ante": 1000, "super_ante": 1000, "bonus": 1000}
    abandoned = settled(house, "9h 9c 7d 7s Kd", "Kh 3c", "9s 2d", folded=True, **stakes)
    assert abandoned["bonus"] == (0, 1000, 0, "bonus_lost_folded")
    kept = settled(house, "9h 9c 7d 7s Kd", "Kh 3c", "9s 2d", a05t=500, **stakes)
    assert kept["bonus"] == (1000, 0, 8000, "bonus_paid")


def test_a_house_burns_no_card_and_limits_the_bonus_to_five_antes() -> None:
    house = load_profile(CASINO)
    assert [street.burn for street in house.streets] == [0, 0, 0, 0]
    assert refusal(house, Spot.BONUS, 5000, ante_cents=1000) == ""
    assert refusal(house, Spot.BONUS, 5100, ante_cents=1000) == "stake_above_maximum"
    assert refusal(house, Spot.BONUS, 10_100, ante_cents=10_000) == "stake_above_maximum"


# --- bound to every round ------------------------------------------------------------------------


@pytest.mark.parametrize("path", HOUSES, ids=[path.stem for path in HOUSES])
def test_a_house_is_loaded_from_its_file_and_has_a_digest_of_its_own(path: Path) -> None:
    house = load_profile(path)
    assert house.id == path.stem
    shipped = {load_profile(file).digest for file in RULES.glob("*.toml")}
    others = {load_profile(other).digest for other in HOUSES if other != path}
    assert len(shipped) == 5
    assert house.digest not in shipped | others


def session_of(folder: Path, profile: RuleProfile) -> Session:
    def facts_of(session: int, first_round: int) -> TableFacts:
        return facts(profile, session=session, first_round=first_round)

    return open_session(folder, facts_of, "UTH-2", VirtualClock(START_MS), master_of_seed(1), durable=False)


def round_begun(folder: Path, profile: RuleProfile) -> tuple[str, Head]:
    """Bets were taken and closed under these rules: the digest the journal opens with, and its head."""
    folder.mkdir(exist_ok=True)
    session = session_of(folder, profile)
    with session.journal as journal:
        table = Table(session.state, journal, VirtualClock(START_MS), show=lambda _: None, ask=lambda _: None)
        table.start()
        acts = (i.OpenTable(), i.BadgeObserved("Chef 1", i.Role.CHEF), i.ConfirmOpening())
        for act in (*acts, i.SetStakes(2, 2000), i.CloseBets()):
            assert table.take(act) is None
        assert verify(folder).ok
        return journal.opening.profile_digest, journal.head


@pytest.mark.parametrize("path", HOUSES, ids=[path.stem for path in HOUSES])
def test_every_round_of_a_house_is_bound_to_the_digest_of_its_file(path: Path, tmp_path: Path) -> None:
    """The first row carries the digest; every row after it, of every round, carries the hash before."""
    rewritten = tmp_path / "other.toml"
    text = path.read_text(encoding="utf-8")
    assert text.count('quads = "10/1"') + text.count('quads = "12/1"') == 1
    rewritten.write_text(text.replace('quads = "1', 'quads = "2', 1), encoding="utf-8")
    house, other = load_profile(path), load_profile(rewritten)
    digest, head = round_begun(tmp_path / "one", house)
    assert digest == house.digest
    assert round_begun(tmp_path / "same", load_profile(path)) == (digest, head)
    changed_digest, changed_head = round_begun(tmp_path / "other", other)
    assert changed_digest == other.digest != digest
    assert (changed_head.seq, changed_head.hash != head.hash) == (head.seq, True)


def test_a_round_under_way_is_not_gone_on_with_under_a_house_file_changed_since(tmp_path: Path) -> None:
    house = load_profile(TABLES)
    round_begun(tmp_path, house)
    changed = replace(house, source="annexe 4 bis", digest="")
    with pytest.raises(SessionMismatch, match="opened under other rules than uth-tables-de-la-maison"):
        session_of(tmp_path, replace(changed, digest=digest_of(changed)))
    session_of(tmp_path, house).journal.close()


# --- refused -------------------------------------------------------------------------------------

A2 = 'bets = [{ spot = "a2", antes = "2" }]'
A4_A3 = '{ spot = "a4", antes = "4" }, { spot = "a3", antes = "3" }'
JP1_TABLE = "\n".join(
    ("[paytable.jp1]", *(f'{kind} = "{n}/1"' for kind, n in (("full_house", 10), ("quads", 100))))
)

HOLDEM = [
    # Each bet on its own spot, written in Antes, Play on none of them.
    (A2, "multiples = [2]", "streets[1].bets", "play", "Play or a spot for each bet, not both"),
    (A2, 'bets = [{ spot = "play", antes = "2" }]', "streets[1].bets[0].spot", "play", "unknown spot"),
    (A2, 'bets = [{ spot = "a5", antes = "5" }]', "streets[1].bets[0].spot", "a5", "unknown spot"),
    (A2, 'bets = [{ spot = "a4", antes = "2" }]', "streets[1].bets", "a4", "bet on twice"),
    (A2, 'bets = [{ spot = "a2", antes = 2 }]', "streets[1].bets[0].antes", 2, "written in Antes"),
    (A2, 'bets = [{ spot = "a2", antes = "1/3" }]', "streets[1].bets[0].antes", "1/3", "written in Antes"),
    (A2, 'bets = [{ spot = "a2", antes = "0" }]', "streets[1].bets[0].antes", "0", "written in Antes"),
    (A2, 'bets = [{ spot = "a2", antes = "11" }]', "streets[1].bets[0].antes", "11", "written in Antes"),
    (A2, 'bets = [{ spot = "a2" }]', "streets[1].bets[0].antes", None, "missing"),
    (A2, 'bets = [{ antes = "2" }]', "streets[1].bets[0].spot", None, "missing"),
    (A2, 'bets = [{ spot = "a2", antes = "2", of = "a" }]', "streets[1].bets[0].of", "a", "unknown key"),
    (A2, "bets = []", "streets[1].bets", [], "at least 1"),
    (A2, "", "streets[1]", "flop", "either multiples or bets"),
    (A2, f"{A2}\nmultiples = [2]", "streets[1]", "flop", "either multiples or bets"),
    (A4_A3, '{ spot = "a3", antes = "3" }, { spot = "a4", antes = "4" }', "streets[0].bets", None, "descend"),
    # A bet that follows another, and the one street where who has bet nothing must bet or abandon.
    ('after = "a05t"', 'after = "a05r"', "streets[3].bets", "a05r", "no earlier street offers"),
    ('after = "a05t"', 'after = "turn"', "streets[3].bets[0].after", "turn", "unknown spot"),
    (', after = "a05t"', "", "streets[3]", "river", "turn asks for a bet or a fold"),
    (A2, A2.replace("}", ', after = "a4" }'), "streets[1]", "flop", "turn asks for a bet or a fold"),
    ('after = "a05t" }]\nfold = false', 'after = "a05t" }]\nfold = true', "streets", [2, 3], "only one"),
    ("board = 3", "board = -1", "streets[1].board", -1, "greater than or equal to 0"),
    ("board = 3", "board = 2", "streets", 4, "the board has 5 cards"),
    # Paytables.
    ('quads = "20/1"', 'quads = "3/0"', "paytable.bonus.quads", "3/0", "above zero"),
    ('quads = "20/1"', 'quads = "0/1"', "paytable.bonus.quads", "0/1", "above zero"),
    ('quads = "20/1"', 'quads = "-20/1"', "paytable.bonus.quads", "-20/1", "n/d"),
    ('quads = "20/1"', 'quads = "20"', "paytable.bonus.quads", "20", "n/d"),
    ('quads = "20/1"', 'quads = "20 / 1"', "paytable.bonus.quads", "20 / 1", "n/d"),
    ('quads = "20/1"', "quads = 20.0", "paytable.bonus.quads", 20.0, "n/d"),
    ('quads = "20/1"', 'quads = "6/1"', "paytable.bonus.quads", "6/1", "less than full_house"),
    ('quads = "20/1"', 'quads = "41/1"', "paytable.bonus.straight_flush", "40/1", "less than quads"),
    ('quads = "20/1"', "", "paytable.bonus.quads", None, "full_house is paid"),
    ('quads = "20/1"', 'carre = "20/1"', "paytable.bonus.carre", "carre", "unknown hand"),
    ("[paytable.bonus]", "[paytable.side]", "paytable.side", None, "unknown key"),
    ("[paytable.blind]", "[paytable.super_ante]", "paytable.blind", None, "missing"),
    (
        "[options]",
        '[paytable.trips]\nroyal_flush = "50/1"\n[options]',
        "paytable.bonus",
        "",
        "Trips or Bonus, not both",
    ),
    ("[options]", f"{JP1_TABLE}\n[options]", "paytable.jp1.straight_flush", None, "missing"),
    # The bank, the options, the limits.
    ('unqualified_ante = "paid"', 'unqualified_ante = "kept"', "dealer.unqualified_ante", "kept", "'paid'"),
    (
        'unqualified_others = "returned"',
        'unqualified_others = "paid"',
        "dealer.unqualified_others",
        "paid",
        "'compared' or 'returned'",
    ),
    ('qualifies_with = "pair"', 'qualifies_with = "paire"', "dealer.qualifies_with", "paire", "unknown hand"),
    ("bonus_after_fold = true", "bonus_after_fold = 1", "options.bonus_after_fold", 1, "true or false"),
    ("bonus_after_fold = true", "bonus_abandoned = true", "options.bonus_abandoned", True, "unknown key"),
    ("bonus_multiple = 10", "bonus_multiple = 0", "limits.bonus_multiple", 0, "equal to 1"),
    ("bonus_multiple = 10", "bonus_multiple = 10.0", "limits.bonus_multiple", 10.0, "whole number"),
    ("minimum_cents = 500", "minimum_cents = 550", "limits.minimum_cents", 550, "multiple of 100"),
    ("chip_cents = 50", "chip_cents = 500", "limits.minimum_cents", 500, "multiple of 1000"),
]

THREE = Path(__file__).parents[2] / "houses" / "three-side-bets.toml"
POCKET_TABLE = (
    "pair_of_aces" + THREE.read_text(encoding="utf-8").partition("pair_of_aces")[2].partition("\n\n")[0]
)

LIVE = [
    ("betting_ms = 20000", "betting_ms = -1", "clocks.betting_ms", -1, "equal to 0"),
    ("betting_ms = 20000", 'betting_ms = "20 s"', "clocks.betting_ms", "20 s", "whole number"),
    ("betting_ms = 20000", "betting_ms = 99999999", "clocks.betting_ms", 99_999_999, "3600000"),
    ("betting_ms = 20000", "betting_s = 20", "clocks.betting_s", 20, "unknown key"),
    ("betting_ms = 20000", "betting_ms = 4000", "clocks.last_bets_ms", 5000, "more than betting_ms = 4000"),
    ('player_cards = "face_up"', 'player_cards = "open"', "options.player_cards", "open", "'face_up'"),
    ("stakes_stand = false", 'stakes_stand = "no"', "options.stakes_stand", "no", "true or false"),
    ('round_number = "start"', 'round_number = "gmt"', "options.round_number", "gmt", "'start'"),
    ("multiples = [4, 3]", "multiples = [4, 4]", "streets[0].multiples", (4, 4), "descend"),
    ("multiples = [4, 3]", "multiples = [4.0, 3]", "streets[0].multiples[0]", 4.0, "whole number"),
    ("multiples = [4, 3]", "multiples = [11]", "streets[0].multiples[0]", 11, "equal to 10"),
]


@pytest.mark.parametrize(
    ("shipped", "old", "new", "key", "value", "reason"),
    [("fr-holdem-casino", *wrong) for wrong in HOLDEM] + [("live-uth", *wrong) for wrong in LIVE],
)
def test_a_wrong_house_is_refused_by_file_key_value_and_reason(
    tmp_path: Path, shipped: str, old: str, new: str, key: str, value: object, reason: str
) -> None:
    text = (RULES / f"{shipped}.toml").read_text(encoding="utf-8")
    assert_refused(text, old, new, key, value, reason, tmp_path / "house.toml")


def assert_refused(text: str, old: str, new: str, key: str, value: object, reason: str, path: Path) -> None:
    assert text.count(old) == 1, f"{old!r} is in it {text.count(old)} times"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(SettingsError) as error:
        load_profile(path)
    told = error.value
    assert (told.file, told.key) == (str(path), key)
    if value is not None:
        assert told.value == value
    assert reason in told.reason
    assert str(told).startswith(f"{path}: {key}")
    assert "\n" not in str(told)


SIDES = [
    (
        'spot = "pocket"',
        'spot = "poket"',
        "side_bets[2].spot",
        "poket",
        "side bets lie on trips, bonus, pocket",
    ),
    (
        'spot = "pocket"',
        'spot = "ante"',
        "side_bets[2].spot",
        "ante",
        "side bets lie on trips, bonus, pocket",
    ),
    ('spot = "pocket"', 'spot = "bonus"', "side_bets[1].spot", "bonus", "another side bet on this spot"),
    ('spot = "pocket"', "", "side_bets[2].spot", None, "missing"),
    ('spot = "pocket"', 'spot = ["pocket"]', "side_bets[2].spot", ["pocket"], "unknown spot"),
    ('looks_at = "hole"', 'looks_at = "two"', "side_bets[2].looks_at", "two", "seven, hole, board"),
    ('looks_at = "hole"', "", "side_bets[2].looks_at", None, "missing"),
    (
        'looks_at = "board"',
        'looks_at = "hole"',
        "side_bets[1].paytable.royal_flush",
        "royal_flush",
        "paid by",
    ),
    ('low_pair = "3/1"', 'pair = "3/1"', "side_bets[2].paytable.pair", "pair", "ace_face, low_pair"),
    ('low_pair = "3/1"', 'other_cards = "3/1"', "side_bets[2].paytable.other_cards", None, "paid by pair_of"),
    (
        'ace_face = "5/1"',
        'ace_face = "2/1"',
        "side_bets[2].paytable.ace_face",
        "2/1",
        "less than low_pair (3/1)",
    ),
    ('quads = "200/1"', "", "side_bets[1].paytable.quads", None, "full_house is paid and quads is not"),
    (
        'low_pair = "3/1"',
        'low_pair = "1/7"',
        "limits.minimum_cents",
        500,
        "pocket: exact payouts need a multiple",
    ),
    ('low_pair = "3/1"', 'low_pair = "5.5"', "side_bets[2].paytable.low_pair", "5.5", "n/d"),
    (POCKET_TABLE, "", "side_bets[2].paytable", {}, "pays nothing; it may pay pair_of_aces, ace_king_suited"),
    ("antes = 2", "antes = -1", "side_bets[2].antes", -1, "equal to 0"),
    ("antes = 2", "ante = 2", "side_bets[2].ante", 2, "unknown key"),
    (
        "antes = 2",
        "antes = 2\nafter_fold = false",
        "side_bets[2].after_fold",
        False,
        "plays after a fold too",
    ),
    (
        'looks_at = "board"',
        'looks_at = "board"\nafter_fold = false',
        "side_bets[1].after_fold",
        False,
        "a bet that looks at board plays after a fold too",
    ),
    ("minimum_cents = 500", "minimum_cents = 550", "limits.minimum_cents", 550, "multiple of 100"),
    (
        "[options]",
        "[options]\ntrips_after_fold = false",
        "options.trips_after_fold",
        False,
        "no option of the trips among side_bets",
    ),
]


@pytest.mark.parametrize(("old", "new", "key", "value", "reason"), SIDES)
def test_a_wrong_side_bet_of_a_house_is_refused_by_its_place_value_and_reason(
    tmp_path: Path, old: str, new: str, key: str, value: object, reason: str
) -> None:
    assert_refused(THREE.read_text(encoding="utf-8"), old, new, key, value, reason, tmp_path / "house.toml")


def test_a_house_may_pay_some_classes_of_two_cards_and_not_those_between(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    pairs = re.sub("(?m)^ace_", "# ace_", POCKET_TABLE)
    path.write_text(THREE.read_text(encoding="utf-8").replace(POCKET_TABLE, pairs), encoding="utf-8")
    pocket = load_profile(path).sides[-1]
    assert [str(line) for line in pocket.table] == ["pair_of_aces", "face_pair", "low_pair"]


def test_a_board_before_the_first_decisions_is_refused(tmp_path: Path) -> None:
    text = (RULES / "fr-holdem-casino.toml").read_text(encoding="utf-8")
    path = tmp_path / "house.toml"
    swapped = {"board = 0": "board = 3", "board = 3": "board = 0"}
    told = re.sub(r"^board = [03]$", lambda found: swapped[found[0]], text, flags=re.MULTILINE)
    path.write_text(told, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"streets\[0\]\.board = 3: .* before any board card"):
        load_profile(path)


@pytest.mark.parametrize("path", HOUSES, ids=[path.stem for path in HOUSES])
def test_a_house_refused_by_a_command_is_no_traceback(path: Path, tmp_path: Path) -> None:
    wrong = tmp_path / path.name
    wrong.write_text(path.read_text(encoding="utf-8").replace('quads = "', 'four = "', 1), encoding="utf-8")
    for lang, why in (("fr", "combinaison inconnue 'four'"), ("en", "unknown hand 'four'")):
        done = CliRunner().invoke(main, ["settle", "--profile", str(wrong), "--lang", lang, "-"], input="{}")
        assert done.exit_code == 2
        assert "paytable.blind.four" in done.stderr
        assert why in done.stderr
        assert "Traceback" not in done.stderr


# --- profile and jackpot together ----------------------------------------------------------------


@pytest.mark.parametrize("odds", ["100001/1", "1/100001", f"{'9' * 30}/1", f"{'9' * 5000}/1"])
def test_odds_that_nobody_could_mean_are_refused(tmp_path: Path, odds: str) -> None:
    text = TABLES.read_text(encoding="utf-8")
    path = tmp_path / "house.toml"
    path.write_text(text.replace('royal_flush = "500/1"', f'royal_flush = "{odds}"'), encoding="utf-8")
    with pytest.raises(SettingsError, match=r"odds are written|no number of odds is above 100000") as error:
        load_profile(path)
    assert error.value.key == "paytable.blind.royal_flush"
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('full_house = "8/1"', 'full_house = "25/3"', "paytable.jp1.full_house"),
        ('quads = "80/1"', 'quads = "161/2"', "paytable.jp1.quads"),
        ('consolation = "50/1"', 'consolation = "99/2"', "paytable.jp1.consolation"),
    ],
)
def test_a_jp1_prize_that_the_stake_cannot_pay_in_whole_chips_keeps_the_table_shut(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    """The paytable is the profile's, the stake is the jackpot's: only together can they be wrong."""
    jackpot = load_jackpot()
    check_jp1_prizes(load_profile(TABLES), jackpot)
    text = TABLES.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "house.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    house = load_profile(path)
    with pytest.raises(SettingsError) as error:
        table_facts("UTH-1", 1, house, jackpot, simulated=False)
    assert (error.value.file, error.value.key) == (house.id, key)
    assert "500 cents is not a multiple of 100" in error.value.reason


@pytest.mark.parametrize(("stake_cents", "nearest"), [(125, "100 or 150"), (7, "50")])
def test_a_jp1_stake_that_no_piece_pays_keeps_the_table_shut(stake_cents: int, nearest: str) -> None:
    """Every prize on 1,25 € may be whole chips; the stake itself is laid in pieces too."""
    jackpot = replace(load_jackpot(), stake_cents=stake_cents)
    with pytest.raises(SettingsError) as error:
        table_facts("UTH-1", 1, load_profile("fr-55-20-2021"), jackpot, simulated=False)
    told = error.value
    assert (told.file, told.key, told.value) == ("jackpot.toml", "stake_cents", stake_cents)
    assert "no multiple of 50 cents" in told.reason
    assert told.reason.endswith(f"set it to {nearest}")
    table_facts("UTH-1", 1, load_profile("fr-55-20-2015"), jackpot, simulated=False)


def test_rules_whose_smallest_chip_is_no_piece_of_the_table_keep_it_shut() -> None:
    """A flush on an Ante of 5 € owes 7,50 €: without a piece of 50 cents nobody could pay or count it."""
    without = OpeningFile(pieces_cents=[100_000, 50_000, 10_000, 2_500, 500, 100])
    with pytest.raises(SettingsError) as error:
        table_facts(
            "UTH-1", 1, load_profile("fr-55-20-2021"), load_jackpot(), simulated=False, opening=without
        )
    told = error.value
    assert (told.file, told.key, told.value) == ("table.toml", "opening.pieces_cents", without.pieces_cents)
    assert "no piece of 50 cents" in told.reason
    assert "add it" in told.reason


def test_every_payout_of_a_legal_stake_is_made_of_the_pieces_shipped() -> None:
    """And a stake that no piece pays out is refused with the nearest legal ones."""
    opening = load_table(RULES.parent / "table.toml").opening
    assert opening is not None
    smallest = min(opening.pieces_cents)
    for file in RULES.glob("*.toml"):
        profile = load_profile(file)
        check_pieces(profile, OpeningFile().pieces_cents)
        check_pieces(profile, opening.pieces_cents)
        for ante in range(profile.limits.minimum_cents, profile.limits.minimum_cents + 1_000, 25):
            refusal = may_stake(profile, Spot.ANTE, ante)
            owed = [Fraction(ante) * odds.numerator / odds.denominator for odds in profile.blind.values()]
            exact = all(cents % smallest == 0 for cents in (ante, *owed))
            nearest = {"below_cents", "above_cents"} & set(dict(refusal.facts)) if refusal else set()
            assert exact or nearest


def test_shipped_profiles_and_jackpots_go_together() -> None:
    for file in RULES.glob("*.toml"):
        for jackpot in ("jackpot.toml", "jackpot-literal.toml"):
            check_jp1_prizes(load_profile(file), load_jackpot(RULES.parent / jackpot))
