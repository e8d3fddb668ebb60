"""`tapis journal show` says everything in words, French and English: no line shows a code of the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.game.cards import Card, FaceDown
from controller.game.events import EVENTS
from controller.game.felt import Place
from controller.game.people.at_pit import PIT_ACTS
from controller.game.settling.settle import RULE_CODES
from controller.journal.chain import OPENED, JournalOpened, Row
from controller.journal.field_codec import fields_of
from controller.words.alarm_details import DETAILS
from controller.words.codes import CODES
from controller.words.journal_entries import DONE, TAKEN_OUT, entry_in_words, facts_in_words
from controller.words.journal_fields import FIELDS
from controller.words.journal_values import CODED, VALUES
from drivers.shuffler import Recovery

JOURNALS = sorted((Path(__file__).parents[2] / "golden" / "journals").glob("*/*.journal"))
CODE = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")
CAMEL = re.compile(r"\b[A-Z][a-z]+[A-Z][a-z]\w*")
LANGUAGES = (0, 1)


def parts(hint: Any) -> Iterator[type]:
    """The classes of ours that a type is made of."""
    ours = isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, StrEnum | IntEnum))
    if ours and hint not in (Card, FaceDown, Place):
        yield hint
    for one in get_args(hint):
        yield from parts(one)


def fields() -> Iterator[tuple[str, Any]]:
    """Every field that an entry may have, of the entry itself and of what lies in it, with its type."""
    waiting: list[type] = [*EVENTS.values(), JournalOpened]
    seen: set[type] = set()
    while waiting:
        kind = waiting.pop()
        if kind in seen:
            continue
        seen.add(kind)
        hints = get_type_hints(kind)
        for one in fields_of(kind):
            yield one.name, hints[one.name]
            waiting += [part for part in parts(hints[one.name]) if is_dataclass(part)]


def words_of(field: str, value: object, language: int) -> str:
    return facts_in_words({field: value}, language)


def test_every_field_of_every_entry_has_a_name_in_both_languages() -> None:
    named = {name for name, _ in fields()} - TAKEN_OUT
    assert len(named) > 150
    assert named <= FIELDS.keys()
    assert not [words for words in FIELDS.values() if any(CODE.search(one) for one in words)]


def test_every_choice_that_an_entry_may_hold_has_words() -> None:
    choices = {(name, part) for name, hint in fields() for part in parts(hint) if not is_dataclass(part)}
    told = {(name, one.value) for name, choice in choices for one in choice}  # type: ignore[attr-defined]
    assert {("cause", "card_clash"), ("measure", "table_closed"), ("hand_class", 4)} <= told
    bare = {
        (name, value)
        for name, value in told
        if isinstance(value, str)
        and value not in VALUES.get(name, {})
        and not (name in CODED and value in CODES)
    }
    assert bare == set()
    assert words_of("hand_class", 4, 0) == "main quinte"


def test_no_code_is_left_of_what_rules_machines_and_alarms_say() -> None:
    said = (
        *(("rule", code) for code in RULE_CODES),
        *(("recovery", one.value) for one in Recovery),
        *(("detail", code) for code in (*DETAILS, "shoe_20", "lid_open", "jam_feed", "a_newer_code")),
        *(("code", code) for code in ("not_swept", "table_closed", "already_carried", "setting_value")),
    )
    left = [words_of(*one, language) for one in said for language in LANGUAGES]
    assert [line for line in left if CODE.search(line)] == []
    assert words_of("detail", "shoe_20", 0) == "détail 2,0\u00a0% (sabot)"
    assert words_of("detail", "hole.4.1", 1) == "detail seat 4 card 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_act_at_the_pits_reader_is_told_in_the_words_of_what_it_did(language: int) -> None:
    assert set(DONE) == set(PIT_ACTS)
    told = [words_of("act", act, language) for act in PIT_ACTS]
    told += [words_of("purpose", f"{act} UTH-2 147.2 4821625", language) for act in PIT_ACTS]
    told += [words_of("purpose", f"{act} UTH-2 3 {'9f' * 32}", language) for act in PIT_ACTS]
    assert [line for line in told if CAMEL.search(line)] == []
    assert all(line.endswith(", 48\u202f216,25\u00a0€)") for line in told if "147" in line)


def test_a_sum_that_was_signed_for_names_act_table_round_and_amount() -> None:
    said = words_of("purpose", "ReadAmount UTH-2 147.2 4821625", 0)
    assert said == "pour montants lus (UTH-2, coup 147, donne 2, 48\u202f216,25\u00a0€)"
    said = words_of("purpose", "ApproveSettings UTH-2 3 9f03", 1)
    assert said == "for settings approved (UTH-2, draft no. 3, 9f03)"


def test_what_people_and_machines_are_called_is_never_reworded() -> None:
    for field in ("person", "model", "table", "key"):
        assert words_of(field, "card_clash", 1).endswith(" card_clash")


def test_what_nobody_knows_is_not_told_as_a_figure() -> None:
    body = {"seat": 0, "chips": -1, "told_cents": -1, "found_cents": 500}
    assert facts_in_words(body, 1) == "meter in the book 5,00\u00a0€"
    assert facts_in_words({"residual_micro": 1}, 1) == "difference 0,01\u00a0€"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_line_of_a_real_journal_shows_a_code(lang: str) -> None:
    assert JOURNALS
    for path in JOURNALS:
        shown = CliRunner().invoke(main, ["journal", "show", str(path), "--lang", lang])
        assert shown.exit_code == 0
        assert len(shown.stdout.splitlines()) > 200
        assert CODE.findall(shown.stdout) == []
        assert CAMEL.findall(shown.stdout) == []


def test_an_entry_of_a_newer_edition_is_told_without_underscores() -> None:
    row = Row(7, 1_795_190_400_000, OPENED, "{}", "", "")
    line = entry_in_words(row, {"new_field": 3, "cause": "new_cause"}, 1)
    assert "new field 3 · cause new cause" in line
