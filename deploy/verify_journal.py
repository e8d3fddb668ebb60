#!/usr/bin/python3
"""Verify journals of a table without the table's program: FORMAT.md beside this file says what is checked.

    python3 -I verify_journal.py JOURNAL|DIR [...] [--key TABLE=HEX ...] [--witness FILE]
    python3 -I verify_journal.py FILE.inspection.zip --key house=HEX [--key TABLE=HEX ...] [--witness FILE]

Needs Python 3.11 and the package `cryptography`, and shares no line with the program that wrote the
journal. Of a directory every `*.journal` is taken; the sessions of a table are put in their order. Exit 0 all
holds, 1 something does not (the first bad entry is named), 2 a file cannot be read as what it is given for.
"""

import sys

if __name__ == "__main__":
    # What somebody laid beside this file is neither Python's library nor what this file is compiled to.
    sys.pycache_prefix = __file__
    if not getattr(sys.flags, "safe_path", sys.flags.isolated):
        del sys.path[0]

import argparse
import hashlib
import hmac
import json
import re
import shutil
import sqlite3
import struct
import tempfile
import zipfile
import zlib
from collections import Counter
from contextlib import closing, suppress
from copy import copy
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ModuleNotFoundError:
    if __name__ != "__main__":
        raise
    sys.exit(
        "the package cryptography is not installed: apt install python3-cryptography, or elsewhere"
        " python3 -m pip install cryptography"
    )

ROWS = "SELECT seq, at_ms, kind, body, prev_hash, hash FROM journal ORDER BY seq"
LAYOUT = {
    "journal": """CREATE TABLE journal (
  seq INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
  prev_hash TEXT NOT NULL, hash TEXT NOT NULL)""",
    "journal_grows_at_the_end": """CREATE TRIGGER journal_grows_at_the_end BEFORE INSERT ON journal
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM journal)
BEGIN SELECT RAISE(ABORT, 'an entry is added at the end of the journal only'); END""",
    "journal_never_changes": """CREATE TRIGGER journal_never_changes BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'an entry of the journal is never changed'); END""",
    "journal_never_forgets": """CREATE TRIGGER journal_never_forgets BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'an entry of the journal is never deleted'); END""",
}
"""All that the file of a journal holds, by name, each as it was created."""
KNOWN = "1.1"
"""The newest format of which this program knows every kind of entry; KINDS.md says what each holds."""
KINDS = frozenset(
    """
    ActSetAside ActedAtPit AdvanceBegun AdvanceGivenUp AlarmCauseTold AlarmCleared AlarmEscalated AlarmRaised
    AlarmSeen AlarmSilenced AmountRead AntesPaid AwardAsked AwardRecorded AwardRefused AwardReleased
    BadgePresented BadgeRemoved BetsClosed BetsReopened BlockLifted BookMoved CallSeen CardDealt
    CardKeyed CardProposed CardReportWithdrawn CardUnread CardsDealtByHand CardsRevealed CashSigned
    ChargeRefused ChargeTaken CheckTakenBack ChefCalled ChipLifted ChipRefused ChipSeen ChipWaits
    ClaimAsked ClaimRecorded ClaimWithdrawn ClaimsRead ClosingBegun ClosingLeft ComiteCalledAgain
    ContributionAsked ContributionRecorded ContributionRefused CorrectionApproved CorrectionProposed
    DataGapFound DealBegun DealerRevoked DealerSignedOff DealerSignedOn DecisionsOpened DeckBlocked
    DeckCounted DeckDeclared DeckReleased DifferenceFound DisplaysChanged DraftChecked DraftDropped
    EmptyShown EntryTakenBack FeltConfirmed FinishAsked FinishRecorded FoldTakenBack
    HandCardConfirmed HandCardDiffers HandConfirmed HandDealingBegun HandDealingEnded HandEntered
    HandLampsAllowed HandLampsEnded HeadsWitnessed HistoryCertified HoldEnded IncidentReported
    IncidentSigned IncrementMoved JackpotInterrupted JackpotReopened JackpotStopAsked JackpotStopped
    JournalOpened Jp1ChipsCounted Jp1ChipsMiscounted Jp1Closed Jp1CountDisputed Jp1CountResolved
    Jp1GivenBack Jp1Opened LampTouched LastDealsAnnounced LastDealsWithdrawn LineTicked LinesCounted
    MachineChanged MachineNamed MasterFound MasterLost MaximumChanged MeterActProposed
    MeterActRefused MeterActWithdrawn MeterCorrected MeterCorrectionAsked MeterRead ModeEntered
    ModeLeft OpeningBegun OrphanBooked OwedSigned PauseEnded PaymentConfirmed PaymentPrepared
    PersonKnown PersonLocked PersonProven PiecesCounted PinRefused PitAsked PitCardGone PitCardRead
    PitCodeExpired PitRefused PlayBet PlayPaused PlayTakenBack ProofEnded ProposalsFallen ReconciliationAsked
    ReconciliationFailed ReconciliationRecorded RecordCorrected RectificationApproved
    RectificationProposed RectificationRecorded RectificationRefused RectificationRejected
    RectificationWithdrawn RefundAsked RefundRecorded RefundTakenBack RefusalProposed RegisterSeen
    ReleaseArmed ReopeningAsked ResultRecorded RoundClosed RoundHeld RoundOpened RoundVoided
    RulingProposed SealOpened SeatChecked SeatContested SeatFolded SeatRefunded SeatRuled
    SeatSetByHand SeatSettled SeatVacated SensorDoubted SensorProven SensorsMoved SerialDeclared
    SessionResumed SettingDrafted SettingsActAsked SettingsActRefused SettingsApproved
    SettingsInForce SettingsProposed SettingsRefused SettingsWithdrawn SettlementOpened
    SettlementTakenBack ShoeChanged ShoeCounted ShowEmptyAsked ShowEmptyWithdrawn ShowdownOpened
    ShufflerChanged SlipSigned SpotsSensed StakeRefused StakesConfirmed StakesSet StakesSetAside
    StakesTakenBack StopEndSeen StopSeen StreetCalled StreetTakenBack TableBlocked TableClosed
    TableOpened TotalsCountersigned Undone VideoAwaited VideoReviewed VoidArmed VoidDisarmed
    """.split()  # noqa: SIM905  so many names stand in a text
)
TABLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}", re.ASCII).fullmatch
HASH = re.compile(r"[0-9a-f]{64}").fullmatch
HASHED = struct.Struct(">x32sQqH")
ZEROS = "0" * 64
UNREADABLE = (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What comes of entries that are none; that is said where the journal itself is checked."""


class Bad(Exception):
    """Entry `args[0]` does not hold; `args[1]` says why."""


class Unsigned(Bad):
    """From entry `args[0]` on no head binds it; `args[2]` is how far it goes, as `check` answers."""


class Unfit(Exception):
    """A file is not what it was given for: one sentence."""


# --- the chain ---------------------------------------------------------------------------------------


def once(pairs):
    """A JSON object, no key of which stands in it twice."""
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("a key stands twice")
    return read


def no_number(text):
    """Every number of a journal is whole."""
    raise ValueError(f"{text} is no whole number")


READ = json.JSONDecoder(object_pairs_hook=once, parse_float=no_number, parse_constant=no_number).decode


def check_chain(rows):
    """Each row follows the one before; yields number, hash, hash before, kind and the body read."""
    previous, before_ms = None, -(10**18)
    for number, row in enumerate(rows, start=1):
        seq, at_ms, kind, body, prev, found = row
        if seq != number:
            raise Bad(number, f"missing; {seq!r} is there instead")
        try:
            name = kind.encode()
            begins = HASHED.pack(bytes.fromhex(prev), seq, at_ms, len(name))
            right = hashlib.sha256(begins + name + body.encode()).hexdigest()
        except (TypeError, ValueError, AttributeError, struct.error):
            right = None
        if right is None or right != found or not (prev == previous or HASH(prev)):
            raise Bad(seq, "its hash is not that of its content")
        if previous is not None and prev != previous:
            raise Bad(seq, "it does not follow from the entry before")
        if (kind == "JournalOpened") is not (seq == 1):
            raise Bad(seq, "the session is opened by the first entry and by no other")
        if at_ms < before_ms:
            raise Bad(seq, "its time is before that of the entry before")
        previous, before_ms = found, at_ms
        try:
            read = READ(body)
        except (ValueError, RecursionError):
            raise Bad(seq, "its body is no JSON of whole numbers, or has a key twice") from None
        if not isinstance(read, dict):
            raise Bad(seq, "its body is no object")
        yield seq, found, prev, kind, read


# --- what the entries mean ---------------------------------------------------------------------------


class Rounds:
    """Rounds are numbered without a gap, deals from 1, and one ends before the next begins."""

    def __init__(self, opened):
        self.wanted, self.open = {(opened["first_round"], 1)}, None

    def check(self, seq, kind, body):
        if kind == "RoundOpened":
            if (body["round"], body["attempt"]) not in self.wanted:
                raise Bad(seq, f"round {body['round']}, deal {body['attempt']} does not come next")
            self.open, self.wanted = (body["round"], body["attempt"]), set()
        elif kind in ("RoundClosed", "RoundVoided"):
            if (body["round"], body["attempt"]) != self.open:
                raise Bad(seq, "a round ends that is not under way")
            self.open, self.wanted = None, {(body["round"] + 1, 1)}
            if kind == "RoundVoided":
                self.wanted.add((body["round"], body["attempt"] + 1))
        elif kind == "TableClosed" and self.open:
            self.open, self.wanted = None, {(self.open[0] + 1, 1)}


class Cards:
    """A card turned up is the one that was committed to when it was dealt, and lies nowhere else."""

    def __init__(self):
        self.commitments, self.shown, self.deal, self.refused = {}, {}, None, None
        self.keyed = set()

    def check(self, seq, kind, body):
        if kind == "RoundOpened":
            self.commitments, self.shown, self.refused, self.keyed = {}, {}, None, set()
            self.deal = body["round"], body["attempt"]
        elif isinstance(body.get("card"), dict) and "commitment" in body["card"]:
            if (body["round"], body["attempt"]) != self.deal:
                raise Bad(seq, "a card of a deal that is not under way")
            if kind in ("CardDealt", "CardKeyed"):
                self.lies(seq, kind, body["place"], body["card"]["commitment"])
        elif kind == "CardsRevealed":
            if (body["round"], body["attempt"]) != self.deal:
                raise Bad(seq, "cards of a deal that is not under way are turned up")
            for one in body["cards"]:
                opens = hmac.digest(bytes.fromhex(one["opens"]), one["card"].encode(), "sha256").hex()
                if self.commitments.get(one["place"]) != opens:
                    raise Bad(seq, f"the card turned up at {one['place']} is not the one dealt there")
                self.shown[one["place"]] = one["card"]
        elif kind == "AwardRefused":
            self.refused = body["reason"]
        elif kind == "RecordCorrected":
            for one in body["cards"]:
                if self.refused != "hand" or self.shown.get(one["place"]) != one["recorded"]:
                    raise Bad(
                        seq, f"the record at {one['place']} is corrected, and no hand was refused for it"
                    )
                self.shown[one["place"]] = one["card"]
                self.keyed.add(one["place"])
        elif kind in ("SettlementOpened", "SeatSettled"):
            for card, times in Counter(self.shown.values()).items():
                if times > 1:
                    raise Bad(seq, f"the {card} lies at {times} places of the deal that is settled")

    def lies(self, seq, kind, place, commitment):
        """A card takes the place of another only where a person keyed that one, and its equal lies open."""
        if place in self.commitments:
            times = [*self.shown.values()].count(self.shown.get(place))
            if kind == "CardDealt" or place not in self.keyed or times < 2:
                raise Bad(seq, f"another card is put at {place}, where one lay")
        self.commitments[place] = commitment
        if kind == "CardKeyed":
            self.keyed.add(place)


class Stakes:
    """Everything laid in a deal, and nothing else, is settled or given back, and the bank won the rest."""

    def __init__(self, opened):
        # Until format 1.0 stakes stood from deal to deal, and no entry said whether they still did.
        self.standing = opened["schema"] == "1.0"
        self.laid, self.unsaid, self.bets, self.settled, self.due, self.back = {}, set(), {}, {}, {}, {}
        self.first, self.further, self.paid = "", set(), {}

    def check(self, seq, kind, body):
        act = getattr(self, kind, None) if kind in KINDS else None
        if act is not None:
            act(seq, body)

    def lay(self, seq, one):
        laid = {"ante": one["ante_cents"], "blind": one["ante_cents"]}
        laid |= {"side": one["side_cents"]} if one["side_cents"] else {}
        names = [sorted(other) for other in one.get("further", ({"spot": "", "cents": 0},))]
        if not names or any(two != ["cents", "spot"] for two in names):
            raise Bad(seq, f"seat {one['seat']} has further stakes that no table writes so")
        for other in one.get("further", ()):
            if other["spot"] in laid or other["spot"] in MAIN or other["cents"] <= 0:
                raise Bad(seq, f"seat {one['seat']} has no such side bet on {other['spot']}")
            laid[other["spot"]] = other["cents"]
        self.laid[one["seat"]] = laid
        self.unsaid.discard(one["seat"])

    def staked(self, seat):
        """Cents by spot, JP1 apart; second main bet and first side bet have one name in every game."""
        total = Counter(self.laid[seat])
        for spot, cents in self.bets.get(seat, ()):
            total[spot] += cents
        return dict(total)

    def RoundOpened(self, seq, body):  # noqa: N802
        if self.due:
            raise Bad(seq, f"bets open before seat {max(self.due)} is refunded")
        self.laid, self.bets, self.settled = self.laid if self.standing else {}, {}, {}
        self.unsaid, self.paid = set(self.laid), {}

    def AntesPaid(self, seq, body):  # noqa: N802
        self.paid = {one["seat"]: one["cents"] for one in body["antes"]}

    def StakesSet(self, seq, body):  # noqa: N802
        self.lay(seq, body)

    def StakesConfirmed(self, seq, body):  # noqa: N802
        for one in body["stakes"]:
            self.lay(seq, one)

    def StakesTakenBack(self, seq, body):  # noqa: N802
        for one in body["stakes"]:
            self.laid.pop(one["seat"], None)

    def SeatVacated(self, seq, body):  # noqa: N802
        self.laid.pop(body["seat"], None)

    def PlayBet(self, seq, body):  # noqa: N802
        if body["seat"] not in self.laid:
            raise Bad(seq, f"seat {body['seat']} bets, which laid no main bets in this deal")
        self.bets.setdefault(body["seat"], []).append((body["spot"], body["cents"]))

    def PlayTakenBack(self, seq, body):  # noqa: N802
        self.bets[body["seat"]].pop()

    def ContributionAsked(self, seq, body):  # noqa: N802
        missing = sorted(set(body["seats"]) - set(self.laid))
        if missing:
            raise Bad(seq, f"a JP1 stake of seat {missing[0]}, which laid no main bets in this deal")

    def SeatSettled(self, seq, body):  # noqa: N802
        seat, lines = body["seat"], body["lines"]
        for line in lines:
            if line["returned_cents"] + line["taken_cents"] != line["stake_cents"]:
                raise Bad(seq, f"returned and taken are not the stake on {line['spot']}")
            if line["spot"] not in MAIN and not line["rule"].startswith((f"{line['spot']}_", "ruled_void")):
                raise Bad(seq, f"{line['spot']} is settled by {line['rule']}, a rule of another spot")
        if seat in self.settled or seat not in self.laid:
            raise Bad(seq, f"seat {seat} is settled twice, or laid no main bets in this deal")
        if spots(lines, "stake_cents", self.laid[seat]) != self.staked(seat):
            raise Bad(seq, f"seat {seat} is settled on another Ante or other bets than it laid")
        self.by_its_spot(seq, seat, [line["spot"] for line in lines])
        self.settled[seat] = lines

    def by_its_spot(self, seq, seat, told):
        """One side bet, and the same in a whole journal, is laid without its name."""
        self.further |= self.laid[seat].keys() - {*MAIN, "side"}
        for spot in told:
            if spot not in MAIN and spot not in self.laid[seat]:
                self.first = self.first or spot
                if spot != self.first:
                    raise Bad(seq, f"seat {seat} has a stake on {spot} that it laid on {self.first}")
        if self.first in self.further:
            raise Bad(seq, f"seat {seat} laid {self.first} by its name, the first side bet of this felt")

    def SettlementTakenBack(self, seq, body):  # noqa: N802
        del self.settled[body["seat"]]

    def RoundClosed(self, seq, body):  # noqa: N802
        missing = set(self.laid) - set(self.settled) - self.unsaid
        if missing:
            raise Bad(seq, f"the round ends before seat {max(missing)} is settled")
        lines = [one for told in self.settled.values() for one in told if one["spot"] != "jp1"]
        if body["bank_cents"] != sum(one["taken_cents"] - one["paid_cents"] for one in lines):
            raise Bad(seq, "the bank did not win that by the lines of the seats")

    def RoundVoided(self, seq, body):  # noqa: N802
        if self.settled:
            raise Bad(seq, "the deal is void after a seat was settled")
        if "confirmed_by" in body:
            self.due, self.back = {}, {}
            for one in body["returned"]:
                self.due.setdefault(one["seat"], []).append(one)
            for seat in set(self.laid) - self.unsaid:
                if spots(self.due.get(seat, ()), "cents", self.laid[seat]) != self.staked(seat):
                    raise Bad(seq, f"seat {seat} is to have back other stakes than it laid")
                self.by_its_spot(seq, seat, [one["spot"] for one in self.due.get(seat, ())])

    def SeatRefunded(self, seq, body):  # noqa: N802
        seat = body["seat"]
        if seat not in self.due or stakes(body["lines"]) != stakes(self.due[seat]):
            raise Bad(seq, f"seat {seat} was not refunded what it staked")
        if body.get("ante_back_cents", None) != self.paid.get(seat):
            raise Bad(seq, f"what the bank had paid on the Ante of seat {seat} is not what was taken back")
        self.back[seat] = self.due.pop(seat)

    def RefundTakenBack(self, seq, body):  # noqa: N802
        self.due[body["seat"]] = self.back.pop(body["seat"])


def stakes(lines):
    """Spots and cents, JP1 apart, in whatever order they stand."""
    return sorted((one["spot"], one["cents"]) for one in lines if one["spot"] != "jp1")


MAIN = ("ante", "blind", "super_ante", "play", "a4", "a3", "a2", "a05t", "a05r", "jp1")
"""Every spot but those of side bets."""
SIDES = ("trips", "bonus", "pocket")


def spots(lines, amount, laid):
    """Cents by spot, JP1 apart; `side`: the side bet laid without name. None: a spot twice, or unknown."""
    told = {}
    for one in lines:
        spot = "blind" if one["spot"] == "super_ante" else one["spot"]
        spot = spot if spot in MAIN or spot in laid else "side"
        if spot in told or one["spot"] not in (*MAIN, *SIDES):
            return None
        if spot != "jp1":
            told[spot] = one[amount]
    return told


class Jackpot:
    """One act is outstanding at a time; each is answered once, later in the book, and adds up."""

    ANSWERS: ClassVar = {
        "ContributionRecorded": "ContributionAsked", "ContributionRefused": "ContributionAsked",
        "RefundRecorded": "RefundAsked", "ClaimRecorded": "ClaimAsked", "ClaimWithdrawn": "AwardRefused",
        "AwardRecorded": "AwardAsked", "FinishRecorded": "FinishAsked", "JackpotStopped": "JackpotStopAsked",
        "MeterCorrected": "MeterCorrectionAsked", "IncrementMoved": "MeterCorrectionAsked",
    }  # fmt: skip

    def __init__(self):
        self.asked, self.book_seq, self.left, self.posted, self.paid = None, 0, {}, Counter(), {}
        self.round = None  # the one that was opened last

    def check(self, seq, kind, body):
        if kind == "RoundOpened":
            self.round = body["round"]
        elif kind == "SeatSettled":
            jp1 = [one["paid_cents"] for one in body["lines"] if one["spot"] == "jp1"]
            self.paid.setdefault(self.round, {})[body["seat"]] = sum(jp1)
        elif kind in self.ANSWERS:
            self.answer(seq, kind, body)
        elif (kind.endswith("Asked") and kind in self.ANSWERS.values()) or body.get("claimed") is True:
            self.ask(seq, kind, body)
        elif kind == "ActSetAside":
            self.asked = None
            if body["act"]["kind"] == "award":
                self.posted[body["act"]["round"], body["act"]["seat"]] += body["act"]["cents"]
        elif kind == "MeterActRefused":
            self.asked = None
        elif kind == "DifferenceFound":  # the round under way goes on in a book that went back
            self.book_seq = min(self.book_seq, body["difference"]["found_seq"])
        elif kind == "JackpotReopened":  # two persons accept the book as it stands
            self.book_seq = body["book_seq"]

    def ask(self, seq, kind, body):
        if self.asked:
            raise Bad(seq, f"{kind} before {self.asked[0]} has its answer")
        self.asked = kind, body
        if kind == "FinishAsked":
            for seat, cents in self.paid.get(body["round"], {}).items():
                if cents != self.posted[body["round"], seat]:
                    raise Bad(seq, f"seat {seat} was paid another JP1 prize than the book posted")

    def answer(self, seq, kind, body):
        asked, self.asked = self.asked or (None, {}), None
        same = [name for name in ("round", "attempt", "seat", "number") if name in body and name in asked[1]]
        if self.ANSWERS[kind] != asked[0] or any(asked[1][name] != body[name] for name in same):
            raise Bad(seq, f"{kind} answers nothing that was asked")
        if "book_seq" in body:
            if body["book_seq"] <= self.book_seq:
                raise Bad(seq, "the jackpot book goes back")
            self.book_seq = body["book_seq"]
        if kind == "ContributionRecorded":
            rise = body["meter_cents"] - body["meter_before_cents"]
            if not 0 <= rise <= asked[1]["stake_cents"] * len(asked[1]["seats"]):
                raise Bad(seq, "the meter rose by what nobody staked")
        elif kind == "ClaimRecorded":
            self.left[body["round"]] = body["value_cents"]
        elif kind == "AwardRecorded":
            self.award(seq, asked[1]["awards"], body)

    def award(self, seq, asked, body):
        share = body["cents"] - sum(one["cents"] for one in asked)
        if share and all(one["kind"] != "jackpot" or one["cents"] for one in asked):
            raise Bad(seq, "the prize recorded is not the prize asked")
        left = self.left.get(body["round"], 0) - share
        if share < 0 or (share and left < 0):
            raise Bad(seq, "more than the frozen value is paid")
        self.left[body["round"]] = left
        self.posted[body["round"], body["seat"]] += body["cents"]


# --- heads, keys, witnesses --------------------------------------------------------------------------


def signed(line):
    """The words of a signed head whose signature holds by the key that it names."""
    words = line.split(" ")
    numbers = len(words) == 10 and [words[at].removeprefix("-").isdecimal() for at in (2, 5, 7)]
    if not numbers or not all(numbers) or words[0] not in ("tapis/1", "tapis/1/simulation"):
        raise Bad(0, f"no signed head: {line[:40]!r}")
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(words[8]))
        key.verify(bytes.fromhex(words[9]), line.rpartition(" ")[0].encode())
    except (InvalidSignature, ValueError):
        raise Bad(int(words[5]), "the signature of its head does not hold") from None
    return words


def head_words(line):
    """The ten words of a head, whoever signed it; none of what is no head."""
    words = line.split(" ")
    plain = len(words) == 10 and all(words[at].removeprefix("-").isdecimal() for at in (2, 5, 7))
    hashes = plain and all(map(HASH, (*words[3:5], words[6], words[8])))
    return words if hashes and words[0] in ("tapis/1", "tapis/1/simulation") else []


def begun(line):
    """Whether a last line without a line feed is what a witness left that was cut off as it wrote."""
    word, more, _ = line.partition(" ")
    words = ("key", "aside", "tapis/1", "tapis/1/simulation")
    return word in words or (not more and any(one.startswith(word) for one in words))


class Trust:
    """The keys that somebody compared, by table, and the heads that a witness keeps."""

    def __init__(self):
        self.keys, self.heads, self.marks, self.witnessed, self.asides = {}, [], [], False, []

    def knows(self, table, key):
        return key in self.keys.get(table, ()) or key in self.keys.get("", ())

    def name(self, word):
        """A key of the command line: TABLE=HEX, HEX, or a file of lines `key TABLE HEX`."""
        table, _, key = word.rpartition("=")
        if HASH(key.lower()):
            self.keys.setdefault(table, set()).add(key.lower())
            return
        found = re.findall(r"^key (\S+) ([0-9a-f]{64})\b", text_of(Path(word)), re.MULTILINE)
        if not found:
            raise Unfit(f"{word}: no line of it names a key")
        for table, key in found:
            self.keys.setdefault(table, set()).add(key)

    def witness(self, path):
        """A witness's store, or lines `journal_id seq hash` written by hand.

        It says which keys it trusts. Of a table whose key was named before, from paper, it may say no other:
        whoever made the store could otherwise bring his own.
        """
        self.witnessed, named = True, {table: set(keys) for table, keys in self.keys.items()}
        lines = text_of(path).split("\n")
        for number, line in enumerate(lines, start=1):
            words = line.split()
            if not words or line.startswith("#"):
                continue
            if words[0] == "key" and len(words) in (3, 6) and HASH(words[2]):
                on_paper = named.get(words[1], set()) | named.get("", set())
                if on_paper and words[2] not in on_paper:
                    raise Unfit(
                        f"{path}, line {number}: trusts {words[2]}, a key of {words[1]} that you did not name"
                    )
                self.keys.setdefault(words[1], set()).add(words[2])
            elif words[0] == "aside" and len(words) == 6 and words[2].isdecimal() and words[3].isdecimal():
                gone = words[1], int(words[2])
                self.asides.append((*gone, int(words[3])))
                self.heads = [one for one in self.heads if one[1] != gone[0] or int(one[2]) < gone[1]]
            elif (
                len(words) == 3 and HASH(words[0].lower()) and words[1].isdecimal() and HASH(words[2].lower())
            ):
                self.marks.append((words[0].lower(), int(words[1]), words[2].lower()))
            else:
                try:
                    head = signed(line.strip())
                except Bad as bad:
                    if number == len(lines) and begun(line):
                        continue
                    raise Unfit(f"{path}, line {number}: {bad.args[1]}") from None
                if not self.knows(head[1], head[8]):
                    raise Unfit(f"{path}, line {number}: signed with a key that no line before names")
                self.heads.append(head)
        if not self.heads and not self.marks:
            raise Unfit(f"{path}: no head stands in it: nothing was witnessed")


def text_of(path):
    try:
        return path.read_bytes().decode("ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise Unfit(f"{path}: {getattr(error, 'strerror', None) or 'is not ASCII text'}") from None


class Heads:
    """What heads say of one journal: those beside it, each of which is its own, and those of a witness."""

    def __init__(self, beside, trust, opened, first, prev):
        self.trust, self.bound, self.wanted = trust, 0, {}
        who = opened["table"], str(opened["session"])
        origin = "tapis/1/simulation" if opened["simulated"] else "tapis/1"
        size = 0
        for head in beside:
            at = int(head[5])
            if head[:5] != [origin, *who, first, prev] or at < size:
                raise Bad(1, f"the head signed at entry {at} is of another journal, or out of its order")
            if trust.keys and not trust.knows(head[1], head[8]):
                raise Bad(at, f"its head is signed with {head[8]}, a key that nobody named")
            size = at
            self.wanted.setdefault(at, set()).add(head[6])
        kept = [one for one in trust.heads if (one[1], one[2]) == who]
        for head in kept:
            if head[:5] != [origin, *who, first, prev]:
                raise Bad(1, "the witness has heads of another journal of this session")
            self.wanted.setdefault(int(head[5]), set()).add(head[6])
        marks = [mark for mark in trust.marks if mark[0] == first]
        for _, at, found in marks:
            self.wanted.setdefault(at, set()).add(found)
        if trust.witnessed and not kept and not marks:
            raise Bad(1, "the witness has no head of this journal")

    def check(self, seq, found):
        if seq in self.wanted:
            if self.wanted.pop(seq) != {found}:
                raise Bad(seq, "it is not the entry whose head was signed or witnessed")
            self.bound = seq

    def end(self, seq):
        if self.wanted:
            raise Bad(seq + 1, f"missing: a head was signed or witnessed at entry {max(self.wanted)}")


class Told:
    """Heads of other tables that this one wrote down: none is its own, and none of another kind of play."""

    def __init__(self, opened):
        self.own = opened["table"]
        self.origin = "tapis/1/simulation" if opened["simulated"] else "tapis/1"

    def check(self, seq, kind, body):
        if kind == "HeadsWitnessed":
            for words in map(head_words, body["heads"]):
                if not words or words[0] != self.origin or words[1] == self.own:
                    raise Bad(seq, "it tells heads that no other table of its room signs")


# --- journals ----------------------------------------------------------------------------------------


def check(rows, beside=(), trust=None, followed=""):
    """Everything about one journal holds: its number of entries, last hash, and the last entry under a head.

    `beside` are words of signed heads that lie beside it. `followed` is the last hash that a session after it
    names, whose first head binds this one too.
    """
    trust = trust or Trust()
    seq, last, heads, checks, later = 0, "", None, (), False
    for seq, last, prev, kind, body in check_chain(rows):
        try:
            if heads is None:
                if body["schema"].partition(".")[0] != "1":
                    raise Bad(1, f"format {body['schema']}; this reads 1")
                if not TABLE(body["table"]):
                    raise Bad(1, f"{body['table']!a} is the name of no table")
                later = is_later(body["schema"])
                if (prev == ZEROS) is not (body["session"] == 1):
                    raise Bad(1, "a table's first session follows none, and every other one does")
                heads = Heads(beside, trust, body, last, prev)
                checks = Rounds(body), Cards(), Stakes(body), Jackpot(), Told(body)
            if kind not in KINDS and not later:
                raise Bad(seq, f"{kind!a} is no kind of entry of this format")
            heads.check(seq, last)
            for one in checks:
                one.check(seq, kind, body)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            raise Bad(seq, f"{kind} cannot be read") from None
    if heads is None:
        raise Bad(1, "the journal is empty")
    heads.end(seq)
    bound = seq if followed == last else heads.bound
    if trust.keys and bound < seq:
        raise Unsigned(bound + 1, f"not signed from entry {bound + 1} on", (seq, last, bound))
    return seq, last, bound


def is_later(schema):
    """Whether a journal of this format may hold kinds of entry that this program does not know."""
    return int(schema.partition(".")[2]) > int(KNOWN.partition(".")[2])


class Journal:
    """One file: its rows, the heads beside it, and what its first row says."""

    def __init__(self, path):
        self.path, self.opened, self.prev = path, {}, ""
        try:
            with closing(self.open()) as file:
                row = file.execute(ROWS).fetchone()
        except sqlite3.Error as error:
            raise Unfit(f"{path}: is no journal that can be read ({error})") from None
        if row is not None and row[2] == "JournalOpened":
            with suppress(TypeError, ValueError):  # the check says so
                self.opened, self.prev = dict(json.loads(row[3])), row[4]
        self.order = str(self.opened.get("table")), int(self.opened.get("session") or 0)

    def open(self):
        """A reader that leaves what lies there as it is, also on a medium that nobody can write."""
        if not self.path.is_file():
            raise Unfit(f"{self.path}: no such file")
        undo, log, index = (self.path.with_name(self.path.name + end) for end in ("-journal", "-wal", "-shm"))
        locks = (self.path.with_name(f"{name}.lock") for name in (self.path.name, "mirror"))
        beside = [one for one in (undo, log) if one.exists()]
        if beside == [log] and index.exists() and any(one.exists() for one in locks):
            beside = []  # its writer is at work: SQLite reads beside him
        elif not beside and in_wal(self.path):
            return sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        if not beside:
            return sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)
        # A writer was killed: SQLite undoes or reads what he left beside the file, here in a copy.
        with tempfile.TemporaryDirectory() as place:
            for file in (self.path, *beside):
                shutil.copy(file, place)
            file = sqlite3.connect(Path(place) / self.path.name)
            try:
                file.execute("SELECT count(*) FROM sqlite_master").fetchone()
            except BaseException:
                file.close()
                raise
            return file

    def lines(self):
        """What lies beside it; a last line without its line feed was cut off by a crash and says nothing."""
        beside = self.path.with_name(self.path.name + ".heads")
        text = text_of(beside).rpartition("\n")[0] if beside.exists() else ""
        return text.split("\n") if text else []

    def heads(self):
        """The signed heads beside it."""
        return [signed(line) for line in self.lines()]

    def check(self, trust, before, followed, whole):
        named = re.fullmatch(r"(.+)-(\d{6})\.journal", self.path.name)
        if named and self.opened and (named[1], int(named[2])) != self.order:
            raise Bad(1, "the file is named as another table's or session's")
        known = {one[6] for one in trust.heads} | {one[2] for one in trust.marks}
        if before is None and whole and self.prev not in known and self.order[1] > 1:
            raise Bad(1, "the session before it is not here, and no witness has its head")
        if before is not None:
            if before[0] + 1 != self.order[1]:
                raise Bad(1, f"no session between {before[0]} and {self.order[1]} is here")
            if before[1] != self.prev:
                raise Bad(1, "it does not follow the session before")
        with closing(self.open()) as file:
            laid_out(file)
            return check(file.execute(ROWS), self.heads(), trust, followed)


def laid_out(file):
    """The file holds the table and the triggers of a journal, and nothing else.

    A view in place of the table may show each reader other entries: what one program proves the other never
    saw. So may damaged pages, in which a search finds another row than reading all of them does.
    """
    found = file.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    for name, _ in found:
        if name not in LAYOUT:
            raise Bad(1, f"the file holds {name!a}, which no journal has")
    if found != list(LAYOUT.items()):
        raise Bad(1, "table or triggers are not as a journal is created")
    if file.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise Bad(1, "its pages are damaged: a search may find other entries than reading them in order")


def in_wal(path):
    """Whether the header of the file says that it has a log: SQLite would lay one beside it to read it."""
    with path.open("rb") as file:
        return file.read(20)[18:19] == b"\x02"


def journals_of(places):
    """The journals named, those of a directory too, by table and session."""
    found = []
    for place in places:
        inside = sorted(place.glob("*.journal")) if place.is_dir() else [place]
        if not inside:
            raise Unfit(f"{place}: a directory without any *.journal")
        found += [Journal(path) for path in inside]
    return sorted(found, key=lambda one: one.order)


def missing(journals, trust):
    """What a witness has seen of these tables, from their first session here on, and is not here."""
    here = {one.order for one in journals}
    first = {table: min(session for name, session in here if name == table) for table, _ in here}
    for table, session in sorted({(one[1], int(one[2])) for one in trust.heads}):
        if table in first and session >= first[table] and (table, session) not in here:
            yield f"session {session} of {table} was witnessed and is not here"


def judged(journals, trust, whole):
    """Each journal after the one before it: itself, how far it goes as `check` answers, and what is wrong.

    How far it goes is None where something is wrong, unless only the signature of its end is missing.
    """
    before = {}
    for one, after in zip(journals, [*journals[1:], None], strict=True):
        table, session = one.order
        reached, wrong = None, None
        try:
            follows = after and after.order == (table, session + 1) and after.heads()
            reached = one.check(trust, before.get(table), after.prev if follows else "", whole)
        except Unsigned as bad:
            reached, wrong = bad.args[2], bad
        except (Bad, sqlite3.Error) as bad:
            wrong = bad
        if reached is None:
            before.pop(table, None)
        else:
            before[table] = session, reached[1]
        yield one, reached, wrong


# --- what other tables hold ---------------------------------------------------------------------------

CUT = "an older copy, or cut off"
PUT_BACK = "older data were put back, as its own journal or two persons at the witness say"
TOLD = (
    "SELECT seq, at_ms, kind, body FROM journal WHERE kind IN ('HeadsWitnessed', 'DataGapFound') ORDER BY seq"
)
PLAYED = """SELECT 1 FROM journal WHERE seq > ? AND seq < ? AND kind IN (
    'TableOpened', 'RoundOpened', 'StakesSet', 'StakesConfirmed', 'BetsClosed', 'ContributionAsked',
    'PlayBet', 'CardsRevealed', 'SeatSettled', 'AwardAsked', 'RoundVoided', 'RoundClosed', 'TableClosed')"""
"""A table finds at its start that its data were put back, before anybody plays."""


class Others:
    """The heads of each journal that stand in those of other tables, held against it.

    Made before any journal is checked: one that goes on meanwhile is then not behind what others hold of it.
    `held` has by table and session who holds a head, when he wrote it down, and its words; `gaps` by table
    the session and entry at which its data ended when they were put back, and when it found that, in which
    session.
    """

    def __init__(self, journals, trust):
        self.trust, self.held, self.gaps, self.beside, self.first = trust, {}, {}, {}, {}
        for one in journals:
            for words in map(head_words, one.lines()):
                self.beside.setdefault(one.order[0], set()).update(words[8:9])
            with suppress(*UNREADABLE), closing(one.open()) as file:
                for seq, at_ms, kind, body in file.execute(TOLD):
                    if kind == "DataGapFound":
                        self.gap(file, one.order, seq, at_ms, READ(body)["gap"])
                    else:
                        self.hold(one.order[0], at_ms, READ(body)["heads"])

    def gap(self, file, order, seq, at_ms, told):
        ended = told["found_session"], told["found_entry"]
        since = ended[1] if ended[0] == order[1] else 1
        if file.execute(PLAYED, (since, seq)).fetchone() is None:
            self.gaps.setdefault(order[0], {}).setdefault(ended, (at_ms, order[1]))

    def hold(self, by, at_ms, heads):
        for words in map(head_words, heads):
            if words and words[1] != by:
                self.held.setdefault((words[1], int(words[2])), []).append((by, at_ms, words))

    def known(self, words):
        """The key is the table's: named as such, or where none was named at all one beside its journals."""
        if self.trust.keys:
            return self.trust.knows(words[1], words[8])
        return words[8] in self.beside.get(words[1], ())

    def proven(self, one):
        with suppress(Bad):
            return self.known(one[2]) and bool(signed(" ".join(one[2])))
        return False

    def behind(self, words):
        """The gaps in its table's data that the head is behind, and when each was found."""
        at, found = (int(words[2]), int(words[5])), self.gaps.get(words[1], {}).items()
        return [(gap, at_ms) for gap, (at_ms, _) in found if (1, 0) < gap < at]

    def excused(self, one):
        """It is of data that were lost: signed, or written down, before those put back went on; or set aside
        by two persons at the witness."""
        by, told_ms, words = one
        for gap, at_ms in self.behind(words):
            if int(words[7]) <= at_ms or told_ms < self.first.get((words[1], by, gap), 0):
                return True
        return any(
            table == words[1] and session <= int(words[2]) and int(words[7]) <= at_ms
            for table, session, at_ms in self.trust.asides
        )

    def compare(self, journals, ends, strict, whole):
        """What is wrong, what is only to be known, and how far each table is borne out: mark and sentence.

        `ends` has of each journal how many entries hold, and whether all do; `strict`: there are no more
        entries than these, and where they are `whole` no more journals.
        """
        entries = {one.order: ends[one.path][0] for one in journals}
        for table, found in self.gaps.items():  # a session that another goes on from ended where its gap says
            self.gaps[table] = {
                gap: told
                for gap, told in found.items()
                if told[1] == gap[0] or entries.get((table, gap[0]), 0) <= gap[1]
            }
        told = [
            (one, ends[one.path][0], *self.sort(one, *ends[one.path], after and after.prev))
            for one, after in zip(journals, [*journals[1:], None], strict=True)
            if one.opened
        ]
        for one, _, _, same, _, _ in told:
            for by, told_ms, words in same:
                for gap, _ in self.behind(words):
                    at = one.order[0], by, gap
                    self.first[at] = min(told_ms, self.first.get(at, told_ms))
        short = "FAULT" if strict else "NOTE "
        for one, entries, journal_id, same, other, behind in told:
            yield from self.said(one, entries, journal_id, short, same, other, behind)
        last = dict(one.order for one, *_ in told)  # in their order: the last session stays
        for (table, session), held in sorted(self.held.items()):
            missing = [one for one in held if session > last.get(table, session) and not self.excused(one)]
            missing = [one for one in missing if self.proven(one)]
            if missing:
                short = "FAULT" if strict and whole else "NOTE "
                yield short, f"session {session} of {table}, which {holders(missing)}, is not here: {CUT}"
        for table in last:
            yield "     ", f"{table}: {self.seen([(one, same) for one, _, _, same, *_ in told], table)}"

    def sort(self, journal, entries, whole, followed):
        """Its id, the heads that it bears out, those of another entry, and those of one that is not here.

        Where the journal's last hash is the one that is `followed`, it was never longer; of one that does not
        hold from its first entry on nothing is known.
        """
        same, other, behind, hashes = [], [], [], {}
        if not entries:
            return None, same, other, behind
        with suppress(*UNREADABLE), closing(journal.open()) as file:
            hashes = dict(file.execute("SELECT seq, hash FROM journal WHERE seq <= ?", (entries,)))
        origin = "tapis/1/simulation" if journal.opened.get("simulated") else "tapis/1"
        named = [origin, journal.order[0], str(journal.order[1]), hashes.get(1), journal.prev]
        for one in sorted(self.held.get(journal.order, ()), key=lambda one: (-int(one[2][5]), one[0])):
            at = int(one[2][5])
            there = at <= entries or hashes.get(entries) == followed
            if one[2][:5] != named or (there and hashes.get(at) != one[2][6]):
                other.append(one)
            elif at <= entries:
                same.append(one)
            elif whole:
                behind.append(one)
        return hashes.get(1), same, other, behind

    def said(self, journal, entries, journal_id, short, same, other, behind):
        """What one journal's heads that it does not bear out come to."""
        name = journal.path.name
        back = [one for one in (*other, *behind) if self.excused(one)]
        left = [one for one in other if one not in back]
        against = [one for one in left if self.proven(one)]
        if against:
            first = min(against, key=lambda one: int(one[2][5]))[2]
            at, when = int(first[5]), f"signed by {first[1]} {instant(int(first[7]))}"
            since = next((int(one[2][5]) + 1 for one in same if self.proven(one)), 1)
            where = f"entry {at}" if since == at else f"one of entries {since} to {at}"
            where = where if first[3] == journal_id else "the journal"
            yield "FAULT", f"{name}: {where} is not the one that {holders(against)}, {when}"
        missing = [one for one in behind if one not in back and self.proven(one)]
        if missing:
            at = max(int(one[2][5]) for one in missing)
            yield short, f"{name}: ends at entry {entries}, and {holders(missing)} its entry {at}: {CUT}"
        if back:
            yield "NOTE ", f"{name}: {holders(back)} heads of entries that are not in it: {PUT_BACK}"
        strange = [one for one in left if not self.known(one[2])]
        if strange:
            key = strange[0][2][8]
            yield "NOTE ", f"{name}: {holders(strange)} heads of it that it is not, by the unnamed key {key}"

    def seen(self, told, table):
        """How far other tables bear the table out; a head binds all before it."""
        for one, same in reversed(told):
            by = {}
            for held in same if one.order[0] == table else ():
                if held[0] not in by and self.proven(held):
                    by[held[0]] = held[2]
            if by:
                last = max(by.values(), key=lambda words: int(words[5]))
                at = f"session {last[2]}, entry {last[5]}, signed {instant(int(last[7]))}"
                return f"seen by {', '.join(sorted(by))} to {at}; what comes after, by no other table here"
        return "no other table here has seen it: who has its disk and its key can write all of it anew"


def held_to(reached, wrong):
    """How many entries of a journal hold, and whether all do: of what was `judged`.

    One whose end is not signed holds to its end: what others hold of that can be compared.
    """
    if reached is not None:
        return reached[0], True
    return (wrong.args[0] - 1, False) if isinstance(wrong, Bad) else (0, False)


def holders(held):
    """Who holds these, with the verb."""
    *some, last = sorted({one[0] for one in held}, key=lambda name: (len(name), name))
    return f"{', '.join(some)} and {last} hold" if some else f"{last} holds"


def instant(at_ms):
    try:
        return f"{datetime.fromtimestamp(at_ms // 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return f"{at_ms} ms"


# --- all of them --------------------------------------------------------------------------------------


def check_all(journals, trust, whole, reach=None):
    """Whether every journal holds after the one before it, and by the others; `reach`: how far each goes."""
    others, ends, ok = Others(journals, trust), {}, True
    for one, reached, wrong in judged(journals, trust, whole):
        if wrong is None and reach is not None and reach.get(one.path.name) != list(reached[:2]):
            wrong = Bad(reached[0], "it does not end where the file says that it does")
        ends[one.path] = held_to(reached, wrong)
        if wrong is None:
            entries, last, bound = reached
            tail = f"; not signed from entry {bound + 1} on" if bound < entries else ""
            sys.stdout.write(f"ok     {one.path.name}: {entries} entries, head {last}{tail}\n")
        else:
            ok = False
            where, why = wrong.args[:2] if isinstance(wrong, Bad) else (1, f"cannot be read: {wrong}")
            sys.stdout.write(f"FAULT  {one.path.name}: entry {where}: {why}\n")
    if whole or reach is not None or len({one.order[0] for one in journals}) > 1:
        strict = reach is None and bool(trust.keys or trust.witnessed)
        for mark, line in others.compare(journals, ends, strict, whole):
            ok = ok and mark != "FAULT"
            sys.stdout.write(f"{mark}  {line}\n")
    return ok


# --- the signed file of an inspection ----------------------------------------------------------------

FILES_MAX, BYTES_MAX = 4_096, 1 << 30
LAID = re.compile(r"journals/[A-Za-z0-9._-]+", re.ASCII).fullmatch


def files_of(path):
    """What is in the zip, by name; each name once."""
    try:
        with zipfile.ZipFile(path) as archive:
            inside = archive.infolist()
            names = {one.filename for one in inside}
            if len(inside) > FILES_MAX or sum(one.file_size for one in inside) > BYTES_MAX:
                raise Unfit(f"{path}: too large for the file of an inspection")
            if len(names) != len(inside):
                raise Unfit(f"{path}: a file is in it twice")
            return {name: archive.read(name) for name in names}
    except (
        OSError,
        ValueError,
        RuntimeError,
        EOFError,
        zipfile.BadZipFile,
        zlib.error,
    ) as error:
        raise Unfit(f"{path}: cannot be read as a zip ({error})") from None


def faults_of(files, manifest, trust):
    """What is not as the house signed it, sentence by sentence."""
    key = manifest["signed_by"]
    try:
        signer = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        signer.verify(bytes.fromhex(files.get("manifest.sig", b"").decode()), files["manifest.json"])
    except (InvalidSignature, ValueError):
        yield "the signature of its manifest does not hold"
    if key not in trust.keys.get("house", ()):
        yield f"it is signed with {key}, which nobody named: --key house=HEX, from the paper of the house"
    found = {name: data for name, data in files.items() if name not in ("manifest.json", "manifest.sig")}
    for name in sorted(found.keys() | manifest["files"].keys()):
        if name not in found or hashlib.sha256(found[name]).hexdigest() != manifest["files"].get(name):
            yield f"{name} is not the file that was signed"
    previous = None
    for number, line in enumerate(found.get("readings.jsonl", b"").splitlines(), start=1):
        row = READ(line.decode())
        name = row["kind"].encode()
        begins = HASHED.pack(bytes.fromhex(row["prev_hash"]), row["seq"], row["at_ms"], len(name))
        right = hashlib.sha256(begins + name + row["body"].encode()).hexdigest()
        after = (row["seq"] - 1, row["prev_hash"])
        if right != row["hash"] or (previous is not None and after != previous):
            yield f"readings.jsonl, line {number}: it does not follow from the one before"
        previous = row["seq"], row["hash"]
    if previous is None:
        yield "no reading is in it, and the one that made it was written down first"


def check_file(path, trust):
    """Whether the signed file holds: signature, digests, readings, and the journals as far as it says."""
    files = files_of(path)
    try:
        manifest = READ(files["manifest.json"].decode())
        if manifest["format"] != "tapis-inspection/1":
            raise Unfit(f"{path}: a file of the format {manifest['format']!r}, which this does not read")
        reach = {name: list(end) for name, end in manifest["reach"].items()}
        faults = list(faults_of(files, manifest, trust))
        named = {table: set(keys) for table, keys in manifest["heads_signed_by"].items()}
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, struct.error):
        raise Unfit(f"{path}: no signed file of an inspection") from None
    for fault in faults:
        sys.stdout.write(f"FAULT  {path.name}: {fault}\n")
    if not faults and trust.keys.keys() == {"house"} and not trust.witnessed:
        trust = copy(trust)
        trust.keys = trust.keys | named
        sys.stdout.write("       the tables' keys are as the house names them in it: compare them on paper\n")
    with tempfile.TemporaryDirectory() as place:
        for name in filter(LAID, files):
            (Path(place) / name.removeprefix("journals/")).write_bytes(files[name])
        journals = journals_of([Path(place)])
        if {one.path.name for one in journals} != reach.keys():
            faults.append("journals")
            sys.stdout.write(f"FAULT  {path.name}: other journals are in it than it names\n")
        return check_all(journals, trust, False, reach) and not faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument(
        "journals",
        nargs="+",
        type=Path,
        help="files, or directories of them; or the signed file of an inspection",
    )
    parser.add_argument("--witness", type=Path, help="the store of a machine that keeps signed heads")
    parser.add_argument(
        "--key", action="append", default=[], help="TABLE=HEX, HEX, or a file of `key TABLE HEX`"
    )
    given = parser.parse_args()
    trust, ok = Trust(), True
    try:
        for word in given.key:
            trust.name(word)
        if given.witness:
            trust.witness(given.witness)
        files = [one for one in given.journals if one.is_file() and zipfile.is_zipfile(one)]
        for one in files:
            ok = check_file(one, trust) and ok
        places = [one for one in given.journals if one not in files]
        whole = any(one.is_dir() for one in places)
        journals = journals_of(places)
        ok = (not journals or check_all(journals, trust, whole)) and ok
        for line in missing(journals, trust) if whole else ():
            ok = False
            sys.stdout.write(f"FAULT  {line}\n")
    except Unfit as unfit:
        sys.stderr.write(f"{unfit}\n")
        return 2
    if ok and not trust.keys and not trust.witnessed:
        sys.stdout.write("chains are whole; whose they are was not checked: that takes --key or --witness\n")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
