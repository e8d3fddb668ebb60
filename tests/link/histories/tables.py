"""Tables that play at one jackpot and write down what they asked and heard.

`python -m tests.link.histories.tables FOLDER NUMBER` is a machine with some of them: a process that can be
killed and stopped. It plays until FOLDER has a file `stop`, then brings every round and claim to its end.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.book import answers as a
from controller.book.port import Account, BookMismatch, BookUnreachable
from controller.book.postgres import PostgresBook
from controller.game.money import MICRO
from tests.link.histories.operations import Key, Log, Operation, told
from tests.shell.book.jackpot_books import JOURNAL, STAKE, TWO

TRIES: Final = 3
"""So often an act is asked for in a row before the table goes on without its answer."""
SETTLE_S: Final = 60.0
"""So long everything may take to come to its end on a link that is well."""
PATIENT_S: Final = 2.0
HOUR_MS: Final = 3_600_000
SKEWS_MS: Final = (0, 0, HOUR_MS, -HOUR_MS, 8_760 * HOUR_MS, -8_760 * HOUR_MS)


def spoken(book: PostgresBook, one: Operation) -> Any:
    """The operation asked of the book."""
    if one.key is None:
        return book.meter() if one.act == "meter" else book.probe(one.table, one.at_ms)
    table, round_, attempt, kind, seat = one.key
    key = a.Key(table, JOURNAL, round_, attempt, kind, seat or None)
    request, at_ms = one.request, one.at_ms
    if one.act in ("contribute", "forgo"):
        ask = book.contribute if one.act == "contribute" else book.forgo
        return ask(key, tuple(request[0]), request[1], at_ms)
    if one.act == "award":
        return book.award(key, tuple(a.Award(*each) for each in request[0]), at_ms)
    if one.act == "refuse":
        return book.refuse(key, TWO, "carte remplacée", at_ms)
    if one.act == "close":
        return book.close_dead_round(key, TWO, "panne", at_ms)
    if one.act == "correct":
        return book.correct(key, Account.METER, request[0], TWO, "relevé faux", at_ms)
    if one.act == "stop":
        return book.stop(key, request[0], TWO, "arrêt volontaire", at_ms)
    if one.act == "reopen":
        return book.reopen(key, TWO, "reprise", at_ms)
    act: Callable[..., Any] = getattr(book, one.act)
    return act(key, *request, at_ms)


class Table:
    """One table; its log says where it was before it was killed.

    `claims` is how often a round claims the jackpot, `people` how often two persons come before one.
    """

    claims = 0.2
    people = 0.15

    def __init__(self, name: str, url: str, folder: Path, seed: str, wait_s: float) -> None:
        self.name, self.url, self.wait_s = name, url, wait_s
        self.log = Log(folder / f"{name}.jsonl")
        self.dice = Random(f"{seed} {name} {len(self.log.operations)}")
        self.round = max((one.key[1] for one in self.log.operations if one.key), default=0)
        self.skew_ms = self.dice.choice(SKEWS_MS)
        self._book: PostgresBook | None = None

    def close(self) -> None:
        if self._book is not None:
            self._book.close()
        self.log.__exit__()

    def ask(self, act: str, key: Key | None = None, *request: Any) -> dict[str, Any] | None:
        """What came of it, None for nothing."""
        if self.dice.random() < 0.05:
            self.skew_ms = self.dice.choice(SKEWS_MS)
        at_ms = time.time_ns() // 1_000_000 + self.skew_ms
        one = self.log.begin(self.name, act, key, json.loads(json.dumps(request)), at_ms)
        try:
            if self._book is None:
                self._book = PostgresBook(self.url, patient=True)
                self._book._line.wait_s = self.wait_s
            answer = told(spoken(self._book, one))
        except (BookUnreachable, BookMismatch):
            answer = None
        self.log.end(one, answer)
        return answer

    def insist(self, act: str, key: Key, *request: Any) -> dict[str, Any] | None:
        """Asked by the same key until it is answered, a few times."""
        for _ in range(TRIES):
            answer = self.ask(act, key, *request)
            if answer is not None:
                return answer
            time.sleep(0.02 + 0.05 * self.dice.random())
        return None

    def key(self, kind: str, seat: int = 0, attempt: int = 1) -> Key:
        return (self.name, self.round, attempt, kind, seat)

    def by_two(self) -> None:
        """Two persons correct the meter, or stop the jackpot and take it up again; an act of no round."""
        chance, dice = self.dice.random, self.dice
        if chance() < 0.5:
            cents = dice.choice((-1, 1)) * dice.randint(1, dice.choice((40, 900)))
            self._by_two("correct", cents * MICRO)
            return
        while chance() < 0.7:  # now and then once more, though it stands already
            self._by_two("stop", dice.choice(("transfer", "orphans")))
        if chance() < 0.3:
            self.ask("meter")
        while chance() < 0.7:
            self._by_two("reopen")

    def _by_two(self, act: str, *request: Any) -> None:
        """An act that is of no round has a number of its own."""
        self.insist(act, (self.name, 0, len(self.log.operations) + 1, act, 0), *request)

    def play(self) -> None:
        """One round, with what may happen in one."""
        chance = self.dice.random
        if chance() < self.people:
            self.by_two()
        self.round += 1
        seats = self.dice.sample(range(1, 8), self.dice.randint(1, 4))
        if self.insist("contribute", self.key("contribute"), seats, STAKE) is None and chance() < 0.3:
            self.insist("forgo", self.key("contribute"), seats, STAKE)
            return
        if chance() < 0.4:
            self.ask(self.dice.choice(("meter", "probe")))
        if chance() < 0.1:
            more = self.dice.sample(range(1, 8), 2)
            self.insist("contribute", self.key("contribute", attempt=2), more, STAKE)
        seat = self.dice.choice(seats)
        if chance() < 0.2:
            self.insist("award", self.key("prize", seat), [["quads", seat, self.dice.randint(1, 5_000)]])
        if chance() < 0.2:
            back = self.dice.choice(seats)
            self.insist("refund", self.key("refund", back), back)
            if chance() < 0.5:
                self.insist("refund", self.key("again", back), back)
        claimed = chance() < self.claims
        if claimed:
            self.insist("claim", self.key("claim"), seat)
        if chance() < 0.05:
            self.insist("refund", self.key("late", seat), seat)
        if chance() < 0.15:  # nobody heard of this table for long; now and then it is heard again
            self.insist("close", self.key("close"))
            if chance() < 0.5:
                self.insist("refund", self.key("of the dead", seats[-1]), seats[-1])
        if chance() < 0.9:
            self.insist("finish", self.key("finish"))
        if chance() < 0.1:  # what its round can have no more, or not yet
            self.insist("refund", self.key("too late", seats[0]), seats[0])
            self.insist("finish", self.key("finish again"))
        if claimed and chance() < 0.25:
            self.insist("refuse", self.key("refuse"))
        elif claimed:
            self._share(seat)
            if chance() < 0.3:
                self.insist("award", self.key("twice", seat), [["jackpot", seat, 0]])
        if chance() < 0.08:
            self.insist("claim", self.key("late claim"), seat)
        if chance() < 0.2:
            self.again()

    def _share(self, seat: int) -> None:
        for _ in range(TRIES):
            answer = self.insist("award", self.key("share", seat), [["jackpot", seat, 0]])
            if answer is None or answer["answer"] != "Waiting":
                return
            time.sleep(0.05)

    def again(self) -> None:
        """An act that was asked for is asked for once more; now and then with another request."""
        one = self.dice.choice([one for one in self.log.operations[-40:] if one.key] or [None])
        if one is None or one.key is None:
            return
        self.ask(one.act, one.key, *one.request)
        if one.act == "contribute" and one.answer is not None and self.dice.random() < 0.3:
            others = [seat % 7 + 1 for seat in one.request[0]]
            self.ask("contribute", one.key, others, STAKE)

    # --- the end ---------------------------------------------------------------------------------

    def settle(self, lasts_s: float = SETTLE_S) -> None:
        """Every act is answered, every round finished, every claim paid or refused.

        A round whose end was lost with its server stays open: who waits for it too long refuses the claim.

        Raises:
            TimeoutError: it did not come to that.
        """
        end_s = time.monotonic() + lasts_s
        patient_s = time.monotonic() + PATIENT_S
        while left := self._left():
            if time.monotonic() > end_s:
                raise TimeoutError(f"{self.name}: {left[0]} never came to its end")
            for act, key, request in left:
                answer = self.ask(act, key, *request)
                waits = answer is not None and answer["answer"] == "Waiting"
                if waits and time.monotonic() > patient_s:
                    self.ask("refuse", (self.name, key[1], 1, "refuse 2", 0))
            time.sleep(0.05)
        self.ask("meter")

    def _left(self) -> list[tuple[str, Key, list[Any]]]:
        """What is to be asked, in the order of the rounds."""
        asked: dict[Key, Operation] = {}
        heard: dict[Key, dict[str, Any]] = {}
        for one in self.log.operations:
            if one.key is None:
                continue
            asked.setdefault(one.key, one)
            if one.answer is not None and one.answer["answer"] not in ("Waiting", "Conflict"):
                heard[one.key] = one.answer
        left = [(one.act, key, one.request) for key, one in asked.items() if key not in heard]
        left = [("contribute" if act == "forgo" else act, key, request) for act, key, request in left]
        for round_ in sorted({key[1] for key in asked}):
            mine = {key: answer["answer"] for key, answer in heard.items() if key[1] == round_}
            if "Contributed" in mine.values() and "Finished" not in mine.values():
                left += self._once_more("finish", (self.name, round_, 1, "finish", 0), [], asked)
            claim: Key = (self.name, round_, 1, "claim", 0)
            if mine.get(claim) != "Claimed" or "ClaimRefused" in mine.values():
                continue
            seat = asked[claim].request[0]
            prizes = [["jackpot", seat, 0]]
            share: Key = (self.name, round_, 1, "share", seat)
            if not any(mine.get((*share[:3], kind, seat)) == "Awarded" for kind in ("share", "share 2")):
                left += self._once_more("award", share, [prizes], asked)
        return left

    def _once_more(
        self, act: str, key: Key, request: list[Any], asked: dict[Key, Operation]
    ) -> list[tuple[str, Key, list[Any]]]:
        """The act, by another key where the first was refused before what it rests on was done."""
        for kind in (key[3], f"{key[3]} 2"):
            tried: Key = (*key[:3], kind, key[4])
            if tried not in asked:
                return [(act, tried, request)]
        return []


def run(tables: list[Table], stopping: Callable[[], bool]) -> None:
    """They play until `stopping`, then come to their end; all at once, one thread each.

    Raises:
        Exception: what went wrong with the first of them.
    """
    wrong: list[BaseException] = []

    def one(table: Table) -> None:
        try:
            while not stopping():
                table.play()
            table.settle()
        except BaseException as error:
            wrong.append(error)
        finally:
            table.close()

    threads = [threading.Thread(target=one, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]


def main() -> None:
    """The machine that the arguments name."""
    folder, number = Path(sys.argv[1]), int(sys.argv[2])
    plan = json.loads((folder / "plan.json").read_bytes())
    mine = plan["machines"][number]
    tables = [Table(name, url, folder, plan["seed"], plan["wait_s"]) for name, url in mine]
    run(tables, (folder / "stop").exists)


if __name__ == "__main__":
    main()
