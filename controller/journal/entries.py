"""The entries of a journal as events, for readers without keys: no card that lies face down is in them."""

from __future__ import annotations

from typing import Any, NamedTuple

from controller.game.events import Event
from controller.journal.chain import OPENED, JournalDamaged, JournalNewer, Row
from controller.journal.faults import faulty
from controller.journal.field_codec import Unknown, Unreadable, parse_body
from controller.journal.reading import CODEC
from controller.told import said_by


class JournalEntry(NamedTuple):
    """An entry after the first: its event, and the hash of its row."""

    seq: int
    at_ms: int
    event: Event
    hash: str


def event_of(row: Row) -> Event:
    """The event of a row after the first; a card face down in it is `MASKED`.

    Raises:
        JournalDamaged: it is none that this program writes; `JournalNewer` where a newer one may have.
    """
    seq, _, kind, body, *_ = row
    try:
        event: Event = CODEC.decode_masked(kind, body)
    except Unknown as error:
        raise JournalNewer(seq, faulty("entry_unread", kind=kind, why=said_by(error))) from None
    except Unreadable as error:
        raise JournalDamaged(seq, faulty("entry_unread", kind=kind, why=said_by(error))) from None
    return event


def fields_of_event(event: Event) -> dict[str, Any]:
    """Its fields as the journal spells them, by name, for other programs; it has no card face down."""
    fields: dict[str, Any] = parse_body(CODEC.encode(event)[1])
    return fields


def masked_fields(row: Row) -> dict[str, Any]:
    """The fields of a row as the journal spells them, for a reader without keys.

    A card that lies face down is None, and neither what it is sealed with, nor what opens a seal, nor the
    fingerprint of the master that it is sealed under is in them, wherever the journal names one.

    Raises:
        JournalDamaged: the row is none that this program writes.
    """
    fields: dict[str, Any]
    if row.kind != OPENED:
        event_of(row)  # whoever reads the fields finds what the page of kinds says
    fields = {name: told for name, told in parse_body(row.body).items() if name != "master"}
    if row.kind == OPENED:
        return fields
    sealed, turned_up = CODEC.sealing.get(row.kind), CODEC.revealing.get(row.kind)
    if sealed is not None:
        fields[sealed] = None
    if turned_up is not None:
        fields[turned_up] = [{"place": one["place"], "card": one["card"]} for one in fields[turned_up]]
    return fields
