"""What every intent is."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Intent"]


@dataclass(frozen=True, slots=True)
class Intent:
    """Something a person asks for."""
