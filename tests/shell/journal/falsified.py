"""Falsifications that only the rules can find: one amount by a cent, or one card for another.

An honest house is some folders of journals with the heads, book and rules of each. A falsification takes
one entry in which money or cards stand, changes it by one cent or exchanges one card, makes every hash after
it anew, the commitment of the card too, and signs the heads again with the table's own key. Nothing of
chain, heads and commitments is wrong then.

A card that is exchanged for one that lies nowhere else, with the same hands and winners, makes another true
story: no rule can tell it, and only commitment, heads and a witness can. Exchanged cards therefore lie at two
places afterwards, or make a seat that is still in win where it lost, lose where it won, or the bank qualify
where it did not. A card that one person said and a second withdrew changed nothing, and is left out.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from click.testing import CliRunner

from controller.boot.simulated import simulated_night
from controller.cli import main
from controller.journal.chain import Head, Row, opening_of
from controller.journal.file import create_schema
from controller.journal.heads import Signer, heads_path
from controller.settings.rules import canonical_of
from tests import oracle
from tests.game.test_scenarios import FOLDER, played, told
from tests.shell.journal.auditor import RULES, answer
from tests.shell.journal.forgeries import linked
from tests.shell.journal.journals import OPENING, rewrite, rows_of
from tests.shell.journal.test_audit import written

SCRIPTS: Final = ("royal-at-seat-3", "fixed-jp1-prizes", "misdeal-carries-jp1", "community-royal")
SCENARIOS: Final = (
    "royale-enregistrement-faux", "royale-cartes-echangees", "rectifier-un-coup-clos", "orphelins",
    "poker-de-casino-rectifie", "poker-de-casino-banque-non-qualifiee-bonus", "coup-nul-jp1-rembourse",
    "lot-confirme-par-le-chef", "feuilles-ouverture-et-fermeture", "rectifier-joueur-parti",
)  # fmt: skip
NIGHTS: Final = (
    ("fr-55-20-2021", 2),
    ("fr-55-20-2015", 1),
    ("fr-casino-page", 1),
    ("live-uth", 1),
    ("fr-holdem-casino", 1),
)
"""Profiles of hard nights, and how many tables play on one book."""
CARDS: Final = tuple(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs")
SIGNER: Final = Signer(b"\5" * 32)


@dataclass(frozen=True, slots=True)
class House:
    """One folder of honest journals; without a book what the meter held is nobody's to check."""

    folder: Path
    rules: Path
    book: Path | None
    files: dict[str, list[Row]] = field(default_factory=dict, compare=False)

    def words(self, folder: Path) -> list[str | Path]:
        """What the auditor is asked of these journals, or of a copy of them."""
        book = ["--book", folder / self.book.name] if self.book else []
        return [folder, "--rules", self.rules, *book, "--key", SIGNER.key]


def houses(folder: Path, rounds: int, seed: int) -> Iterator[House]:
    """Scripts, hard nights of every profile of so many rounds, and scenes of people told in sentences."""
    for name in SCRIPTS:
        place = folder / name
        place.mkdir(parents=True)
        words = ["simulate", "--script", name, "--journal", str(place), "--book", str(place / "jackpot.book")]
        done = CliRunner().invoke(main, [*words, "--json"])
        assert done.exit_code == 0, done.output
        yield _read(place, RULES, place / "jackpot.book")
    for profile, tables in NIGHTS:
        place, book = folder / profile, folder / profile / "jackpot.book"
        night = simulated_night(
            rounds=rounds,
            seed=seed,
            profile=profile,
            tables=tables,
            faults="hard",
            journal=place,
            book=str(book),
        )
        night.play()
        night.close()
        yield _read(place, RULES, book)
    for name in SCENARIOS:
        yield scene(folder / name, name)


def scene(place: Path, name: str) -> House:
    """The journal of a scenario, written as a table writes it; its book was a person's word."""
    felt = played(told(FOLDER / f"{name}.toml"))
    rules = canonical_of(felt.state.profile)
    opening = replace(OPENING, profile_digest=hashlib.sha256(rules).hexdigest(), seats=len(felt.state.places))
    place.mkdir(parents=True)
    (place / "rules.json").write_bytes(rules)
    path = place / f"{opening.table}-{opening.session:06d}.journal"
    with closing(sqlite3.connect(path)) as file:
        create_schema(file)
    rewrite(path, written(felt.entries, opening))
    return _read(place, place / "rules.json", None)


def _read(place: Path, rules: Path, book: Path | None) -> House:
    files = {path.name: rows_of(path) for path in sorted(place.glob("*.journal"))}
    for name, rows in files.items():
        sign(place / name, rows)
    return House(place, rules, book, files)


def sign(path: Path, rows: list[Row]) -> None:
    """A head at the first entry, at each end of a round, and at the last, with the table's own key."""
    ends = [row for row in rows if row.seq in (1, len(rows)) or row.kind == "RoundClosed"]
    heads = [
        SIGNER.head(opening_of(rows[0]), rows[0].hash, Head(row.seq, row.hash), row.at_ms) for row in ends
    ]
    heads_path(path).write_text("".join(f"{one.line}\n" for one in heads))


# --- where money stands --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A leaf of an entry's body: in which file and entry, by which keys; `what` is the kind and the keys."""

    house: House
    file: str
    at: int
    keys: tuple[str | int, ...]
    what: str


def money(house: House) -> Iterator[Place]:
    """Every amount in the journals of a house that the house can be held to."""
    for file, rows in house.files.items():
        for at, row in enumerate(rows):
            for keys, value in _leaves(json.loads(row.body), ()):
                name = next(key for key in reversed(keys) if isinstance(key, str))
                known = house.book is not None or not _by_the_book(row.kind, name)
                if (name == "cents" or name.endswith("_cents")) and type(value) is int and known:
                    what = f"{row.kind} {'.'.join(key for key in keys if isinstance(key, str))}"
                    yield Place(house, file, at, keys, what)


def _by_the_book(kind: str, name: str) -> bool:
    """What only the book knows: the meter, and the figures of its history."""
    names = ("value_cents", "before_cents", "after_cents", "jp1_stake_cents")
    return "meter" in name or name in names or kind in (
        "HistoryCertified", "ReconciliationRecorded", "ResultRecorded", "AwardRecorded", "MeterActProposed",
    )  # fmt: skip


def _leaves(body: Any, keys: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    inside = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else None
    if inside is None:
        yield keys, body
    for key, value in inside or ():
        yield from _leaves(value, (*keys, key))


def by_a_cent(place: Place, dice: Random) -> tuple[dict[int, str], str]:
    """The bodies that change, by row, and what was done."""
    body = json.loads(place.house.files[place.file][place.at].body)
    inside = body
    for key in place.keys[:-1]:
        inside = inside[key]
    was, by = inside[place.keys[-1]], dice.choice((-1, 1))
    inside[place.keys[-1]] = was + by
    return {place.at: json.dumps(body, separators=(",", ":"))}, f"{place.what} {was} -> {was + by}"


# --- where cards lie -----------------------------------------------------------------------------


def cards(house: House) -> Iterator[Place]:
    """Every card that was turned up in a deal that was settled, and every one that a person said."""
    for file, rows in house.files.items():
        opened: list[Place] = []
        for at, row in enumerate(rows):
            if row.kind == "RoundOpened":
                opened = []
            elif row.kind == "CardsRevealed":
                count = len(json.loads(row.body)["cards"])
                opened += [Place(house, file, at, ("cards", one), row.kind) for one in range(count)]
            elif row.kind == "RoundClosed":
                yield from opened
            elif row.kind in ("HandCardDiffers", "IncidentReported"):
                key = "presented" if row.kind == "HandCardDiffers" else "card"
                if json.loads(row.body)[key] and not _withdrawn(rows, at):
                    yield Place(house, file, at, (key,), row.kind)
            elif row.kind == "RecordCorrected":
                yield Place(house, file, at, ("cards", 0, "recorded"), row.kind)
                yield Place(house, file, at, ("cards", 0, "card"), row.kind)


def _withdrawn(rows: list[Row], at: int) -> bool:
    """Whether a second person found the recorded card where this entry says another."""
    where = json.loads(rows[at].body)["place"]
    return any(
        row.kind == "CardReportWithdrawn" and json.loads(row.body)["place"] == where for row in rows[at:]
    )


def exchanged(place: Place, dice: Random) -> tuple[dict[int, str], str] | None:
    """As `by_a_cent`; None where no other card at this place makes a story that the rules exclude."""
    rows = place.house.files[place.file]
    body = json.loads(rows[place.at].body)
    if place.what != "CardsRevealed":
        inside = body
        for key in place.keys[:-1]:
            inside = inside[key]
        was = inside[place.keys[-1]]
        inside[place.keys[-1]] = dice.choice([card for card in CARDS if card != was])
        return {place.at: json.dumps(body, separators=(",", ":"))}, f"{place.what} {was}"
    one = body["cards"][place.keys[1]]  # type: ignore[index]
    was, felt = one["card"], _felt(rows, place.at)
    twice = [card for where, card in felt.items() if where != one["place"]]
    told = [
        card
        for card in CARDS
        if card not in felt.values() and _tells(rows, place.at, felt, one["place"], card)
    ]
    choices = [list_ for list_ in (twice, told) if list_]
    if not choices:
        return None
    one["card"] = dice.choice(dice.choice(choices))
    changed = {place.at: json.dumps(body, separators=(",", ":"))}
    sealed = max(
        at
        for at in range(place.at)
        if f'"place":"{one["place"]}"' in rows[at].body and "commitment" in rows[at].body
    )
    dealt = json.loads(rows[sealed].body)
    dealt["card"]["commitment"] = hmac.digest(
        bytes.fromhex(one["opens"]), one["card"].encode(), "sha256"
    ).hex()
    changed[sealed] = json.dumps(dealt, separators=(",", ":"))
    return changed, f"{one['place']} {was} -> {one['card']}"


def _felt(rows: list[Row], at: int) -> dict[str, str]:
    """The cards that lie open at the end of the deal of this row."""
    first = max(n for n in range(at) if rows[n].kind == "RoundOpened")
    last = next(n for n in range(at, len(rows)) if rows[n].kind == "RoundClosed")
    shown: dict[str, str] = {}
    for row in rows[first:last]:
        if row.kind == "CardsRevealed":
            shown |= {one["place"]: one["card"] for one in json.loads(row.body)["cards"]}
    return shown


def _tells(rows: list[Row], at: int, felt: dict[str, str], place: str, card: str) -> bool:
    """Whether the bank qualifies otherwise, or a seat whose bet was compared stands otherwise against it."""
    before, after = _standing(felt), _standing({**felt, place: card})
    if before is None or after is None or before[0] != after[0]:
        return before is not None
    last = next(n for n in range(at, len(rows)) if rows[n].kind == "RoundClosed")
    bet = set()
    for n in range(last, 0, -1):
        if rows[n].kind == "RoundOpened":
            break
        if rows[n].kind == "SeatSettled":
            told_ = json.loads(rows[n].body)
            if any(line["rule"] in ("play_paid", "play_lost", "play_push_tie") for line in told_["lines"]):
                bet.add(told_["seat"])
    return any(before[1].get(seat) != after[1].get(seat) for seat in bet)


def _standing(felt: dict[str, str]) -> tuple[bool, dict[int, int]] | None:
    board = tuple(felt[f"board.{n}"] for n in range(5) if f"board.{n}" in felt)
    bank = tuple(felt[f"dealer.{n}"] for n in range(2) if f"dealer.{n}" in felt)
    if len(board) < 5 or len(bank) < 2:
        return None
    held = oracle.best((*bank, *board))
    seats = {}
    for seat in range(1, 8):
        own = tuple(felt[f"hole.{seat}.{n}"] for n in range(2) if f"hole.{seat}.{n}" in felt)
        if len(own) == 2:
            hand = oracle.best((*own, *board))
            seats[seat] = (hand > held) - (hand < held)
    return held[0] >= 1, seats


# --- falsified -----------------------------------------------------------------------------------


def falsify(house: House, file: str, changed: dict[int, str], folder: Path) -> None:
    """A copy of the house in `folder` with these bodies, hashed and signed anew."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(house.folder, folder)
    rows = list(house.files[file])
    for at, body in changed.items():
        assert body != rows[at].body
        rows[at] = rows[at]._replace(body=body)
    rows = linked(rows, min(changed))
    rewrite(folder / file, rows)
    sign(folder / file, rows)


def drawn(every: list[House], count: int, dice: Random) -> Iterator[tuple[Place, dict[int, str], str]]:
    """So many falsifications: three of four of an amount, each kind of amount in turn; the rest of a card."""
    kinds: dict[str, list[Place]] = {}
    for place in (place for house in every for place in money(house)):
        kinds.setdefault(place.what, []).append(place)
    order: list[str] = []
    shown: dict[str, list[Place]] = {}
    for place in (place for house in every for place in cards(house)):
        shown.setdefault(place.what, []).append(place)
    for number in range(count):
        if number % 4 < 3:
            order = order or dice.sample(sorted(kinds), len(kinds))
            place = dice.choice(kinds[order.pop()])
            yield (place, *by_a_cent(place, dice))
            continue
        found = None
        while found is None:
            what = "CardsRevealed" if dice.random() < 0.8 else dice.choice(sorted(shown))
            place = dice.choice(shown[what])
            found = exchanged(place, dice)
        yield (place, *found)


def found(place: Place, changed: dict[int, str], folder: Path) -> dict[str, Any]:
    """What the auditor says of the falsified copy."""
    falsify(place.house, place.file, changed, folder)
    return answer(*place.house.words(folder))
