"""What became of a stake, in words."""

from __future__ import annotations

from typing import Final

from controller.words.money import LANGUAGES
from controller.words.spots import RULES, Words

RULED: Final[dict[str, Words]] = {
    "jp1_refused": ("gain refusé", "prize refused"),
    "ruled_void": ("rendue", "returned"),
    "ruling_waits": ("reste", "stays"),
}
"""What people decided of a stake, where the rules of the settlement did not."""


def settled_word(language: str, rule: str) -> str:
    """What became of a stake by this rule of the settlement; empty for a paid one, which shows its gain."""
    words = RULED[rule] if rule in RULED else RULES[rule].glass
    return words[LANGUAGES[language]]
