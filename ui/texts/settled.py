"""What became of a stake, in words."""

from __future__ import annotations

from typing import Final

SETTLED: Final[dict[str, dict[str, str]]] = {
    "fr": {
        "push_tie": "égalité",
        "push_below_table": "rendue",
        "returned_not_qualified": "rendue",
        "returned_tie": "égalité",
        "paid_not_qualified": "déjà payée",
        "lost": "perdue",
        "lost_folded": "perdue",
        "lost_tie": "perdue",
        "lost_not_won": "perdue",
        "jp1_lost": "pas de gain",
        "jp1_lost_folded": "pas de gain",
        "jp1_refused": "gain refusé",
        "ruled_void": "rendue",
        "ruling_waits": "reste",
    },
    "en": {
        "push_tie": "tie",
        "push_below_table": "returned",
        "returned_not_qualified": "returned",
        "returned_tie": "tie",
        "paid_not_qualified": "already paid",
        "lost": "lost",
        "lost_folded": "lost",
        "lost_tie": "lost",
        "lost_not_won": "lost",
        "jp1_lost": "no prize",
        "jp1_lost_folded": "no prize",
        "jp1_refused": "prize refused",
        "ruled_void": "returned",
        "ruling_waits": "stays",
    },
}
"""What became of a stake that was not paid, by its rule without the spot; JP1 has words of its own."""


def settled_word(language: str, rule: str) -> str:
    """What became of a stake by this rule of the settlement; empty for a paid one, which shows its gain."""
    words = SETTLED[language]
    found = next((end for end in (rule, *_endings(rule)) if end in words), "")
    return words.get(found, "")


def _endings(rule: str) -> tuple[str, ...]:
    """The rule without its spot, whose name may have an underscore: `super_ante_lost`."""
    parts = rule.split("_")
    return tuple("_".join(parts[start:]) for start in range(1, len(parts)))
