"""The datasets that are exported for other people's tools: their columns, types and what each says.

`deploy/PARQUET.md` has them as a page, and a test compares the two. `SCHEMA` counts up whenever a column
changes its meaning, its type or its name; one that is added at the end leaves it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

SCHEMA: Final = 1

TEXT: Final = "text"
TEXTS: Final = "list of text"
BOOL: Final = "true/false"
SMALL: Final = "int32"
WHOLE: Final = "int64"
CENTS: Final = "int64 cents"
INSTANT: Final = "timestamp(ms, UTC)"


class Column(NamedTuple):
    """A column: its name, its type, what it says; `empty` if it may be null."""

    name: str
    type: str
    says: str
    empty: bool = False


OF_SESSION: Final = (
    Column("journal", TEXT, "the id of the journal: the hash of its first entry"),
    Column("session", WHOLE, "the session of the table"),
    Column("simulated", BOOL, "a simulation: no real money"),
)
"""What every row of every dataset begins with."""
_ROUND: Final = Column("round", WHOLE, "the round in its session; 0 between rounds")
_CLOSED: Final = Column("closed", INSTANT, "when the round was closed; of a void one, its last refund")
_VOIDED: Final = Column("voided", BOOL, "the last deal of the round is void: its stakes count in no sum")
_AT: Final = Column("at", INSTANT, "when the entry was written")
_ENTRY: Final = Column("entry", WHOLE, "the entry of the journal that says so")
_HAND: Final = Column("hand", TEXT, "the class of the hand, where all its cards were turned up", empty=True)
_ANTE: Final = Column("ante_cents", CENTS, "staked on the Ante when the deal began")
_SIDE: Final = Column("side_cents", CENTS, "staked on the side bets when the deal began")
_STAKED: Final = Column("staked_cents", CENTS, "every stake that was settled, JP1 apart")
_PAID: Final = Column("paid_cents", CENTS, "what the bank paid beside the stakes, JP1 apart")
_BANK: Final = Column("bank_cents", CENTS, "what the bank won, JP1 apart; below 0 it lost")
_METER: Final = Column("meter_cents", CENTS, "the meter of the jackpot afterwards")
_BOOK: Final = Column("book_entry", WHOLE, "the entry of the jackpot's book")

DATASETS: Final[dict[str, tuple[Column, ...]]] = {
    "rounds": (
        _ROUND,
        Column("deals", SMALL, "how often the round was dealt: 1 unless a deal was void"),
        Column("opened", INSTANT, "when its first bets were opened"),
        _CLOSED,
        _VOIDED,
        Column("first_entry", WHOLE, "its first entry in the journal"),
        Column("last_entry", WHOLE, "its last"),
        Column("players", SMALL, "seats with a stake when the deal began"),
        Column("jp1_stakes", SMALL, "seats among them with a JP1 stake"),
        _ANTE,
        _SIDE,
        _STAKED,
        _PAID,
        _BANK,
        Column("prize_cents", CENTS, "JP1 prizes paid at its seats"),
        _METER,
        Column("qualified", BOOL, "whether the bank qualified", empty=True),
        Column("board", TEXT, "the cards of the board that were turned up, as `Ah Kd 7c`"),
        Column("bank_cards", TEXT, "the bank's cards that were turned up"),
        _HAND._replace(says="the class of the bank's hand, where all its cards were turned up"),
        Column("dealer", TEXT, "who dealt, by the name in the journal; empty where nobody was signed on"),
        Column("incident", TEXT, "the first incident, or why it was void; empty for none"),
        Column("flags", TEXTS, "what marks the round, as the pit shows it"),
    ),
    "seats": (
        _ROUND,
        _CLOSED,
        _VOIDED,
        Column("seat", SMALL, "1 to 7"),
        Column("jp1", BOOL, "a JP1 stake lay there"),
        Column("folded", BOOL, "the hand was given up"),
        Column("ruled_void", BOOL, "two persons ruled the hand void"),
        _ANTE,
        _SIDE,
        _STAKED,
        _PAID,
        _BANK,
        Column("cards", TEXT, "its cards that were turned up; empty where none was"),
        _HAND,
    ),
    "bets": (
        _ROUND,
        _CLOSED,
        _VOIDED,
        Column("seat", SMALL, "1 to 7"),
        Column("spot", TEXT, "`ante`, `blind`, `play`, ..., `jp1`: as `Spot` in KINDS.md"),
        Column("stake_cents", CENTS, "what lay there"),
        Column("returned_cents", CENTS, "what of it went back to the player"),
        Column("taken_cents", CENTS, "what of it was taken"),
        Column("paid_cents", CENTS, "what was paid beside it"),
        Column("rule", TEXT, "why, in the words of the settlement"),
    ),
    "prizes": (
        _ROUND,
        _AT,
        _ENTRY,
        Column("seat", SMALL, "1 to 7"),
        Column("cents", CENTS, "JP1 prizes of the seat, all of them together"),
        Column("kinds", TEXTS, "which prizes"),
        _METER,
        _BOOK,
    ),
    "contributions": (
        _ROUND,
        _AT,
        _ENTRY,
        Column("kind", TEXT, "`contribution`, or `refund` of one"),
        Column("stakes", SMALL, "JP1 stakes that were added; of a refund 0"),
        Column("cents", CENTS, "by which the meter moved; of a refund what it gave back"),
        _METER,
        Column("generation", WHOLE, "the jackpot's generation"),
        _BOOK,
    ),
    "alarms": (
        _ROUND,
        _AT,
        _ENTRY,
        Column("alarm", WHOLE, "the alarm in its session: its rows have the same number"),
        Column("happened", TEXT, "`raised`, `seen` or `cleared`"),
        Column("code", TEXT, "as in the catalogue, `A-202`; of `raised` alone", empty=True),
        Column("priority", SMALL, "1 to 3, the gravest first; of `raised` alone", empty=True),
        Column("seat", SMALL, "the seat, 0 for none; of `raised` alone", empty=True),
    ),
    "rectifications": (
        _ROUND,
        _AT,
        _ENTRY,
        Column("seat", SMALL, "1 to 7"),
        Column("mistake", TEXT, "as `Mistake` in KINDS.md"),
        Column("reason", TEXT, "as `RectificationReason` in KINDS.md"),
        Column("cents", CENTS, "paid to the player; below 0 taken back"),
        Column("bank_cents", CENTS, "what the bank's result moved by"),
    ),
}
"""The columns of each dataset after `OF_SESSION`. `table` and `day` are in the names of the folders."""
DAY_BY: Final = {name: "closed" if name in ("rounds", "seats", "bets") else "at" for name in DATASETS}
"""By which instant a row belongs to its day, of UTC."""


def page_of(name: str) -> list[str]:
    """The table of a dataset, in the lines of a page."""
    told = ["| column | type | says |", "| --- | --- | --- |"]
    for one in (*OF_SESSION, *DATASETS[name]):
        told.append(f"| `{one.name}` | {one.type}{', may be null' if one.empty else ''} | {one.says} |")
    return told
