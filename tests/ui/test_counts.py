"""A count and the words beside it agree: one lamp, two lamps, and in French no lamp is one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.told import worded
from ui.texts.pit import tell

ROOT = Path(__file__).parents[2]
COUNTED = re.compile(r"\{(\w+)\}[\u00a0\u202f ]((?:JP1 )?(?!pas\b|this\b|plus\b|fois\b)[\wéèêàçœ’]+s)\b")
COUNTS = {
    *("count", "chips", "rounds", "stakes", "entries", "journals", "of", "all", "silent", "expected", "most"),
    *("hands", "frames", "number", "days", "cards", "seats", "sessions", "tries"),
}
NEVER_ONE = {
    "settled.rules": "a number of rounds with no noun",
    "settled.cards": "likewise",
    "settled.empty": "likewise",
    "inspector.not_shown": "likewise of requirements",
    "cause.where": "one table is told by its name",
    "finding.hands.text": "a finding of chance stands on thousands of hands",
    "finding.cards.text": "likewise of rounds",
    "finding.seat.text": "likewise",
    "look.quiet": "a test stands on 150 hands or thousands",
    "look.suspect": "likewise",
    "finding.retries.text": "likewise of messages",
    "incidents_full": "the reports of a night at most, more than one",
    "modes.count": "one mode is told by its name",
    "payment.paid": "five cards, or the claims of several",
    "payment.counted": "the days that images are kept, 28",
    "hold.images": "likewise",
    "video.keep.sub": "likewise",
    "rounds.note": "the page of the last rounds",
    "payment.proof.tail": "the video and two persons",
    "worst.tables": "the rows of a plot, where there are more tables",
}
TERMINAL = ("words/round_replay.py", "cli/link_echoes.py", "cli/link_words.py", "cli/demo_words.py")


def texts() -> Iterator[tuple[str, str]]:
    """Every text of the screens, and of the command line where it is told in words, by its key."""
    for path in (
        *sorted((ROOT / "ui" / "texts").glob("*.py")),
        *(ROOT / "controller" / name for name in TERMINAL),
    ):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and not isinstance(value, ast.Dict):
                        for part in ast.walk(value):
                            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                                yield str(key.value), part.value


def test_no_text_leaves_what_it_counts_in_the_plural() -> None:
    told = list(texts())
    with_one = {key.removesuffix(".one") for key, _ in told if key.endswith(".one")}
    found = {
        (key, text)
        for key, text in told
        for field, _ in COUNTED.findall(text)
        if field in COUNTS and key.removesuffix(".more") not in with_one
    }
    assert {(key, text) for key, text in found if key not in NEVER_ONE} == set()
    assert set(NEVER_ONE) <= {key for key, _ in found}, "an exception that is none any more"


@pytest.mark.parametrize(
    ("count", "french", "english"),
    [
        (0, "0 lampe allumée", "0 lamps lit"),
        (1, "1 lampe allumée", "1 lamp lit"),
        (2, "2 lampes allumées", "2 lamps lit"),
        ("21", "21 lampes allumées", "21 lamps lit"),
    ],
)
def test_the_words_follow_their_count(count: int | str, french: str, english: str) -> None:
    assert tell("fr", "chips.lamps", count=count) == french
    assert tell("en", "chips.lamps", count=count) == english


def test_a_chip_of_jp1_is_one() -> None:
    assert tell("fr", "wait.seated", count=2, chips=1) == "2 joueurs assis, 1 jeton JP1"
    assert tell("en", "wait.seated", count=1, chips=0) == "1 player seated, 0 JP1 chips"


def test_a_bar_outside_of_a_field_is_a_bar() -> None:
    assert worded("FR | EN, {count}", {"count": 1}, french=True) == "FR | EN, 1"
