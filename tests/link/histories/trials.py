"""One history after another: played, and judged."""

from __future__ import annotations

import contextlib
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from controller.book.answers import Award, Key
from controller.book.port import Account, BookUnreachable
from controller.book.postgres import PostgresBook
from controller.book.postgres_schema import install
from controller.book.shares import Terms
from tests.link.histories.anomalies import Anomaly
from tests.link.histories.arena import Arena, acknowledges_with_standby, kill, standby_of
from tests.link.histories.checker import Verdict, check, check_failover
from tests.link.histories.ledger import Ledger, ledger_of
from tests.link.histories.model import Rules
from tests.link.histories.operations import Operation
from tests.link.histories.tables import SETTLE_S, Table
from tests.link_proxy import Proxy
from tests.private_postgres import PATIENCE_S, PROFILE, PrivateServer
from tests.shell.book.jackpot_books import EXAMPLE, LITERAL, STAKE, TWO, key

LIMITED: Final = Terms(STAKE, 100_000, 250_000, 150_000, 600_000, "meter", limit_cents=101_000)
"""A limit that the meter reaches soon: overflow, release and spill come often."""
TERMS: Final = (EXAMPLE, LITERAL, LIMITED)
LASTS_S: Final = 4.0
TABLES: Final = 4
"""Of a small history."""
LAG_S: Final = 1.0


def histories(server: PrivateServer, count: int, seed: str, lasts_s: float = LASTS_S) -> Told:
    """So many histories: of eight, six on one server, one failover to a standby that was waited for, one to
    another.

    Raises:
        AssertionError: an anomaly; the text has the rule and the operation.
    """
    all_told = Told()
    for number in range(count):
        name = f"{seed} {number}"
        if number % 4 == 1:
            synchronous = number % 8 == 1
            over = failover(name, synchronous=synchronous, lasts_s=lasts_s)
            all_told.add_failover(over, synchronous=synchronous)
        else:
            all_told.add(*one_server(server, name, lasts_s))
    return all_told


def rules_of(terms: Terms) -> Rules:
    """The same parameters, for the model."""
    shares = (terms.meter_share, terms.reserve_share, terms.house_share)
    pays = terms.fixed_prizes_paid_from == "meter"
    return Rules(terms.stake_cents, terms.start_cents, shares, pays, terms.limit_cents)


@dataclass(slots=True)
class Told:
    """What many histories came to."""

    histories: int = 0
    operations: int = 0
    acts: int = 0
    unknown: int = 0
    readings: int = 0
    refusals: int = 0
    lost: list[int] = field(default_factory=list)
    old_readings: int = 0
    refused_by_old: int = 0
    befell: Counter[str] = field(default_factory=Counter)

    def add(self, verdict: Verdict, befell: Counter[str]) -> None:
        """One more history.

        Raises:
            AssertionError: an anomaly; the text has the rule and the operation.
        """
        assert not verdict.findings, f"{len(verdict.findings)} anomalies: {verdict.findings[:3]}"
        self.histories += 1
        for name in ("operations", "acts", "unknown", "readings", "refusals", "old_readings"):
            setattr(self, name, getattr(self, name) + getattr(verdict, name))
        self.befell += befell

    def add_failover(self, over: Failover, *, synchronous: bool) -> None:
        """One more history that went on at a standby.

        Raises:
            AssertionError: an anomaly, or an old primary acknowledged what only a standby may.
        """
        self.add(over.verdict, over.befell)
        if synchronous:
            assert over.accepted_by_old == 0, f"an old primary acknowledged {over.accepted_by_old} acts"
            self.refused_by_old += over.refused_by_old
        else:
            self.lost.append(over.verdict.lost)

    def said(self) -> str:
        """One sentence with all of it; of failovers where there were any."""
        fell = ", ".join(f"{name} {times}" for name, times in sorted(self.befell.items()))
        told = [
            f"no anomaly in {self.operations} operations: {self.acts} acts done, {self.readings} readings,"
            f" {self.refusals} refusals and waits, {self.unknown} without an answer"
        ]
        if any(name.startswith("failover") for name in self.befell):
            lost = " and ".join(map(str, self.lost)) or "no"
            told.append(
                "failover lost nothing of what waited for the standby, an old primary acknowledged 0 of"
                f" {self.refused_by_old} acts and was read {self.old_readings} times; where nobody waited,"
                f" {lost} acknowledged acts were lost"
            )
        return "; ".join([*told, fell])


def ledger(server: PrivateServer, database: str) -> Ledger:
    with server.connect(database) as connection:
        return ledger_of(connection)


def one_server(
    server: PrivateServer, seed: str, lasts_s: float = LASTS_S, kinds: tuple[str, ...] = ()
) -> tuple[Verdict, Counter[str]]:
    """A history on one server."""
    dice = Random(f"history {seed}")
    terms = dice.choice(TERMS)
    database = server.book_database(terms)
    with Arena(server, database, dice.randint(2, 16), seed) as arena:
        arena.befalls(lasts_s, kinds)
        history = arena.end()
    verdict = check(history, ledger(server, database), rules_of(terms))
    server.give_back(database)
    return verdict, arena.befell


def small(
    server: PrivateServer, seed: str, terms: Terms, rounds: int, anomaly: Anomaly | None = None
) -> Verdict:
    """The verdict over `play_small`."""
    history, book = play_small(server, seed, terms, rounds, anomaly)
    return check(history, book, rules_of(terms))


def play_small(
    server: PrivateServer, seed: str, terms: Terms, rounds: int, anomaly: Anomaly | None = None
) -> tuple[list[Operation], Ledger]:
    """A history of four tables of this process, each so many rounds; wires are cut now and then.

    With an `anomaly` what the tables cannot bring to its end is left.
    """
    dice = Random(f"small {seed}")
    database = server.database()
    install(server.url(database), terms, PROFILE, at_ms=0)
    if anomaly is not None:
        anomaly.plant(server, database)
    with tempfile.TemporaryDirectory(prefix="tapis-histories-") as place, ExitStack() as ends:
        proxies = [ends.enter_context(Proxy(server.port)) for _ in range(TABLES)]
        tables = [
            Table(f"T{n}", server.url(database, port=proxy.port), Path(place), seed, PATIENCE_S)
            for n, proxy in enumerate(proxies, 1)
        ]
        for table in tables:
            table.claims = 0.5
            ends.callback(table.close)
        with ThreadPoolExecutor(TABLES) as pool:
            for number in range(rounds):
                if number % 3 == 1:
                    dice.choice(proxies).arm(answers_left=dice.randrange(5))
                list(pool.map(Table.play, tables))
            for proxy in proxies:
                proxy.arm()
            for settled in [pool.submit(table.settle, 0.5 if anomaly else SETTLE_S) for table in tables]:
                with contextlib.suppress(*([TimeoutError] if anomaly else [])):
                    settled.result()
        history = [one for table in tables for one in table.log.operations]
        book = ledger(server, database)
    server.drop(database)
    return history, book


# --- two servers ---------------------------------------------------------------------------------

ENDS: Final = ("dies", "runs on")
"""What becomes of the old primary while the standby is promoted: nobody hears it any more, or some do."""


@dataclass(slots=True)
class Failover:
    """A history that went on at a standby; `old` counts what was asked of the old primary afterwards."""

    verdict: Verdict
    befell: Counter[str]
    refused_by_old: int
    accepted_by_old: int


def failover(seed: str, *, synchronous: bool, lasts_s: float = LASTS_S) -> Failover:
    """A history whose server is lost in the middle of it."""
    dice = Random(f"failover {seed}")
    terms = dice.choice(TERMS)
    primary = PrivateServer()
    try:
        database = primary.book_database(terms)
        with Proxy(primary.port) as wire, standby_of(primary, wire) as standby:
            if synchronous:
                acknowledges_with_standby(primary)
            else:
                wire.delay_s = LAG_S * dice.random()
            return _failed_over(primary, standby, wire, database, terms, seed, dice, synchronous, lasts_s)
    finally:
        with contextlib.suppress(RuntimeError):
            primary.start()
        primary.remove()


def _failed_over(
    primary: PrivateServer,
    standby: PrivateServer,
    wire: Proxy,
    database: str,
    terms: Terms,
    seed: str,
    dice: Random,
    synchronous: bool,
    lasts_s: float,
) -> Failover:
    runs_on = synchronous and dice.random() < 0.5
    with Arena(primary, database, dice.randint(2, 12), seed) as arena:
        kinds = ("cut", "partition", "held back", "server stands", "machine stands")
        arena.befalls(lasts_s / 2, kinds)
        if runs_on:
            wire.refusing = True
            wire.cut()
        else:
            kill(primary)
            wire.refusing = True
            wire.cut()
            for proxy in arena.proxies:
                proxy.cut()
        with standby.connect() as keeper:
            assert keeper.execute("SELECT pg_promote(true, 60)").fetchone() == (True,)
        arena.befell["failover, old primary " + ENDS[runs_on]] += 1
        time.sleep(0.3)
        led_ns = time.monotonic_ns()
        leads = arena.proxies[::2] if runs_on else arena.proxies
        for group in (leads, [proxy for proxy in arena.proxies if proxy not in leads]):
            for proxy in group:
                proxy.to = standby.port
                proxy.cut()
            time.sleep(1.2 if runs_on else 0)
        if runs_on:
            kill(primary)
        arena.server = standby
        arena.befalls(lasts_s / 2, kinds)
        history = arena.end()
    primary.start()
    old = ledger(primary, database)
    with PostgresBookOf(standby, database) as book:
        identity = book.meter().book
    accepted, refused = asked_of_the_old(primary, database, identity)
    new = ledger(standby, database)
    verdict = check_failover(history, old, new, rules_of(terms), led_ns, identity)
    if synchronous and verdict.lost:
        verdict.found("lost", f"{verdict.lost} acknowledged acts")
    return Failover(verdict, arena.befell, refused, accepted)


class PostgresBookOf(PostgresBook):
    """The book of a database, closed at the end of a block."""

    def __init__(self, server: PrivateServer, database: str) -> None:
        super().__init__(server.url(database))

    def __enter__(self) -> PostgresBookOf:
        return self

    def __exit__(self, *trace: object) -> None:
        self.close()


def asked_of_the_old(primary: PrivateServer, database: str, identity: str) -> tuple[int, int]:
    """How many acts an old primary, started again by mistake, acknowledged, and how many it did not.

    One of every kind, refused and asked for again among them; what waits for the standby is ended before the
    next, which would only wait behind it.
    """
    accepted = 0
    with PostgresBookOf(primary, database) as book:
        book._line.wait_s = 0.25
        assert book.meter().book != identity, "a table would not know the old primary by its readings"
        asked = _one_of_each(book)
        for ask in asked:
            with contextlib.suppress(BookUnreachable):
                ask()
                accepted += 1
            book._line.drop()
            _end_waiting(primary, database)
    return accepted, len(asked) - accepted


def _one_of_each(book: PostgresBook) -> list[Callable[[], object]]:
    """Acts of a table that nobody else is; each finds what it rests on."""

    def named(kind: str, number: int = 1) -> Key:
        return key("T99", number, kind)

    return [
        lambda: book.reopen(named("reopen", 0), TWO, "reprise", 1),
        lambda: book.contribute(named("contribute"), (1, 2, 3), STAKE, 1),
        lambda: book.contribute(named("contribute"), (1, 2, 3), STAKE, 1),
        lambda: book.contribute(named("contribute"), (4,), STAKE, 1),
        lambda: book.forgo(named("contribute", 2), (1,), STAKE, 1),
        lambda: book.award(named("prize"), (Award("quads", 1, 100),), 1),
        lambda: book.refund(named("refund"), 2, 1),
        lambda: book.claim(named("claim"), 3, 1),
        lambda: book.award(named("too early"), (Award("jackpot", 3, 0),), 1),
        lambda: book.finish(named("finish"), 1),
        lambda: book.refuse(named("refuse"), TWO, "carte remplacée", 1),
        lambda: book.correct(named("correct", 0), Account.METER, 1, TWO, "relevé faux", 1),
        lambda: book.stop(named("stop", 0), "orphans", TWO, "arrêt volontaire", 1),
        lambda: book.probe("T99", 1),
    ]


def _end_waiting(server: PrivateServer, database: str) -> None:
    """What no table waits for any more is ended; the server commits it alone and tells nobody."""
    with server.connect() as keeper:
        keeper.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", (database,)
        )
