"""The settlement sheet of a closed round, which the pit prints before what the journal says of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.house.chance import profile_of
from controller.house.store import Store
from controller.journal.chain import JournalError
from controller.journal.one_round import one_round
from controller.papers.round_sheet.printed import printed
from controller.papers.round_sheet.stakes import LineRefused
from controller.registers.evidence_files import round_sheet

Sheet = tuple[str, dict[str, str]]
"""HTML and drawings, as `controller.papers.pdf.pdf_bytes` takes them."""
NO_SHEET: Sheet = ("", {})


def journal_and_rules(db: Store, folders: list[Path], shown: Mapping[str, Any]) -> tuple[Path | None, str]:
    """Where the journal of a replay's session lies, if it is there, and the digest of its rules."""
    of_session = "SELECT * FROM source WHERE table_name = ? AND session = ?"
    (source,) = db.query(of_session, (shown["table"], shown["session"]))
    path = next((one for folder in folders if (one := folder / source["file"]).exists()), None)
    return path, str(source["digest"])


def settlement(path: Path | None, digest: str, number: int, language: int) -> Sheet:
    """Cards, seats and amounts of the round, worked out anew; nothing for one that was not settled, or whose
    journal or rules are not here."""
    profile = profile_of(digest)
    if path is None or profile is None:
        return NO_SHEET
    try:
        told = one_round(path, number)
        worked_out = round_sheet(told, profile, language) if told is not None else None
    except (JournalError, LineRefused, KeyError):
        return NO_SHEET  # the entries that follow say what does not hold
    if worked_out is None:
        return NO_SHEET
    _, html, _, drawings = printed([worked_out[1]], language)
    return html, drawings
