"""The version of each answer in JSON: it stands in the answer, and its shape in deploy/JSON.md.

A number goes up when a key goes, changes its meaning or its kind; a key more is none. The answers that the
contract of the command line fixes by itself (`settle`, `par`, `simulate`, `devices decode`), and JSON Lines,
are as their page has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

SCHEMAS: Final = {
    "badge": 1,
    "book-terms": 1,
    "book-verify": 1,
    "book-wins": 1,
    "devices": 1,
    "doctor": 1,
    "evidence-check": 1,
    "house-export": 1,
    "house-figures": 1,
    "journal-export": 1,
    "journal-verify": 1,
    "link-check": 1,
    "link-tables": 1,
    "people-history": 1,
    "people-list": 1,
    "report-check": 1,
    "report-closing": 1,
    "report-incidents": 1,
    "report-reconciliation": 1,
    "status": 1,
}


def versioned(name: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """The answer with its version before it."""
    return {"schema": f"tapis-{name}/{SCHEMAS[name]}", **told}
