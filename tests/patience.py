"""How long a test waits for what must come."""

from __future__ import annotations

from typing import Final

PATIENCE_S: Final = 120
"""What comes ends the wait at once: this is for what never comes, on a machine that does much else."""
