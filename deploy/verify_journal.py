#!/usr/bin/env python3
"""Verify journals of a table without the table's program: FORMAT.md beside this file says what is checked.

    python3 verify_journal.py JOURNAL [JOURNAL ...] [--witness FILE] [--key HEX]

Needs Python 3.11 and the package `cryptography`, and shares no line with the program that wrote the
journal. Give the journals of a table in the order of their sessions. Exit 0 all holds, 1 something does
not (the first bad entry is named), 2 a file cannot be read.
"""

import argparse
import hashlib
import hmac
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Bad(Exception):
    """Entry `args[0]` does not hold; `args[1]` says why."""


def check_chain(rows):
    """Each row follows the one before; yields number, hash, hash before, kind and the body read."""
    previous = None
    for number, row in enumerate(rows, start=1):
        seq, at_ms, kind, body, prev, found = row
        if seq != number:
            raise Bad(number, f"missing; {seq!r} is there instead")
        try:
            numbers = seq.to_bytes(8, "big") + at_ms.to_bytes(8, "big", signed=True)
            text = len(kind.encode()).to_bytes(2, "big") + kind.encode() + body.encode()
            right = hashlib.sha256(b"\0" + bytes.fromhex(prev) + numbers + text).hexdigest()
        except (TypeError, ValueError, AttributeError, OverflowError):
            right = None
        if right != found or len(prev) != 64:
            raise Bad(seq, "its hash is not that of its content")
        if previous is not None and prev != previous:
            raise Bad(seq, "it does not follow from the entry before")
        if (kind == "JournalOpened") is not (seq == 1):
            raise Bad(seq, "the session is opened by the first entry and by no other")
        previous = found
        try:
            read = json.loads(body)
        except ValueError:
            raise Bad(seq, "its body is no JSON") from None
        yield seq, found, prev, kind, read


class Cards:
    """A card turned up is the one that was committed to when it was dealt face down."""

    def __init__(self):
        self.commitments = {}

    def check(self, seq, kind, body):
        if isinstance(body.get("card"), dict) and "commitment" in body["card"]:
            place = body["round"], body["attempt"], body["place"]
            self.commitments[place] = body["card"]["commitment"]
        if kind == "CardsRevealed":
            for shown in body["cards"]:
                place = body["round"], body["attempt"], shown["place"]
                opens = hmac.digest(bytes.fromhex(shown["opens"]), shown["card"].encode(), "sha256").hex()
                if self.commitments.get(place) != opens:
                    raise Bad(seq, f"the card turned up at {shown['place']} is not the one dealt there")


class Stakes:
    """Nothing is played that was not laid in this deal: what stood before counts once it is confirmed."""

    def __init__(self):
        self.laid = {}

    def check(self, seq, kind, body):
        if kind == "RoundOpened":
            self.laid = {}
        elif kind == "StakesSet":
            self.laid[body["seat"]] = body["ante_cents"]
        elif kind == "StakesConfirmed":
            self.laid |= {one["seat"]: one["ante_cents"] for one in body["stakes"]}
        elif kind in ("StakesTakenBack", "SeatVacated"):
            for one in body.get("stakes", [body]):
                self.laid.pop(one["seat"], None)
        elif kind == "ContributionAsked":
            missing = sorted(set(body["seats"]) - set(self.laid))
            if missing:
                raise Bad(seq, f"a JP1 stake of seat {missing[0]}, which laid no main bets in this deal")
        elif kind == "SeatSettled":
            ante = sum(line["stake_cents"] for line in body["lines"] if line["spot"] == "ante")
            if ante != self.laid.get(body["seat"]):
                raise Bad(seq, f"seat {body['seat']} is settled on another Ante than it laid")


class Refunds:
    """A void deal ends with every stake back at its seat, and no bet opens before."""

    def __init__(self):
        self.due, self.back = {}, {}

    def check(self, seq, kind, body):
        if kind == "RoundVoided" and "confirmed_by" in body:
            self.due, self.back = {}, {}
            for one in body["returned"]:
                self.due.setdefault(one["seat"], {})[one["spot"]] = one["cents"]
        elif kind == "SeatRefunded":
            given = {one["spot"]: one["cents"] for one in body["lines"] if one["spot"] != "jp1"}
            if given != self.due.get(body["seat"]):
                raise Bad(seq, f"seat {body['seat']} was not refunded what it staked")
            self.back[body["seat"]] = self.due.pop(body["seat"])
        elif kind == "RefundTakenBack":
            self.due[body["seat"]] = self.back.pop(body["seat"], None)
        elif kind == "RoundOpened" and self.due:
            raise Bad(seq, f"bets open before seat {max(self.due)} is refunded")


class Jackpot:
    """Every JP1 figure answers a question asked before, once, and adds up."""

    def __init__(self):
        self.asked, self.book_seq, self.claim, self.paid = {}, 0, None, 0

    def check(self, seq, kind, body):
        if kind == "SeatSettled":
            for line in body["lines"]:
                if line["returned_cents"] + line["taken_cents"] != line["stake_cents"]:
                    raise Bad(seq, f"returned and taken are not the stake on {line['spot']}")
        if "book_seq" in body:
            if body["book_seq"] < self.book_seq:
                raise Bad(seq, "the jackpot book goes back")
            self.book_seq = body["book_seq"]
        name = kind.removesuffix("Asked").removesuffix("Recorded")
        key = name, body.get("round"), body.get("attempt"), body.get("seat")
        if kind.endswith("Asked"):
            self.asked[key] = body
        elif name == "Contribution" and kind != name:
            asked = self.asked.pop(key, None)
            rise = body["meter_cents"] - body["meter_before_cents"]
            if asked is None or not 0 <= rise <= asked["stake_cents"] * len(asked["seats"]):
                raise Bad(seq, "the meter rose by what nobody staked")
        elif kind == "ClaimRecorded":
            self.claim, self.paid = body, 0
        elif kind == "AwardRecorded":
            self.award(seq, self.asked.pop(key, None), body)

    def award(self, seq, asked, body):
        if asked is None:
            raise Bad(seq, "a prize that was not asked, or twice")
        share = body["cents"] - sum(one["cents"] for one in asked["awards"])
        if share and all(one["kind"] != "jackpot" or one["cents"] for one in asked["awards"]):
            raise Bad(seq, "the prize recorded is not the prize asked")
        self.paid += share
        if share < 0 or (share and (self.claim is None or self.paid > self.claim["value_cents"])):
            raise Bad(seq, "more than the frozen value is paid")


def signed(line, keys):
    """The words of a signed head whose signature holds by its key, one of `keys` if there are any."""
    words = line.split(" ")
    if len(words) != 10 or (keys and words[8] not in keys):
        raise Bad(0, f"a head that is not signed with a known key: {line[:40]!r}")
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(words[8]))
        key.verify(bytes.fromhex(words[9]), line.rpartition(" ")[0].encode())
    except (InvalidSignature, ValueError):
        raise Bad(int(words[5]), "the signature of its head does not hold") from None
    return words


def heads_of(lines, keys=()):
    """The signed heads in these lines; lines `key TABLE HEX` of a witness say which keys are known."""
    known = {line.split(" ")[2] for line in lines if line.startswith("key ")} | set(keys)
    return [signed(line, known) for line in lines if line.startswith("tapis/1")]


def check(rows, heads=(), sessions=None, witnessed=False):
    """Everything about one journal holds; the number of entries and the last hash.

    `heads` are words of signed heads, of beside the journal and of a witness. `sessions` keeps the last hash
    of each table, which its next session follows. `witnessed`: there have to be heads of this journal.
    """
    wanted, seq, last, opened = {}, 0, "", None
    checks = Cards(), Stakes(), Refunds(), Jackpot()
    for seq, last, prev, kind, body in check_chain(rows):
        if opened is None:
            opened = body.get("table"), str(body.get("session"))
            if sessions and sessions.get(opened[0], prev) != prev:
                raise Bad(1, "it does not follow the session before")
            for head in heads:
                if (head[1], head[2]) == opened:
                    if (head[3], head[4]) != (last, prev) or head[0].endswith("on") is not body["simulated"]:
                        raise Bad(1, "heads were signed of another journal of this session")
                    wanted.setdefault(int(head[5]), set()).add(head[6])
            if witnessed and not wanted:
                raise Bad(1, "the witness has no head of this journal")
        if seq in wanted and wanted.pop(seq) != {last}:
            raise Bad(seq, "it is not the entry whose head was signed")
        try:
            for one in checks:
                one.check(seq, kind, body)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise Bad(seq, f"{kind} cannot be read") from None
    if opened is None:
        raise Bad(1, "the journal is empty")
    if wanted:
        raise Bad(seq + 1, f"missing: a head was signed at entry {max(wanted)}")
    if sessions is not None:
        sessions[opened[0]] = last
    return seq, last


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("journals", nargs="+", type=Path)
    parser.add_argument("--witness", type=Path, help="the store of a machine that keeps signed heads")
    parser.add_argument("--key", action="append", default=[], help="a key that the table signs with")
    given = parser.parse_args()
    sessions, ok, rows = {}, True, "SELECT seq, at_ms, kind, body, prev_hash, hash FROM journal ORDER BY seq"
    for path in given.journals:
        try:
            beside = path.with_name(path.name + ".heads")
            text = beside.read_text() if beside.exists() else ""
            kept = heads_of(given.witness.read_text().splitlines(), given.key) if given.witness else []
            # A last line without its line feed was cut off by a crash and says nothing.
            heads = heads_of(text.rpartition("\n")[0].splitlines(), given.key)
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file:
                entries, last = check(file.execute(rows), heads + kept, sessions, bool(given.witness))
            sys.stdout.write(f"ok     {path.name}: {entries} entries, head {last}\n")
        except Bad as bad:
            ok = False
            sys.stdout.write(f"FAULT  {path.name}: entry {bad.args[0]}: {bad.args[1]}\n")
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            sys.stderr.write(f"{path}: {error}\n")
            return 2
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
