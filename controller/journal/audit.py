"""What the entries of a journal mean, held against each other: each card, stake and prize, in its order.

The chain says that no entry was changed after it was written. Who writes all of it anew makes a chain that
holds; what he wrote still has to be a session that can have been. An audit follows the entries one by one
and names the first that cannot be: an answer that nothing had asked, a card that lies twice, a settlement of
another stake than was laid, a bank that won what no line says. It decides nothing again: whether a hand was
worth its prize takes the rules, and is `tapis settle`'s to say.
"""

from __future__ import annotations

from collections.abc import Iterable

from controller.game import events as e
from controller.journal.audit_felt import Cards, Felt, Read
from controller.journal.audit_jackpot import Jackpot
from controller.journal.chain import FIRST_SCHEMA, JournalDamaged, JournalNewer, Opening, Row
from controller.journal.faults import faulty
from controller.journal.field_codec import Unknown, Unreadable
from controller.journal.heads import LIVE, SIMULATED, unproven_head
from controller.journal.reading import CODEC
from controller.told import said_by


class Audit:
    """Reads a journal's rows after its first, in order, each of which is known to hold in the chain."""

    def __init__(self, opening: Opening) -> None:
        felt = Felt(standing=opening.schema == FIRST_SCHEMA)
        parts = (Rounds(opening.first_round), Cards(), felt, Jackpot(felt), Told(opening))
        self._at_ms = -(10**18)
        self._read: dict[str, list[Read]] = {}
        for part in parts:
            for kind, read in part.kinds.items():
                self._read.setdefault(kind.__name__, []).append(read)

    def check(self, row: Row) -> None:
        """The entry can follow those before it.

        Raises:
            JournalDamaged: it cannot, or it cannot be read.
        """
        seq, at_ms, kind, body = row[:4]
        if at_ms < self._at_ms:
            raise JournalDamaged(seq, faulty("time_before_entry_before"))
        self._at_ms = at_ms
        readers = self._read.get(kind)
        if readers is None:
            return
        try:
            told = body if kind in CODEC.sealing else CODEC.decode(kind, body)
            for read in readers:
                read(told)
        except Unknown as error:
            raise JournalNewer(seq, faulty("entry_unread", kind=kind, why=said_by(error))) from None
        except Unreadable as error:
            raise JournalDamaged(seq, faulty("entry_unread", kind=kind, why=said_by(error))) from None
        except (KeyError, TypeError):
            raise JournalDamaged(seq, faulty("cannot_read_lacks_field", kind=kind)) from None
        except ValueError as error:
            raise JournalDamaged(seq, said_by(error)) from None


class Told:
    """The heads that a table writes down are those of other tables, at play as it is."""

    def __init__(self, opening: Opening) -> None:
        self._table, self._origin = opening.table, SIMULATED if opening.simulated else LIVE
        self.kinds: dict[type, Read] = {e.HeadsWitnessed: self._told}

    def _told(self, event: e.HeadsWitnessed) -> None:
        for head in map(unproven_head, event.heads):
            if head.table == self._table or head.origin != self._origin:
                raise ValueError(faulty("tells_heads_no_other_table"))


class Rounds:
    """Rounds are numbered without a gap, their deals from 1, and each ends before the next begins."""

    def __init__(self, first_round: int) -> None:
        self._wanted = {(first_round, 1)}
        self._open = (0, 0)
        self.kinds: dict[type, Read] = {
            e.RoundOpened: self._opened,
            e.RoundClosed: self._ended,
            e.RoundVoided: self._voided,
            e.TableClosed: self._left,
        }

    def _opened(self, event: e.RoundOpened) -> None:
        if (event.round, event.attempt) not in self._wanted:
            told = _either(sorted(self._wanted))
            raise ValueError(
                faulty("round_deal_opened_where_come", wanted=told, round=event.round, deal=event.attempt)
            )
        self._open, self._wanted = (event.round, event.attempt), set()

    def _ended(self, event: e.RoundClosed | e.RoundVoided) -> None:
        if (event.round, event.attempt) != self._open:
            raise ValueError(faulty("round_deal_ends_not_under", round=event.round, deal=event.attempt))
        self._open, self._wanted = (0, 0), {(event.round + 1, 1)}

    def _voided(self, event: e.RoundVoided) -> None:
        self._ended(event)
        self._wanted.add((event.round, event.attempt + 1))

    def _left(self, event: e.TableClosed) -> None:
        """A round whose bets are open ends with the table, and its number is not used again."""
        if self._open != (0, 0):
            self._open, self._wanted = (0, 0), {(self._open[0] + 1, 1)}


def _either(deals: Iterable[tuple[int, int]]) -> str:
    """One of these deals, each by its round's number and its own."""
    told = ""
    for number, deal in deals:
        other = faulty("wanted_deal", round=number, deal=deal)
        told = faulty("wanted_either", one=told, other=other) if told else other
    return told
