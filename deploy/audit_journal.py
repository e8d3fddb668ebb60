#!/usr/bin/python3
"""Play every round of a table's journals again by its rules, and the jackpot's book, and say what disagrees.

    python3 -I audit_journal.py JOURNAL|DIR [...] [--rules FILE|DIR] [--book FILE] [--key ...] [--json]

Without --rules the rule files that lie beside count, as they are shipped.
Needs Python 3.11 and `verify_journal.py` beside this file, which checks chain, heads and commitments. It
shares no line with the program that wrote the journals: FORMAT.md says what is read, the rule files what is
due. Exit 0 nothing disagrees, 1 something does (each entry is named, with what stands there and what is
right), 2 a file cannot be read as what it is given for.
"""

import sys

if __name__ == "__main__":
    # What somebody laid beside this file is neither Python's library nor what this file is compiled to.
    sys.pycache_prefix = __file__
    if not getattr(sys.flags, "safe_path", sys.flags.isolated):
        del sys.path[0]

import argparse
import hashlib
import importlib.util
import json
import math
import shutil
import sqlite3
import tempfile
import tomllib
from collections import Counter
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from pathlib import Path

MICRO = 1_000_000
SHOWN = 20
"""So many disagreements of one file are told; all are counted."""


class Unfit(Exception):
    """A file is not what it was given for: one sentence."""


# --- hands -------------------------------------------------------------------------------------------

CLASSES = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight",
    "flush", "full_house", "quads", "straight_flush", "royal_flush",
)  # fmt: skip
RANK = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}
FULL_HOUSE, ROYAL = 6, 9
PACK = [f"{rank}{suit}" for rank in RANK for suit in "cdhs"]


def run(ranks):
    """The highest card of five in a row among these ranks, the ace below the two as well; 0 without any."""
    held = ranks | {1} if 14 in ranks else ranks
    return next((top for top in range(14, 4, -1) if held.issuperset(range(top - 4, top + 1))), 0)


def hand(cards):
    """The best five of these cards: its class as a place in CLASSES, and what decides within the class."""
    suits = {}
    for card in cards:
        suits.setdefault(card[1], set()).add(RANK[card[0]])
    suited = next((ranks for ranks in suits.values() if len(ranks) > 4), None)
    if suited and run(suited):
        top = run(suited)
        return (ROYAL if top == 14 else 8), (top,)
    times = Counter(RANK[card[0]] for card in cards)
    (first, most), *others = sorted(times.items(), key=lambda one: (-one[1], -one[0]))
    second, next_most = others[0]

    def rest(count, *used):
        return tuple(sorted((rank for rank in times if rank not in used), reverse=True)[:count])

    if most == 4:
        return 7, (first, *rest(1, first))
    if most == 3 and next_most > 1:
        return 6, (first, second)
    if suited:
        return 5, tuple(sorted(suited, reverse=True)[:5])
    if run(set(times)):
        return 4, (run(set(times)),)
    if most == 3:
        return 3, (first, *rest(2, first))
    if next_most == 2:
        return 2, (first, second, *rest(1, first, second))
    if most == 2:
        return 1, (first, *rest(3, first))
    return 0, rest(5)


def two_cards(cards):
    """The class of a player's own two cards; None where no table pays it. Faces are king, queen and jack."""
    high, low = sorted((RANK[card[0]] for card in cards), reverse=True)
    suited = "_suited" if cards[0][1] == cards[1][1] else ""
    if high == low:
        return "pair_of_aces" if high == 14 else "face_pair" if high > 10 else "low_pair"
    if high == 14 and low > 10:
        return ("ace_king" if low == 13 else "ace_face") + suited
    return None


@lru_cache(maxsize=64)
def hidden_hands(board, face_up, own=()):
    """Every hand that two cards may make of which these alone are known, and two cards that make it."""
    left = [card for card in PACK if card not in face_up]
    pairs = [(*own, *others) for others in combinations(left, 2 - len(own))]
    return {(hand([*two, *board]), two_cards(two)): two for two in pairs}


# --- rules -------------------------------------------------------------------------------------------

SIDES = ("trips", "bonus", "pocket")
PRIZES = ("full_house", "quads", "straight_flush", "community_royal", "consolation")
TWO_CARDS = (
    "pair_of_aces", "ace_king_suited", "ace_face_suited", "ace_king", "face_pair", "ace_face", "low_pair",
)  # fmt: skip
OPTIONS = {
    "board_drawn": "at_street", "bonus_after_fold": True, "burn": False, "consolation_trigger": "any_player",
    "fold_any_time": False, "jp1_after_fold": True, "jp1_return_stake": False, "player_cards": "face_down",
    "round_number": "table", "speech_order": "hint", "stakes_stand": True, "talk_voids": False,
    "trips_after_fold": True, "trips_on_tie": "by_hand", "trips_requires_win": False, "void_jp1": "carry",
}  # fmt: skip
LIMITS = {"minimum_cents": 500, "maximum_multiple": 30, "chip_cents": 50, "bonus_multiple": 10}


def play(name, board, fold, *multiples):
    return {"name": name, "board": board, "fold": fold, "multiples": list(multiples)}


def bet(name, board, fold, *bets):
    told = [dict(zip(("spot", "antes", "after"), one, strict=False)) for one in bets]
    return {"name": name, "board": board, "fold": fold, "bets": told}


STREETS = [play("preflop", 0, False, 4, 3), play("flop", 3, False, 2), play("river", 2, True, 1)]
STREETS_CASINO = [
    bet("preflop", 0, False, ("a4", "4"), ("a3", "3")),
    bet("flop", 3, False, ("a2", "2")),
    bet("turn", 1, True, ("a05t", "1/2")),
    bet("river", 1, False, ("a05r", "1/2", "a05t")),
]


def line_of(told):
    """A rule file (TOML) as the object whose one line of JSON is hashed into the journal."""
    tables = told["paytable"]
    casino = bool(tables.get("bonus"))
    options = OPTIONS | (dict.fromkeys(("burn", "fold_any_time", "talk_voids"), True) if casino else {})
    options |= told.get("options", {})
    dealer, house = told.get("dealer", {}), told.get("side_bets", ())
    usual = STREETS_CASINO if casino else STREETS

    def table(lines, order=CLASSES[::-1]):
        return [[line, lines[line]] for line in order if line in lines]

    line = {
        "id": told["id"], "source": told["source"], "digest": "",
        "qualifies_with": dealer.get("qualifies_with", "pair"),
        "unqualified": {
            "ante": dealer.get("unqualified_ante", "paid" if casino else "returned"),
            "others": dealer.get("unqualified_others", "returned" if casino else "compared"),
        },
        "streets": [street_of(one, options["burn"]) for one in told.get("streets") or usual],
        "blind": table(tables["blind"]), "trips": table(tables.get("trips", {})),
        "bonus": table(tables.get("bonus", {})), "jp1": table(tables.get("jp1", {}), PRIZES),
        "options": options, "limits": LIMITS | told.get("limits", {}),
        "clocks": {"betting_ms": 0, "last_bets_ms": 0, "decision_ms": 0} | told.get("clocks", {}),
    }  # fmt: skip
    if house:
        line["house_bets"] = [
            {
                "spot": one["spot"], "looks_at": one["looks_at"], "after_fold": one.get("after_fold", True),
                "antes": one.get("antes", 0), "requires_win": False, "on_tie": "by_hand",
                "table": table(one["paytable"], TWO_CARDS if one["looks_at"] == "hole" else CLASSES[::-1]),
            }
            for one in house
        ]  # fmt: skip
    return line


def street_of(told, burn):
    bets = [{"spot": "play", "half_antes": 2 * times, "after": None} for times in told.get("multiples", ())]
    for one in told.get("bets", ()):
        halves = int(Fraction(one["antes"]) * 2)
        bets.append({"spot": one["spot"], "half_antes": halves, "after": one.get("after")})
    cards = told["board"]
    burnt = int(burn and cards > 0)
    return {"name": told["name"], "board": cards, "burn": burnt, "bets": bets, "fold": told["fold"]}


def digest_of(line):
    text = json.dumps(line, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


class Rules:
    """The rules of one table: `line` as in rules.json of evidence."""

    def __init__(self, line):
        self.id, self.options, self.limits = line["id"], line["options"], line["limits"]
        self.clocks = line["clocks"]
        self.streets, self.unqualified = line["streets"], line["unqualified"]
        self.qualifies = CLASSES.index(line["qualifies_with"])
        self.second = "blind" if self.streets[0]["bets"][0]["spot"] == "play" else "super_ante"
        self.blind, self.jp1 = odds_of(line["blind"]), odds_of(line["jp1"])
        option = self.options
        sides = [
            {"spot": "trips", "table": line["trips"], "looks_at": "seven", "antes": 0,
             "after_fold": option["trips_after_fold"], "requires_win": option["trips_requires_win"],
             "on_tie": option["trips_on_tie"]},
            {"spot": "bonus", "table": line["bonus"], "looks_at": "seven", "on_tie": "by_hand",
             "antes": self.limits["bonus_multiple"],
             "after_fold": option["bonus_after_fold"], "requires_win": False},
            *line.get("house_bets", ()),
        ]  # fmt: skip
        there = [one | {"table": odds_of(one["table"])} for one in sides if one["table"]]
        self.sides = {one["spot"]: one for one in sorted(there, key=lambda one: SIDES.index(one["spot"]))}
        self.decisions = set(self.ways(0, (), None))
        if option["fold_any_time"]:
            self.decisions |= {f"{one}.fold" for one in self.decisions if one and not one.endswith("fold")}

    def ways(self, at, said, last):
        """What a seat may do through the streets of a round, as a rectification writes it: `a05t.a05r`."""
        if at == len(self.streets):
            yield ".".join(said)
            return
        offered = [one for one in self.streets[at]["bets"] if one["after"] == last]
        for one in offered:
            name = f"play{one['half_antes'] // 2}" if one["spot"] == "play" else one["spot"]
            yield from self.ways(at + 1, (*said, name), one["spot"])
        if offered and self.streets[at]["fold"]:
            yield ".".join((*said, "fold"))
        else:
            yield from self.ways(at + 1, said, last)


def odds_of(table):
    return {name: tuple(int(part) for part in odds.split("/")) for name, odds in table}


class RuleBook:
    """The rule files that were given, found by the digest that a journal names."""

    def __init__(self, places):
        self.by_digest, self.toml = {}, []
        for place in places:
            inside = [*place.rglob("*.toml"), *place.rglob("*.json")] if place.is_dir() else [place]
            for path in sorted(inside):
                self.add(path, asked=not place.is_dir())
            if place.is_dir() and not self.by_digest:
                raise Unfit(
                    f"{place}: no rule file lies in it: name the folder with the *.toml of the table's rules"
                )

    def add(self, path, asked):
        try:
            data = path.read_bytes()
            if path.suffix == ".json":
                line = json.loads(data)
                Rules(line)
                self.by_digest[hashlib.sha256(data).hexdigest()] = line
            else:
                line = line_of(tomllib.loads(data.decode()))
                Rules(line)
                self.by_digest[digest_of(line)] = line
                self.toml.append(line)
        except OSError as error:
            raise Unfit(f"{path}: {error.strerror}: name a rule file that can be read") from None
        except (ValueError, KeyError, TypeError, AttributeError, IndexError):
            if asked:
                raise Unfit(
                    f"{path}: is no rule file: give rules.json of evidence, or a *.toml of config/rules"
                ) from None

    def of(self, digest, minimum_cents, maximum_cents):
        """The rules of this digest; limits of a house stand in no rule file: those opened with are tried."""
        if digest not in self.by_digest:
            for line in self.toml:
                for multiple in (10, 20, 30):
                    limits = line["limits"] | {"minimum_cents": minimum_cents, "maximum_multiple": multiple}
                    self.by_digest.setdefault(digest_of(line | {"limits": limits}), line | {"limits": limits})
        line = self.by_digest.get(digest)
        return line and Rules(line)


# --- the deal ----------------------------------------------------------------------------------------


class Deal:
    """What lies on the felt in one deal, and what is due for it."""

    def __init__(self, rules, number, attempt):
        self.rules, self.number, self.attempt = rules, number, attempt
        self.laid, self.bets, self.folded, self.shown, self.drawn = {}, {}, set(), {}, set()
        self.entered, self.settled, self.ruled, self.stakes_refused = {}, {}, {}, set()
        self.refused, self.jp1, self.street, self.expected, self.presented = None, {}, 0, None, {}
        self.ended, self.confirmed = False, set()
        self.locked, self.speaking, self.begun, self.answers = False, False, -1, {}
        """Whether bets are closed; whether a street is open, which was opened last, who answered on which."""
        self.closed, self.kept, self.watched, self.keyed = False, (), False, set()
        self.stage, self.by_hand, self.blank, self.held = "", False, set(), ""
        """Hands are `shown` or seats `settling`; the places of unknown cards; what the round is held for."""
        self.anew, self.antes_paid, self.put_right = set(), False, False
        """Open places whose card was keyed once more and is to be turned up again; Antes that came first;
        whether two persons put the record right."""
        self.correcting, self.doubt, self.armed = 0, (), ()
        """Whose JP1 stake goes back by a correction; why a claim is doubted, of whom; which void is armed."""

    def copy(self):
        other = Deal(self.rules, self.number, self.attempt)
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, dict | set) else value)
        other.laid = {seat: dict(one) for seat, one in self.laid.items()}
        return other

    def board_of(self, street):
        """The places of the board that lie open once this street is."""
        return [f"board.{at}" for at in range(sum(one["board"] for one in self.rules.streets[: street + 1]))]

    def follows(self):
        """What comes after the street that was opened last is out, or nothing of the board comes after it."""
        until = self.rules.streets[: self.begun + 1]
        places = 2 * len(self.laid) + 2 + sum(one["burn"] + one["board"] for one in until)
        return len(self.drawn) > places or self.over()

    def over(self):
        """The decisions of the last street are over."""
        return self.begun + 1 == len(self.rules.streets) and not self.speaking

    def offered(self, seat):
        """What the seat may bet on the street that is open, after what it has bet."""
        made = self.bets.get(seat)
        after = made[-1][0] if made else None
        return [one for one in self.rules.streets[self.street]["bets"] if one["after"] == after]

    def waited_for(self):
        """The seats that have to bet or to fold on this street, and have not."""
        if not self.rules.streets[self.street]["fold"]:
            return []
        spoken = {seat for seat, said in self.answers.items() if said and said[-1][1] == self.street}
        return [one for one in sorted(set(self.laid) - self.folded - spoken) if self.offered(one)]

    def cards(self, part, count):
        found = [self.shown.get(f"{part}.{at}") for at in range(count)]
        return None if None in found else found

    def lying_twice(self):
        """The open places whose card lies open elsewhere too."""
        times = Counter(self.shown.values())
        return {place for place, card in self.shown.items() if times[card] > 1}

    def to_put_right(self):
        """Of two equal open cards those that a person keyed; none once Antes were paid on them."""
        return set() if self.antes_paid else self.lying_twice() & self.keyed

    def order(self):
        """The places in the order in which this game deals them."""
        yield from (f"hole.{seat}.{at}" for seat in sorted(self.laid) for at in range(2))
        yield from ("dealer.0", "dealer.1")
        board = burn = 0
        for street in self.rules.streets:
            yield from (f"burn.{burn + at}" for at in range(street["burn"]))
            yield from (f"board.{board + at}" for at in range(street["board"]))
            burn, board = burn + street["burn"], board + street["board"]

    def hand_of(self, seat):
        """Class and what decides within it, or None where the seat's cards are not known."""
        own, board = self.cards(f"hole.{seat}", 2), self.cards("board", 5)
        if own and board:
            return hand(own + board)
        return None

    def class_of(self, seat):
        known = self.hand_of(seat)
        if known:
            return known[0]
        return CLASSES.index(self.entered[seat][1]) if seat in self.entered else None

    def bank(self):
        own, board = self.cards("dealer", 2), self.cards("board", 5)
        return hand(own + board) if own and board else None

    def qualified(self):
        return self.bank()[0] >= self.rules.qualifies

    def against(self, seat):
        """1 the player is better, 0 equal, -1 the bank is; None where nobody needs to know."""
        known = self.hand_of(seat)
        if known:
            return (known > self.bank()) - (known < self.bank())
        outcome, told = self.entered.get(seat, ("none", ""))
        if outcome == "none":
            return None
        beats = CLASSES.index(told) - self.bank()[0]  # which may be another than when the hand was told
        return (beats > 0) - (beats < 0) if beats else {"win": 1, "tie": 0, "lose": -1}[outcome]

    def hidden(self, seat):
        """As `hidden_hands`, for a seat beside all that lies open: None before the whole board does."""
        board, shown = self.cards("board", 5), self.shown
        own = [shown[place] for place in (f"hole.{seat}.0", f"hole.{seat}.1") if place in shown]
        return board and hidden_hands(tuple(board), frozenset(shown.values()), tuple(own))

    def tellable(self, seat):
        """Outcome and class that a person may say of an unread hand; nothing where its cards have to show."""
        bank = self.bank()
        if bank is None or any(self.looks_at(spot) == "hole" for spot in self.laid[seat]):
            return set()
        plays = seat in self.jp1 and (seat not in self.folded or self.rules.options["jp1_after_fold"])
        most = CLASSES.index("flush" if plays else "straight_flush")
        held = {known for known, _ in self.hidden(seat) if known[0] <= most}
        if seat in self.folded or not self.compared():
            return {("none", CLASSES[known[0]]) for known in held}
        outcomes = ("tie", "win", "lose")
        return {(outcomes[(known > bank) - (known < bank)], CLASSES[known[0]]) for known in held}

    def looks_at(self, spot):
        return self.rules.sides[spot]["looks_at"] if spot in self.rules.sides else ""

    def compared(self):
        return self.qualified() or self.rules.unqualified["others"] == "compared"

    def needed(self, seat, play):
        """Whether something of the seat depends on its cards."""
        if seat not in self.folded and self.compared():
            return True
        if play and (seat not in self.folded or self.rules.options["jp1_after_fold"]):
            return True
        sides = [self.rules.sides[spot] for spot in self.laid[seat] if spot in self.rules.sides]
        return any(
            one["looks_at"] != "board" and (seat not in self.folded or one["after_fold"]) for one in sides
        )

    def staked(self, seat):
        total = Counter(self.laid[seat])
        for spot, cents in self.bets.get(seat, ()):
            total[spot] += cents
        return total

    def lines(self, seat):
        """By spot of the seat, JP1 apart: the stake, and what of it is returned, taken and paid on top."""
        due = {}
        for spot, stake in self.staked(seat).items():
            if self.ruled.get(seat) == "void":
                won = (0, 1)
            elif spot in self.rules.sides:
                won = self.side(seat, self.rules.sides[spot])
            else:
                won = self.main(seat, spot)
            if won is None:
                due[spot] = (stake, 0, stake, 0)
            else:
                paid = Fraction(stake * won[0], won[1])
                due[spot] = (stake, stake, 0, int(paid) if paid.denominator == 1 else paid)
        return due

    def lines_of_some_hand(self, seat):
        """The lines of a seat whose cards stay sealed, for each hand that may lie there as it was told."""
        told, against = self.entered.get(seat), self.against(seat)
        for (known, _), two in self.hidden(seat).items():
            other = self.copy()
            other.shown |= {f"hole.{seat}.{at}": card for at, card in enumerate(two)}
            if told is None or (told[1] == CLASSES[known[0]] and against in (None, other.against(seat))):
                yield other.lines(seat)

    def main(self, seat, spot):
        """The odds on Ante, the second main bet or a bet of the seat; 0 to 1 comes back; None is lost."""
        if seat in self.folded:
            return None
        if not self.qualified():
            if spot == "ante":
                return (1, 1) if self.rules.unqualified["ante"] == "paid" else (0, 1)
            if self.rules.unqualified["others"] == "returned":
                return (0, 1)
        beats = self.against(seat)
        if beats is None:
            raise LookupError(f"seat {seat}: its cards, or how it stands against the bank")
        if beats < 0:
            return None
        if beats == 0:
            return (0, 1)
        if spot == self.rules.second:
            return self.rules.blind.get(CLASSES[self.class_of(seat)], (0, 1))
        return (1, 1)

    def side(self, seat, rule):
        if seat in self.folded and not rule["after_fold"]:
            return None
        if rule["requires_win"]:
            beats = self.against(seat)
            if beats is None:
                raise LookupError(f"seat {seat}: how it stands against the bank")
            if beats < 0:
                return None
            if beats == 0 and rule["on_tie"] != "by_hand":
                return (0, 1) if rule["on_tie"] == "returned" else None
        if rule["looks_at"] == "hole":
            own = self.cards(f"hole.{seat}", 2)
            if own is None:
                raise LookupError(f"seat {seat}: its two cards")
            return rule["table"].get(two_cards(own))
        seen = hand(self.cards("board", 5))[0] if rule["looks_at"] == "board" else self.class_of(seat)
        if seen is None:
            raise LookupError(f"seat {seat}: its cards")
        return rule["table"].get(CLASSES[seen])

    # --- JP1 ----------------------------------------------------------------------------------------

    def royals(self):
        """The seats with a royal of their own; none where it lies on the board."""
        if hand(self.cards("board", 5))[0] == ROYAL:
            return []
        return [seat for seat in sorted(self.laid) if (self.hand_of(seat) or (0,))[0] == ROYAL]

    def not_held(self):
        """The seats whose JP1 stake two persons found not to hold."""
        last = set(self.royals() or self.jp1) if self.refused == "stake" else set()
        return self.stakes_refused | last

    def claimants(self):
        """The seats that claim by a royal with a JP1 stake that holds: all that play for one of the board."""
        own = [seat for seat in self.royals() if seat in self.jp1]
        return set(own or self.jp1) - self.stakes_refused

    def shows_prize(self, seat):
        """What lies open at the seat and on the board is a JP1 prize."""
        places = [*self.board_of(len(self.rules.streets) - 1), f"hole.{seat}.0", f"hole.{seat}.1"]
        cards = [self.shown[place] for place in places if place in self.shown]
        return len(cards) > 4 and hand(cards)[0] >= FULL_HOUSE

    def supervised(self):
        board = hand(self.cards("board", 5))[0] == ROYAL
        return bool(self.jp1) and (board or bool(self.royals()))

    def awards(self, seat, stake_cents):
        """The prizes of a JP1 bettor, own prize first: pairs of kind and cents, the jackpot's None."""
        options, table = self.rules.options, self.rules.jp1
        if seat not in self.jp1 or seat in self.stakes_refused or self.ruled.get(seat) == "void":
            return []
        if seat in self.folded and not options["jp1_after_fold"]:
            return []
        if self.class_of(seat) is None:
            raise LookupError(f"seat {seat}: its cards, for JP1")
        royals, board = self.royals(), hand(self.cards("board", 5))[0] == ROYAL
        winners = [
            one for one in royals
            if one in self.jp1 and one not in self.stakes_refused
            and (one not in self.folded or options["jp1_after_fold"])
        ]  # fmt: skip
        name, won = CLASSES[self.class_of(seat)], []
        refused = self.refused is not None and self.refused != "hand"
        if name == "royal_flush":
            if not refused:
                won.append(
                    ("community_royal", times(table["community_royal"], stake_cents))
                    if board
                    else ("jackpot", None)
                )
        elif name in table:
            won.append((name, times(table[name], stake_cents)))
        due = bool(winners) or (bool(royals) and options["consolation_trigger"] == "any_player")
        if due and seat not in winners and self.refused != "exchanged":
            won.append(("consolation", times(table["consolation"], stake_cents)))
        return won


def times(odds, stake_cents):
    return stake_cents * odds[0] // odds[1]


# --- the jackpot's book ------------------------------------------------------------------------------

ACCOUNTS = ("meter", "frozen", "reserve", "overflow", "house", "paid")
MOVED = ", ".join(f"{one}_micro, {one}_after_micro" for one in ACCOUNTS)
ENTRIES = f"""SELECT kind, seat, generation, note, at_ms, link_seq, attempt, round_id, {MOVED} FROM entries
    ORDER BY seq"""
ROUNDS = "SELECT id, table_name, journal_id, round FROM rounds"
ANSWERS = """SELECT table_name, journal_id, act, round, attempt, seat, book_seq, answer FROM answers
    ORDER BY book_seq"""
SUMS = "SELECT act, kind, book_seq, cents, answer FROM answers ORDER BY book_seq"
TABLES = [
    *("terms", "entries", "answers", "rounds", "generations", "claims"),
    *("standing", "probes", "identity", "cards"),
]
"""All that a book holds, with their indices and triggers."""
KEPT = {
    "generations": "SELECT * FROM generations ORDER BY number",
    "claims": "SELECT * FROM claims ORDER BY claim_seq",
    "rounds": "SELECT * FROM rounds ORDER BY id",
    "standing": "SELECT * FROM standing",
}
"""What the book keeps beside its entries to spare a reader the sum; an entry is believed, these follow."""
STAKED, OPENED = ("contribution", "refund"), ("seed", "release", "spill", "carry")
BY_PERSONS = ("refusal", "correction", "closing", "stop", "reopening")
"""Entries whose note says in JSON who answers for them; any other has none, or one that the act gives it."""
LATE_MS = 600_000
"""By so much an entry's time may lie before the journal's asking or after its answer: one clock wrote all."""


@contextmanager
def as_it_lies(path):
    """A reader of a book, with the log that lies beside it, that leaves both as they are."""
    logs = [path.with_name(path.name + end) for end in ("-wal", "-journal")]
    beside = [one for one in logs if one.exists()]
    with ExitStack() as stack:
        how = "mode=ro&immutable=1"
        if beside:
            place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            for one in (path, *beside):
                shutil.copy(one, place)
            path, how = place / path.name, "mode=rw"
        yield stack.enter_context(closing(sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True)))


class Book:
    """The ledger: every act that it answered done again, entry by entry, on micro-cents."""

    def __init__(self, path, say):
        self.path, self.say = path, say
        if not path.is_file():
            raise Unfit(f"{path}: no such file: name the jackpot's book, or leave --book out")
        try:
            with as_it_lies(path) as file:
                file.row_factory = sqlite3.Row
                self.only_tables(file)
                self.text, self.digest = file.execute("SELECT text, digest FROM terms").fetchone()
                self.terms = json.loads(self.text)
                self.entries = [tuple(row) for row in file.execute(ENTRIES)]
                self.rounds = {number: tuple(row) for number, *row in file.execute(ROUNDS)}
                self.answers = [(*row[:-1], json.loads(row[-1])) for row in file.execute(ANSWERS)]
                self.kept = {name: [dict(row) for row in file.execute(asked)] for name, asked in KEPT.items()}
                self.sums = [(*row[:-1], json.loads(row[-1])) for row in file.execute(SUMS)]
                self.last = file.execute("SELECT max(seq) FROM entries").fetchone()[0]
                named = file.execute("SELECT 1 FROM sqlite_master WHERE name = 'cards'").fetchone()
                cards = file.execute("SELECT simulated FROM cards").fetchone() if named else None
                self.simulated = cards[0] if cards else None
        except (sqlite3.Error, TypeError, ValueError, KeyError, IndexError) as error:
            raise Unfit(
                f"{path}: is no jackpot book that can be read ({error}): name the file the house keeps"
            ) from None
        self.stake = self.terms["stake_cents"]
        self.balance, self.meter, self.generations, self.balances = [0] * 6, [0], [0], [()]
        self.totals, self.figures = Counter(), [Counter()]
        self.open, self.play, self.stopped = 1, {}, False
        self.gens = {1: opened_with(1, self.terms["start_cents"] * MICRO)}
        self.at, self.where, self.of_journal, self.round_id = 0, "", {}, {}
        self.key, self.wins = ("", "", 0, 0), []
        self.claimed, self.played = {}, {}  # as the book keeps them beside its entries
        self.begins, self.asks = {}, {}

    # each act posts entries; what stands in the book is compared with it

    def only_tables(self, file):
        """A book is its tables: a view in the place of one may show each reader other entries."""
        for kind, name, of, sql in file.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"):
            plain = kind in ("table", "index", "trigger") and not str(sql).startswith("CREATE VIRTUAL")
            if not plain or of not in TABLES:
                raise Unfit(
                    f"{self.path}: holds {name!a}, which no jackpot book has: ask the house for a new copy"
                )

    def post(self, kind, seat=0, note=None, link=0, **moves):
        self.at += 1
        if self.at > len(self.entries):
            self.say(self.at, f"entry of {self.where}", "missing", kind)
            return
        found = self.entries[self.at - 1]
        moved = [moves.get(one, 0) for one in ACCOUNTS]
        self.balance = [now + by for now, by in zip(self.balance, moved, strict=True)]
        right = (kind, seat, self.open, *(x for two in zip(moved, self.balance, strict=True) for x in two))
        names = (
            "kind",
            "seat",
            "generation",
            *(f"{a}{b}" for a in ACCOUNTS for b in ("_micro", "_after_micro")),
        )
        stands = (*found[:3], *found[8:])
        if (
            self.key[1] and found[6:8] != (self.key[3], self.round_id.setdefault(self.key[:3], found[7]))
        ) or (self.key[1] and self.rounds.get(found[7]) != self.key[:3]):
            self.say(
                self.at, f"round and deal of the {kind}", (found[6], self.rounds.get(found[7])), self.key
            )
        for name, one, other in zip(names, stands, right, strict=True):
            if one != other:
                self.say(self.at, f"{name} of the {kind} of {self.where}", one, other)
        self.balance = list(found[9::2])  # each entry is judged by the one before it
        if (note is not None or kind not in BY_PERSONS) and found[3] != (note or ""):
            self.say(self.at, f"note of the {kind}", found[3], note or "")
        if found[5] != link:
            self.say(self.at, f"link_seq of the {kind} of {self.where}", found[5], link)
        self.count(kind, moves, note)
        self.meter.append(self.balance[0])
        self.balances.append(self.balance)
        self.generations.append(self.open)
        self.figures.append(self.totals.copy())

    def count(self, kind, moves, note):
        total = self.totals
        if kind in ("contribution", "refund"):
            total["contributed"] += moves.get("meter", 0)
            total["house"] += moves.get("house", 0)
            total["stakes"] += sum(moves.values())
            total["stakes_count"] += 1 if kind == "contribution" else -1
        elif kind == "award":
            total["awarded"] -= moves.get("meter", 0) + moves.get("frozen", 0)
            if note == "jackpot":
                total["wins_count"] += 1
                total["wins_cents"] -= moves["frozen"] // MICRO
        elif kind in ("seed", "release", "spill", "carry"):
            total["seed"] += moves.get("meter", 0) + moves.get("frozen", 0)
        elif kind == "correction":
            total["corrected"] += moves.get("meter", 0)

    def into_meter(self, micro):
        limit = self.terms["limit_cents"]
        room = micro if limit is None else max(0, limit * MICRO - self.balance[0])
        return {"meter": min(micro, room), "overflow": micro - min(micro, room)}

    def audit(self):
        """Every act again; afterwards `meter[seq]` is what the meter held after each entry."""
        self.where = "the opening"
        self.post("seed", meter=self.terms["start_cents"] * MICRO)
        if self.entries and self.entries[0][6:8] != (0, 0):
            self.say(1, "round and deal of the seed", self.entries[0][6:8], (0, 0))
        for table, journal, act, number, attempt, seat, seq, answer in self.answers:
            key = table, journal, act, number, attempt, seat
            self.of_journal.setdefault(journal, {})[seq] = key[2:], answer
            if not seq:
                if answer["answer"] != "Refused":
                    self.say(
                        0,
                        f"the answer to {act} of {table}, round {number}",
                        answer["answer"],
                        "a place in the book",
                    )
                continue
            self.key = table, journal, number, attempt
            self.where = f"{act} of {table}, round {number}"
            own = self.play.setdefault((table, journal, number), {"gen": None, "stakes": {}, "claim": None})
            if f"do_{act}" not in dir(self):
                self.say(seq, "act", act, "an act of FORMAT.md")
                continue
            self.begins[journal, seq] = self.at + 1
            told = {name: answer[name] for name in answer if name not in ("answer", "awards")}
            try:
                right = getattr(self, f"do_{act}")(own, attempt, seat, seq, answer)
            except (KeyError, TypeError, ValueError, AttributeError, IndexError):
                self.say(
                    seq, f"the answer to {self.where}", "an act that cannot be done again", "one that can be"
                )
                right = {}
            for name, value in (right | {"book_seq": self.at}).items():
                if told.get(name) != value:
                    self.say(seq, f"{name} in the answer to {self.where}", told.get(name), value)
            self.at = seq if seq > self.at else self.at
        while self.at < len(self.entries):
            self.at += 1
            self.say(self.at, "an entry of no act", self.entries[self.at - 1][0], "none")
        self.beside()

    # --- what is kept beside the entries, and what the journals say of them ------------------------

    def beside(self):
        """The sums, cycles, claims and rounds that the book keeps are those of its entries."""
        if self.last != len(self.entries):
            self.say(0, "the number of the last entry", self.last, len(self.entries))
        if self.digest != hashlib.sha256(self.text.encode()).hexdigest():
            self.say(0, "the digest of the terms", self.digest, "that of their text")
        for act, kind, seq, cents, answer in self.sums:
            if kind != act and (act, kind) != ("award", "consolation"):
                self.say(seq, "kind of the act", kind, act)
            due = answer.get({"contribute": "stakes_cents", "claim": "value_cents"}.get(act, "cents"), 0)
            if cents != due:
                self.say(seq, f"cents of the {act}", cents, due)
        right = [{"id": 1, "seq": len(self.entries), "generation": self.open} | self.summed()]
        self.alike("standing", right)
        right = []
        for at, one in sorted(self.gens.items()):
            opening = {
                "seed_micro": one["seed"],
                "reserve_micro": one["reserve"],
                "overflow_micro": one["overflow"],
            }
            ends = {"reversed": int(one["back"]), "value_micro": one["value"], "share_cents": one["share"]}
            right.append({"number": at, "held_by": one["held"]} | opening | ends)
        self.alike("generations", right)
        names = ("generation", "ord", "attempt", "seat", "claim_seq", "state", "cents", "done_seq")
        right = [dict(zip(names, (*at, *one), strict=True)) for at, one in self.claimed.items()]
        for one, kept in zip(right, self.kept["claims"], strict=False):
            one["round_id"] = self.of_entry(one["claim_seq"], 7)
            one["done_ms"] = self.of_entry(one["done_seq"], 4) if one["done_seq"] else kept["done_ms"]
            if (kept["state"], one["state"]) == ("released", "pending"):  # the book was asked, and waits
                one["state"] = "released"
        self.alike("claims", right)
        names, right = ("generation", "finished_seq", "dead"), []
        for kept in self.kept["rounds"]:
            key = kept["table_name"], kept["journal_id"], kept["round"]
            right.append(dict(zip(names, self.played.get(key, (0, 0, 0)), strict=True)))
        self.alike("rounds", right)

    def of_entry(self, seq, column):
        return self.entries[seq - 1][column] if 0 < seq <= len(self.entries) else None

    def alike(self, table, right):
        """Each row that is kept in this table says what the entries make."""
        kept = self.kept[table]
        if len(kept) != len(right):
            self.say(0, f"rows of {table}", len(kept), len(right))
        for stands, row in zip(kept, right, strict=False):
            for name, value in row.items():
                if stands.get(name) != value:
                    number = stands.get("number", stands.get("id"))
                    self.say(0, f"{name} in {table} {number}", stands.get(name), value)

    def summed(self):
        """Balances and totals of all entries; each of these was held against its act before."""
        sums, wins = Counter(), []
        for entry in self.entries:
            for account, micro in zip(ACCOUNTS, entry[8::2], strict=True):
                sums[entry[0], account] += micro
                sums["all", account] += micro
            sums[entry[0], "times"] += 1
            if (entry[0], entry[3]) == ("award", "jackpot"):
                wins.append(-entry[10] // MICRO)

        def total(kinds, *accounts):
            return sum(sums[kind, account] for kind in kinds for account in accounts)

        totals = {
            "seed": total(OPENED, "meter", "frozen"), "contributed": total(STAKED, "meter"),
            "reserved": total(STAKED, "reserve"), "overflowed": total(STAKED, "overflow"),
            "house": total(STAKED, "house"), "stakes": total(STAKED, *ACCOUNTS),
            "awarded": -total(("award",), "meter", "frozen"), "awarded_house": -total(("award",), "paid"),
            "refunded": -total(("refund",), *ACCOUNTS), "corrected": total(("correction",), "meter"),
            "stakes_count": sums["contribution", "times"] - sums["refund", "times"],
            "wins_count": len(wins), "wins_cents": sum(wins),
        }  # fmt: skip
        balances = {f"{one}_balance": sums["all", one] for one in ACCOUNTS}
        return balances | {f"{name}_total": value for name, value in totals.items()}

    def heard(self, journal, at_ms, kind, body):
        """An entry of a journal: what it asked of the book stands there with its seats, persons and time."""
        if kind == "JournalOpened" and self.simulated not in (None, int(body["simulated"])):
            self.say(0, f"cards.simulated, beside a journal of {body['table']}",
                     self.simulated, body["simulated"])  # fmt: skip
        act = ASKED.get(kind) or OF_PERSONS.get(kind)
        if act:
            self.asks.setdefault(asking(journal, act, body), (at_ms, body))
        act, seq = RECORDED.get(kind, (TOLD_BY_PERSONS.get(kind),))[0], body.get("book_seq")
        first = self.begins.get((journal, seq))
        if not act or not first or seq > len(self.entries) or self.of_journal[journal][seq][0][0] != act:
            return
        if kind in TOLD_BY_PERSONS and self.of_journal[journal][seq][0][2] != body["number"]:
            return  # another's: who reopens a JP1 that is not stopped adds no entry
        since, asked = self.asks.get(asking(journal, act, body), (at_ms, {}))
        entries, key = range(first, seq + 1), self.of_journal[journal][seq][0]
        if asked and act != "refuse" and key[3] != asked.get("seat", 0):
            self.say(
                seq,
                f"seat of the {act} of {self.rounds.get(self.entries[seq - 1][7], ('',))[0]}",
                key[3],
                asked.get("seat", 0),
            )
        for at in entries:
            stands = self.entries[at - 1][4]
            if not since - LATE_MS <= stands <= at_ms + LATE_MS:
                self.say(at, f"the time of the {self.entries[at - 1][0]}", instant(stands),
                         f"one between {instant(since)} and {instant(at_ms)}")  # fmt: skip
        if act == "contribute" and asked:
            stands, right = [self.entries[at - 1][1] for at in entries], asked["seats"]
            if stands != right:
                what = f"the seats of the stakes of round {body['round']}"
                self.say(first, what, listed(stands), listed(right))
        if self.entries[first - 1][0] in BY_PERSONS and asked:
            self.by_persons(first, asked)

    def by_persons(self, at, asked):
        """Who answers for an entry, and why, is what the journal says."""
        kind, note = self.entries[at - 1][0], self.entries[at - 1][3]
        right = {"persons": asked["persons"]}
        if kind == "stop":
            right["fate"] = asked["fate"]
        else:
            right["reason"] = asked.get("reason", asked.get("cause"))
        try:
            told = json.loads(note)
            stands = {name: told.get(name) for name in right}
        except (ValueError, AttributeError):
            stands = note
        if stands != right:
            self.say(at, f"note of the {kind}", note, json.dumps(right, ensure_ascii=False))

    def generation_of(self, own):
        while self.gens[own["gen"]]["held"] != own["gen"]:
            own["gen"] = self.gens[own["gen"]]["held"]
        return own["gen"]

    def do_contribute(self, own, attempt, seat, seq, answer):
        before, stake = self.balance[0], self.terms["stake_cents"]
        own["gen"] = own["gen"] or self.open
        self.played.setdefault(self.key[:3], [self.open, 0, 0])
        count = 0
        while self.at < seq:
            place = self.entries[self.at][1] if self.at < len(self.entries) else 0
            parts = self.into_meter(stake * self.terms["meter_share"])
            parts |= {
                "reserve": stake * self.terms["reserve_share"],
                "house": stake * self.terms["house_share"],
            }
            self.post("contribution", place, **parts)
            own["stakes"][place] = (self.at, parts)
            count += 1
        return {
            "generation": self.generation_of(own), "meter_generation": self.open,
            "meter_before_cents": before // MICRO, "meter_cents": self.balance[0] // MICRO,
            "contributed_micro": self.balance[0] - before,
            "stakes_cents": stake * count,
        }  # fmt: skip

    def do_refund(self, own, attempt, seat, seq, answer):
        stood, parts = own["stakes"].pop(seat, (0, Counter()))
        reserve, overflow = min(parts["reserve"], self.balance[2]), min(parts["overflow"], self.balance[3])
        owed = parts["meter"] + parts["reserve"] - reserve + parts["overflow"] - overflow
        meter = min(owed, self.balance[0])
        self.post(
            "refund",
            seat,
            meter=-meter,
            reserve=-reserve,
            overflow=-overflow,
            house=meter - owed - parts["house"],
            link=stood,
        )
        return {
            "seat": seat, "cents": sum(parts.values()) // MICRO, "contribution_seq": stood,
            "meter_cents": self.balance[0] // MICRO,
        }  # fmt: skip

    def do_finish(self, own, attempt, seat, seq, answer, kind="finish"):
        self.post(kind)
        self.played.setdefault(self.key[:3], [self.open, 0, 0])[1:] = self.at, int(kind == "closing")
        return {"generation": self.generation_of(own), "meter_cents": self.balance[0] // MICRO}

    def do_close(self, own, attempt, seat, seq, answer):
        return self.do_finish(own, attempt, seat, seq, answer, "closing")

    def do_claim(self, own, attempt, seat, seq, answer):
        number = self.generation_of(own)
        claimed = self.gens[number]
        if claimed["value"] is None:
            claimed["value"] = self.balance[0]
            self.post("freeze", meter=-self.balance[0], frozen=self.balance[0])
            self.open += 1
            seed = self.terms["start_cents" if self.terms["reset_cents"] is None else "reset_cents"] * MICRO
            self.post("seed", meter=seed)
            limit = self.terms["limit_cents"]
            room = math.inf if limit is None else max(0, limit * MICRO - seed)
            reserve = min(self.balance[2], room)
            overflow = min(self.balance[3], room - reserve)
            if reserve or overflow:
                self.post("release", meter=reserve + overflow, reserve=-reserve, overflow=-overflow)
            self.gens[self.open] = opened_with(self.open, seed, reserve, overflow)
        else:
            self.post("freeze", seat, note=f"shares generation {number}")
        order = len(claimed["claims"]) + 1
        claimed["claims"][order] = "standing"
        own["claim"] = number, order, seat
        self.claimed[number, order] = [attempt, seat, self.at, "pending", 0, 0]
        return {
            "generation": number, "order": order, "value_cents": claimed["value"] // MICRO,
            "next_generation": self.open, "meter_cents": self.balance[0] // MICRO,
        }  # fmt: skip

    def do_refuse(self, own, attempt, seat, seq, answer):
        number, order, holder = own["claim"] or (self.open, 0, 0)
        claimed, restored = self.gens[number], 0
        claimed["claims"][order] = "refused"
        self.post("refusal", holder)
        if (number, order) in self.claimed:
            self.claimed[number, order][3:] = "refused", 0, self.at
        if claimed["share"] is not None:
            restored = claimed["share"] * MICRO
            self.carry(restored)
        elif "standing" not in claimed["claims"].values():
            restored = claimed["value"] or 0
            self.restore(number, restored)
        own["claim"] = None
        return {
            "generation": self.open,
            "restored_cents": restored // MICRO,
            "meter_cents": self.balance[0] // MICRO,
        }

    def carry(self, micro):
        if micro:
            self.post("carry", frozen=-micro, **self.into_meter(micro))

    def restore(self, number, value):
        self.post("restore", meter=value, frozen=-value)
        for one in self.gens.values():
            if one["held"] == number:
                one["held"] = self.open
        for one in self.played.values():
            if one[:2] == [number, 0]:
                one[0] = self.open
        newest = max(at for at, one in self.gens.items() if one["held"] == self.open and not one["back"])
        opening = self.gens[newest]
        self.post("seed", meter=-min(opening["seed"], self.balance[0]))
        reserve = min(opening["reserve"], self.balance[0])
        overflow = min(opening["overflow"], self.balance[0] - reserve)
        if reserve or overflow:
            self.post("release", meter=-reserve - overflow, reserve=reserve, overflow=overflow)
        opening["back"] = True
        limit = self.terms["limit_cents"]
        if limit is not None and self.balance[0] > limit * MICRO:
            spilt = self.balance[0] - limit * MICRO
            self.post("spill", meter=-spilt, overflow=spilt)

    def do_award(self, own, attempt, seat, seq, answer):
        cents = meter = 0
        for prize in answer["awards"]:
            if prize["kind"] == "jackpot":
                continue
            paid = 0
            if self.terms["fixed_prizes_paid_from"] == "meter":
                paid = min(prize["cents"], max(0, self.balance[0] // MICRO - self.terms["start_cents"]))
            self.post(
                "award",
                prize["seat"],
                prize["kind"],
                meter=-paid * MICRO,
                paid=-(prize["cents"] - paid) * MICRO,
            )
            cents, meter = cents + prize["cents"], meter + paid
        house = cents - meter
        for prize in answer["awards"]:
            if prize["kind"] == "jackpot":
                number, order, _ = own["claim"] or (self.open, 0, 0)
                claimed = self.gens[number]
                standing = sum(one != "refused" for one in claimed["claims"].values()) or 1
                share = (
                    claimed["share"]
                    if claimed["share"] is not None
                    else (claimed["value"] or 0) // (standing * MICRO)
                )
                if prize["cents"] != share:
                    self.say(seq, f"the share of {standing} claims in {self.where}", prize["cents"], share)
                self.post("award", prize["seat"], "jackpot", frozen=-share * MICRO)
                claimed["claims"][order] = "paid"
                if (number, order) in self.claimed:
                    self.claimed[number, order][3:] = "paid", share, self.at
                table, _, round_, _ = self.key
                at_ms = self.entries[self.at - 1][4] if self.at <= len(self.entries) else 0
                paid = {"generation": number, "table": table, "round": round_, "seat": prize["seat"]}
                self.wins.append((self.at, paid | {"cents": share, "at_ms": at_ms}))
                if claimed["share"] is None:
                    claimed["share"] = share
                    self.carry((claimed["value"] or 0) - share * standing * MICRO)
                cents, meter = cents + share, meter + share
        return {
            "cents": cents, "from_meter_cents": meter, "from_house_cents": house,
            "meter_cents": self.balance[0] // MICRO,
        }  # fmt: skip

    def do_correct(self, own, attempt, seat, seq, answer):
        account, micro = answer["account"], answer["micro"]
        before = self.balance[ACCOUNTS.index(account)]
        self.post("correction", **{account: micro})
        self.played.setdefault(self.key[:3], [self.open, self.at, 0])
        return {
            "before_micro": before,
            "after_micro": before + micro,
            "meter_cents": self.balance[0] // MICRO,
        }

    def do_stop(self, own, attempt, seat, seq, answer):
        self.post("stop")
        self.played.setdefault(self.key[:3], [self.open, self.at, 0])
        return {"meter_cents": self.balance[0] // MICRO}

    def do_reopen(self, own, attempt, seat, seq, answer):
        self.post("reopening")
        self.played.setdefault(self.key[:3], [self.open, self.at, 0])
        return {"meter_cents": self.balance[0] // MICRO}


def opened_with(number, seed, reserve=0, overflow=0):
    """One cycle of the meter: by which it is held, what opened it, its frozen value, share and claims."""
    return {
        "held": number, "seed": seed, "reserve": reserve, "overflow": overflow, "back": False,
        "value": None, "share": None, "claims": {},
    }  # fmt: skip


RECORDED = {
    "ContributionRecorded": ("contribute", ("generation", "meter_before_cents", "meter_cents")),
    "RefundRecorded": ("refund", ("meter_cents",)),
    "ClaimRecorded": ("claim", ("generation", "value_cents", "next_generation", "meter_cents")),
    "ClaimWithdrawn": ("refuse", ("generation", "meter_cents")),
    "AwardRecorded": ("award", ("cents", "meter_cents")),
    "FinishRecorded": ("finish", ("meter_cents",)),
}
"""By kind of entry: the act of the book that it tells, and what both must say alike."""
ASKED = {
    "ContributionAsked": "contribute", "RefundAsked": "refund", "ClaimAsked": "claim", "AwardAsked": "award",
    "AwardRefused": "refuse", "FinishAsked": "finish",
}  # fmt: skip
ASIDE = {
    "RefundAsked": "refund", "ClaimAsked": "claim", "AwardAsked": "award", "AwardRefused": "refusal",
    "FinishAsked": "finish",
}  # fmt: skip
"""By kind of entry: the name under which the act that it asks is set aside."""
OF_PERSONS = {"MeterCorrectionAsked": "correct", "JackpotStopAsked": "stop", "ReopeningAsked": "reopen"}
"""The acts of persons on the meter itself: of no round, and in the place of a deal the number of the act."""
TOLD_BY_PERSONS = {
    "MeterCorrected": "correct", "IncrementMoved": "correct", "JackpotStopped": "stop",
    "JackpotReopened": "reopen",
}  # fmt: skip
"""By kind of entry: the act of persons that it tells the book's answer to."""


def never(terms):
    """Nothing of this move waits for an answer of the book."""
    return False


def asking(journal, act, body):
    """What asking and answer of one act share; an end of a round is answered without its attempt."""
    number, seat = (
        body.get("round", body.get("number")),
        body.get("seat") if act in ("refund", "award") else 0,
    )
    return journal, act, number, 0 if act == "finish" else body.get("attempt", 0), seat


def listed(seats):
    return ", ".join(map(str, seats))


def instant(at_ms):
    try:
        return f"{datetime.fromtimestamp(at_ms // 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return f"{at_ms} ms"


# --- what the entries of a journal say ---------------------------------------------------------------

MOVES = {
    "AwardRecorded": "awarded", "ClaimRecorded": "awarded", "ClaimWithdrawn": "awarded",
    "RefundRecorded": "refunded",
    "MeterCorrected": "corrected", "IncrementMoved": "corrected", "FinishRecorded": "others",
}  # fmt: skip
"""By kind of entry: under which of the session's figures it stands."""
CORRECTED = ("MeterCorrected", "IncrementMoved")
OWN = ("awarded", "refunded", "corrected", "others")
ELSEWHERE = ("first_read", "same_cycle", "new_cycle", "undivided")
"""The figures of a session by what moved a linked meter: this table's acts, and what was none of them."""
OF_TERMS = {
    "AwardAsked": "prizes", "AwardRecorded": "prizes", "RefundAsked": "refunds", "RefundRecorded": "refunds",
}  # fmt: skip
"""By kind of entry: which terms of the book decide how its move is divided."""
UNASKED = ("MeterRead", "ContributionRecorded", "JackpotStopped", "JackpotReopened")
"""Entries that tell what others moved a linked meter by before them."""
FIGURES = (
    "stakes", "refunds", "wins", "wins_cents", "prizes_cents",
    "acts_aside", "refunds_aside", "prizes_aside_cents",
)  # fmt: skip
"""Those of the session's figures that are counted from its acts alone."""
FIRST_SCHEMA = "1.0"
"""Of this schema are linked sessions without `elsewhere`."""
LAST_WINS = 25
DEALS_KEPT = 400
"""A rectification reaches back over so many deals."""


class Audit:
    """The entries of one journal, from the first on, each held against what the rules make of those before.

    `say` takes an entry's number, what is told there, what stands and what is right.
    """

    def __init__(self, opened, journal_id, rule_book, book, say, met):
        self.opened, self.journal, self.rule_book, self.book = opened, journal_id, rule_book, book
        self.say, self.met, self.seq = say, met, 0
        self.rules, self.minimum, self.maximum, self.next_maximum, self.stake = None, 0, 0, 0, 0
        self.deal, self.hollow, self.in_play, self.shares, self.claims = None, {}, {}, {}, {}
        self.past, self.asked, self.heard, self.told = {}, None, set(), Counter()
        self.counts, self.signed, self.floats, self.advances, self.closing = {}, {}, 0, 0, None
        self.slips, self.refund_due, self.aside = {}, {}, set()
        self.lines_of, self.proposed = {}, {}
        self.armed, self.stopped_at, self.figures = None, None, {}
        self.voided_jp1, self.posted, self.displays = set(), {}, None
        self.latched = set()
        self.fixed, self.generation, self.antes_first = 0, 0, False
        self.session_begins(0)
        self.owing, self.cycle, self.rise, self.rises = None, 0, 0, {}
        self.told_apart, self.ended = False, set()
        self.grown, self.grown_to, self.highest = [], {}, 0
        """What contributions grew the meter by, of how many stakes, to where, and by round; its highest."""
        self.contributed, self.finish_due, self.back, self.owed = set(), {}, {}, set()
        """Rounds with stakes in the book, those whose end it must hear; refunds by cause; acts owed."""
        self.rectifying, self.jp1_open, self.differs = None, True, False
        self.table, self.counting, self.results, self.signed_slips = "closed", None, 0, set()
        self.carrying, self.to_refund, self.aside_of, self.master_lost = None, set(), None, False
        self.voided, self.proposed_rectification, self.truths, self.meter = None, {}, {}, (0, 0)
        self.claims_aside, self.forgone = {}, set()
        """By round the award of a claim that was set aside; rounds that two persons accept as they stand."""
        self.refunds_aside, self.claimed, self.won = Counter(), set(), 0
        """By round its stakes that went back although the book refused that, until two persons accept it;
        the cycles that other tables claim, and the last that was won."""
        if not rule_book.by_digest:
            raise Unfit(
                "no rule file was given: --rules config/rules, or rules.json of the evidence of a round"
            )
        self.find_rules()

    def find_rules(self, minimum=0, maximum=0):
        self.rules = self.rule_book.of(self.opened["profile_digest"], minimum, maximum)

    def hold(self, what, stands, right):
        if stands != right:
            self.say(self.seq, what, stands, right)

    def check(self, seq, kind, body):
        self.seq = seq
        act = getattr(self, kind, None) if kind[:1].isupper() else None  # what helps here is no kind
        if kind in ASKED:
            self.ask(kind, body)
        if kind in OF_PERSONS:
            self.told[OF_PERSONS[kind], 0, body["number"], 0] += 1
        if kind in RECORDED:
            self.record(kind, body)
        if act is not None:
            try:
                act(body)
            except LookupError as missing:
                if not isinstance(missing, KeyError | IndexError):
                    self.say(
                        seq,
                        kind,
                        f"a result without {missing}",
                        "cards that were turned up, or a hand that was told",
                    )
                else:
                    self.say(seq, kind, "an entry that nothing before it explains", f"({missing})")
        elif "book_seq" in body and "meter_cents" in body and kind not in RECORDED:
            self.meter_at(body, "meter_cents")
        before, name = self.meter[1], "after_cents" if kind in CORRECTED else "meter_cents"
        told = "book_seq" in body and name in body
        heard = self.meter[0]
        if told and (body["book_seq"] >= heard or kind == "JackpotReopened"):
            self.meter = body["book_seq"], body[name]
        if told:
            self.highest = max(self.highest, body[name])
        if kind in MOVES:
            self.moves(kind, body, before, self.meter[1] - before)
        if kind in MOVES or kind in UNASKED:
            self.divide(kind, body, before, heard)
        if kind == "RefundRecorded":
            self.stake_left(body, body["book_seq"] > heard)
        if kind in RECORDED or kind == "ActSetAside":
            self.owing = None
        if told and (body["book_seq"] >= heard or kind == "JackpotReopened"):
            self.cycle = body.get("next_generation", body.get("generation", self.cycle))

    def moves(self, kind, body, before, moved):
        """What an act of this table moved of the meter that it shows: alone, and where others share it."""
        own, alone = 0, MOVES[kind]
        if kind == "AwardRecorded" and self.book and self.book.terms["fixed_prizes_paid_from"] == "meter":
            own = -min(self.fixed, max(0, before - self.book.terms["start_cents"]))
        elif kind == "RefundRecorded":
            own = -(self.stake * self.book.terms["meter_share"] // MICRO) if self.book else -self.rise
        elif kind == "ClaimRecorded" and body["next_generation"] > self.generation:
            own = body["meter_cents"] - body["value_cents"]
        elif kind in CORRECTED:
            own = body["after_cents"] - body["before_cents"]
        self.moved[True][alone] += moved
        if kind in ("ClaimWithdrawn", "FinishRecorded"):
            self.moved[False][alone] += moved
        else:
            self.moved[False][alone] += own
            self.moved[False]["others"] += moved - own
        self.generation = body.get("next_generation", body.get("generation", self.generation))

    def divide(self, kind, body, before, heard):
        """The same where others share the meter and each move is told apart: this table's, or elsewhere."""
        moved = self.meter[1] - before
        if kind == "JackpotReopened":
            self.reopened(body, moved)
            return
        if kind in UNASKED:
            if kind == "ContributionRecorded":
                late = body["book_seq"] < heard
                moved = body["meter_before_cents"] - (body["meter_cents"] if late else before)
            self.elsewhere_at(body.get("generation", self.cycle), moved)
            return
        own = {
            "AwardRecorded": self.prize_of_meter, "RefundRecorded": self.linked_share_of_meter,
            "ClaimRecorded": self.claim_of_meter, "ClaimWithdrawn": lambda body: lambda terms: None,
            "FinishRecorded": lambda body: lambda terms: 0,
        }.get(kind, self.corrected)(body)  # fmt: skip
        is_open = self.in_the_open() if body["book_seq"] <= heard else never

        def divided(terms):
            given = own(terms)
            if given is None:
                return {"undivided": moved}
            return {MOVES[kind]: given, "undivided" if is_open(terms) else "others": moved - given}

        self.divided.append((OF_TERMS.get(kind) or self.part_owing(), divided))

    def reopened(self, body, moved):
        """Others moved a linked meter meanwhile, where nothing differed; a table alone has it accepted."""
        left = self.unasked if self.unasked != self.signed_for else 0  # two persons signed for another amount
        if body["accepted"] is None and body["data"] is None:
            self.elsewhere_at(body.get("generation", self.cycle), moved)
        self.unasked = left

    def elsewhere_at(self, generation, moved):
        if self.table == "open":
            self.unasked += moved
            kind, risen = "first_read", generation > self.cycle
            is_open = never
            if self.cycle:
                kind = "new_cycle" if risen else "same_cycle"
                claims = self.owing and self.owing[0] == "ClaimAsked"
                is_open = never if claims and not risen else self.in_the_open()

            def divided(terms):
                return {"undivided" if is_open(terms) else kind: moved}

            self.divided.append((self.part_owing(), divided))

    def part_owing(self):
        """Which terms decide of what the act that the book owes an answer moves."""
        return OF_TERMS.get(self.owing[0] if self.owing else "", "")

    # What the terms of the book decide is asked once all of them are known, or guessed: of each move a
    # function of the terms.

    def in_the_open(self):
        """Whether the act that the book owes an answer moves the meter by what only that answer may tell."""
        kind, body = self.owing or ("", {})
        if kind == "AwardAsked":
            fixed = any(one["cents"] for one in body["awards"])
            return lambda terms: fixed and terms["fixed_prizes_paid_from"] == "meter"
        if kind == "RefundAsked":
            share = self.linked_share_of_meter(body)
            return lambda terms: share(terms) is None
        return lambda terms: kind in ("ClaimAsked", "AwardRefused")

    def prize_of_meter(self, body):
        fixed, stands = self.fixed, body["meter_cents"]
        if fixed:
            self.prized.add(stands)

        def given(terms):
            if not fixed or terms["fixed_prizes_paid_from"] != "meter":
                return 0
            start = terms["start_cents"]
            return None if stands == start else -fixed * (stands > start)

        return given

    def linked_share_of_meter(self, body):
        """What a table that shares its meter says that this gave back of a stake.

        What met the limit takes nothing off what the round plays for: so each of its stakes did, or none.
        Of a round that is over the table has forgotten where its stakes left the meter.
        """
        generation, meter = 0, None
        if self.deal and self.deal.number == body["round"]:
            generation, meter = self.rises.get(body["round"], (0,))[0], self.grown_to.get(body["round"], 0)
        other = generation not in (0, self.cycle)

        def given(terms):
            limit = terms["limit_cents"]
            if other or (limit is not None and (meter is None or meter >= limit)):
                return None
            return -terms["share_cents"]

        return given

    def share_of_meter(self, body, meter):
        """The same of a round that plays for so much; without the book, as the last stakes grew it."""
        if not self.book:
            return -self.rise
        generation, limit = self.rises.get(body["round"], (0,))[0], self.book.terms["limit_cents"]
        if generation not in (0, self.cycle) or (limit is not None and (meter is None or meter >= limit)):
            return None
        return -self.share_of(self.book.terms)

    def share_of(self, terms):
        return self.stake * terms["meter_share"] // MICRO

    def terms_of_prizes(self):
        """Where the book pays fixed prizes from: without it, each start amount that makes a difference."""
        if self.book:
            return [{name: self.book.terms[name] for name in ("fixed_prizes_paid_from", "start_cents")}]
        starts = {start + more for start in self.prized for more in (0, 1)}
        starts |= {min(self.prized) - 1} if self.prized else set()
        house = {"fixed_prizes_paid_from": "house", "start_cents": 0}
        return [house, *({"fixed_prizes_paid_from": "meter", "start_cents": one} for one in sorted(starts))]

    def terms_of_refunds(self):
        """What a stake gives the meter, and its limit; without the book, what the stakes told here can mean.

        The meter is never above its limit, so whoever met it stood as high as any. From one stake to the
        next less than a cent is carried.
        """
        if self.book:
            limit = self.book.terms["limit_cents"]
            return [{"share_cents": self.share_of(self.book.terms), "limit_cents": limit}]
        grown = [one for one in self.grown if one[2] < self.highest] or self.grown
        least = max((Fraction(rise - 1, stakes) for rise, stakes, _ in grown), default=0)
        most = min((Fraction(rise + 1, stakes) for rise, stakes, _ in grown), default=0)
        shares = range(math.ceil(most) - 1, max(0, math.floor(least)) - 1, -1) or [self.rise]
        limits = None, self.highest, self.highest + 1
        return [{"share_cents": share, "limit_cents": limit} for limit in limits for share in shares]

    def divisions(self):
        """What this table moved of a linked meter, and what else moved it: by the terms of the book, or by
        any that it may have."""
        fixed = self.summed("", {})
        prizes = [self.summed("prizes", terms) for terms in self.terms_of_prizes()]
        for refunds in [self.summed("refunds", terms) for terms in self.terms_of_refunds()]:
            for one in prizes:
                sums = Counter(fixed)
                sums.update(one)
                sums.update(refunds)
                elsewhere = {kind: sums[kind] for kind in ELSEWHERE if sums[kind]}
                yield [sums[name] for name in OWN], elsewhere

    def summed(self, part, terms):
        sums = Counter()
        for of, divided in self.divided:
            if of == part:
                sums.update(divided(terms))
        return sums

    def stake_left(self, body, news):
        """The round plays for the meter without the stake: as the book tells it, or its share less where
        other tables move the meter, too, or the book refused it."""
        number = body["round"]
        if number not in self.rises or self.aside_of == (number, body["attempt"]):
            return
        generation, *risen = self.rises[number]
        alone, linked = (one + (self.share_of_meter(body, one) or 0) for one in risen)
        told = news and generation == self.cycle
        self.rises[number] = generation, min(body["meter_cents"], risen[0]) if told else alone, linked

    def claim_of_meter(self, body):
        own = body["meter_cents"] - body["value_cents"] if body["next_generation"] > self.cycle else 0
        return lambda terms: own

    def corrected(self, body):
        own = body["after_cents"] - body["before_cents"]
        return lambda terms: own

    # --- the felt -----------------------------------------------------------------------------------

    def while_(self, table, what):
        if table != self.table:
            self.say(self.seq, what, f"while the table is {self.table}", f"while it is {table}")

    def session_begins(self, meter_cents):
        """What the jackpot's figures of a session count from; the meter is told once the table is open."""
        self.meter_start, self.session, self.accepted = meter_cents, Counter(), False
        self.moved, self.unasked, self.alone = {True: Counter(), False: Counter()}, 0, None
        self.signed_for = 0
        self.divided, self.prized = [], set()
        self.chips, self.chips_before, self.chips_back = -1, 0, 0

    def TableOpened(self, body):  # noqa: N802
        self.while_("opening" if self.table == "opening" else "closed", "the table opens")
        self.table, self.counting = "open", None
        self.minimum, self.maximum, self.stake = (
            body["minimum_cents"],
            body["maximum_cents"],
            body["jp1_stake_cents"],
        )
        self.next_maximum = self.maximum
        self.session_begins(self.meter[1])
        self.find_rules(self.minimum, self.maximum)
        if self.rules is None:
            raise Unfit(
                f"no rule file given has the digest {self.opened['profile_digest']}: add rules.json of the"
                " evidence of a round of this table, or its *.toml, by --rules"
            )
        self.hold("minimum_cents", self.minimum, self.rules.limits["minimum_cents"])
        self.maximum_of(self.maximum)
        if self.book:
            self.hold("jp1_stake_cents", self.stake, self.book.stake)

    def MaximumChanged(self, body):  # noqa: N802
        """During the opening it is in force, and held to the minimum, when the table opens."""
        self.next_maximum = body["maximum_cents"]
        if self.table == "open":
            self.maximum_of(self.next_maximum)

    def maximum_of(self, cents):
        if cents not in [self.minimum * times for times in (10, 20, 30)]:
            self.say(self.seq, "maximum_cents", cents, "10, 20 or 30 times the minimum")

    def HeadsWitnessed(self, body):  # noqa: N802
        """Nothing is due for it; what the heads are worth is held against the other tables' journals."""
        self.met["heads of other tables"] += len(body["heads"])

    def DisplaysChanged(self, body):  # noqa: N802
        self.displays = body["count"]

    def Jp1Closed(self, body):  # noqa: N802
        self.jp1_open = False
        if body["code"] == "no_display":
            self.displays = 0

    def StopSeen(self, body):  # noqa: N802
        self.jp1_open = False

    def JackpotInterrupted(self, body):  # noqa: N802
        self.jp1_open = False
        self.meter_at(body, "meter_cents")

    def StopEndSeen(self, body):  # noqa: N802
        self.jp1_open = True

    def Jp1Opened(self, body):  # noqa: N802
        self.jp1_open = True
        self.displays = self.displays or 1

    def MasterLost(self, body):  # noqa: N802
        """No card is dealt any more, so no JP1 stake is carried to another deal."""
        self.master_lost = True

    def MasterFound(self, body):  # noqa: N802
        self.master_lost = False

    def after_void(self, what):
        """Every stake of a void deal is back before anything else, and a carried one is played for."""
        if self.to_refund:
            self.say(self.seq, what, f"no refund of seats {sorted(self.to_refund)}", "once they are refunded")
        self.to_refund = set()

    def RoundOpened(self, body):  # noqa: N802
        self.while_("open", "a deal opens")
        opens, self.carrying, carried = (body["round"], body["attempt"]), None, self.carrying
        self.after_void("a deal opens")
        if carried:
            self.hold("the deal that opens over carried JP1 stakes", opens, carried)
        elif opens[1] != 1:
            self.say(self.seq, "another deal of the round", opens, "the first of the next round")
        if opens[1] > 1:
            kept = self.deal.kept if self.deal else ()
            self.in_play = {seat: deal for seat, deal in self.in_play.items() if seat in kept}
        if self.deal:
            self.hollow |= {seat: dict(one) for seat, one in self.deal.laid.items()}
        if body["attempt"] == 1:
            self.in_play = {}
            if self.displays != 0:  # a maximum counts once it can be read
                self.maximum = self.next_maximum
        for seat, one in list(self.hollow.items()):  # what is above a new maximum stands no more
            kept = {spot: cents for spot, cents in one.items() if cents <= self.maximum}
            self.hollow[seat] = kept if "ante" in kept else {}
        self.deal = Deal(self.rules, body["round"], body["attempt"])
        self.deal.jp1 = self.in_play
        self.past[body["round"], body["attempt"]] = self.deal
        while len(self.past) > DEALS_KEPT:
            del self.past[next(iter(self.past))]
        self.latched = set()

    def amounts(self, one):
        """Cents by spot of what a seat laid: the first side bet of the felt has no name."""
        laid = {"ante": one["ante_cents"], self.rules.second: one["ante_cents"]}
        if one["side_cents"]:
            laid[next(iter(self.rules.sides), "side")] = one["side_cents"]
        return laid | {other["spot"]: other["cents"] for other in one.get("further", ())}

    def really_laid(self, truth):
        """As `amounts`, of stakes put right: those name the side bets that were not laid, too, with 0."""
        laid = self.amounts(truth)
        return {spot: cents for spot, cents in laid.items() if cents or spot in ("ante", self.rules.second)}

    def lay(self, one):
        seat, laid = one["seat"], self.amounts(one)
        self.within_limits(seat, laid, self.maximum)
        places = self.opened.get("seats", 7)
        if not 1 <= seat <= places:
            self.say(self.seq, "a seat", seat, f"one of {places}")
        self.deal.laid[seat] = laid

    def within_limits(self, seat, laid, maximum):
        chip = self.rules.limits["chip_cents"]
        for spot, cents in laid.items():
            side = self.rules.sides.get(spot)
            table = self.rules.blind if spot == self.rules.second else side["table"] if side else {}
            if spot not in ("ante", self.rules.second) and side is None:
                self.say(self.seq, f"seat {seat}, {spot}", cents, "no such spot on this felt")
            step = max((chip * d // math.gcd(chip * d, n) for n, d in table.values()), default=chip)
            most = maximum
            if side and side["antes"]:
                most = min(most, side["antes"] * laid["ante"])
            if cents % chip or any(cents * n % (d * chip) for n, d in table.values()):
                self.say(self.seq, f"seat {seat}, {spot}", cents, f"a multiple of {math.lcm(chip, step)}")
            if not (self.minimum if spot in ("ante", self.rules.second) else 1) <= cents <= most:
                self.say(self.seq, f"seat {seat}, {spot}", cents, f"from {self.minimum} to {most}")

    def staking(self, what):
        if self.deal.locked:
            self.say(self.seq, what, "after the bets were closed", "before it, or once they are reopened")

    def StakesSet(self, body):  # noqa: N802
        self.staking(f"the stakes of seat {body['seat']}")
        self.lay(body)

    def StakesConfirmed(self, body):  # noqa: N802
        self.staking("stakes confirmed")
        for one in body["stakes"]:
            if one["seat"] in self.hollow:
                self.hold(f"what seat {one['seat']} confirmed", self.amounts(one), self.hollow[one["seat"]])
            self.lay(one)

    def StakesTakenBack(self, body):  # noqa: N802
        self.staking("stakes taken back")
        for one in body["stakes"]:
            self.deal.laid.pop(one["seat"], None)
            amounts = self.amounts(one)
            if amounts["ante"] or one["side_cents"]:
                self.hold(f"what stands hollow at seat {one['seat']}", amounts, self.hollow.get(one["seat"]))

    def SeatVacated(self, body):  # noqa: N802
        seat = body["seat"]
        self.staking(f"seat {seat} leaves")
        self.deal.laid.pop(seat, None)
        self.goes_back(seat, "its player left")

    def goes_back(self, seat, cause):
        """The JP1 stake of the seat, if it has one: it plays no more, and the book is to be asked for it."""
        if seat in self.in_play:
            self.back[self.deal.number, self.in_play.pop(seat), seat] = cause

    def DecisionsOpened(self, body):  # noqa: N802
        deal, street = self.deal, body["street"]
        right = None if deal.speaking or deal.ended else deal.begun + 1
        self.hold("the street that opens", street, right)
        if street >= len(self.rules.streets):
            return
        hidden = [place for place in deal.board_of(street) if place not in deal.shown]
        if hidden or len(deal.drawn) < 2 * len(deal.laid) + 2:
            what = f"the decisions of street {street}"
            self.say(self.seq, what, "open", f"once the hands are dealt and {hidden or 'all'} turned up")
        deal.street, deal.begun, deal.speaking = street, max(street, deal.begun), True

    def StreetCalled(self, body):  # noqa: N802
        deal = self.deal
        self.hold("the street that is over", body["street"], deal.street if deal.speaking else None)
        for seat in deal.waited_for():
            self.say(
                self.seq, f"seat {seat} on street {deal.street}", "neither bets nor folds", "one of them"
            )
        deal.speaking = False

    def StreetTakenBack(self, body):  # noqa: N802
        deal = self.deal
        self.hold("the street that is open again", body["street"], None if deal.speaking else deal.begun)
        if deal.follows():
            self.say(self.seq, f"street {deal.begun}", "open again", "over, for what follows is out")
        deal.speaking = True

    def answered(self, seat, what):
        """The seat bets or folds, which it may while a street is open."""
        told = f"seat {seat} bets" if what == "bets" else f"seat {seat} folds"
        if not self.deal.speaking:
            self.say(self.seq, told, "while no street is open", "between opening and call")
        if seat in self.deal.folded:
            self.say(self.seq, told, "after it has folded", "nothing more of this seat")
        self.deal.answers.setdefault(seat, []).append((what, self.deal.street))

    def unanswered(self, seat, what):
        """Taken back is what the seat said last, on the street that is open still."""
        said, here = self.deal.answers.get(seat), (what, self.deal.street if self.deal.speaking else None)
        self.hold(f"what is taken back of seat {seat}, and its street", here, said.pop() if said else None)

    def PlayBet(self, body):  # noqa: N802
        seat, spot, cents = body["seat"], body["spot"], body["cents"]
        ante, before = self.deal.laid[seat]["ante"], self.deal.bets.setdefault(seat, [])
        legal = [(one["spot"], Fraction(ante * one["half_antes"], 2)) for one in self.deal.offered(seat)]
        self.answered(seat, "bets")
        if (spot, cents) not in legal:
            told = " or ".join(f"{amount} on {name}" for name, amount in legal) or "no bet"
            self.say(self.seq, f"seat {seat} bets on {spot}", cents, told)
        before.append((spot, cents))

    def PlayTakenBack(self, body):  # noqa: N802
        self.unanswered(body["seat"], "bets")
        self.deal.bets[body["seat"]].pop()

    def SeatFolded(self, body):  # noqa: N802
        deal, seat = self.deal, body["seat"]
        self.answered(seat, "folds")
        street = self.rules.streets[deal.street]
        if body.get("by_clock") and not self.rules.clocks["decision_ms"]:
            self.say(self.seq, f"seat {seat} folds", "by the clock", "by a person: this game has no clock")
        if not self.rules.options["fold_any_time"] and not (street["fold"] and deal.offered(seat)):
            made = [spot for spot, _ in deal.bets.get(seat, ())]
            why = f"after it has bet on {', '.join(made)}" if made else f"on street {street['name']}"
            self.say(
                self.seq, f"seat {seat} folds", why, "where the rules let it fold, and in place of a bet"
            )
        deal.folded.add(seat)

    def FoldTakenBack(self, body):  # noqa: N802
        self.unanswered(body["seat"], "folds")
        self.deal.folded.discard(body["seat"])

    # --- cards --------------------------------------------------------------------------------------

    def place(self, body, place):
        if body["round"] != self.deal.number or body["attempt"] != self.deal.attempt:
            self.say(
                self.seq,
                "the deal of a card",
                (body["round"], body["attempt"]),
                (self.deal.number, self.deal.attempt),
            )
        if self.deal.expected is None:
            self.deal.expected = list(self.deal.order())
        if not self.deal.locked:
            self.say(self.seq, f"a card at {place}", "while bets are open", "once they are closed")
        at = len(self.deal.drawn)
        right = self.deal.expected[at] if at < len(self.deal.expected) else "none"
        self.hold("the place of the next card", place, right)
        self.deal.drawn.add(place)
        self.met["cards"] += 1

    def CardDealt(self, body):  # noqa: N802
        self.place(body, body["place"])

    def CardUnread(self, body):  # noqa: N802
        self.place(body, body["place"])
        self.deal.blank.add(body["place"])

    def CardsDealtByHand(self, body):  # noqa: N802
        self.deal.by_hand = True
        for place in body["places"]:
            self.place(body, place)
        self.deal.blank |= set(body["places"])

    def CardKeyed(self, body):  # noqa: N802
        """A person says a card that nobody read, or the true one where one that was keyed lies twice."""
        place, held = body["place"], self.deal.held == "card_clash"
        if held and place in self.deal.to_put_right():
            self.deal.anew.add(place)
        elif place not in self.deal.blank:
            self.say(self.seq, f"a card keyed at {place}", "over one that is known", "where none is known")
        self.deal.blank.discard(place)
        self.deal.keyed.add(place)

    def RoundHeld(self, body):  # noqa: N802
        if self.deal:
            self.deal.held = body["cause"]
            if body["cause"] == "card_clash" and not self.deal.to_put_right():
                stands, right = "none that was keyed lies open twice", "a keyed card that lies open twice"
                self.say(self.seq, "the hold for two equal cards", stands, right)

    def HoldEnded(self, body):  # noqa: N802
        """What waited for a second person in the hold waits no more."""
        if self.deal:
            self.deal.held, self.deal.correcting, self.deal.armed = "", 0, ()

    def CardsRevealed(self, body):  # noqa: N802
        for one in body["cards"]:
            if one["place"] not in self.deal.drawn:
                self.say(self.seq, f"a card turned up at {one['place']}", one["card"], "no card lies there")
            if not self.may_be_shown(one["place"]):
                self.say(
                    self.seq, f"a card turned up at {one['place']}", one["card"], "a card still face down"
                )
            if one["place"] in self.deal.shown.keys() - self.deal.anew:
                self.say(self.seq, f"a card turned up at {one['place']}", f"once more, {one['card']}", "once")
            self.deal.anew.discard(one["place"])
            self.deal.shown[one["place"]] = one["card"]
            self.met["cards turned up"] += 1

    def may_be_shown(self, place):
        """Each street of the board when the one before is over, the bank's hand once all are; hands too."""
        deal, part = self.deal, place.partition(".")[0]
        if place in deal.shown or deal.over():
            return True
        if part == "board":
            return not deal.speaking and place in deal.board_of(deal.begun + 1)
        return part == "hole" and self.rules.options["player_cards"] == "face_up" and not deal.speaking

    def HandCardDiffers(self, body):  # noqa: N802
        self.deal.presented[body["place"]] = body["presented"]

    def CardReportWithdrawn(self, body):  # noqa: N802
        self.deal.presented.pop(body["place"], None)

    def IncidentReported(self, body):  # noqa: N802
        if self.deal and body["kind"] == "exchanged_card" and body["place"] in self.deal.presented:
            self.hold("the card that was found", body["card"], self.deal.presented[body["place"]])

    def RecordCorrected(self, body):  # noqa: N802
        self.comite("a record put right")
        for one in body["cards"]:
            self.hold(f"the true card at {one['place']}", one["card"], self.deal.presented.get(one["place"]))
            self.hold(
                f"the recorded card at {one['place']}", one["recorded"], self.deal.shown.get(one["place"])
            )
            self.deal.shown[one["place"]] = one["card"]
            self.deal.keyed.add(one["place"])
        self.deal.stage, self.deal.put_right = self.deal.stage and "corrected", True
        for seat, (outcome, hand_class) in self.deal.entered.items():
            if self.deal.hand_of(seat) is None and self.deal.needed(seat, seat in self.deal.jp1):
                self.hand_told(self.deal, seat, {"outcome": outcome, "hand_class": hand_class})

    def HandEntered(self, body):  # noqa: N802
        if not self.deal.by_hand:
            self.say(self.seq, "a hand told by a person", "in a deal from the shoe", "in one dealt by hand")
        self.hand_told(self.deal, body["seat"], body)
        self.deal.entered[body["seat"]] = body["outcome"], body["hand_class"]

    def hand_told(self, deal, seat, told):
        """Of cards that nobody read a person says what some two that do not lie open make beside the bank."""
        who = f"the hand of seat {seat}"
        if not {f"hole.{seat}.{at}" for at in range(2)} <= deal.blank:
            self.say(self.seq, who, "told by a person", "by its cards, as read")
        if (told["outcome"], told["hand_class"]) not in deal.tellable(seat):
            stands = f"{told['hand_class']}, {told['outcome']}"
            self.say(self.seq, who, stands, "one of two hidden cards that may be told")

    def EntryTakenBack(self, body):  # noqa: N802
        self.deal.entered.pop(body["seat"], None)

    def ShowdownOpened(self, body):  # noqa: N802
        deal = self.deal
        if not deal.over():
            self.say(self.seq, "the showdown", "opened", "once the last street is over")
        if deal.stage in ("shown", "settling") and not deal.by_hand:  # there a card may come to light late
            self.say(self.seq, "the showdown", "opened twice", "once, or again on a record put right")
        deal.stage, deal.watched = "shown", deal.watched or body["supervised"]
        self.hold("qualified", body["qualified"], deal.qualified())
        self.hold("supervised", body["supervised"], deal.supervised())
        needed = [seat for seat in sorted(deal.laid) if deal.needed(seat, seat in deal.jp1)]
        royals = [seat for seat in deal.royals() if deal.jp1]
        first = not deal.qualified() and self.rules.unqualified["ante"] == "paid"
        self.antes_first = bool(first and set(deal.laid) - deal.folded)
        if deal.put_right:  # what lies open stays open
            due = {*needed, *(seat for seat in deal.laid if deal.cards(f"hole.{seat}", 2))}
        else:
            due = set() if self.antes_first else {*needed, *royals}
        self.hold("alive", body["alive"], sorted(due))

    def AntesPaid(self, body):  # noqa: N802
        deal = self.deal
        due = [
            {"seat": seat, "cents": deal.laid[seat]["ante"]}
            for seat in sorted(deal.laid, reverse=True)
            if seat not in deal.folded
        ]
        self.hold("the Antes paid", body["antes"], due)
        if deal.stage not in ("shown", "corrected"):
            self.say(
                self.seq, "the Antes paid", "outside the showdown", "after it, and before the settlement"
            )
        if not self.antes_first:
            self.say(self.seq, "the Antes paid", "twice", "once")
        self.antes_first, deal.antes_paid = False, True

    def SettlementOpened(self, body):  # noqa: N802
        if self.deal.stage not in ("shown", "corrected"):
            stage = "opened twice" if self.deal.stage else "opened without a showdown"
            self.say(self.seq, "the settlement", stage, "opened once, after the showdown")
        self.deal.stage = "settling"
        self.no_card_twice()

    def no_card_twice(self):
        for card, times_ in Counter(self.deal.shown.values()).items():
            if times_ > 1:
                self.say(self.seq, f"the {card}", f"at {times_} places", "at one place of the deal")

    def settling(self, what):
        """Nothing is settled before the settlement is opened, nor ever on two equal cards."""
        if self.deal.stage != "settling":
            self.say(self.seq, what, "before the settlement is opened", "after the showdown and its opening")
        self.no_card_twice()

    # --- settlement ---------------------------------------------------------------------------------

    def comite(self, what):
        """What the comité does with a claim, it does in a round that is supervised."""
        if not self.deal.watched:
            self.say(self.seq, what, "in a round without one of the two best hands", "in a supervised one")

    def AwardRefused(self, body):  # noqa: N802
        self.comite("a claim refused")
        self.deal.refused = body["reason"]

    def RefusalProposed(self, body):  # noqa: N802
        self.deal.doubt = body["reason"], body["seat"]

    def StakeRefused(self, body):  # noqa: N802
        """Of one seat of several that claim: of one alone the claim is refused."""
        deal, seat = self.deal, body["seat"]
        self.comite("a JP1 stake refused")
        self.two_persons(f"the JP1 stake of seat {seat}", body)
        if deal.doubt != ("stake", seat):
            self.say(self.seq, f"the JP1 stake of seat {seat}", "refused", "doubted by the comité before")
        if seat not in deal.claimants() or len(deal.claimants()) < 2:
            self.say(self.seq, f"the JP1 stake of seat {seat}", "refused", "one of several that claim")
        deal.stakes_refused.add(seat)
        deal.doubt = ()

    def two_persons(self, what, body):
        if len({*body["persons"]}) != 2:
            self.say(self.seq, what, f"by {listed(body['persons'])}", "by two persons")

    def SeatRuled(self, body):  # noqa: N802
        seat = body["seat"]
        if self.deal.refused != "exchanged":
            self.say(self.seq, f"seat {seat} is ruled", body["ruling"], "settled, for no card was exchanged")
        self.deal.ruled[seat] = body["ruling"]
        if body["ruling"] == "void" and seat in self.deal.jp1:
            self.back[self.deal.number, self.deal.jp1[seat], seat] = "its cards were exchanged"

    def jp1_due(self, deal, seat):
        """The JP1 line of a seat; a void hand gets back a stake carried from another deal, too."""
        if deal.ruled.get(seat) == "void":
            return self.stake, self.stake, 0, 0
        won = deal.awards(seat, self.stake)
        back = self.stake if won and self.rules.options["jp1_return_stake"] else 0
        stake = self.stake if deal.jp1[seat] == deal.attempt else back  # a carried one has full rights
        paid = sum(self.shares.get((deal.number, seat), 0) if cents is None else cents for _, cents in won)
        return stake, back, stake - back, paid

    def due_of(self, deal, seat):
        due = deal.lines(seat)
        if seat in deal.jp1:
            due["jp1"] = self.jp1_due(deal, seat)
        return due

    def SeatSettled(self, body):  # noqa: N802
        seat = body["seat"]
        if seat not in self.deal.laid:
            self.say(self.seq, f"seat {seat} is settled", "lines", "no stake of this deal")
            return
        self.settling(f"seat {seat} is settled")
        self.same_lines(f"seat {seat}", body["lines"], self.due_of(self.deal, seat))
        self.deal.settled[seat] = body["lines"]
        self.met["seats settled again"] += 1

    def same_lines(self, who, lines, due):
        stands = {}
        for line in lines:
            if line["spot"] in stands:
                self.say(self.seq, f"{who}, {line['spot']}", "twice", "once")
            stands[line["spot"]] = line
        for spot in sorted({*stands, *due}):
            if spot not in due or spot not in stands:
                self.say(
                    self.seq,
                    f"{who}, {spot}",
                    "a line" if spot in stands else "no line",
                    "none" if spot in stands else due[spot],
                )
                continue
            for name, right in zip(("stake", "returned", "taken", "paid"), due[spot], strict=True):
                self.hold(f"{who}, {spot}, {name}_cents", stands[spot][f"{name}_cents"], right)

    def SettlementTakenBack(self, body):  # noqa: N802
        if self.deal.ended:
            self.say(
                self.seq, f"the settlement of seat {body['seat']}", "taken back", "final: the round is over"
            )
        self.deal.settled.pop(body["seat"], None)
        self.deal.confirmed = {one for one in self.deal.confirmed if one[0] != body["seat"]}

    def RoundClosed(self, body):  # noqa: N802
        deal = self.deal
        deal.ended = deal.locked = deal.closed = True
        if deal.number in self.contributed:
            self.finish_due[deal.number] = deal.attempt
        if deal.laid:
            self.settling("the round is closed")
        if self.antes_first:
            self.say(self.seq, "the Antes paid", "missing", "once")
        self.chips_back += sum(
            one["spot"] == "jp1" and one["returned_cents"] > 0 and deal.ruled.get(seat) != "void"
            for seat, told in deal.settled.items()
            for one in told
        )
        lines = [one for told in deal.settled.values() for one in told if one["spot"] != "jp1"]
        self.hold(
            "bank_cents", body["bank_cents"], sum(one["taken_cents"] - one["paid_cents"] for one in lines)
        )
        self.hold("cards_drawn", body["cards_drawn"], len(deal.drawn))
        if self.latched:
            chips = f"the JP1 chips of seats {listed(sorted(self.latched))}"
            self.say(self.seq, chips, "neither registered nor given back", "one of them")
        missing = sorted(set(deal.laid) - set(deal.settled))
        if missing:
            self.say(self.seq, "seats settled", sorted(deal.settled), sorted(deal.laid))
        self.met["rounds settled again"] += 1

    def VoidArmed(self, body):  # noqa: N802
        self.deal.armed = body["person"], body["reason"]

    def VoidDisarmed(self, body):  # noqa: N802
        self.deal.armed = ()

    def ProposalsFallen(self, body):  # noqa: N802
        """Who had begun it is revoked: it is begun anew, by another."""
        if "void" in body["what"]:
            self.deal.armed = ()
        if "refusal" in body["what"]:
            self.deal.doubt = ()
        if "rectification" in body["what"]:
            self.rectifying = None
        if "count" in body["what"]:
            self.signed.pop(self.counting, None)

    def as_armed(self, body):
        """A deal is void as somebody armed it; one whose chips were sealed, by who sealed them."""
        sealed = self.aside_of == (self.deal.number, self.deal.attempt) and not self.deal.armed
        if not sealed and self.deal.armed != (body["chef"], body["reason"]):
            what = f"the void of round {self.deal.number}, deal {self.deal.attempt}"
            self.say(self.seq, what, "confirmed", "armed before, by its chef and for its reason")

    def RoundVoided(self, body):  # noqa: N802
        deal = self.deal
        self.as_armed(body)
        deal.ended = deal.locked = True
        due = sorted((seat, spot, cents) for seat in deal.laid for spot, cents in deal.staked(seat).items())
        self.hold(
            "returned", sorted((one["seat"], one["spot"], one["cents"]) for one in body["returned"]), due
        )
        carry = self.rules.options["void_jp1"] == "carry" and not self.master_lost
        plays = {seat: took for seat, took in deal.jp1.items() if deal.ruled.get(seat) != "void"}
        carried = sorted(set(plays) - deal.not_held()) if carry else []
        self.voided_jp1 = set(
            deal.jp1
        )  # that of a seat ruled void is out of the book, and its chip goes back
        self.hold("jp1_carried", sorted(body["jp1_carried"]), carried)
        lives = [one for one in plays if one not in deal.folded or self.rules.options["jp1_after_fold"]]
        two = body["confirmed_by"] not in ("", body["chef"])
        if lives and not two and any(place.startswith("board") for place in deal.drawn):
            self.say(
                self.seq, "the void confirmed by", body["confirmed_by"], "a second person, for JP1 is in play"
            )
        self.to_refund, deal.kept = set(deal.laid), tuple(body["jp1_carried"])
        if deal.kept:
            self.carrying = deal.number, deal.attempt + 1
        elif deal.number in self.contributed:
            self.finish_due[deal.number] = deal.attempt
        if deal.number in self.contributed:
            for seat in set(plays) - {*deal.kept}:
                self.back[deal.number, plays[seat], seat] = "its deal was void"
        self.voided = {seat: deal.staked(seat) for seat in deal.laid}
        self.met["deals voided"] += 1

    def RefundTakenBack(self, body):  # noqa: N802
        self.to_refund.add(body["seat"])

    def TableClosed(self, body):  # noqa: N802
        self.while_("open", "the table closes")
        if self.floats and self.results != 1:
            self.say(self.seq, "the results of the table", self.results, "one, as it keeps sheets")
        self.table, self.counting, self.unasked = "closed", None, 0
        self.after_void("the table closes")
        if self.carrying or (self.in_play and self.deal and not self.deal.ended):
            self.say(
                self.seq, "the table closes", "over carried JP1 stakes", "once they are played for, or back"
            )
        self.asked_of_book("the table closes")
        if self.deal and self.deal.locked and not self.deal.ended:
            of_it = f"the end of round {self.deal.number}, deal {self.deal.attempt}"
            self.say(self.seq, of_it, "missing", "closed or voided")

    def asked_of_book(self, when):
        """Every refund that is due and every end of a round was asked before this; or two signed for it."""
        for (number, attempt, seat), cause in self.back.items():
            if ("refund", number, attempt, seat) not in self.owed:
                what = f"the JP1 stake of seat {seat}, round {number}"
                self.say(self.seq, what, f"{when}, and no refund was asked", f"asked: {cause}")
        for number, attempt in self.finish_due.items():
            if ("finish", number, attempt, 0) not in self.owed:
                what = f"the end of round {number} in the book"
                self.say(self.seq, what, f"{when}, and it was not asked", "asked before")
        self.back = {key: cause for key, cause in self.back.items() if ("refund", *key) in self.owed}
        self.finish_due = {
            number: deal
            for number, deal in self.finish_due.items()
            if ("finish", number, deal, 0) in self.owed
        }

    def left_open(self):
        """What is not over at the last entry: the table's session, and what the book has to do for it."""
        owing = [self.owing[1]["round"]] if self.owing else []
        rounds = sorted({*owing, *self.finish_due, *(number for number, _, _ in self.back)})
        left = ["the table is not closed"] if self.table != "closed" else []
        return left + ([f"the book owes acts of rounds {listed(rounds)}"] if rounds else [])

    def OwedSigned(self, body):  # noqa: N802
        self.owed |= {(one["kind"], one["round"], one["attempt"], one["seat"]) for one in body["acts"]}

    def SeatRefunded(self, body):  # noqa: N802
        seat = body["seat"]
        self.to_refund.discard(seat)
        due = sorted((spot, cents, False) for spot, cents in (self.voided or {}).get(seat, {}).items())
        if seat in self.voided_jp1 or seat in self.latched:
            carried = seat in self.deal.kept
            due = sorted([*due, ("jp1", self.stake, carried)])
        self.hold(
            f"the refund of seat {seat}",
            sorted((one["spot"], one["cents"], one["carried"]) for one in body["lines"]),
            due,
        )
        paid = self.deal.antes_paid and seat not in self.deal.folded
        back = self.deal.laid[seat]["ante"] if paid and seat in self.deal.laid else 0
        told = body.get("ante_back_cents", 0)
        self.hold(f"the paid Ante of seat {seat} taken back", told, back)
        if "ante_back_cents" in body and not told:
            self.say(self.seq, f"the paid Ante of seat {seat} taken back", "written as nothing", "left out")

    # --- JP1 ----------------------------------------------------------------------------------------

    def ask(self, kind, body):
        if kind == "AwardRefused" and not body["claimed"]:
            return
        self.asked = self.owing = kind, body
        self.told[ASKED[kind], body["round"], body["attempt"], body.get("seat", 0)] += 1

    def record(self, kind, body):
        act, names = RECORDED[kind]
        self.met[f"acts of the book: {act}"] += 1
        if self.book is None:
            return
        found = self.book.of_journal.get(self.journal, {}).get(body["book_seq"])
        if found is None:
            self.say(
                self.seq,
                f"{kind} at entry {body['book_seq']} of the book",
                "an act",
                "no act of this journal ends there",
            )
            return
        key, answer = found
        self.heard.add(body["book_seq"])
        own = act, body["round"], body.get("attempt", key[2]), body.get("seat", key[3])
        self.hold(f"the act at entry {body['book_seq']} of the book", own, key)
        for name in names:
            self.hold(name, body[name], answer.get(name))

    def acts_of_book(self, ended):
        """Every act that the book did for this journal was asked here.

        Two persons may end a round on the book itself, or (`ended`) by a reopening; what a later session
        ended after this one had heard the last of the book stands in a journal that may not be here.
        """
        done = {seq: key for seq, (key, _) in self.book.of_journal.get(self.journal, {}).items() if seq}
        times = Counter(done.values())
        for seq, key in done.items():
            by_others = key[0] == "close" or (key[0] == "finish" and (seq in ended or seq > self.meter[0]))
            if seq not in self.heard and times[key] > self.told[key] and not by_others:
                self.say(
                    0,
                    f"entry {seq} of the book",
                    f"{key[0]} of round {key[1]}",
                    "an act that this journal asks",
                )

    def meter_at(self, body, *names, seq="book_seq"):
        """The meter that an entry tells is the book's after its entry."""
        self.in_the_book(body[seq])
        if self.book is None or not 0 < body[seq] < len(self.book.meter):
            return
        for name in names:
            self.hold(name, body[name], self.book.meter[body[seq]] // MICRO)
        if "generation" in body:
            self.hold("generation", body["generation"], self.book.generations[body[seq]])

    def in_the_book(self, seq):
        if self.book is not None and seq >= len(self.book.meter):
            self.say(self.seq, "book_seq", seq, f"at most {len(self.book.meter) - 1}, where the book ends")

    def MeterRead(self, body):  # noqa: N802
        self.meter_at(body, "meter_cents")

    def act_of_persons(self, act, body):
        """The book's answer to this act on the meter, as far as there is a book."""
        self.in_the_book(body["book_seq"])
        if self.book is None:
            return None
        key, answer = self.book.of_journal.get(self.journal, {}).get(body["book_seq"], ((), {}))
        self.hold(f"the act at entry {body['book_seq']} of the book", key, (act, 0, body["number"], 0))
        return answer if key and key[0] == act else None

    def MeterCorrected(self, body):  # noqa: N802
        answer = self.act_of_persons("correct", body)
        self.hold("cents", body["cents"], body["after_cents"] - body["before_cents"])
        if answer:
            stands = tuple(body[f"{name}cents"] * MICRO for name in ("", "before_", "after_"))
            around = (answer[f"{name}_micro"] // MICRO * MICRO for name in ("before", "after"))
            right = (answer["micro"], *around)
            self.hold("cents, before_cents and after_cents, in micro-cents", stands, right)

    IncrementMoved = MeterCorrected

    def JackpotStopped(self, body):  # noqa: N802
        self.jp1_open = False
        self.act_of_persons("stop", body)
        self.meter_at(body, "meter_cents")
        if self.book is not None:
            above = max(0, self.meter[1] - self.book.terms["start_cents"])
            self.hold("increment_cents", body["increment_cents"], above)

    def BetsClosed(self, body):  # noqa: N802
        self.deal.locked = True
        self.latched = set(body["jp1_seats"])
        may_play = sorted((self.latched & self.deal.laid.keys()) - self.in_play.keys())
        self.hold("the seats whose JP1 chips are latched", body["jp1_seats"], may_play)

    def BetsReopened(self, body):  # noqa: N802
        if self.deal.drawn or self.deal.ended:
            self.say(self.seq, "the bets", "open again", "closed, for a card is out")
        self.deal.locked, self.latched = False, set()

    def ContributionRefused(self, body):  # noqa: N802
        self.owing = None
        if self.aside_of != (body["round"], body["attempt"]):
            self.latched = set()

    def Jp1GivenBack(self, body):  # noqa: N802
        self.latched -= set(body["seats"])

    def Jp1CountResolved(self, body):  # noqa: N802
        if body["outcome"] == "no_chip":
            self.latched.discard(body["seat"])
        elif body["outcome"] == "counts":
            self.latched.add(body["seat"])

    def ContributionAsked(self, body):  # noqa: N802
        self.hold("stake_cents", body["stake_cents"], self.stake)
        self.hold("the seats whose JP1 stakes are registered", body["seats"], sorted(self.latched))
        self.asked_of_book("other stakes are registered")
        if not self.jp1_open:
            self.say(self.seq, "the JP1 stakes", "registered while JP1 is closed", "none")
        if self.differs:
            stands = "registered over a difference from the book"
            self.say(self.seq, "the JP1 stakes", stands, "none until two persons accept it")
        if not self.deal.locked or len(self.deal.drawn) > 1:
            dealt = f"{len(self.deal.drawn)} cards dealt"
            self.say(self.seq, "the JP1 stakes", dealt, "between the closed bets and the second card")
        elif self.deal.drawn and self.deal.held != "jp1_not_registered":
            asked = "as the chef chooses, in the hold for them"
            self.say(self.seq, "the JP1 stakes over the first card", "nobody was asked", asked)
        for seat in body["seats"]:
            if seat in self.in_play:
                self.say(self.seq, f"a JP1 stake of seat {seat}", "twice", "once")
            if seat not in self.deal.laid:
                self.say(
                    self.seq, f"a JP1 stake of seat {seat}", body["stake_cents"], "no main bets of that seat"
                )

    def ContributionRecorded(self, body):  # noqa: N802
        seats = self.asked[1]["seats"] if self.asked else ()
        self.session["stakes"] += len(seats)
        self.session["contributed"] += body["meter_cents"] - body["meter_before_cents"]
        self.latched -= set(seats)
        if seats:
            rise = body["meter_cents"] - body["meter_before_cents"]
            self.rise = rise // len(seats)
            self.grown.append((rise, len(seats), body["meter_cents"]))
        if self.aside_of == (body["round"], body["attempt"]):
            self.back |= dict.fromkeys(
                [(body["round"], body["attempt"], seat) for seat in seats], "its chips lie sealed"
            )
        else:
            self.contributed.add(body["round"])
            self.in_play |= dict.fromkeys(seats, body["attempt"])
            first, *_ = self.rises.get(body["round"], (0, 0, 0))
            self.rises[body["round"]] = first or body["generation"], body["meter_cents"], body["meter_cents"]
            self.grown_to[body["round"]] = body["meter_cents"]

    def StakesSetAside(self, body):  # noqa: N802
        """The book was asked for these stakes and has not answered."""
        self.hold("stake_cents", body["stake_cents"], self.stake)
        kind, asked = self.owing or ("", {})
        names = ("round", "attempt", "seats") if kind == "ContributionAsked" else ()
        self.hold(
            "stakes that wait for the book", [body[name] for name in names], [asked[name] for name in names]
        )
        if not names:
            self.say(self.seq, "the stakes set aside", body["seats"], "none, for the book owes no answer")
        self.aside_of = body["round"], body["attempt"]
        self.latched -= set(body["seats"])

    def SealOpened(self, body):  # noqa: N802
        self.aside_of = None

    def RefundAsked(self, body):  # noqa: N802
        key = body["round"], body["attempt"], body["seat"]
        if self.back.pop(key, None) is None:
            what = f"a refund of the JP1 stake of seat {body['seat']}, round {body['round']}"
            self.say(self.seq, what, "asked", "a cause: left, corrected, void, exchanged, or sealed")

    def FinishAsked(self, body):  # noqa: N802
        """The round is over for the book: its refunds and its prizes were asked before."""
        number, deal = body["round"], self.past.get((body["round"], body["attempt"]))
        self.finish_due.pop(number, None)
        for key in [key for key in self.back if key[0] == number]:
            what = f"the JP1 stake of seat {key[2]}, round {number}"
            self.say(
                self.seq, what, "the round ends, and no refund was asked", f"asked: {self.back.pop(key)}"
            )
        for seat in sorted(deal.jp1) if deal and deal.closed else ():
            due = {kind for kind, _ in deal.awards(seat, self.stake)} - self.posted.get((number, seat), set())
            if due:
                what = f"the prizes of seat {seat}, round {number}"
                self.say(self.seq, what, f"{', '.join(sorted(due))} not asked", "asked before the round ends")

    def CorrectionProposed(self, body):  # noqa: N802
        self.deal.correcting = body["seat"]

    def CorrectionApproved(self, body):  # noqa: N802
        seat, deal = body["seat"], self.deal
        if seat not in self.in_play or deal.stage or deal.shows_prize(seat):
            self.say(
                self.seq, f"the JP1 stake of seat {seat}", "corrected", "one registered, with the hands down"
            )
        if seat != deal.correcting or not deal.held.startswith("jp1_correction"):
            self.say(self.seq, f"the JP1 stake of seat {seat}", "corrected", "proposed before, in a hold")
        self.two_persons(f"the JP1 stake of seat {seat}", body)
        self.goes_back(seat, "it was corrected")

    def RefundRecorded(self, body):  # noqa: N802
        self.session["refunds"] += 1
        if body["round"] == self.deal.number and self.deal.ruled.get(body["seat"]) != "void":
            self.in_play.pop(body["seat"], None)

    def ClaimAsked(self, body):  # noqa: N802
        won = [seat for seat in self.deal.royals() if seat in self.deal.claimants()]
        self.hold("the seat that claims", [body["seat"]], won)

    def ClaimRecorded(self, body):  # noqa: N802
        self.claims[body["round"]] = body["value_cents"]

    def ClaimsRead(self, body):  # noqa: N802
        self.claimed = {one["generation"] for one in body["claims"] if one["table"] != self.opened["table"]}
        self.won = body["won"]["generation"] if body["won"] else 0

    def ClaimWithdrawn(self, body):  # noqa: N802
        """The value is in the meter and the round plays for it there, but where another table claims it."""
        generation, *risen = self.rises.get(body["round"], (0, 0, 0))
        if generation > self.won and generation not in self.claimed:
            self.rises[body["round"]] = (body["generation"], *risen)

    def AwardAsked(self, body):  # noqa: N802
        deal = self.past.get((body["round"], body["attempt"]), self.deal)
        due = deal.awards(body["seat"], self.stake)
        asked = [(one["kind"], one["cents"]) for one in body["awards"]]
        jackpot = any(kind == "jackpot" for kind, _ in asked)
        posted = self.posted.setdefault((body["round"], body["seat"]), set())
        right = [
            (kind, cents or 0) for kind, cents in due if (kind == "jackpot") == jackpot and kind not in posted
        ]  # fmt: skip
        self.hold(f"the prizes of seat {body['seat']}", asked, right)
        posted |= {kind for kind, _ in asked}
        self.met["prizes awarded again"] += len(asked)

    def AwardRecorded(self, body):  # noqa: N802
        prizes = self.asked[1]["awards"] if self.asked and self.asked[0] == "AwardAsked" else []
        fixed = sum(one["cents"] for one in prizes)
        if any(one["kind"] == "jackpot" for one in prizes):
            share = body["cents"] - fixed
            self.shares[body["round"], body["seat"]] = share
            self.session["wins"] += 1
            self.session["wins_cents"] += share
            if share > self.claims.get(body["round"], 0) or share <= 0:
                self.say(self.seq, "cents", share, f"at most the frozen {self.claims.get(body['round'], 0)}")
        else:
            self.hold("cents", body["cents"], fixed)
        self.session["prizes_cents"] += fixed
        self.fixed = fixed

    # --- people's amounts ---------------------------------------------------------------------------

    def by_slip(self, deal, seat):
        """What the cage pays: the jackpot, or the community royal; None without such a prize."""
        if seat not in deal.jp1:
            return None
        for kind, cents in deal.awards(seat, self.stake):
            if kind == "jackpot":
                share = self.shares.get((deal.number, seat))
                return self.claims.get(deal.number) if share is None else share
            if kind == "community_royal":
                return cents
        return None

    def PaymentPrepared(self, body):  # noqa: N802
        self.hold("cents", body["cents"], self.by_slip(self.deal, body["seat"]))
        self.slips[self.deal.number, body["seat"]] = body["slip"]
        self.proposed[self.deal.number, body["seat"]] = body["cents"]

    def SlipSigned(self, body):  # noqa: N802
        paid = body["round"], body["seat"]
        due = self.shares.get(paid, self.proposed.get(paid))
        self.hold("slip", body["slip"], self.slips.get(paid))
        if paid in self.signed_slips:
            self.say(self.seq, f"the slip of seat {paid[1]}, round {paid[0]}", "signed twice", "once")
        self.signed_slips.add(paid)
        self.hold("cents", body["cents"], due)

    def PaymentConfirmed(self, body):  # noqa: N802
        deal, seat = self.deal, body["seat"]
        confirmed = seat, self.antes_first, body["cents"]  # another amount, where a card came to light since
        if confirmed in deal.confirmed:
            self.say(self.seq, f"the payment of seat {seat}", "twice", "once")
        deal.confirmed.add(confirmed)
        if self.antes_first and seat not in deal.folded:  # before any hand is opened
            self.hold("cents", body["cents"], deal.laid[seat]["ante"])
            return
        due = sum(line[3] for line in self.due_of(deal, seat).values())
        if (deal.number, seat) in self.proposed:
            due -= self.jp1_slip(deal, seat)
        self.hold("cents", body["cents"], due)

    def jp1_slip(self, deal, seat):
        won = deal.awards(seat, self.stake)
        return sum(
            self.shares.get((deal.number, seat), 0) if cents is None else cents
            for kind, cents in won if kind in ("jackpot", "community_royal")
        )  # fmt: skip

    def count(self, purpose):
        """This is counted now, anew; None: nothing is."""
        self.counting = purpose
        self.counts.pop(purpose, None)
        self.signed.pop(purpose, None)

    def AdvanceBegun(self, body):  # noqa: N802
        self.count("advance")

    def AdvanceGivenUp(self, body):  # noqa: N802
        self.hold("what is given up", "advance", self.counting)
        due = sum(piece * count for piece, count in self.counts.get("advance", {}).items())
        self.hold("cents", body["cents"], due)
        self.count(None)

    def OpeningBegun(self, body):  # noqa: N802
        self.while_("closed", "the opening begins")
        self.table, self.floats, self.advances = "opening", 0, 0
        self.session_begins(0)
        self.count("float")

    def Jp1ChipsCounted(self, body):  # noqa: N802
        """What was registered beside this session's own stakes was left by the one before."""
        own, act = self.session, self.owing or ("", {})
        still = own["stakes"] - own["refunds"] - own["refunds_aside"] - (act[0] == "RefundAsked")
        still -= self.chips_back
        if self.chips == body["registered"]:  # a count that differs is taken anew
            self.say(self.seq, "the JP1 chips counted", "twice", "once")
        self.chips, self.chips_before = body["count"], body["registered"] - still

    def ClosingBegun(self, body):  # noqa: N802
        self.while_("open", "the closing begins")
        self.results = 0
        self.chips, self.closing = -1, None
        self.count("closing")

    def ClosingLeft(self, body):  # noqa: N802
        self.closing = None
        self.count(None)

    def PiecesCounted(self, body):  # noqa: N802
        self.hold("what is counted", body["purpose"], self.counting)
        self.counts.setdefault(body["purpose"], {})[body["piece_cents"]] = body["count"]
        if body["piece_cents"] % self.rules.limits["chip_cents"]:
            self.say(
                self.seq,
                "piece_cents",
                body["piece_cents"],
                f"a multiple of {self.rules.limits['chip_cents']}",
            )
        if body["piece_cents"] <= 0 or body["count"] < 0:
            pieces = f"{body['count']} of {body['piece_cents']}"
            self.say(self.seq, "pieces counted", pieces, "none or more, each of a value")
        self.signed.pop(body["purpose"], None)
        if body["purpose"] == "closing":
            self.closing = None

    def CashSigned(self, body):  # noqa: N802
        purpose = body["purpose"]
        self.hold("what is signed for", purpose, self.counting)
        due = sum(piece * count for piece, count in self.counts.get(purpose, {}).items())
        self.hold("cents", body["cents"], due)
        self.signed[purpose] = self.signed.get(purpose, 0) + 1
        if self.signed[purpose] > 2:
            self.say(self.seq, f"signatures of one count ({purpose})", self.signed[purpose], 2)
        if self.signed[purpose] == 2:
            if purpose == "closing":
                self.closing = due
            elif purpose == "float":  # counted anew before the table opens, it stands for the first count
                self.floats = due
            else:
                self.advances += due
                self.count(None)

    def ResultRecorded(self, body):  # noqa: N802
        self.results += 1
        self.hold("advances_cents", body["advances_cents"], self.floats + self.advances)
        self.hold("encaisse_cents", body["encaisse_cents"], self.closing)
        self.hold("result_cents", body["result_cents"], body["encaisse_cents"] - body["advances_cents"])
        self.unexplained("residual_cents", body["residual_cents"], self.unasked)
        self.hold("meter_cents", body["meter_cents"], self.meter[1])
        self.hold("meter_start_cents", body["meter_start_cents"], self.meter_start)

    def TotalsCountersigned(self, body):  # noqa: N802
        self.hold("cents", body["cents"], body["stakes"] * self.stake)

    def OrphanBooked(self, body):  # noqa: N802
        if body["cents"] % self.rules.limits["chip_cents"]:
            self.say(
                self.seq, "cents", body["cents"], f"chips: a multiple of {self.rules.limits['chip_cents']}"
            )

    def HistoryCertified(self, body):  # noqa: N802
        self.meter_at(body, "meter_cents")
        if self.book is not None:
            self.hold("residual_micro", body["residual_micro"], 0)
        self.own_figures(body["session"])

    def DifferenceFound(self, body):  # noqa: N802
        self.differs = True

    def ReopeningAsked(self, body):  # noqa: N802
        self.signed_for = self.unasked

    def JackpotReopened(self, body):  # noqa: N802
        self.accepted, self.jp1_open, self.differs = True, True, False
        self.refunds_aside.clear()
        named = {one["round"] for one in body.get("acts", ())}
        if self.deal and (body["accepted"] is not None or self.deal.number in named):
            self.forgone.add(self.deal.number)
        self.ended |= {one["book_seq"] for one in body["ended"]}
        for one in body["ended"]:
            self.finish_due.pop(one["round"] if one["journal_id"] == self.journal else None, None)
        if body["cause"] == "stopped":
            self.act_of_persons("reopen", body)
        self.meter_at({name: body[name] for name in ("meter_cents", "book_seq")}, "meter_cents")

    def owed_aside(self, cents):
        """The act that the book owes, as it is named when it is set aside; of a claim that was, its award.

        Its cents are those told, where they are right for a table alone or for one that is linked.
        """
        kind, asked = self.owing or ("", {})
        if kind not in ASIDE:
            return self.claims_aside.get(self.deal.number if self.deal else 0)
        told = {"kind": ASIDE[kind], "round": asked["round"], "attempt": asked["attempt"]}
        told["seat"] = asked.get("seat", 0)  # of a refusal: the seat of a round's second claim
        right = self.cents_aside(kind, asked)
        return told | {"cents": cents if cents in right else right[0]}

    def cents_aside(self, kind, asked):
        """A stake, the prizes, what the slip says of the jackpot, or the meter as the public saw it."""
        played = asked["round"]
        if kind == "RefundAsked":
            return [self.stake]
        if kind == "ClaimAsked":
            generation, *risen = self.rises.get(played, (0, 0, 0))
            gone = [-(self.share_of_meter(asked, one) or 0) * self.refunds_aside[played] for one in risen]
            here = generation == self.cycle
            return [max(one, (self.meter[1] - less) * here) for one, less in zip(risen, gone, strict=True)]
        prizes = asked.get("awards", ())
        if any(one["kind"] == "jackpot" for one in prizes):
            return [self.proposed.get((played, asked["seat"]), 0)]
        return [sum(one["cents"] for one in prizes)]

    def ActSetAside(self, body):  # noqa: N802
        act, owed = body["act"], self.owed_aside(body["act"]["cents"])
        if owed is None:
            self.say(self.seq, "an act set aside", act["kind"], "one that the book was asked for, and owes")
        for name in owed or ():
            self.hold(f"{name} of the act set aside", act[name], owed[name])
        if body["accepted"] and act["round"] not in self.forgone:
            what = f"the acts of round {act['round']} in the book"
            self.say(self.seq, what, "accepted", "once JP1 was reopened over them")
        if act["kind"] == "claim":
            self.claims[act["round"]] = act["cents"]
            self.claims_aside[act["round"]] = act | {"kind": "award", "code": "no_claim"}
        if act["kind"] == "refund":
            self.back.pop((act["round"], act["attempt"], act["seat"]), None)
            self.stake_left(act, False)
            self.refunds_aside[act["round"]] += not body["accepted"]
            self.session["refunds_aside"] += 1
        elif act["kind"] == "finish":
            self.finish_due.pop(act["round"], None)
        elif act["kind"] == "award":
            kind, asked = self.owing or ("", {})
            if kind != "AwardAsked":  # without a claim nobody asks for it
                self.posted.setdefault((act["round"], act["seat"]), set()).add("jackpot")
                self.claims_aside.pop(act["round"], None)
            if kind != "AwardAsked" or any(one["kind"] == "jackpot" for one in asked["awards"]):
                self.shares[act["round"], act["seat"]] = act["cents"]  # paid all the same
            self.session["prizes_aside_cents"] += act["cents"]
        self.session["acts_aside"] += 1

    def own_figures(self, told):
        own = self.session
        self.hold("session.start_cents", told["start_cents"], self.meter_start)
        for name in FIGURES:
            self.hold(f"session.{name}", told[name], own[name])
        self.hold("session.chips", told["chips"], self.chips)
        if self.chips >= 0:
            self.hold("session.chips_before", told["chips_before"], self.chips_before)
        stakes = own["stakes"] - own["refunds"] - own["refunds_aside"]
        self.hold("session.stakes_cents", told["stakes_cents"], stakes * self.stake)
        self.hold("session.contributed_cents", told["contributed_cents"], own["contributed"])
        if not self.accepted:
            self.hold("session.accepted_cents", told["accepted_cents"], 0)
        stands = [told[f"{name}_cents"] for name in OWN]
        alone, linked = ([self.moved[how][name] for name in OWN] for how in (True, False))
        lines = {one["kind"]: one["cents"] for one in told.get("elsewhere", ())}
        every = list(self.divisions())
        as_told = stands, {kind: cents for kind, cents in lines.items() if cents}
        apart, elsewhere = as_told if as_told in every else every[0]
        self.told_apart |= bool(lines)
        if lines or elsewhere:  # else nothing tells a table alone from a linked one
            first = self.opened["schema"] == FIRST_SCHEMA and not self.told_apart
            self.alone = None if first else not lines
        if (stands, lines) == (alone, {}) or (stands == linked and not self.told_apart):
            return  # of a table alone, or as it was written before there were lines
        if elsewhere != as_told[1]:
            self.say(self.seq, "session.elsewhere", lines, elsewhere)
        if stands != apart:
            right = f"{alone}, or linked {apart}, or {linked} without elsewhere"
            self.say(self.seq, f"session.{'_cents, '.join(OWN)}_cents", stands, right)

    def unexplained(self, name, cents, right):
        """What the meter of a table alone moved without an act of it since it opened, or was reopened.

        A table without sheets tells none.
        """
        if not cents and (self.alone is None or not self.floats):
            return
        self.hold(name, cents, 0 if self.alone is False else right)

    def ReconciliationRecorded(self, body):  # noqa: N802
        told = body["figures"]
        self.in_the_book(told["book_seq"])
        self.own_figures(body["session"])
        self.hold("display_cents", body["display_cents"], self.meter[1])
        if body["unexplained_cents"]:
            self.alone = True
        news = told["book_seq"] >= self.meter[0]
        moved = told["meter_micro"] // MICRO - self.meter[1] if news else 0
        self.unexplained("unexplained_cents", body["unexplained_cents"], self.unasked + moved)
        if news:
            self.elsewhere_at(told["generation"], moved)
            self.meter = told["book_seq"], told["meter_micro"] // MICRO
            self.cycle = told["generation"]
        if self.book is None or told["book_seq"] >= len(self.book.meter):
            return
        seq = told["book_seq"]
        total, balance = self.book.figures[seq], self.book.balances[seq]
        due = dict(
            zip(("meter_micro", "frozen_micro", "reserve_micro", "overflow_micro"), balance, strict=False)
        )
        due |= {
            f"{name}_micro": total[name]
            for name in ("seed", "contributed", "awarded", "corrected", "house", "stakes")
        }
        due |= {name: total[name] for name in ("stakes_count", "wins_count", "wins_cents")}
        due |= {"generation": self.book.generations[seq], "residual_micro": 0}
        due["wins"] = [win for at, win in reversed(self.book.wins) if at <= seq][:LAST_WINS]
        for name, right in due.items():
            self.hold(f"figures.{name}", told[name], right)

    # --- rectified --------------------------------------------------------------------------------

    def RectificationProposed(self, body):  # noqa: N802
        self.proposed_rectification = body
        self.rectifying = "proposed"
        self.rectified(body)

    def next_step(self, right, then):
        """A rectification is proposed, approved and recorded, once each."""
        self.hold("the rectification was before", self.rectifying, right)
        self.rectifying = then

    def RectificationRejected(self, body):  # noqa: N802
        self.rectifying = None

    def RectificationWithdrawn(self, body):  # noqa: N802
        self.rectifying = None

    def as_proposed(self, body):
        proposed = self.proposed_rectification or {}
        for name in ("rectification", "round", "attempt", "seat", "truth"):
            if name in body and body[name] != proposed.get(name):
                self.say(self.seq, f"what was proposed ({name})", body[name], proposed.get(name))

    def RectificationApproved(self, body):  # noqa: N802
        self.next_step("proposed", "approved")
        self.as_proposed(body)
        self.rectified(
            self.proposed_rectification | {"lines": body["lines"], "cents": body["cents"], "sealed": False}
        )

    def RectificationRecorded(self, body):  # noqa: N802
        self.next_step("approved", None)
        self.as_proposed(body)
        self.rectified(body)
        if body["truth"]["mistake"] != "payment":  # that changes no line
            self.lines_of[body["round"], body["seat"]] = body["lines"]
        self.truths.setdefault((body["round"], body["attempt"]), []).append((body["seat"], body["truth"]))
        cents = body["cents"]
        moved = {"by_hand": cents, "left": body["orphans_cents"]}.get(body["moved"], 0)
        if self.counting == "closing" and moved:
            self.signed.pop("closing", None)  # what lies in the tray is another sum now
            self.closing = None
        owes, payment, left = cents < 0, body["truth"]["mistake"] == "payment", body["moved"] == "left"
        bank = (cents if payment else 0) if left and owes else 0 if payment else -cents
        self.hold("bank_cents", body["bank_cents"], bank)
        self.hold("orphans_cents", body["orphans_cents"], cents if left and not owes else 0)

    def net(self, lines):
        return sum(one["paid_cents"] - one["taken_cents"] for one in lines)

    def standing(self, body):
        if (body["round"], body["seat"]) in self.lines_of:
            return self.lines_of[body["round"], body["seat"]]
        deals = [deal for (number, _), deal in self.past.items() if number == body["round"]]
        found = [deal.settled.get(body["seat"]) for deal in deals if body["seat"] in deal.settled]
        return [one for one in found[-1] if one["spot"] != "jp1"] if found else []

    def rectified(self, body):
        names = ("spot", "stake_cents", "returned_cents", "taken_cents", "paid_cents")
        first, lines, truth = body["first"], body["lines"], body["truth"]
        plain = [{name: one[name] for name in names} for one in first]
        self.hold("first", plain, [{name: one[name] for name in names} for one in self.standing(body)])
        if body.get("sealed"):
            self.hold("lines and cents of what lies face down", (lines, body["cents"]), ([], 0))
            return
        for mistake, names in (("stake", ("ante_cents", "side_cents")), ("payment", ("by_cents",))):
            for name in names if truth["mistake"] != mistake else ():
                self.hold(f"truth.{name}", truth[name], 0)
        self.may_be_true(body["seat"], truth)
        if truth["mistake"] != "decision":
            self.hold("truth.decision", truth["decision"], "")
        if truth["mistake"] == "payment":
            self.hold("cents", body["cents"], truth["by_cents"])
            self.hold("lines", lines, first)
            return
        self.hold("cents", body["cents"], self.net(lines) - self.net(first))
        for one in lines:
            self.hold(
                f"{one['spot']}, returned and taken",
                one["returned_cents"] + one["taken_cents"],
                one["stake_cents"],
            )
        before = self.believed(body)
        deal = self.truly(before, body["seat"], truth)
        if truth["mistake"] == "card":
            if truth["place"] not in before.keyed & before.shown.keys():
                self.say(self.seq, "truth.place", truth["place"], "an open card that a person had keyed")
            if Counter(deal.shown.values())[truth["card"]] > 1:
                self.say(self.seq, "truth.card", truth["card"], "a card that lies open nowhere else")
        if truth["mistake"] in ("decision", "hand") and truth["hand_class"] is not None:
            self.hand_told(deal, body["seat"], truth)
        try:
            due = deal.lines(body["seat"])
        except LookupError:  # a hand that lay open on the felt and stays sealed in the journal
            self.by_some_hand(deal, body["seat"], lines)
        else:
            self.same_lines(f"seat {body['seat']}", lines, due)

    def by_some_hand(self, deal, seat, lines):
        """Nobody here knows the hand: some two cards that do not lie open are due these lines."""
        names = ("stake_cents", "returned_cents", "taken_cents", "paid_cents")
        stands = {one["spot"]: tuple(one[name] for name in names) for one in lines}
        if len(stands) < len(lines) or stands not in deal.lines_of_some_hand(seat):
            who, right = f"the true lines of seat {seat}", "those of some two hidden cards"
            self.say(self.seq, who, "those of no two cards", right)

    def may_be_true(self, seat, truth):
        """What was really so is something that the rules allow."""
        if truth["mistake"] == "decision" and truth["decision"] not in self.rules.decisions:
            self.say(self.seq, "truth.decision", truth["decision"], "one of this game")
        elif truth["mistake"] == "stake":  # of that round, whose maximum may have been another
            self.within_limits(seat, self.really_laid(truth), 30 * self.minimum)
        elif truth["mistake"] == "payment" and truth["by_cents"] % self.rules.limits["chip_cents"]:
            least = self.rules.limits["chip_cents"]
            self.say(self.seq, "truth.by_cents", truth["by_cents"], f"a multiple of {least}")

    def believed(self, body):
        """The deal as it was settled, with all that was rectified of it since."""
        deal = self.past[body["round"], body["attempt"]].copy()
        for seat, truth in self.truths.get((body["round"], body["attempt"]), ()):
            deal = self.truly(deal, seat, truth)
        return deal

    def truly(self, deal, seat, truth):
        deal, ante = deal.copy(), deal.laid[seat]["ante"]
        if truth["mistake"] == "decision":
            said = truth["decision"].split(".") if truth["decision"] else []
            bets = [one for one in said if one != "fold"]
            halves = {
                one["spot"]: one["half_antes"] for street in self.rules.streets for one in street["bets"]
            }
            deal.bets[seat] = [
                ("play", ante * int(one[4:])) if one.startswith("play") else (one, ante * halves[one] // 2)
                for one in bets
            ]
            (deal.folded.add if "fold" in said else deal.folded.discard)(seat)
        elif truth["mistake"] == "stake":
            deal.laid[seat] = self.really_laid(truth)
            made = [(spot, Fraction(cents, ante)) for spot, cents in deal.bets.get(seat, ())]
            deal.bets[seat] = [(spot, int(truth["ante_cents"] * part)) for spot, part in made]
        elif truth["mistake"] == "card":
            deal.shown[truth["place"]] = truth["card"]
        if truth["outcome"] is not None and truth["hand_class"] is not None:
            deal.entered[seat] = truth["outcome"], truth["hand_class"]
        return deal


# --- the command -------------------------------------------------------------------------------------
def verifier():
    """`verify_journal.py` beside this file, which is independent too."""
    path = Path(__file__).resolve().with_name("verify_journal.py")
    if not path.is_file():
        raise Unfit(
            f"{path}: no such file: put verify_journal.py beside audit_journal.py: it checks the chain"
        )
    spec = importlib.util.spec_from_file_location("verify_journal", path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ModuleNotFoundError as missing:
        raise Unfit(
            f"the package {missing.name} is not installed: apt install python3-{missing.name}"
        ) from None
    return module


def rules_beside():
    """The rule files that lie with this program: as installed, or in a checkout."""
    here = Path(__file__).resolve().parent
    return [one for one in (here / "rules", here.parent / "config" / "rules") if one.is_dir()][:1]


class Told:
    """What was found of one file: the first disagreements in words, and how many there are.

    `chained` is how many of them, the first, are what verify_journal.py found. What is `left` undone at the
    file's end is no fault of a table that is at work, or died.
    """

    def __init__(self, name):
        self.name, self.found, self.count, self.chained, self.left = name, [], 0, 0, []

    def say(self, entry, what, stands, right):
        self.count += 1
        if len(self.found) < SHOWN:
            self.found.append({"entry": entry, "what": what, "stands": plain(stands), "right": plain(right)})

    def chain(self, bad):
        self.say(bad.args[0], "verify_journal.py", bad.args[1], "an entry that can be")
        self.chained = self.count


def plain(value):
    return value if isinstance(value, int | str | bool | None) else str(value)


def audit_rows(rows, rule_book, book, met, told):
    """Every entry of one journal, as far as it can be read."""
    audit = None
    for seq, at_ms, kind, body, _, found in rows:
        met["entries"] += 1
        try:
            read = json.loads(body)
            if audit is None:
                audit = Audit(read, found, rule_book, book, told.say, met)
            audit.check(seq, kind, read)
            if book is not None:
                book.heard(audit.journal, at_ms, kind, read)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            told.say(seq, kind, "an entry that cannot be read here", "one as FORMAT.md and KINDS.md have it")
    return audit


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("journals", nargs="+", type=Path, help="files, or directories of them")
    parser.add_argument(
        "--rules", action="append", default=[], type=Path, help="a rule file, rules.json or a folder"
    )
    parser.add_argument("--book", type=Path, help="the jackpot's book, a SQLite file")
    parser.add_argument("--witness", type=Path, help="the store of a machine that keeps signed heads")
    parser.add_argument(
        "--key", action="append", default=[], help="TABLE=HEX, HEX, or a file of `key TABLE HEX`"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    given = parser.parse_args()
    try:
        return report(given, verifier())
    except BrokenPipeError:  # who read it has read enough
        sys.stdout = None
        return 1
    except Unfit as unfit:
        sys.stderr.write(f"{unfit}\n")
        return 2


def report(given, verify):
    trust = verify.Trust()
    try:
        for word in given.key:
            trust.name(word)
        if given.witness:
            trust.witness(given.witness)
        journals, whole = verify.journals_of(given.journals), any(one.is_dir() for one in given.journals)
        others = verify.Others(journals, trust)
        rules = given.rules or rules_beside()
        told, met, ends = audited(verify, journals, trust, whole, rules, given.book)
        for line in verify.missing(journals, trust) if whole else ():
            told.append(Told(str(given.journals[0])))
            told[-1].say(0, "the witness", line, "a session that is here")
        for mark, line in others.compare(journals, ends, bool(trust.keys or trust.witnessed), whole):
            if mark == "FAULT":
                told.append(Told(str(given.journals[0])))
                told[-1].say(0, "other tables", line, "what they hold signed heads of")
    except verify.Unfit as unfit:
        raise Unfit(str(unfit)) from None
    ok = not any(one.count for one in told)
    if given.json:
        files = [{"file": one.name, "disagreements": one.count, "first": one.found} for one in told]
        answer = {
            "ok": ok,
            "book": given.book is not None,
            "counts": dict(sorted(met.items())),
            "files": files,
        }
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    else:
        tell(told, met, given.book, trust)
    return 0 if ok else 1


def audited(verify, journals, trust, whole, rules, book_path=None):
    """What was found of each file, the book first; how much was looked at, by name; and of each journal by
    its path how many entries hold, and whether all do.

    Raises:
        Unfit: a file is not what it was given for.
    """
    met, told, ends, book, audits, sessions = Counter(), [], {}, None, [], {}
    rule_book = RuleBook(rules)
    if book_path:
        told.append(Told(book_path.name))
        book = Book(book_path, told[-1].say)
        book.audit()
        met["entries of the book"] = len(book.entries)
    for one, reached, wrong in verify.judged(journals, trust, whole):
        told.append(Told(one.path.name))
        ends[one.path] = verify.held_to(reached, wrong)
        if isinstance(wrong, verify.Bad):
            told[-1].chain(wrong)
        try:
            if wrong is not None and not isinstance(wrong, verify.Bad):
                raise wrong
            with closing(one.open()) as file:
                audits.append(audit_rows(file.execute(verify.ROWS), rule_book, book, met, told[-1]))
                sessions[one.order] = audits[-1], told[-1]
        except sqlite3.Error as error:
            raise Unfit(
                f"{one.path.name}: cannot be read ({error}): take the copy again, as FORMAT.md says"
            ) from None
        met["journals"] += 1
    held_to_book(audits, book)
    held_to_next(sessions)
    return told, met, ends


def held_to_book(audits, book):
    """What the book did for each journal, once all are read: a later one may have ended rounds of another."""
    here = [one for one in audits if one is not None] if book is not None else []
    ended = set().union(*(one.ended for one in here))
    for one in here:
        one.acts_of_book(ended)


def held_to_next(sessions):
    """A table begins no other session before it is closed and the book has done all that it was asked."""
    for (table, session), (audit, told) in sessions.items():
        told.left = audit.left_open() if audit is not None else []
        for line in told.left if (table, session + 1) in sessions else ():
            told.say(audit.seq, "the end of the session", line, "all over, for another session follows")


def tell(told, met, book, trust):
    for one in told:
        sys.stdout.write(f"{'ok    ' if not one.count else 'FAULT '} {one.name}\n")
        for found in one.found:
            sys.stdout.write(
                f"       entry {found['entry']}: {found['what']}: {found['stands']} stands there,"
                f" {found['right']} is right\n"
            )
        for line in one.left:
            sys.stdout.write(f"       at its end: {line}\n")
        if one.count > len(one.found):
            sys.stdout.write(f"       and {one.count - len(one.found)} more\n")
    sys.stdout.write("; ".join(f"{name} {count}" for name, count in met.items()) + "\n")
    if book is None:
        sys.stdout.write(
            "no book was given: what the meter held and the jackpot was worth was not worked out again\n"
        )
    if not trust.keys and not trust.witnessed:
        sys.stdout.write("whose journals these are was not checked: that takes --key or --witness\n")


if __name__ == "__main__":
    sys.exit(main())
