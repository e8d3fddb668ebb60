"""What a session's journal tells of the money at the table and of who has it in his charge (AC-01, RP-13).

A count is money once two persons have signed it: an avance at the opening (`float`), a further one
(`advance`), the encaisse at the closing (`closing`). A piece counted anew is signed anew, and so is an
encaisse that a rectified round was paid from. Tapis knows of no other move between a table and the cage.
"""

from __future__ import annotations

from typing import Any

from controller.game import events as e
from controller.game.rectification.claimed_facts import Moved
from controller.house.gathered import Gathered
from controller.journal.chain import Row


def pieces(gathered: Gathered, source: int, memory: dict[str, Any], row: Row, event: e.PiecesCounted) -> None:
    """A piece was counted: nobody has signed what there is now."""
    memory["counting"] = event.purpose
    _unsigned(gathered, source, memory, row)


def rectified(
    gathered: Gathered, source: int, memory: dict[str, Any], row: Row, event: e.RectificationRecorded
) -> None:
    """Chips went between the tray and a player: an encaisse is another sum than was signed."""
    if memory["counting"] == "closing" and event.moved is Moved.BY_HAND and event.cents:
        _unsigned(gathered, source, memory, row)


def _unsigned(gathered: Gathered, source: int, memory: dict[str, Any], row: Row) -> None:
    memory["signed"] = []
    if memory["encaisse"]:
        memory["encaisse"] = False
        _no_encaisse(gathered, source, row)


def _no_encaisse(gathered: Gathered, source: int, row: Row) -> None:
    told = {"source": source, "seq": row.seq, "at_ms": row.at_ms, "purpose": "closing"}
    gathered.put("cash", **told, cents=0, counted_by="", signed_by="")


def fallen(memory: dict[str, Any], event: e.ProposalsFallen) -> None:
    """Who had signed alone is revoked."""
    if "count" in event.what:
        memory["signed"] = []


def signed(gathered: Gathered, source: int, memory: dict[str, Any], row: Row, event: e.CashSigned) -> None:
    """A person signed the count; the second makes it money."""
    first = memory.get("signed") or []
    if not first or first[0] == event.person:
        memory["signed"] = [event.person]
        return
    memory["signed"], memory["encaisse"] = [], event.purpose == "closing"
    persons = {"counted_by": first[0], "signed_by": event.person}
    told = {"source": source, "seq": row.seq, "at_ms": row.at_ms, "purpose": event.purpose}
    gathered.put("cash", **told, cents=event.cents, **persons)


def closing_left(gathered: Gathered, source: int, memory: dict[str, Any], row: Row) -> None:
    """The closing sheet was put away: its count is none, whoever had signed it."""
    closed(memory)
    _no_encaisse(gathered, source, row)


def closed(memory: dict[str, Any]) -> None:
    """Nothing is counted any more; what was signed stands."""
    memory["counting"], memory["encaisse"] = "", False


def charged(gathered: Gathered, source: int, memory: dict[str, Any], row: Row, event: e.ChargeTaken) -> None:
    """A chef took the table into his charge, which he may have had before."""
    if memory.get("chef") != event.person:
        memory["chef"] = event.person
        gathered.put("charge", source=source, seq=row.seq, at_ms=row.at_ms, person=event.person)
