"""What the book and the journals of a table tell of the table's last act, side by side (RC-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from controller.book.answers import BookView, Finished, Key, LastEntry, Meter
from controller.book.last_heard import Heard
from controller.book.port import ActKind, Book
from controller.book.verify import JournalAct
from controller.game.meter.types import BookFigures, Difference, EndedRound, PaidJackpot

_OF_PERSONS: Final = (ActKind.CORRECT, ActKind.CLOSE, ActKind.STOP, ActKind.REOPEN)
"""Acts on the book that no journal of a table need know of."""
_KEYS_TRIED: Final = 5


def difference_from(
    book: Book, table: str, told: Sequence[JournalAct], heard: Heard
) -> tuple[Difference | None, Meter]:
    """What the book tells otherwise than this table's journals and than it had heard; and the reading of it.

    Nothing that the table had heard may be lacking, of its own acts or of other tables'. Two books that both
    answer, of one cluster before and after a failover, are told apart so.

    Raises:
        BookUnreachable: nobody can tell.
    """
    meter = book.meter(heard.entry_seq)
    own = difference_of(book, table, told)
    if not heard.lacking(meter):
        return own, meter
    went_back = replace(
        own or as_it_stands(book, table, told),
        heard_seq=heard.seq,
        heard_cents=heard.cents,
        ends_seq=meter.book_seq,
        ends_cents=meter.meter_cents,
    )
    return went_back, meter


def as_it_stands(book: Book, table: str, told: Sequence[JournalAct]) -> Difference:
    """The last act of the table on both sides, the same perhaps, where it is not what differs.

    Raises:
        BookUnreachable: nobody can tell.
    """
    answered = next((act for act in reversed(told) if act.recorded and act.book_seq), None)
    return _difference(answered, book.last(table))


def difference_of(book: Book, table: str, told: Sequence[JournalAct]) -> Difference | None:
    """What the book and this table's journals tell of its last act where they differ, else None (RC-04).

    The act, its place in the book and the meter after it are stored twice, in two chains of sums.

    `told` are the table's acts, oldest first, back to one whose answer is recorded at least. An act asked
    and not recorded may be in the book or not: that is a table cut off, and no difference. Journals or a
    book restored from a copy differ.

    Raises:
        BookUnreachable: nobody can tell.
    """
    asked = {act.key for act in told if not act.recorded}
    answered = next((act for act in reversed(told) if act.recorded and act.book_seq), None)

    def expected(key: Key, seq: int, meter_cents: int | None) -> bool:
        if key in asked:
            return True
        if answered is None or (key, seq) != (answered.key, answered.book_seq):
            return False
        return meter_cents is None or answered.meter_cents in (None, meter_cents)

    last = book.last(table)
    if last is None:
        return None if answered is None else _difference(answered, None)
    if expected(last.key, last.book_seq, last.meter_cents):
        return None
    known = {act.key for act in told}
    own = [
        act
        for act in book.acts()
        if act.key.table == table and (act.act not in _OF_PERSONS or act.key in known)
    ]
    same = expected(own[-1].key, own[-1].book_seq, None) if own else answered is None
    return None if same and (not own or own[-1].key != last.key) else _difference(answered, last)


def _difference(told: JournalAct | None, found: LastEntry | None) -> Difference:
    """Both sides in words, and the book's entry as two persons accept it."""
    words, seq = (_act_words(told.key), told.book_seq or 0) if told is not None else ("", 0)
    meter_cents = told.meter_cents if told is not None else None
    known = -1 if meter_cents is None else meter_cents
    if found is None:
        return Difference(words, seq, known, "", 0, -1)
    key = found.key
    return Difference(
        words,
        seq,
        known,
        _act_words(key),
        found.book_seq,
        found.meter_cents,
        journal_id=key.journal_id,
        round=key.round,
        attempt=key.attempt,
        kind=key.kind,
        seat=key.seat or 0,
    )


def _act_words(key: Key) -> str:
    """`contribute 12/1`: the act, its round and deal."""
    return f"{key.kind} {key.round}/{key.attempt}"


def baseline(last: LastEntry | None) -> list[JournalAct]:
    """What a table goes on from whose two persons have accepted a difference: the book's own last entry."""
    if last is None:
        return []
    key = last.key
    return [
        JournalAct(
            key.table,
            key.journal_id,
            key.round,
            key.attempt,
            key.kind,
            key.seat,
            None,
            True,
            last.book_seq,
            last.meter_cents,
            baseline=True,
        )
    ]


def end_left_open(book: Book, table: str, playing: tuple[str, int], at_ms: int) -> tuple[EndedRound, ...]:
    """Ends the rounds of this table that the book has open although they are over, as its own finishes.

    A book put back from an older copy has forgotten their ends, or it refused one for good, and nobody would
    tell it again: a later jackpot would wait for them for ever (rules, section 3). Two persons take JP1 up
    again over it. Where the key of the end is taken, by another act or by a refusal that was kept while the
    book had forgotten the round, it has that of a later deal. The round under way, `playing` by its journal
    and number, ends itself; one that has a claim in the book waits for the people of the claim (`tapis link
    close-round`).

    Raises:
        BookUnreachable: asked again, each end has the key that it had.
    """
    if all(name != table for name, _ in book.read().open_rounds):
        return ()
    claimed = {(claim.journal_id, claim.round) for claim in book.meter().pending if claim.table == table}
    left: dict[tuple[str, int], int] = {}
    for act in book.acts():
        at = act.key.journal_id, act.key.round
        if act.key.table != table or at == playing or at in claimed:
            continue
        if act.act is ActKind.CONTRIBUTE:
            left[at] = act.key.attempt
        elif act.act in (ActKind.FINISH, ActKind.CLOSE):
            left.pop(at, None)
    ended = []
    for (journal_id, number), last in left.items():
        for attempt in range(last, last + _KEYS_TRIED):
            answer = book.finish(Key(table, journal_id, number, attempt, ActKind.FINISH), at_ms)
            if isinstance(answer, Finished):
                ended.append(EndedRound(journal_id, number, attempt, answer.book_seq))
                break
    return tuple(ended)


def figures_of(view: BookView) -> BookFigures:
    """A reading of the whole book as a table hears it."""
    return BookFigures(
        view.seq,
        view.generation,
        view.meter_micro,
        view.frozen_micro,
        view.reserve_micro,
        view.overflow_micro,
        view.seed_micro,
        view.contributed_micro,
        view.awarded_micro,
        view.corrected_micro,
        view.house_micro,
        view.stakes_micro,
        view.stakes_count,
        view.wins_count,
        view.wins_cents,
        view.residual_micro,
        view.stop,
        tuple(
            PaidJackpot(won.generation, won.table, won.round, won.seat, won.cents, won.at_ms)
            for won in view.wins
        ),
    )
