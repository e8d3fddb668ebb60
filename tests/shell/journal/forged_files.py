"""Sixty-odd ways to forge what a house keeps of its tables, each done to a folder of honest journals.

The folder has `UTH-1`, one night with a jackpot, and `UTH-9`, three short sessions; a signed head lies over
every entry, and a witness has the last of each session. A forgery of content is done as a forger with all the
tools does it, with every hash after it made anew; what becomes of the heads is in its name: `left` as they
were, `gone`, signed by a `stranger`, or signed with the table's `own` key, by who has its disk.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from controller.boot.simulated import simulated_night
from controller.journal.chain import ZEROS, Head, Row, opening_of
from controller.journal.heads import Signer, heads_path, read_heads
from controller.journal.keys import simulated_keys
from controller.journal.signing import SignedJournal
from drivers.sim.decks import royal
from tests.shell.journal.forgeries import linked, numbered
from tests.shell.journal.journals import OPENING, by_hand, create, rewrite, rows_of, write_rounds

SEED = 3
NIGHT, SHORT = "UTH-1", "UTH-9"
OWN = {table: simulated_keys(SEED, table).signer for table in (NIGHT, SHORT)}
STRANGER = Signer(b"\7" * 32)
KEYS = {table: frozenset([signer.key]) for table, signer in OWN.items()}
Rows = list[Row]
Forge = Callable[[Rows], Rows]


def honest(folder: Path) -> Path:
    """The journals in `folder/journals`; `folder/keys.txt` and `folder/witness.txt` beside them."""
    journals = folder / "journals"
    night = simulated_night(rounds=3, seed=SEED, journal=journals, stacked=(royal,))
    night.play()
    night.close()
    previous = ""
    for session in (1, 2, 3):
        opening = replace(OPENING, table=SHORT, session=session, previous=previous, first_round=session)
        path = place(folder, SHORT, session)
        with create(path, opening) as journal:
            signed = SignedJournal(journal, path, OWN[SHORT], at_ms=0, durable=False)
            write_rounds(journal, [session])
            signed.finish(1)
            signed.close()
            previous = journal.head.hash
    keys = [f"key {table} {signer.key}" for table, signer in OWN.items()]
    heads = [heads_path(path).read_text().splitlines()[-1] for path in sorted(journals.glob("*.journal"))]
    (folder / "keys.txt").write_text("\n".join(keys) + "\n")
    (folder / "witness.txt").write_text("\n".join([*keys, *heads]) + "\n")
    return folder


def place(folder: Path, table: str = NIGHT, session: int = 1) -> Path:
    return folder / "journals" / f"{table}-{session:06d}.journal"


def resign(path: Path, signer: Signer) -> None:
    """A head by this signer at the first entry, at each end of a round, and at the last."""
    rows = rows_of(path)
    ends = [row for row in rows if row.seq in (1, len(rows)) or row.kind == "RoundClosed"]
    opening = opening_of(rows[0])
    heads = [signer.head(opening, rows[0].hash, Head(row.seq, row.hash), row.at_ms) for row in ends]
    heads_path(path).write_text("".join(f"{one.line}\n" for one in heads))


def content(forge: Forge, heads: str, folder: Path) -> None:
    """The night's rows forged, hashed anew, and the heads treated so."""
    path = place(folder)
    rows = rows_of(path)
    forged = linked(numbered(forge(rows)))
    assert forged != rows, "nothing was forged"
    rewrite(path, forged)
    if heads == "gone":
        heads_path(path).unlink()
    elif heads != "left":
        resign(path, {"stranger": STRANGER, "own": OWN[NIGHT]}[heads])


def partial_edit(forge: Forge, folder: Path) -> None:
    """Rows changed without the hashes after them."""
    path = place(folder)
    forged = forge(rows_of(path))
    with by_hand(path) as conn:
        conn.execute("DELETE FROM journal")
        conn.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", forged)


# --- on rows -------------------------------------------------------------------------------------


def at(rows: Rows, kind: str, which: int = 0) -> int:
    return [number for number, row in enumerate(rows) if row.kind == kind][which]


def without(kind: str, rows: Rows) -> Rows:
    return [*rows[: at(rows, kind)], *rows[at(rows, kind) + 1 :]]


def twice(kind: str, rows: Rows) -> Rows:
    return [*rows[: at(rows, kind)], rows[at(rows, kind)], *rows[at(rows, kind) :]]


def told(kind: str, pattern: str, put: str, rows: Rows) -> Rows:
    here = at(rows, kind)
    body, count = re.subn(pattern, put, rows[here].body, count=1)
    assert count, rows[here].body
    return [*rows[:here], rows[here]._replace(body=body), *rows[here + 1 :]]


def everywhere(pattern: str, put: str, rows: Rows) -> Rows:
    return [row._replace(body=re.sub(pattern, put, row.body)) for row in rows]


def field(name: str, value: object, rows: Rows) -> Rows:
    return [*rows[:40], rows[40]._replace(**{name: value}), *rows[41:]]


def no_round(rows: Rows) -> Rows:
    first, second = at(rows, "RoundOpened"), at(rows, "RoundOpened", 1)
    return [*rows[:first], *rows[second:]]


def no_last_round(rows: Rows) -> Rows:
    return rows[: at(rows, "RoundOpened", -1)]


def another_card(rows: Rows) -> Rows:
    return told("CardsRevealed", r'"card":"..","opens":"([0-9a-f]+)"', r'"card":"2c","opens":"\1"', rows)


def card_twice(rows: Rows) -> Rows:
    """Two places hold the same card, each borne out by its commitment."""
    reveal = at(rows, "CardsRevealed")
    pairs = re.findall(r'"place":"([a-z0-9.]+)","card":"(..)","opens":"([0-9a-f]+)"', rows[reveal].body)
    (one, card, opens), (other, second, key) = pairs[:2]
    forged = [*rows]
    forged[reveal] = rows[reveal]._replace(body=rows[reveal].body.replace(second, card).replace(key, opens))
    dealt = {
        name: number
        for number, row in enumerate(rows[:reveal])
        for name in (one, other)
        if f'"{name}"' in row.body
    }
    seal = re.findall(r'"card":{.*?}', rows[dealt[one]].body)[0]
    sealed = re.sub(r'"card":{.*?}', seal, rows[dealt[other]].body)
    forged[dealt[other]] = rows[dealt[other]]._replace(body=sealed)
    return forged


def corrected_without_refusal(rows: Rows) -> Rows:
    reveal = at(rows, "CardsRevealed", -1)
    place_, card = re.findall(r'"place":"([a-z0-9.]+)","card":"(..)"', rows[reveal].body)[0]
    where = re.findall(r'"round":\d+,"attempt":\d+', rows[reveal].body)[0]
    body = f'{{{where},"persons":["A","B"],"cards":[{{"place":"{place_}","recorded":"{card}","card":"2c"}}]}}'
    return [
        *rows[: reveal + 1],
        rows[reveal]._replace(kind="RecordCorrected", body=body),
        *rows[reveal + 1 :],
    ]


def greater_prize(rows: Rows) -> Rows:
    """A consolation of 500 € is 600 € wherever it stands, in the bank's lines too."""
    return everywhere(
        r'("kind":"consolation","cents":|"seat":[1-7],"cents":|"paid_cents":)50000\b', r"\g<1>60000", rows
    )


def renumbered(rows: Rows) -> Rows:
    return [*rows[:40], *(row._replace(seq=row.seq + 1) for row in rows[40:])]


def later(rows: Rows) -> Rows:
    return [*rows[:40], *(row._replace(at_ms=row.at_ms + 60_000) for row in rows[40:])]


def other_previous(rows: Rows) -> Rows:
    return [rows[0]._replace(prev_hash="1" * 64 if rows[0].prev_hash == ZEROS else ZEROS), *rows[1:]]


def seat_added(rows: Rows) -> Rows:
    seats = re.findall(r'"seats":\[([\d,]+)\]', rows[at(rows, "ContributionAsked")].body)[0]
    free = next(seat for seat in range(1, 8) if str(seat) not in seats)
    laid = next((row for row in rows if row.kind == "StakesSet" and f'"seat":{free},' in row.body), None)
    more = f'"seats":[{seats},{free}]' if laid is None else f'"seats":[{seats},{seats[0]}]'
    return told("ContributionAsked", r'"seats":\[[\d,]+\]', more, rows)


PARTIAL: dict[str, Forge] = {
    "a body changed": partial(field, "body", "{}"),
    "a kind changed": partial(field, "kind", "PlayPaused"),
    "a time changed": lambda rows: field("at_ms", rows[40].at_ms + 1, rows),
    "a hash changed": partial(field, "hash", "a" * 64),
    "a previous hash changed": partial(field, "prev_hash", "a" * 64),
    "a hash in capitals": lambda rows: field("hash", rows[40].hash.upper(), rows),
    "an entry deleted": lambda rows: [*rows[:40], *rows[41:]],
    "an entry deleted, the rest numbered": lambda rows: numbered([*rows[:40], *rows[41:]]),
    "an entry inserted": lambda rows: numbered([*rows[:40], rows[7], *rows[40:]]),
    "two entries swapped": lambda rows: numbered([*rows[:40], rows[41], rows[40], *rows[42:]]),
    "the rest renumbered": renumbered,
    "one entry hashed anew": lambda rows: [*rows[:40], linked(field("body", "{}", rows), 40)[40], *rows[41:]],
    "the beginning gone": lambda rows: numbered([rows[0], *rows[40:]]),
}
MEANING: dict[str, Forge] = {
    "a prize recorded greater": partial(told, "AwardRecorded", r'"cents":\d+', '"cents":99000000'),
    "a prize asked greater": partial(told, "AwardAsked", r'"cents":\d+', '"cents":500'),
    "a prize paid greater than posted": greater_prize,
    "an answer removed": partial(without, "ContributionRecorded"),
    "a question removed": partial(without, "ContributionAsked"),
    "an answer told twice": partial(twice, "AwardRecorded"),
    "the meter risen by more": partial(told, "ContributionRecorded", r'"meter_cents":', '"meter_cents":9'),
    "the book gone back": partial(told, "FinishRecorded", r'"book_seq":\d+', '"book_seq":1'),
    "a frozen value smaller": partial(told, "ClaimRecorded", r'"value_cents":\d+', '"value_cents":1'),
    "a JP1 stake of another seat": seat_added,
    "returned and taken amiss": partial(told, "SeatSettled", r'"returned_cents":', '"returned_cents":9'),
    "a payment greater": partial(told, "SeatSettled", r'"paid_cents":', '"paid_cents":9'),
    "a settlement removed": partial(without, "SeatSettled"),
    "a settlement told twice": partial(twice, "SeatSettled"),
    "the bank's win changed": partial(told, "RoundClosed", r'"bank_cents":-?', '"bank_cents":9'),
    "an Ante changed": partial(told, "StakesSet", r'"ante_cents":', '"ante_cents":1'),
    "a stake removed": partial(without, "StakesSet"),
    "a bet changed": partial(told, "PlayBet", r'"cents":', '"cents":1'),
    "a bet removed": partial(without, "PlayBet"),
    "a round removed": no_round,
    "a round opened twice": partial(twice, "RoundOpened"),
    "a round's end removed": partial(without, "RoundClosed"),
    "a card turned up that was not dealt": another_card,
    "a card twice in a deal": card_twice,
    "a card of another deal": partial(told, "CardDealt", r'"attempt":1', '"attempt":2'),
    "a card never dealt": partial(without, "CardDealt"),
    "a record corrected without a refused hand": corrected_without_refusal,
    "a time before the one before": lambda rows: field("at_ms", 1, rows),
    "a body with a key twice": partial(told, "SeatSettled", r'"seat":(\d)', r'"seat":\1,"seat":\1'),
    "a kind that nobody knows": lambda rows: [*rows[:41], rows[40]._replace(kind="Vanished"), *rows[41:]],
    "the session opened twice": lambda rows: [*rows, rows[0]],
    "a first session that follows one": other_previous,
}  # fmt: skip
"""What cannot have been: each with the heads gone."""
SILENT: dict[str, Forge] = {
    "a person renamed": partial(everywhere, "Chef 1", "Chef 9"),
    "all later": later,
    "the last round cut off": no_last_round,
    "the last entry cut off": lambda rows: rows[:-1],
    "other rules in force": partial(
        told, "JournalOpened", r'"profile_digest":"....', '"profile_digest":"0000'
    ),
}
"""What can have been: only heads by a key that somebody knows show it, or a witness's."""


# --- on files ------------------------------------------------------------------------------------


def heads_gone(folder: Path) -> None:
    heads_path(place(folder)).unlink()


def heads_cut(folder: Path) -> None:
    beside = heads_path(place(folder))
    beside.write_text("".join(beside.read_text().splitlines(keepends=True)[:2]))


def tail_added(folder: Path) -> None:
    path = place(folder)
    rows = rows_of(path)
    last = rows[-1]._replace(kind="PlayPaused", body="{}")
    rewrite(path, linked(numbered([*rows, last]), len(rows)))


def heads_of_the_session_before(folder: Path) -> None:
    shutil.copy(heads_path(place(folder, SHORT, 2)), heads_path(place(folder, SHORT, 3)))


def heads_of_a_stranger(folder: Path) -> None:
    resign(place(folder), STRANGER)


def heads_of_another_table(folder: Path) -> None:
    resign(place(folder), OWN[SHORT])


def head_changed(folder: Path) -> None:
    beside = heads_path(place(folder))
    beside.write_text(beside.read_text().replace(f" {read_heads(beside)[1].size} ", " 7 "))


def no_head(folder: Path) -> None:
    beside = heads_path(place(folder))
    beside.write_text(beside.read_text() + "all is well\n")


def heads_in_another_order(folder: Path) -> None:
    beside = heads_path(place(folder))
    beside.write_text("".join(reversed(beside.read_text().splitlines(keepends=True))))


def files_exchanged(folder: Path) -> None:
    for suffix in ("", ".heads"):
        one, other = (Path(f"{place(folder, table)}{suffix}") for table in (NIGHT, SHORT))
        one.rename(folder / "x")
        other.rename(one)
        (folder / "x").rename(other)


def session_gone(session: int, folder: Path) -> None:
    for path in (place(folder, SHORT, session), heads_path(place(folder, SHORT, session))):
        path.unlink()


def session_copied(folder: Path) -> None:
    for suffix in ("", ".heads"):
        shutil.copy(f"{place(folder, SHORT, 3)}{suffix}", f"{place(folder, SHORT, 4)}{suffix}")


def end_of_a_session_cut(folder: Path) -> None:
    path = place(folder, SHORT, 2)
    rewrite(path, rows_of(path)[:-2])
    resign(path, OWN[SHORT])


def session_on_zeros(folder: Path) -> None:
    path = place(folder, SHORT, 3)
    rewrite(path, linked([rows_of(path)[0]._replace(prev_hash=ZEROS), *rows_of(path)[1:]]))
    resign(path, OWN[SHORT])


def older_put_back(folder: Path) -> None:
    """Journal and heads as they were when the last head but one was signed."""
    path = place(folder)
    *kept, last = read_heads(heads_path(path))
    kept = [one for one in kept if one.size < last.size]
    rewrite(path, rows_of(path)[: kept[-1].size])
    heads_path(path).write_text("".join(f"{one.line}\n" for one in kept))


FILES: dict[str, Callable[[Path], None]] = {
    "all heads gone": heads_gone,
    "heads cut": heads_cut,
    "a tail added": tail_added,
    "heads of the session before": heads_of_the_session_before,
    "heads by a stranger": heads_of_a_stranger,
    "heads by another table's key": heads_of_another_table,
    "a head changed": head_changed,
    "a line that is no head": no_head,
    "heads in another order": heads_in_another_order,
    "two tables' files exchanged": files_exchanged,
    "the session in the middle gone": partial(session_gone, 2),
    "the last session gone": partial(session_gone, 3),
    "the first session gone": partial(session_gone, 1),
    "a session copied as the next": session_copied,
    "the end of a session cut, signed": end_of_a_session_cut,
    "a session on zeros, signed": session_on_zeros,
    "an older copy put back": older_put_back,
}
FORGERIES: dict[str, Callable[[Path], None]] = {
    **{name: partial(partial_edit, forge) for name, forge in PARTIAL.items()},
    **{f"{name}, own": partial(content, forge, "own") for name, forge in MEANING.items()},
    **{
        f"{name}, {heads}": partial(content, forge, heads)
        for name, forge in SILENT.items()
        for heads in ("left", "gone", "stranger", "own")
    },
    **FILES,
}
BARE_BLIND = frozenset(
    (
        *(f"{name}, {heads}" for name in SILENT for heads in ("gone", "stranger", "own")),
        "all heads gone", "heads cut", "a tail added", "heads by a stranger", "heads by another table's key",
        "the last session gone", "an older copy put back",
    )
)  # fmt: skip
"""Whole chains of what can have been: without a key or a witness nobody can tell."""
KEYS_BLIND = frozenset(
    (*(f"{name}, own" for name in SILENT), "the last session gone", "an older copy put back")
)
"""Signed by the table's own key: only who saw what was there before can tell."""
WITNESS_BLIND = frozenset(("all heads gone", "heads cut", "the first session gone"))
"""Nothing is missing that the witness does not have itself: every entry is as it was."""
