"""What persons authorised at the tables in their present sessions: when, what, who."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from controller.house.archive import House
from controller.journal.chain import JournalError
from controller.journal.field_codec import Unreadable, parse_body
from controller.journal.file import UNREADABLE, connect_reader
from controller.words.journal_entries import KINDS
from controller.words.money import HARD, money

SHOWN: Final = 12
AUTHORISED: Final = (
    *("TableOpened", "TableClosed", "DealerRevoked", "ProposalsFallen", "MaximumChanged", "BlockLifted"),
    *("ModeEntered", "ModeLeft", "HandDealingBegun", "HandDealingEnded", "SeatSetByHand"),
    *("HandLampsAllowed", "HandLampsEnded", "TotalsCountersigned", "Jp1CountResolved", "BetsReopened"),
    *("CorrectionProposed", "CorrectionApproved", "MeterCorrected", "IncrementMoved", "JackpotStopped"),
    *("JackpotReopened", "HistoryCertified", "OwedSigned", "HandConfirmed", "VideoReviewed", "AwardReleased"),
    *(
        "AwardRefused",
        "StakeRefused",
        "RecordCorrected",
        "SeatRuled",
        "PaymentConfirmed",
        "SlipSigned",
        "HoldEnded",
    ),
    "AdvanceGivenUp",
    *("VoidArmed", "RoundVoided", "AmountRead"),
    *("RectificationApproved", "RectificationRejected", "RectificationRefused", "RectificationRecorded"),
    *("SettingsProposed", "SettingsApproved", "SettingsRefused", "SettingsWithdrawn", "SettingsActRefused"),
)
"""Entries by which a person with a card let something happen, or stopped it."""
OPENED, CHANGED = "TableOpened", "MaximumChanged"
"""Entries that say a table's maximum."""
SEEN: Final = ("AlarmSeen", "CallSeen")
"""Acknowledgements: told are a chef's, with his reason, and those given at the pit, by card or screen."""
AT_PIT: Final = "ActedAtPit"
"""Before the entries of an act that was done at the pit."""
CARD_THERE: Final = "PitCardRead"
CARD_GONE: Final = "PitCardGone"
"""Whose card a table holds to be in the pit's reader, by his signature on a number of its own."""
READ: Final = (*AUTHORISED, *SEEN, AT_PIT, CARD_THERE, CARD_GONE)
_PERSONS: Final = ("persons", "person", "confirmed_by", "chef")
_ROWS: Final = (
    "SELECT seq, at_ms, kind, body FROM journal WHERE seq > ? AND seq <= ?"
    f" AND kind IN ({', '.join('?' * len(READ))}) ORDER BY seq"
)
_SESSIONS: Final = (
    "SELECT file, table_name, entries FROM source WHERE bad_seq = 0 AND NOT EXISTS"
    " (SELECT 1 FROM source AS later WHERE later.table_name = source.table_name"
    " AND later.session > source.session)"
)


@dataclass(slots=True)
class _Known:
    """How far a journal was looked through, and the last acts in it."""

    entries: int = 0
    acts: list[dict[str, Any]] = field(default_factory=list)
    at_pit: str = ""
    maximum_cents: int = 0


class Acts:
    """The journal of authorisations of the room; each entry of a journal is looked at once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: dict[str, _Known] = {}

    def newest(self) -> list[dict[str, Any]]:
        """The newest acts of all tables, newest first: `{at_ms, table, act: [fr, en], persons, screen}`.

        `screen` is `pit` or `chef` for what was done there, else empty.
        """
        self._read()
        told = [act for known in self._known.values() for act in known.acts]
        return sorted(told, key=lambda act: (-act["at_ms"], act["table"]))[:SHOWN]

    def at_pit(self) -> str:
        """The one person whose card is in the pit's reader, by the journals; empty for none or several."""
        self._read()
        there = {known.at_pit for known in self._known.values()} - {""}
        return there.pop() if len(there) == 1 else ""

    def _read(self) -> None:
        """Every journal has been looked through as far as the house has verified it."""
        sources = list(self._house.db.query(_SESSIONS))
        names = {source["file"] for source in sources}
        self._known = {file: known for file, known in self._known.items() if file in names}
        for source in sources:
            known = self._known.setdefault(source["file"], _Known())
            if known.entries < source["entries"]:
                self._look(source, known)

    def _look(self, source: dict[str, Any], known: _Known) -> None:
        """Only entries that were verified into the store count; what cannot be read now is read later."""
        path = next((one / source["file"] for one in self._house.folders if _there(one, source)), None)
        if path is None:
            return
        try:
            with closing(connect_reader(path)) as journal:
                rows = journal.execute(_ROWS, (known.entries, source["entries"], *READ)).fetchall()
                found = acts_of(source["table_name"], rows, known.maximum_cents)
        except (*UNREADABLE, JournalError, Unreadable):
            return
        known.at_pit = at_pit_of(rows, known.at_pit)
        known.maximum_cents = maximum_in(rows, known.maximum_cents)
        known.acts = [*known.acts, *(act for act in found if act["persons"])][-SHOWN:]
        known.entries = source["entries"]


def _there(folder: Path, source: dict[str, Any]) -> bool:
    return (folder / str(source["file"])).exists()


def at_pit_of(rows: list[Any], before: str) -> str:
    """Whose card is in the pit's reader after these entries, if this person's was before them."""
    for _seq, _at_ms, kind, text in rows:
        if kind == CARD_THERE:
            body = parse_body(text)
            before = str(body["person"]) if isinstance(body, dict) and "person" in body else ""
        elif kind == CARD_GONE:
            before = ""
    return before


def maximum_in(rows: list[Any], before_cents: int = 0) -> int:
    """The table's maximum after these entries, if it was this before them; 0 while nobody said it."""
    for _seq, _at_ms, kind, text in rows:
        if kind in (OPENED, CHANGED):
            body = parse_body(text)
            told = body.get("maximum_cents") if isinstance(body, dict) else None
            before_cents = told if isinstance(told, int) else before_cents
    return before_cents


def acts_of(table: str, rows: list[Any], maximum_cents: int = 0) -> list[dict[str, Any]]:
    """The acts of these entries; one that follows `ActedAtPit` at once was done on that screen.

    `maximum_cents` is the table's maximum before them, or 0 where it is not known: a change tells both.
    """
    found, before, screen = [], -1, ""
    for seq, at_ms, kind, text in rows:
        if kind in (CARD_THERE, CARD_GONE):
            continue
        body = parse_body(text)
        told = body if isinstance(body, dict) else {}
        if kind == AT_PIT:
            before, screen = seq, str(told.get("screen", ""))
            continue
        at = str(told.get("screen", "")) if kind in SEEN else screen if seq == before + 1 else ""
        act = _act(table, at_ms, kind, told, "" if at == "console" else at)
        if kind == CHANGED:
            act["act"] = _changed(act["act"], maximum_cents, told.get("maximum_cents"))
        maximum_cents = maximum_in([(seq, at_ms, kind, text)], maximum_cents)
        found.append(act)
    return found


def _changed(act: list[str], before_cents: int, after_cents: Any) -> list[str]:
    """The act in both languages with the maximum before and after it."""
    if not isinstance(after_cents, int):
        return act
    after = money(after_cents, short=True)
    if not before_cents:
        return [f"{act[0]}{HARD}: {after}", f"{act[1]}: {after}"]
    before = money(before_cents, short=True)
    return [f"{act[0]}{HARD}: {before} → {after}", f"{act[1]}: {before} → {after}"]


def _act(table: str, at_ms: int, kind: str, body: dict[str, Any], screen: str) -> dict[str, Any]:
    told: Any = next((body[name] for name in _PERSONS if body.get(name)), [])
    named = [told] if isinstance(told, str) else [str(one) for one in told]
    persons = [*dict.fromkeys(one for one in (*named, str(body.get("settled_by", ""))) if one)]
    if kind in SEEN and not persons and screen:
        persons = [screen]  # nobody's card was there: the screen stands for who touched it
    return {"at_ms": at_ms, "table": table, "act": list(KINDS[kind]), "persons": persons, "screen": screen}
