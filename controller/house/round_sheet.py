"""The settlement sheet of a closed round, which the pit prints before what the journal says of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from controller.house.chance import profile_of
from controller.house.store import Store
from controller.journal.chain import JournalError
from controller.journal.one_round import one_round, settled_line
from controller.papers.round_sheet.lines import parse_line, settle_line
from controller.papers.round_sheet.overview import overview
from controller.papers.round_sheet.printed import printed
from controller.papers.round_sheet.sheet import sheet_of
from controller.papers.round_sheet.stakes import LineRefused


class Sheet(NamedTuple):
    """HTML and drawings, as `controller.papers.pdf.pdf_bytes` takes them.

    `overview` is the settlement on a page, `rules` the dispute sheet: each amount with its rule.
    """

    overview: str
    rules: str
    drawings: Mapping[str, str]


NO_SHEET: Final = Sheet("", "", {})


def journal_and_rules(db: Store, folders: list[Path], shown: Mapping[str, Any]) -> tuple[Path | None, str]:
    """Where the journal of a replay's session lies, if it is there, and the digest of its rules."""
    of_session = "SELECT * FROM source WHERE table_name = ? AND session = ?"
    (source,) = db.query(of_session, (shown["table"], shown["session"]))
    path = next((one for folder in folders if (one := folder / source["file"]).exists()), None)
    return path, str(source["digest"])


def settlement(
    path: Path | None, digest: str, number: int, known: tuple[str, str, str], language: int
) -> Sheet:
    """Cards, seats and amounts of the round, which was closed on this day, at this hour, at this table.

    Worked out anew; nothing for one that was not settled, or whose journal or rules are not here.
    """
    profile = profile_of(digest)
    if path is None or profile is None:
        return NO_SHEET
    try:
        told = one_round(path, number)
        line = settled_line(told, profile.id) if told is not None else None
        if told is None or line is None:
            return NO_SHEET
        facts, settled = settle_line(parse_line(line), profile)
    except (JournalError, LineRefused, KeyError):
        return NO_SHEET  # the entries that follow say what does not hold
    sheet = sheet_of(f"{told.opened['table']}, {told.number}", facts, settled, language)
    _, rules, _, drawings = printed([sheet], language, known)
    first = overview(facts, settled, sheet, language, drawings)
    return Sheet(first, rules.replace("<h1", '<h1 style="page-break-before: always"', 1), drawings)
