"""`tapis par`, as its users call it: the contract of its JSON, its sheets, its cache, its refusals."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import controller.odds.kernels  # noqa: F401  compiled code is kept where it always is, not in a test's cache
from controller.cli import main
from controller.cli.par.answer_cache import ENTRIES_MAX, keep, kept, key_of
from controller.cli.par.figures import Figures
from controller.cli.par.words import NOTES, WARNINGS, sentence
from controller.installed import lacks
from controller.settings.files import config_path
from tests.law.requirements import requirement

pytestmark = pytest.mark.slow

RULES = config_path("rules/fr-55-20-2021.toml")
EXAMPLE = config_path("jackpot.toml")
LITERAL = config_path("jackpot-literal.toml")
HANDS = 133_784_560
BETTORS = [str(number) for number in range(1, 8)]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.delenv("TAPIS_CONFIG", raising=False)


def called(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["par", *map(str, arguments)])


def answered(*arguments: str | Path) -> dict[str, Any]:
    result = called(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("\n") == 1
    answer = json.loads(result.stdout)
    assert isinstance(answer, dict)
    return answer


def edited(tmp_path: Path, source: Path, *changes: tuple[str, str]) -> Path:
    text = source.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is in {source.name} {text.count(old)} times"
        text = text.replace(old, new)
    path = tmp_path / source.name
    path.write_text(text, encoding="utf-8")
    return path


# --- the contract --------------------------------------------------------------------------------


def test_trips_of_the_law_return_the_published_ninety_six_and_a_half_per_cent() -> None:
    trips = answered("fr-55-20-2021")["trips"]
    counts = (4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620)
    odds = (50, 40, 30, 8, 7, 4, 3)
    returned = Fraction(sum(n * (paid + 1) for n, paid in zip(counts, odds, strict=True)), HANDS)
    assert Fraction(trips["exact"]["rtp"]) == returned
    assert trips["rtp"] == float(returned) == 0.9650206271934519
    assert f"{100 * trips['rtp']:.2f}" == "96.50"
    assert Fraction(trips["exact"]["hit_frequency"]) == Fraction(sum(counts), HANDS)
    assert trips["hit_frequency"] == float(Fraction(sum(counts), HANDS))


def test_the_main_bets_of_the_law_return_the_published_figures() -> None:
    """« Pari principal total : 99.47% ; Pari principal initial : 97.82% », of the live dealer's page."""
    main_bets = answered("fr-55-20-2021")["main"]
    assert f"{100 * main_bets['rtp_total']:.2f}" == "99.47"
    assert f"{100 * main_bets['rtp_initial']:.2f}" == "97.82"  # 97.815 028 62…
    assert main_bets == answered("live-uth")["main"]


def test_the_keys_of_the_main_bets_are_those_of_the_contract() -> None:
    main_bets = answered("fr-55-20-2021")["main"]
    exact = {name: Fraction(text) for name, text in main_bets["exact"].items()}
    for name in (
        "ev_per_ante",
        "house_edge",
        "average_total_stake",
        "element_of_risk",
        "rtp_initial",
        "rtp_total",
    ):
        assert main_bets[name] == float(exact[name])
    assert exact["house_edge"] == -exact["ev_per_ante"] == 1 - exact["rtp_initial"]
    assert exact["element_of_risk"] == exact["house_edge"] / exact["average_total_stake"]
    assert exact["rtp_total"] == 1 - exact["element_of_risk"]
    assert main_bets["std_dev"] == float(exact["variance"]) ** 0.5
    assert list(main_bets["final_bet"]) == ["4x", "3x", "2x", "1x", "fold"]
    assert sum(exact[f"final_bet.{act}"] for act in main_bets["final_bet"]) == 1
    staked = {"4x": 6, "3x": 5, "2x": 4, "1x": 3, "fold": 2}
    assert exact["average_total_stake"] == sum(n * exact[f"final_bet.{act}"] for act, n in staked.items())


def test_the_joint_distribution_agrees_with_the_seven_cards() -> None:
    answer = answered("fr-55-20-2021")
    for name, count in answer["sevens"]["classes"].items():
        ended = answer["main"]["joint"][name]
        assert sum(Fraction(chance) for chance in ended.values()) == Fraction(count, HANDS)


def test_trips_that_must_win_follow_from_the_joint_distribution() -> None:
    """The casino's page: paid to who beats the dealer, returned on a tie, else taken."""
    answer = answered("fr-casino-page")
    odds = {line["class"]: Fraction(line["odds"]) for line in answer["trips"]["lines"]}
    joint = answer["main"]["joint"]
    paid = sum(Fraction(joint[name]["win"]) * (each + 1) for name, each in odds.items())
    tied = sum(Fraction(ended["tie"]) for ended in joint.values())
    assert Fraction(answer["trips"]["exact"]["rtp"]) == paid + tied
    assert Fraction(answer["trips"]["exact"]["pushed"]) == tied
    assert [note["code"] for note in answer["notes"]] == ["side_by_main_game"]


def test_the_keys_of_jp1_are_those_of_the_contract() -> None:
    jp1 = answered("fr-55-20-2021")["jp1"]
    kinds = ["full_house", "quads", "straight_flush", "community_royal", "jackpot"]
    assert list(jp1["probability"]) == kinds
    for chance in jp1["probability"].values():
        above, below = map(int, chance["fraction"].split("/"))
        assert chance["decimal"] == above / below
    for name in ("return_at_jackpot", "break_even_jackpot_cents"):
        assert list(jp1[name]) == BETTORS
    assert isinstance(jp1["fixed_return"], float)
    assert isinstance(jp1["long_run_return"], float)
    assert all(isinstance(cents, int) for cents in jp1["break_even_jackpot_cents"].values())


def test_the_figures_of_jp1_follow_from_each_other() -> None:
    jp1 = answered("fr-55-20-2021", "--jackpot-config", EXAMPLE)["jp1"]
    jackpot = Fraction(jp1["probability"]["jackpot"]["fraction"])
    fixed = Fraction(jp1["exact"]["fixed_return"])
    for bettors in BETTORS:
        consoled = (int(bettors) - 1) * jackpot * 100
        at_start = fixed + jackpot * Fraction(1_000_000, 500) + consoled
        assert Fraction(jp1["exact"]["return_at_jackpot"][bettors]) == at_start
        even = (1 - fixed - consoled) * 500 / jackpot
        assert Fraction(jp1["exact"]["break_even_jackpot_cents"][bettors]) == even
        assert 0 <= jp1["break_even_jackpot_cents"][bettors] - even < 1
        assert jp1["rounds_between_jackpots"][bettors] == float(1 / (int(bettors) * jackpot))


def test_a_changed_paytable_changes_every_figure_that_hangs_on_it(tmp_path: Path) -> None:
    before = answered(RULES)
    after = answered(
        edited(
            tmp_path,
            RULES,
            ('quads = "30/1"', 'quads = "31/1"'),
            ('full_house = "10/1"', 'full_house = "11/1"'),
        )
    )
    assert after["profile"]["digest"] != before["profile"]["digest"]
    quads, full = Fraction(224_848, HANDS), Fraction(3_473_184, HANDS)
    rtp = [Fraction(each["trips"]["exact"]["rtp"]) for each in (before, after)]
    assert rtp[1] - rtp[0] == quads
    for name in ("fixed_return", "return_at_jackpot", "long_run_return"):
        was, now = (each["jp1"]["exact"][name] for each in (before, after))
        one_bettor = (was, now) if isinstance(was, str) else (was["1"], now["1"])
        assert Fraction(one_bettor[1]) - Fraction(one_bettor[0]) == full
    even = [Fraction(each["jp1"]["exact"]["break_even_jackpot_cents"]["1"]) for each in (before, after)]
    assert even[0] - even[1] == full * 500 * 32_487


def test_a_better_blind_is_worth_what_it_pays_and_no_less_than_the_old_strategy_got(tmp_path: Path) -> None:
    before = answered(RULES)["main"]
    after = answered(edited(tmp_path, RULES, ('quads = "10/1"', 'quads = "12/1"')))["main"]
    gained = Fraction(after["exact"]["ev_per_ante"]) - Fraction(before["exact"]["ev_per_ante"])
    paid = [2 * Fraction(each["paid_classes"]["quads"]["fraction"]) for each in (before, after)]
    assert paid[0] <= gained <= paid[1]


def test_a_felt_without_jp1_has_no_figures_of_it() -> None:
    result = called("fr-55-20-2015", "--json", "--jackpot-config", EXAMPLE)
    assert result.exit_code == 0
    assert "jp1" not in json.loads(result.stdout)
    assert "fr-55-20-2015 has no JP1" in result.stderr


@pytest.mark.long
def test_hold_em_poker_de_casino_has_a_bonus_and_its_own_bets() -> None:
    answer = answered("fr-holdem-casino")
    counts = (4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620)
    odds = (50, 40, 20, 7, 6, 5, 3)
    returned = Fraction(sum(n * (paid + 1) for n, paid in zip(counts, odds, strict=True)), HANDS)
    assert Fraction(answer["bonus"]["exact"]["rtp"]) == returned
    assert "trips" not in answer
    assert list(answer["main"]["final_bet"]) == ["a4", "a3", "a2", "a05t", "a05r", "fold"]
    text = called("fr-holdem-casino", "--lang", "en").stdout
    assert "A2 2×, on the flop" in text
    assert "Super Ante paid" in text


# --- what is said loudly -------------------------------------------------------------------------


def test_a_jackpot_that_returns_more_than_the_stakes_is_the_first_thing_said() -> None:
    result = called("fr-55-20-2021", "--jackpot-config", LITERAL)
    assert result.exit_code == 0
    first = result.stdout.splitlines()[0]
    assert first.startswith("!! RETOUR AU-DESSUS DE 100\u00a0%\u00a0: à la longue JP1 rend 106,2989")
    warnings = answered("fr-55-20-2021", "--jackpot-config", LITERAL)["warnings"]
    assert [warning["code"] for warning in warnings] == ["long_run_above_one"]
    assert warnings[0]["text"] in " ".join(result.stdout.split("\n"))


@requirement("PM-04")
@pytest.mark.parametrize(("config", "payer"), [(LITERAL, "le compteur"), (None, "la maison")])
def test_the_sheet_says_who_pays_the_fixed_prizes(config: Path | None, payer: str) -> None:
    text = called("fr-55-20-2021", *(("--jackpot-config", config) if config else ())).stdout
    assert re.search(rf"Lots fixes payés par +{payer}", text)


def test_the_shipped_example_gives_no_warning() -> None:
    assert answered("fr-55-20-2021")["warnings"] == []
    assert called("fr-55-20-2021").stdout.startswith("Feuille PAR · fr-55-20-2021\n")


def test_a_prize_that_the_smallest_chip_cannot_pay_is_said(tmp_path: Path) -> None:
    house = edited(tmp_path, RULES, ('full_house = "10/1"', 'full_house = "21/2"'))
    config = edited(tmp_path, EXAMPLE, ("stake_cents = 500", "stake_cents = 505"))
    warnings = answered(house, "--jackpot-config", config, "--lang", "en")["warnings"]
    chips = [warning for warning in warnings if "chip_cents" in warning]
    assert [(warning["code"], warning["cents"]) for warning in chips] == [
        ("stake_unpayable", 505),
        ("prize_unpayable", 5302.5),
    ]
    assert chips[1]["text"] == (
        "PRIZE THAT CHIPS CANNOT PAY: full house, 53,025\u00a0€, is no multiple of the smallest chip, "
        "0,50\u00a0€."
    )


def test_a_start_amount_that_pays_back_more_than_the_stake_is_said(tmp_path: Path) -> None:
    config = edited(tmp_path, EXAMPLE, ("start_cents = 1_000_000", "start_cents = 7_800_000"))
    codes = {each["code"]: each for each in answered("fr-55-20-2021", "--jackpot-config", config)["warnings"]}
    assert codes["start_above_one"]["bettors"] == 4  # 77 643,41 € with four bettors, 78 143,41 € with three
    assert codes["long_run_above_one"]["bettors"] == 1


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_warning_and_note_has_its_sentence(lang: str) -> None:
    facts = {
        "return": 1.5,
        "bettors": 3,
        "start_cents": 100,
        "cents": 5.5,
        "chip_cents": 50,
        "kind": "quads",
        "spot": "trips",
    }
    for words in (WARNINGS, NOTES):
        for code in words:
            text = sentence(words, {"code": code, **facts}, Figures(lang))
            assert text.endswith(".")
            assert "{" not in text


# --- the sheets ----------------------------------------------------------------------------------


def test_the_sheet_says_digests_paytables_and_exact_values_in_both_languages() -> None:
    answer = answered("fr-55-20-2021")
    for lang in ("fr", "en"):
        text = called("fr-55-20-2021", "--lang", lang).stdout
        assert "'" not in text, "an apostrophe is ’"
        assert "96,5020627193452\u00a0%" in text
        assert answer["profile"]["digest"] in text
        assert answer["jp1"]["config"]["digest"] in text
        assert answer["engine"]["digest"] in text
        assert answer["jp1"]["exact"]["fixed_return"] in text
    assert max(map(len, called("fr-55-20-2015").stdout.splitlines())) <= 132


def test_the_pdf_sheet_is_written_besides(tmp_path: Path) -> None:
    path = tmp_path / "par.pdf"
    result = called("fr-55-20-2021", "--pdf", path, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["profile"]["id"] == "fr-55-20-2021"
    assert path.read_bytes().startswith(b"%PDF-")


def test_a_pdf_that_cannot_be_written_is_refused_in_one_sentence(tmp_path: Path) -> None:
    result = called("fr-55-20-2021", "--pdf", tmp_path / "nowhere" / "par.pdf")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(
        f"Erreur\u00a0: {tmp_path}/nowhere/par.pdf\u00a0: ne peut être écrit\u00a0: "
    )


# --- the cache -----------------------------------------------------------------------------------


def test_an_answer_is_kept_and_a_damaged_or_foreign_one_is_worked_out_anew(cache: Path) -> None:
    first = answered("fr-55-20-2015")
    key = key_of(first["profile"]["digest"], None, first["engine"]["digest"])
    entries = (cache / "tapis" / "par").glob("*.json")
    (entry,) = [file for file in entries if json.loads(file.read_bytes())["key"] == key]
    whole = entry.read_bytes()
    assert answered("fr-55-20-2015") == first
    altered = json.loads(whole)
    altered["answer"]["trips"]["rtp"] = 0.5
    foreign = json.loads(whole)
    foreign["key"]["profile"] = "0" * 64
    for damaged in (
        b"",
        b"\xff\x00",
        whole[:-40],
        b"[" * 100_000,
        b"null",
        json.dumps(altered).encode(),
        json.dumps(foreign).encode(),
    ):
        entry.write_bytes(damaged)
        assert answered("fr-55-20-2015") == first
        assert entry.read_bytes() == whole


def test_without_the_cache_nothing_is_read_or_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_answer = answered("fr-55-20-2015")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert answered("fr-55-20-2015", "--no-cache") == kept_answer
    assert list(tmp_path.iterdir()) == []


def test_a_cache_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no directory")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    key = key_of("profile", None, "engine")
    keep(key, {"main": 1})
    assert kept(key) is None


def test_the_cache_is_thinned_out_by_age(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for number in range(ENTRIES_MAX + 3):
        keep(key_of(f"{number}", None, "engine"), {"number": number})
    assert len(list((tmp_path / "tapis" / "par").iterdir())) == ENTRIES_MAX
    assert kept(key_of(f"{ENTRIES_MAX + 2}", None, "engine")) == {"number": ENTRIES_MAX + 2}


def test_a_changed_file_that_keeps_a_shipped_name_does_not_cite_the_law(tmp_path: Path) -> None:
    shipped = answered("fr-55-20-2021")["profile"]["written_in"]
    assert shipped["trips"][0] == "art. 55-20, 1°, tableau Trips"
    changed = answered(edited(tmp_path, RULES, ('void_jp1 = "carry"', 'void_jp1 = "refund"')))
    assert changed["profile"]["id"] == "fr-55-20-2021"
    assert {words[0] for words in changed["profile"]["written_in"].values()} == {
        "règles fr-55-20-2021 modifiées par la maison"
    }


def test_another_jackpot_is_another_question() -> None:
    example = answered("fr-55-20-2021", "--jackpot-config", EXAMPLE)
    literal = answered("fr-55-20-2021", "--jackpot-config", LITERAL)
    assert example["jp1"]["config"]["digest"] != literal["jp1"]["config"]["digest"]
    assert example["jp1"]["long_run_return"] < 1 < literal["jp1"]["long_run_return"]


# --- refusals ------------------------------------------------------------------------------------


def test_without_the_extra_one_sentence_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from controller.cli import main\n"
        "main(['par', 'fr-55-20-2021'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"Erreur\u00a0: the exact mathematics need numba, and {lacks('numba')}\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('quads = "30/1"', 'quads = "3/0"', "paytable.trips.quads = '3/0'"),
        ('quads = "30/1"', 'quads = "7/1"', "paytable.trips.quads = '7/1': pays less than full_house (8/1)"),
        ('quads = "30/1"', 'four = "30/1"', "four"),
    ],
)
def test_a_bad_profile_is_refused_by_file_key_value_and_reason(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    path = edited(tmp_path, RULES, (old, new))
    result = called(path, "--lang", "en")
    assert result.exit_code == 2
    assert str(path) in result.stderr
    assert said in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'house = "60 %"',
            'house = "61 %"',
            "shares = '101/100 of the stake': meter, reserve and house",
        ),
        ("# limit_cents = 20_000_000", "limit_cents = 999_999", "limit_cents = 999999: is below start_cents"),
        ("stake_cents = 500", "stake_cents = 0", "stake_cents = 0"),
        (
            "start_cents = 1_000_000",
            "start_cents = 1_000_000_000_000",
            "start_cents = 1000000000000: must be less",
        ),
    ],
)
def test_a_bad_jackpot_file_is_refused_by_file_key_value_and_reason(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    path = edited(tmp_path, EXAMPLE, (old, new))
    result = called("fr-55-20-2021", "--jackpot-config", path, "--lang", "en")
    assert result.exit_code == 2
    assert str(path) in result.stderr
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_board_opened_in_another_way_is_refused(tmp_path: Path) -> None:
    path = edited(
        tmp_path, RULES, ('name = "flop"\nboard = 3', 'name = "flop"\nboard = 4'), ("board = 2", "board = 1")
    )
    result = called(path)
    assert result.exit_code == 2
    assert result.stderr == (
        "Erreur\u00a0: fr-55-20-2021: a board opened 0, 4, 1 is not analysed, only 0, 3, 2 and 0, 3, 1, 1\n"
    )


@pytest.mark.parametrize(
    "arguments", [("nowhere",), ("nowhere.toml",), ("fr-55-20-2021", "--jackpot-config", "no")]
)
def test_what_is_not_there_is_refused(arguments: tuple[str, ...]) -> None:
    result = called(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


def test_what_two_cards_pay_stands_below_the_hands_and_is_said_to_be_counted() -> None:
    house = Path(__file__).parents[1] / "houses" / "trips-and-pocket.toml"
    said = called(house, "--lang", "en").stdout
    table = said[said.index("Paytables") : said.index("Winnings on top")]
    assert table.index("royal flush") < table.index("three of a kind") < table.index("pair of aces")
    assert "the 1 326 hands of two cards are ranked one by one" in " ".join(said.split())
