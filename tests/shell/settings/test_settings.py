"""Files of configuration: read strictly, or refused with file, key, value and reason."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel, Field

from controller.game.hands import HandClass
from controller.game.jackpot.rules import JackpotConfig
from controller.game.money import Odds
from controller.game.profile import STREETS_55_20, Limits, Options
from controller.settings import shapes
from controller.settings.files import config_directories, config_path
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.settings_error import SettingsError
from controller.settings.toml import Strict, read_toml
from tests.law.requirements import requirement

SHIPPED = Path(__file__).parents[3] / "config"
RULES = SHIPPED / "rules" / "fr-55-20-2021.toml"

VARIANT = """
id = "house"
source = "règlement intérieur"
[paytable.blind]
royal_flush = "500/1"
straight_flush = "50/1"
quads = "10/1"
full_house = "3/1"
flush = "3/2"
straight = "1/1"
"""


@pytest.fixture(autouse=True)
def only_shipped_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAPIS_CONFIG", raising=False)


def edited(tmp_path: Path, source: Path, old: str, new: str) -> Path:
    text = source.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} is in {source.name} {text.count(old)} times"
    path = tmp_path / source.name
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def written(tmp_path: Path, text: str, name: str = "house.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


# --- the shipped files ---------------------------------------------------------------------------


def test_the_profile_of_the_law_is_found_by_its_name() -> None:
    profile = load_profile("fr-55-20-2021")
    assert profile.id == "fr-55-20-2021"
    assert "art. 55-20" in profile.source
    assert profile == load_profile(RULES)


def test_the_shipped_profile_states_what_a_shorter_file_takes_for_granted() -> None:
    profile = load_profile("fr-55-20-2021")
    assert profile.streets == STREETS_55_20
    assert profile.options == Options()
    assert profile.limits == Limits()
    assert profile.qualifies_with is HandClass.PAIR


def test_a_house_variant_needs_only_its_name_source_and_paytables(tmp_path: Path) -> None:
    path = written(tmp_path, VARIANT + "[options]\ntrips_after_fold = false\n")
    profile = load_profile(path)
    assert (profile.id, profile.source) == ("house", "règlement intérieur")
    assert profile.options == Options(trips_after_fold=False)
    assert profile.streets == STREETS_55_20
    assert not profile.trips
    assert not profile.jp1


def test_the_burn_option_burns_a_card_before_each_street_that_draws(tmp_path: Path) -> None:
    profile = load_profile(written(tmp_path, VARIANT + "[options]\nburn = true\n"))
    assert [street.burn for street in profile.streets] == [0, 1, 1]


def test_both_shipped_jackpots_are_read_exactly() -> None:
    assert load_jackpot() == JackpotConfig(500, 1_000_000, 250_000, 150_000, 600_000, "house")
    literal = load_jackpot(SHIPPED / "jackpot-literal.toml")
    assert literal == JackpotConfig(500, 1_000_000, 1_000_000, 0, 0, "meter")


# --- the digest ----------------------------------------------------------------------------------


def test_the_digest_is_that_of_the_rules_not_of_how_they_are_written(tmp_path: Path) -> None:
    rewritten = edited(tmp_path, RULES, 'flush = "3/2"            #', 'flush   =   "6/4"  # double,')
    assert load_profile(rewritten).digest == load_profile(RULES).digest


@requirement("LK-09")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("trips_after_fold = true", "trips_after_fold = false"),
        ('flush = "3/2"', 'flush = "2/1"'),
        ("maximum_multiple = 30", "maximum_multiple = 20"),
        ("multiples = [4, 3]", "multiples = [4]"),
        ("burn = false", "burn = true"),
        ('qualifies_with = "pair"', 'qualifies_with = "two_pair"'),
        ("version du 6 octobre 2021", "version du 7 octobre 2021"),
    ],
)
def test_the_digest_changes_with_every_rule(tmp_path: Path, old: str, new: str) -> None:
    changed = load_profile(edited(tmp_path, RULES, old, new))
    assert changed.digest != load_profile(RULES).digest
    assert changed != load_profile(RULES)


def test_the_digest_is_a_sha256_in_hexadecimal() -> None:
    digest = load_profile(RULES).digest
    assert len(digest) == 64
    assert int(digest, 16) > 0


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "key", "value", "reason"),
    [
        ("burn = false", "burned = false", "options.burned", False, "unknown key"),
        ("burn = false", "burn = 0", "options.burn", 0, "true or false"),
        (
            "trips_after_fold = true",
            'trips_after_fold = "yes"',
            "options.trips_after_fold",
            "yes",
            "true or false",
        ),
        ('void_jp1 = "carry"', 'void_jp1 = "keep"', "options.void_jp1", "keep", "'carry' or 'refund'"),
        ('id = "fr-55-20-2021"', "", "id", None, "missing"),
        ('id = "fr-55-20-2021"', 'id = "Article 55"', "id", "Article 55", "as in fr-55-20-2021"),
        ('full_house = "3/1"', 'full_boat = "3/1"', "paytable.blind.full_boat", "full_boat", "unknown hand"),
        ('full_house = "3/1"', 'full_house = "3:1"', "paytable.blind.full_house", "3:1", "n/d"),
        ('full_house = "3/1"', "full_house = 3", "paytable.blind.full_house", 3, "n/d"),
        ('full_house = "3/1"', 'full_house = "0/1"', "paytable.blind.full_house", "0/1", "above zero"),
        ('full_house = "3/1"', 'full_house = "1/1"', "paytable.blind.full_house", "1/1", "less than flush"),
        ('full_house = "3/1"', "", "paytable.blind.full_house", None, "flush is paid"),
        ('full_house = "8/1"', 'full_house = "31/1"', "paytable.trips.quads", "30/1", "less than full_house"),
        ('consolation = "100/1"', "", "paytable.jp1.consolation", None, "missing"),
        ('full_house = "10/1"', 'flush = "10/1"', "paytable.jp1.flush", "flush", "unknown prize"),
        ('quads = "100/1"', 'quads = "9/1"', "paytable.jp1.quads", "9/1", "less than full_house"),
        ("multiples = [4, 3]", "multiples = [3, 4]", "streets[0].multiples", (3, 4), "descend"),
        ("multiples = [4, 3]", "multiples = []", "streets[0].multiples", [], "at least 1"),
        ("multiples = [2]", "multiples = [true]", "streets[1].multiples[0]", True, "whole number"),
        ("board = 3", "board = 4", "streets", 6, "5 cards"),
        ('name = "flop"', 'name = "river"', "streets", ["preflop", "river", "river"], "one name"),
        ("\nfold = true", "\nfold = false", "streets", [], "only one, asks for a bet or a fold"),
        ("maximum_multiple = 30", "maximum_multiple = 25", "limits.maximum_multiple", 25, "10, 20 or 30"),
        ("minimum_cents = 500", "minimum_cents = 5.0", "limits.minimum_cents", 5.0, "whole number"),
        ("minimum_cents = 500", "minimum_cents = -500", "limits.minimum_cents", -500, "greater than 0"),
        ("chip_cents = 50", "chip_cents = 100", "limits.minimum_cents", 500, "multiple of 200"),
    ],
)
def test_a_wrong_rule_file_is_refused_by_file_key_value_and_reason(
    tmp_path: Path, old: str, new: str, key: str, value: object, reason: str
) -> None:
    path = edited(tmp_path, RULES, old, new)
    with pytest.raises(SettingsError) as error:
        load_profile(path)
    assert (error.value.file, error.value.key, error.value.value) == (str(path), key, value)
    assert reason in error.value.reason
    said = str(error.value)
    assert said.startswith(f"{path}: {key}")
    assert "\n" not in said


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('meter = "25 %"', 'meter = "26 %"', "shares", "sum to the whole stake"),
        ('meter = "25 %"', "meter = 0.25", "shares.meter", '"25 %", "1/4" or "0.25"'),
        ('meter = "25 %"', 'meter = "1/0"', "shares.meter", '"1/4"'),
        ('meter = "25 %"', 'meter = "-25 %"', "shares.meter", '"1/4"'),
        ('meter = "25 %"', 'meter = "1/3"', "shares.meter", "millionths"),
        ('meter = "25 %"', 'meter = "125 %"', "shares.meter", "whole stake"),
        ('meter = "25 %"', "", "shares.meter", "missing"),
        ("stake_cents = 500", "stake_cents = true", "stake_cents", "whole number"),
        ("stake_cents = 500", "stake_cents = 0", "stake_cents", "greater than 0"),
        ("stake_cents = 500", "stake = 500", "stake_cents", "missing"),
        ('= "house"   #', '= "nobody"   #', "fixed_prizes_paid_from", "'house' or 'meter'"),
        ("# limit_cents = 20_000_000 ", "limit_cents = 999_999 ", "limit_cents", "below start_cents"),
        ("# reset_cents = 0 ", "reset_cents = 999_999 ", "reset_cents", "neither 0 nor start_cents"),
        ("# most_stakes = 7 ", "most_stakes = 8 ", "most_stakes", "less than or equal to 7"),
        ("# most_stakes = 7 ", "most_stakes = 0 ", "most_stakes", "greater than or equal to 1"),
    ],
)
def test_a_wrong_jackpot_file_is_refused(tmp_path: Path, old: str, new: str, key: str, reason: str) -> None:
    with pytest.raises(SettingsError) as error:
        load_jackpot(edited(tmp_path, SHIPPED / "jackpot.toml", old, new))
    assert error.value.key == key
    assert reason in error.value.reason


@requirement("PM-02")
def test_base_reset_increment_reserve_limit_and_threshold_are_parameters_of_their_own(
    tmp_path: Path,
) -> None:
    """PM-02: each is a key of its own; one changed leaves the others."""
    told = load_jackpot(SHIPPED / "jackpot.toml")
    assert (told.restart_cents, told.unreasonable_cents) == (1_000_000, 7 * 500)
    text = (SHIPPED / "jackpot.toml").read_text(encoding="utf-8")
    for old, new, changed in (
        ("# reset_cents = 0 ", "reset_cents = 0 ", {"reset_cents": 0}),
        ("# most_stakes = 7 ", "most_stakes = 5 ", {"most_stakes": 5}),
        ("# limit_cents", "limit_cents", {"limit_cents": 20_000_000}),
        ("start_cents = 1_000_000 ", "start_cents = 500_000 ", {"start_cents": 500_000}),
    ):
        assert load_jackpot(written(tmp_path, text.replace(old, new))) == replace(told, **changed)
    without = load_jackpot(written(tmp_path, text.replace("# reset_cents = 0", "reset_cents = 0")))
    assert (without.restart_cents, without.start_cents) == (0, 1_000_000)


@pytest.mark.parametrize(
    ("share", "parts"), [("25 %", 250_000), ("12.5%", 125_000), ("1/8", 125_000), ("0.1", 100_000)]
)
def test_a_share_is_written_as_percent_fraction_or_decimal(tmp_path: Path, share: str, parts: int) -> None:
    text = (SHIPPED / "jackpot.toml").read_text(encoding="utf-8")
    rest = f"{1_000_000 - parts}/1000000"
    text = text.replace('"25 %"', f'"{share}"').replace('"15 %"', '"0 %"').replace('"60 %"', f'"{rest}"')
    assert load_jackpot(written(tmp_path, text)).meter_share == parts


@pytest.mark.parametrize("name", ["nope", "Fr-55-20-2021", "fr_55", "", "é", "a" * 41])
def test_an_unknown_profile_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(SettingsError, match="unknown profile") as error:
        load_profile(name)
    assert error.value.file == name


def test_a_named_profile_has_the_name_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules").mkdir()
    written(tmp_path, VARIANT, "rules/other.toml")
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path))
    with pytest.raises(SettingsError, match="must be the name of the file, other"):
        load_profile("other")


# --- finding and reading -------------------------------------------------------------------------


def test_the_directory_in_the_environment_comes_first_file_by_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = edited(tmp_path, SHIPPED / "jackpot.toml", "start_cents = 1_000_000", "start_cents = 2_000_000")
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path))
    assert config_path("jackpot.toml") == own
    assert load_jackpot().start_cents == 2_000_000
    assert config_path("rules/fr-55-20-2021.toml") == RULES


def test_a_file_that_is_nowhere_is_refused_with_the_places_looked_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path))
    with pytest.raises(SettingsError) as error:
        config_path("nowhere.toml")
    for directory in config_directories():
        assert str(directory) in str(error.value)


class Chips(Strict):
    colour: str
    cents: int


class Tray(Strict):
    chips: list[Chips]


@pytest.mark.parametrize(
    ("content", "key", "reason"),
    [
        (b'[[chips]]\ncolour = "red"\ncents = 500', None, None),
        (b'[[chips]]\ncolour = "red"\ncents = "500"', "chips[0].cents", "whole number"),
        (b'[[chips]]\ncolour = "red"', "chips[0].cents", "missing"),
        (b'[[chips]]\ncolour = "red"\ncents = 500\nsize = 3', "chips[0].size", "unknown key"),
        (b"chips = 3", "chips", "list"),
        (b"chips = [", "", "no TOML"),
        (b"chips = []\nchips = []", "", "no TOML"),
        (b"\xff", "", "UTF-8"),
        (b"chips = " + b"[" * 5000 + b"]" * 5000, "", "no TOML"),
        (b"chips = 1" + b"0" * 100_000, "", "a number has thousands of digits"),
        (b"[table]\nseats = -1" + b"0" * 100_000, "", "a number has thousands of digits"),
        (b"chips = 0x" + b"f" * 100_000, "chips", "write a list"),
        (b"# " + b"x" * 300_000, "", "bytes"),
    ],
)
def test_any_file_is_read_strictly(
    tmp_path: Path, content: bytes, key: str | None, reason: str | None
) -> None:
    path = tmp_path / "tray.toml"
    path.write_bytes(content)
    if key is None:
        assert read_toml(path, Tray).chips == [Chips(colour="red", cents=500)]
        return
    with pytest.raises(SettingsError) as error:
        read_toml(path, Tray)
    assert error.value.key == key
    assert reason is not None
    assert reason in error.value.reason


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    model: type[BaseModel] = Tray
    for path in (tmp_path / "absent.toml", tmp_path):
        with pytest.raises(SettingsError, match="cannot be read"):
            read_toml(path, model)


def test_a_long_value_is_cut_in_the_message(tmp_path: Path) -> None:
    path = written(tmp_path, f'chips = "{"x" * 500}"')
    with pytest.raises(SettingsError) as error:
        read_toml(path, Tray)
    assert len(str(error.value)) < 300


def test_odds_come_out_exact_and_best_first() -> None:
    profile = load_profile("fr-55-20-2021")
    assert list(profile.blind) == sorted(profile.blind, reverse=True)
    assert profile.blind[HandClass.FLUSH] == Odds(3, 2)
    assert list(profile.trips.values()) == [Odds(n, 1) for n in (50, 40, 30, 8, 7, 4, 3)]


class Shaped(Strict):
    """A text, a list and a choice."""

    port: str = Field(default="", pattern=shapes.USB_PORT)
    short: str = Field(default="", max_length=3)
    some: list[int] = Field(default_factory=lambda: [1], min_length=1)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('port = "usb1"', "port = 'usb1': write a port as in 1-1.4, or nothing"),
        ('short = "long"', "short = 'long': write at most 3 letters"),
        ("some = []", "some = []: write at least 1 values"),
    ],
)
def test_a_text_of_another_shape_is_told_how_it_is_written(tmp_path: Path, line: str, said: str) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(line)
    with pytest.raises(SettingsError) as told:
        read_toml(wrong, Shaped)
    assert str(told.value) == f"{wrong}: {said}"


def test_every_shape_of_a_setting_is_told_in_words() -> None:
    bare = {
        (path.name, told.value)
        for path in (SHIPPED.parent / "controller" / "settings").glob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        for one in call.keywords
        if one.arg == "pattern" and isinstance(told := one.value, ast.Constant)
    }
    assert bare == set(), "a pattern stands in shapes.py, with its words"
    named = {told for name, told in vars(shapes).items() if name.isupper() and isinstance(told, str)}
    assert named == shapes.SHAPES.keys()
