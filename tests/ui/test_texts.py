"""Nothing the core can say is without words, in either language."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from controller.game.hands import HandClass, hand_of
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import Incident
from controller.game.machines.alarms import CATALOGUE
from controller.game.profile import AwardKind
from controller.game.settling import settle
from controller.settings.rules import load_profile
from ui.screen.speech import Speech
from ui.texts.alarms import ALARMS, HEADINGS, alarm_kind
from ui.texts.console import LANGUAGES, TEXTS
from ui.texts.hands import CLASSES, PRIZES, hand_name, odds_words
from ui.texts.rules import OPTIONS, REFUSALS
from ui.texts.settled import settled_word

PROFILES = sorted(path.stem for path in (Path(__file__).parents[2] / "config" / "rules").glob("*.toml"))
ROOT = Path(__file__).resolve().parents[2]
CORE = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "controller/game").rglob("*.py"))


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def first_arguments(file: str, *calls: str) -> set[str]:
    """The first text handed to these calls in a module."""
    found = set()
    for node in ast.walk(ast.parse((ROOT / file).read_text())):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in calls and isinstance(node.args[0].value, str):
                found.add(node.args[0].value)
    return found


def test_both_languages_say_the_same_facts() -> None:
    for key, (french, english) in TEXTS.items():
        assert french.strip(), key
        assert english.strip(), key
        assert facts(french) == facts(english), key
    for table in (REFUSALS, OPTIONS):
        assert table["fr"].keys() == table["en"].keys()
        for key in table["fr"]:
            assert facts(table["fr"][key]) == facts(table["en"][key]), key


WORDED = [
    path.relative_to(ROOT).as_posix()
    for where in ("ui/texts/*.py", "controller/registers/*_words.py", "controller/cli/link_*s.py")
    for path in sorted(ROOT.glob(where))
]
WORDED += [
    "controller/words/journal_entries.py",
    "controller/words/round_replay.py",
    "controller/journal/file_faults.py",
]


@pytest.mark.parametrize("file", WORDED)
def test_no_french_sign_is_parted_from_its_word(file: str) -> None:
    """Before `:`, `;`, `!`, `?`, `%` and inside guillemets stands a space at which no line is broken."""
    tree = ast.parse((ROOT / file).read_text())
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            assert not re.search(r"\S [:;!?»%](?!\w)|« ", node.value), node.value


def test_every_key_that_the_screens_ask_for_exists() -> None:
    for module in ("console", "focus", "keys", "procedure", "seats", "sheets", "speech"):
        for key in first_arguments(f"ui/screen/{module}.py", "say", "self"):
            assert key in TEXTS, f"{module}: {key}"


def test_every_key_is_asked_for_by_some_screen() -> None:
    source = "".join(path.read_text() for path in (ROOT / "ui/screen").rglob("*.py"))
    prefixes = tuple(prefix for prefix in re.findall(r'"([a-z_.0-9]+\.)\{', source))
    for key in TEXTS:
        assert f'"{key}"' in source or key.startswith(prefixes) or key.removesuffix(".sub") in TEXTS, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words(language: str) -> None:
    codes = set().union(*(first_arguments(path, "Refusal") for path in CORE))
    codes |= first_arguments("controller/game/betting/stakes.py", "StakeRefusal")
    codes |= first_arguments("controller/screens/server.py", "Refusal") | {
        "stale_view",
        "not_this_screen",
        "no_answer",
    }
    assert len(codes) > 25
    assert codes <= REFUSALS[language].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_alarm_has_a_title_and_its_four_lines(language: str) -> None:
    assert set(CATALOGUE) == ALARMS[language].keys()
    assert len(HEADINGS[language]) == 4
    for code, text in ALARMS[language].items():
        plain = text.title.format(where="SIÈGE 4", detail="51")
        assert len(plain) <= 42, code
        assert plain == plain.upper(), code
        assert text.happens, code
        assert text.kept, code
        assert text.steps, code
        assert text.who, code
        assert facts(text.title) <= {"where", "detail"}
        assert facts(text.happens) <= {"where", "where_low", "detail"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_alarm_is_named_in_a_list_of_many_without_its_place_and_its_figure(language: str) -> None:
    kinds = {code: alarm_kind(language, code) for code in ALARMS[language]}
    assert len(set(kinds.values())) == len(kinds)
    for code, kind in kinds.items():
        assert not set(kind) & set("{}"), code
        assert kind[0].isupper(), code
        assert kind[-1].isalnum() or kind[-1] in "?)", code
    assert kinds["A-202"] == {"fr": "Carte illisible", "en": "Unreadable card"}[language]
    assert kinds["A-108"] == {"fr": "Disque presque plein", "en": "Disk nearly full"}[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hold_and_every_incident_has_words(language: str) -> None:
    text = (ROOT / "controller/game/betting/judge.py").read_text()
    for cause in HoldCause:
        assert f"hold.{cause}" in TEXTS, cause
    assert {str(incident) for incident in Incident} <= {str(cause) for cause in HoldCause}
    for code in re.findall(r'return "(\w+)"', text):
        assert f"chip.{code}" in TEXTS, code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_settlement_rule_has_words(language: str) -> None:
    for rule in settle.RULE_CODES:
        paid = rule.endswith("_paid") or rule in {f"jp1_{kind}" for kind in AwardKind}
        assert bool(settled_word(language, rule)) != paid, rule
    assert settled_word(language, "jp1_refused")
    assert settled_word(language, "jp1_lost") != settled_word(language, "super_ante_lost")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_a_profile_has_words(language: str, profile: str) -> None:
    words = OPTIONS[language]
    for name, value in load_profile(profile).options_in_words():
        assert name in words
        assert f"{name}={value}" in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hand_has_a_name(language: str) -> None:
    assert CLASSES[language].keys() == {str(each) for each in HandClass}
    assert PRIZES[language].keys() == {str(each) for each in AwardKind}
    for rank in range(1, 7463, 7):
        hand = hand_of(rank)
        name = hand_name(language, {"class": str(hand.hand_class), "ranks": list(hand.ranks)})
        assert name
        assert len(name) <= 32, name


@pytest.mark.parametrize(
    ("hand", "french", "english"),
    [
        (("high_card", [12, 9, 8, 6, 4]), "Dame haute", "Queen high"),
        (("high_card", [13, 9, 8, 6, 4]), "Roi haut", "King high"),
        (("pair", [14, 9, 8, 6]), "Paire d’as", "Pair of aces"),
        (("two_pair", [13, 12, 5]), "Deux paires, rois et dames", "Two pair, kings and queens"),
        (("straight", [5]), "Quinte au cinq", "Straight, five high"),
        (("flush", [14, 12, 9, 7, 4]), "Couleur à l’as", "Flush, ace high"),
        (("full_house", [12, 11]), "Full, dames par les valets", "Full house, queens over jacks"),
        (("quads", [2, 14]), "Carré de deux", "Four twos"),
        (("royal_flush", [14]), "Quinte flush royale", "Royal flush"),
    ],
)
def test_hands_are_named_as_at_the_table(hand: tuple[str, list[int]], french: str, english: str) -> None:
    told = {"class": hand[0], "ranks": hand[1]}
    assert hand_name("fr", told) == french
    assert hand_name("en", told) == english


def test_odds_are_said_as_the_law_says_them() -> None:
    assert odds_words("fr", "3/2") == "3 pour 2"
    assert odds_words("en", "1000/1") == "1\u202f000 to 1"
    assert odds_words("fr", "") == ""


def test_a_touch_on_a_screen_that_has_changed_since_is_refused_in_words() -> None:
    """The facts of its refusal are numbers of views, one under a name that reasons of Undo have too."""
    refusal = {"code": "stale_view", "facts": {"view": 3, "since": 12}}
    assert Speech("fr", 0).refused(refusal) == "l’écran a changé, recommencez"
    assert Speech("en", 0).refused(refusal) == "the screen has changed, try again"
