"""The dispute sheet of `tapis settle`: which rule gave which amount, and where that is written."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from controller.game.felt import Spot
from controller.game.money import Odds
from controller.game.profile import Options
from controller.game.settling.settle import RULE_CODES
from controller.papers.round_sheet.sources import SOURCES, source_of
from controller.papers.round_sheet.text import COLUMNS, plain
from controller.papers.round_sheet.words import odds_in_words
from controller.settings.rules import load_profile
from controller.words.hands import CLASSES, a_hand
from controller.words.money import money
from controller.words.spots import RULES
from tests.shell.settle.settle_lines import CASINO, ROYAL, changed, settle

GOLDEN = Path(__file__).parents[2] / "golden" / "settle.jsonl"
RULES_FOLDER = Path(__file__).parents[3] / "config" / "rules"
LAW = "Arrêté du 14 mai 2007, art. 55-20, version du 6 octobre 2021"
HOUSES = Path(__file__).parents[2] / "house"
SHIPPED = sorted(path.stem for path in RULES_FOLDER.glob("*.toml"))


def sheet(line: dict[str, Any], *arguments: str) -> str:
    """The sheet with its narrow blanks as plain ones."""
    done = settle(json.dumps(line), *arguments)
    assert (done.exit_code, done.stderr) == (0, "")
    return re.sub("[\u00a0\u202f]", " ", done.stdout)


def sentences(text: str) -> str:
    """The sheet as one running text: wrapped sentences whole again, amounts left out."""
    return " ".join(re.sub(" {2,}.*$", "", line.strip()) for line in text.splitlines())


# --- words ---------------------------------------------------------------------------------------


def test_every_rule_of_the_settlement_is_worded_in_both_languages() -> None:
    assert set(RULES) == RULE_CODES
    assert all(french and english and french != english for (french, english), *_ in RULES.values())


def test_every_rule_of_the_settlement_has_its_source() -> None:
    assert set(SHIPPED) == set(SOURCES)
    options = {words.option for words in RULES.values()} - {""}
    assert options <= {one.name for one in fields(Options)}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_profile_cites_its_own_source_for_every_rule_of_its_felt(name: str) -> None:
    profile = load_profile(name)
    codes = [code for code in RULE_CODES if any(code.startswith(f"{spot}_") for spot in profile.spots)]
    assert len(codes) > 15
    for code in codes:
        french, english = source_of(profile, code)
        assert french not in ("", f"règles {name}")
        assert ("art. 55-20" in french) is (name.startswith("fr-55-20") and not RULES[code].option)
        assert ("art. 55-20" in english) is ("art. 55-20" in french)


@pytest.mark.parametrize(
    ("cents", "written"),
    [
        (0, "0,00\u00a0€"),
        (5, "0,05\u00a0€"),
        (125_000, "1\u202f250,00\u00a0€"),
        (-123456789, "−1\u202f234\u202f567,89\u00a0€"),
    ],
)
def test_money_is_written_in_one_way(cents: int, written: str) -> None:
    assert money(cents) == written


def test_a_gain_is_written_with_its_plus() -> None:
    assert [money(cents, signed=True) for cents in (100, 0)] == ["+1,00\u00a0€", "0,00\u00a0€"]


def test_odds_and_hands_are_said_as_at_the_table() -> None:
    assert [odds_in_words(Odds(3, 2), language) for language in (0, 1)] == ["3 pour 2", "3 to 2"]
    assert odds_in_words(Odds(1000, 1), 0) == "1\u202f000 pour 1"
    french = [
        "une carte haute",
        "une paire",
        "deux paires",
        "un brelan",
        "une quinte",
        "une couleur",
        "un full",
    ]
    assert [a_hand(hand, 0) for hand in CLASSES][:7] == french
    assert [a_hand(hand, 1) for hand in CLASSES][2:5] == ["two pair", "three of a kind", "a straight"]


# --- the sheet -----------------------------------------------------------------------------------


def test_the_sheet_says_in_french_which_rule_gave_which_amount() -> None:
    text = sheet(ROYAL)
    row = "Ante rendue : banque non qualifiée (art. 55-20, 1°) +10,00 € +10,00 € +– +–"
    assert re.search(row.replace("(", r"\(").replace(")", r"\)").replace(".", r"\."), text)
    told = sentences(text)
    for said in (
        "Blind payée 500 pour 1 : gagne avec une quinte flush royale "
        "(art. 55-20, 1°, point 1 et tableau Blind)",
        "Play payée 1 pour 1 : bat la banque (art. 55-20, 1°, point 1)",
        "Trips payée 50 pour 1 : quinte flush royale (art. 55-20, 1°, tableau Trips)",
        "JP1 gagne 100 % du jackpot : quinte flush royale ; mise collectée (art. 55-20, 2°)",
        "JACKPOT gagné, siège 2",
    ):
        assert said in told
    assert "seulement après le membre du comité de direction et la vidéosurveillance (art. 55-20, 2°)" in text


def test_the_sheet_shows_the_rules_the_hands_and_the_five_cards_used() -> None:
    text = sheet(ROYAL)
    profile = load_profile("fr-55-20-2021")
    assert f"Règles     {profile.id} · {profile.source}" in text
    assert f"Empreinte  {profile.digest}" in text
    assert "Board      Q♠ J♠ 10♠ 4♦ 8♥" in text
    assert "Banque     2♥ 7♣ · carte haute · non qualifiée, il faut une paire ou mieux" in text
    assert "cinq cartes : Q♠ J♠ 10♠ 8♥ 7♣" in text
    assert "Siège 2    A♠ K♠ · quinte flush royale · bat la banque" in text
    assert "cinq cartes : A♠ K♠ Q♠ J♠ 10♠" in text


def test_the_five_cards_stand_in_the_order_in_which_they_decide() -> None:
    hands = {"Ad 5d": "5♦ 4♠ 3♥ 2♦ A♦", "6c 6d": "9♣ 9♥ 6♣ 6♦ K♠", "9d Kd": "9♦ 9♣ 9♥ K♦ K♠"}
    boards = {"Ad 5d": "2d 3h 4s 9c Kh", "6c 6d": "9c 9h Ks 2d 3h", "9d Kd": "9c 9h Ks 2s 3h"}
    for cards, five in hands.items():
        seat = {"seat": 1, "cards": cards.split(), "folded": True, "stakes": {"ante": 200, "blind": 200}}
        line = {"board": boards[cards].split(), "dealer": ["Jc", "8c"], "seats": [seat]}
        assert f"cinq cartes : {five}" in sheet(line)


def test_the_sums_say_what_the_player_holds_in_the_end() -> None:
    text = sheet(ROYAL)
    assert re.search(r"Total +70,00 € +65,00 € +5,00 € +17 794,00 €", text)
    assert "Le joueur a en main : 17 859,00 € (rendu + payé), soit +17 789,00 €" in text


def test_several_seats_are_summed_up_and_stand_under_each_other() -> None:
    text = sheet(json.loads(GOLDEN.read_text(encoding="utf-8").splitlines()[0]))
    assert re.search(r"Total des sièges +104,00 € +40,00 € +64,00 € +40,00 €", text)
    ends = {len(line) for line in text.splitlines() if re.match(r"  (Ante|Total)\b.*( €| –)$", line)}
    assert len(ends) == 1


def test_hold_em_poker_de_casino_cites_its_own_rules() -> None:
    told = sentences(sheet(CASINO))
    assert "Super Ante rendue : gagne avec deux paires, il faut une quinte ou mieux" in told
    assert "A0,5 T payée 1 pour 1 : bat la banque (règles du jeu, banque qualifiée, A)" in told
    assert "Bonus prise : deux paires, il faut un brelan ou mieux (règles du jeu, tableau Bonus)" in told
    assert "art. 55-20" not in told


def test_hands_are_not_compared_where_an_unqualified_bank_leaves_all() -> None:
    unqualified = sheet({**CASINO, "board": ["Qs", "Jd", "9s", "4d", "2h"], "dealer": ["3h", "7c"]})
    said = "Ante payée 1 pour 1 : banque non qualifiée (règles du jeu, banque non qualifiée)"
    assert said in sentences(unqualified)
    assert "Siège 3    A♥ Q♣ · paire · main non comparée, banque non qualifiée" in unqualified
    assert "non comparée" not in sheet(CASINO)
    assert "non comparée" not in sheet(ROYAL)


def test_an_abandoned_hand_is_called_so_and_its_cards_stay_unsaid() -> None:
    def abandon(line: dict[str, Any]) -> None:
        line["seats"][0].update(cards=None, folded=True, stakes={"ante": 1000, "super_ante": 1000})

    text = sheet(changed(CASINO, abandon))
    assert "Siège 3    cartes non retournées · abandon\n" in text
    assert "Ante prise : abandon (règles du jeu, déroulement)" in text


def test_a_rule_that_only_an_option_makes_is_cited_by_its_option(tmp_path: Path) -> None:
    text = (RULES_FOLDER / "fr-55-20-2021.toml").read_text(encoding="utf-8")
    house = tmp_path / "house.toml"
    house.write_text(
        text.replace("trips_after_fold = true", "trips_after_fold = false")
        .replace("jp1_return_stake = false", "jp1_return_stake = true")
        .replace('id = "fr-55-20-2021"', 'id = "house"'),
        encoding="utf-8",
    )

    def fold(line: dict[str, Any]) -> None:
        line["seats"][0].update(folded=True)
        del line["seats"][0]["stakes"]["play"]

    told = sentences(sheet(changed(ROYAL, fold), "--profile", str(house)))
    assert "Trips prise : main couchée (option trips_after_fold)" in told
    assert "Ante prise : main couchée (règles house)" in told
    assert "quinte flush royale ; mise rendue par l’option jp1_return_stake (règles house)" in told
    assert "art. 55-20, 1°" not in told


def test_a_house_s_own_paytable_and_bets_are_settled_and_said(tmp_path: Path) -> None:
    text = (RULES_FOLDER / "fr-holdem-casino.toml").read_text(encoding="utf-8")
    changes = {
        'id = "fr-holdem-casino"': 'id = "house"',
        'three_of_a_kind = "3/1"': 'three_of_a_kind = "3/1"\ntwo_pair = "2/1"',
        'spot = "a2", antes = "2"': 'spot = "a2", antes = "3/2"',
    }
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    house = tmp_path / "house.toml"
    house.write_text(text, encoding="utf-8")

    def bet(cents: int) -> dict[str, Any]:
        stakes = {"ante": 1000, "super_ante": 1000, "bonus": 500, "a2": cents}
        return changed(CASINO, lambda r: r["seats"][0].update(stakes=stakes))

    told = sentences(sheet(bet(1500), "--profile", str(house)))
    assert "Bonus payée 2 pour 1 : deux paires (règles house)" in told
    assert "A2 payée 1 pour 1 : bat la banque (règles house)" in told
    refused = settle(json.dumps(bet(2000)), "--profile", str(house))
    why = "doit être 3/2 fois l’Ante (1000)"
    assert refused.stderr == f"ligne 1\u00a0: seats[0].stakes.a2 = 2000\u00a0: {why}\n"
    refused = settle(json.dumps(bet(2000)), "--profile", str(house), "--lang", "en")
    assert refused.stderr == "line 1: seats[0].stakes.a2 = 2000: must be 3/2 times the Ante (1000)\n"


def test_a_prize_and_the_consolation_on_one_stake_are_both_said() -> None:
    line = changed(ROYAL, lambda r: r.update(board=["Qs", "Js", "Ts", "Qd", "8h"]))
    line["seats"].append(
        {
            "seat": 4,
            "cards": ["Qh", "8c"],
            "folded": True,
            "stakes": {"ante": 1000, "blind": 1000, "jp1": 500},
        }
    )
    told = sentences(sheet(line))
    said = "JP1 payée 10 pour 1 : full, plus lot de consolation, 100 pour 1 (500,00 €) ; mise collectée"
    assert said in told


def test_the_sheet_is_in_english_on_demand() -> None:
    text = sheet(ROYAL, "--lang", "en")
    assert "Ante returned: dealer not qualified (art. 55-20, 1°)" in text
    assert "12 504,00 €" in text
    assert "The player holds: 17 859,00 € (returned + paid), that is +17 789,00 €" in text


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_line_is_longer_than_a_hundred_columns_and_none_is_coloured(language: str) -> None:
    done = settle(GOLDEN.read_text(encoding="utf-8"), "--lang", language)
    assert done.exit_code == 0
    assert max(map(len, done.stdout.splitlines())) == COLUMNS
    assert "\x1b" not in done.stdout


def test_amounts_beyond_any_table_keep_their_sentences() -> None:
    huge = {"ante": 10**12, "blind": 10**12, "play": 4 * 10**12 // 4}
    line = changed(ROYAL, lambda r: r["seats"][0].update(stakes=huge))
    text = sheet(line)
    assert "Ante rendue : banque non qualifiée (art. 55-20, 1°)" in text
    assert "5 000 000 000 000,00 €" in text


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_golden_stake_stands_on_its_sheet(language: str) -> None:
    for raw in GOLDEN.read_text(encoding="utf-8").splitlines()[::9]:
        line = json.loads(raw)
        text = sheet(line, "--lang", language)
        assert text.count("\n  Ante ") == len(line["seats"])
        assert text.count("\n  JP1 ") == sum("jp1" in seat["stakes"] for seat in line["seats"])


def test_a_terminal_without_accents_gets_letters_for_suits_and_the_same_columns() -> None:
    done = settle(json.dumps(ROYAL))
    flat = plain(done.stdout)
    assert flat.isascii()
    assert "?" not in flat
    assert "Siege 2    As Ks" in flat
    assert "cinq cartes : As Ks Qs Js 10s" in flat
    assert [len(line) for line in flat.splitlines()] == [len(line) for line in done.stdout.splitlines()]


def test_an_identifier_cannot_steer_the_terminal() -> None:
    done = settle(json.dumps({**ROYAL, "id": "\x1b[2Jx"}))
    assert "\x1b" not in done.stdout
    assert "?[2Jx" in done.stdout


def test_a_round_without_a_name_is_called_by_its_line() -> None:
    line = changed(ROYAL, lambda r: r.pop("id"))
    assert settle(f"\n{json.dumps(line)}").stdout.startswith("Feuille de litige · Coup 2\n")


def test_every_spot_is_named_as_on_the_felt() -> None:
    assert {words.sheet[0].split(" ")[0] for words in RULES.values()} == {"{spot}"}
    assert set(Spot) == {spot for spot in Spot if any(code.startswith(f"{spot}_") for code in RULES)}


@pytest.mark.parametrize(
    ("changes", "cited"),
    [
        ({"minimum_cents = 500": "minimum_cents = 1000"}, "art. 55-20, 1°, point 1 et tableau Blind"),
        ({'quads = "10/1"': 'quads = "12/1"'}, "règles fr-55-20-2021 modifiées par la maison"),
        ({"burn = false": "burn = true"}, "règles fr-55-20-2021 modifiées par la maison"),
        (
            {
                'quads = "10/1"': 'quads = "12/1"',
                LAW: "Règlement intérieur, annexe 7",
            },
            "Règlement intérieur, annexe 7",
        ),
    ],
)
def test_a_file_that_keeps_a_shipped_name_cites_the_law_only_for_the_law(
    changes: dict[str, str], cited: str, tmp_path: Path
) -> None:
    """The limits are the establishment's; whatever else differs is no longer the article."""
    text = (RULES_FOLDER / "fr-55-20-2021.toml").read_text(encoding="utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    house = tmp_path / "fr-55-20-2021.toml"
    house.write_text(text, encoding="utf-8")
    told = sentences(sheet(ROYAL, "--profile", str(house)))
    assert f"Blind payée 500 pour 1 : gagne avec une quinte flush royale ({cited})" in told
    assert ("art. 55-20, 1°" in told) is cited.startswith("art. 55-20")


def test_a_blind_that_is_left_names_the_lowest_hand_its_house_pays() -> None:
    house = load_profile(HOUSES / "uth-tables-de-la-maison.toml")
    straight = {"board": ["Qs", "Jh", "Ts", "4d", "8h"], "dealer": ["2h", "7c"]}
    told = sentences(sheet({**ROYAL, **straight}, "--profile", str(HOUSES / f"{house.id}.toml")))
    assert "Blind rendue : gagne avec une quinte, il faut une couleur ou mieux" in told
    assert f"({house.source})" in told


# --- side bets of a house ------------------------------------------------------------------------

THREE = HOUSES.parent / "houses" / "three-side-bets.toml"
SUITED_ON_TWO_PAIR: dict[str, Any] = {
    "board": ["Qs", "Js", "Qd", "Jh", "4s"],
    "dealer": ["3c", "8h"],
    "seats": [
        {
            "seat": 1,
            "cards": ["As", "Ks"],
            "folded": False,
            "stakes": {"ante": 1000, "blind": 1000, "trips": 600, "bonus": 600, "pocket": 2000, "play": 4000},
        },
        {
            "seat": 2,
            "cards": None,
            "folded": True,
            "stakes": {"ante": 1000, "blind": 1000, "trips": 1000, "bonus": 800},
        },
        {
            "seat": 3,
            "cards": ["Th", "6c"],
            "folded": True,
            "stakes": {"ante": 1000, "blind": 1000, "pocket": 600},
        },
    ],
}


def test_a_side_bet_is_said_by_the_cards_that_it_looks_at() -> None:
    text = sentences(sheet(SUITED_ON_TWO_PAIR, "--profile", str(THREE)))
    assert "Trips payée 6 pour 1 : couleur" in text
    assert "Bonus payée 6 pour 1 : deux paires au board" in text
    assert "Pocket payée 25 pour 1 : as-roi assortis" in text
    assert "Pocket prise : autres cartes, hors barème" in text, "no class of two cards is called better"
    english = sentences(sheet(SUITED_ON_TWO_PAIR, "--profile", str(THREE), "--lang", "en"))
    assert "Bonus paid 6 to 1: two pair on the board" in english
    assert "Pocket taken: other cards, not in the table" in english


def test_a_side_bet_of_the_house_is_cited_by_its_rules_and_by_no_option() -> None:
    text = sentences(sheet(SUITED_ON_TWO_PAIR, "--profile", str(THREE)))
    assert "Trips prise : main couchée" in text
    assert "trips_after_fold" not in text
    assert load_profile(THREE).source.replace("'", "’") in text.replace("'", "’")


def test_a_hand_beside_a_living_pocket_is_asked_for_and_one_on_the_board_alone_is_not() -> None:
    hidden = {
        "seat": 2,
        "cards": None,
        "folded": True,
        "stakes": {"ante": 1000, "blind": 1000, "pocket": 600},
    }
    line = {**SUITED_ON_TWO_PAIR, "seats": [hidden]}
    done = settle(json.dumps(line), "--profile", str(THREE), "--lang", "en")
    assert (done.exit_code, done.stderr.strip()) == (
        2,
        "line 1: seats[0].cards: the cards are needed: pocket still plays",
    )
