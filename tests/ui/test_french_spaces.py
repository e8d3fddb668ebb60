"""French typography: no line may break before a colon, a semicolon, a question or exclamation mark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ui import texts

AT_THE_TABLE = ("decks", "incidents", "rules", "sensors", "sheets", "stakes", "voiding")
"""The texts of the dealer's console."""


@pytest.mark.parametrize("module", AT_THE_TABLE)
def test_no_text_of_the_console_has_a_plain_space_before_high_punctuation(module: str) -> None:
    """Findings dealer 11."""
    source = (Path(texts.__file__).parent / f"{module}.py").read_text("utf-8")
    strings = re.findall(r'(?<!")"([^"\n]+)"(?!")', source)
    assert [text for text in strings if re.search(r"[\w»€)}] [:;?!]", text)] == []
