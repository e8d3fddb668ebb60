"""deploy/LINK.md is typed from its beginning to its end on three servers, and nothing acknowledged is lost.

Sections 12 and 13 are typed by `make proof`: tests/link/test_runbook_drills.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property

import pytest

from controller.book.answers import Key
from controller.book.bookkeeper import Bookkeeper
from controller.book.port import BookUnreachable
from controller.book.postgres import PostgresBook
from controller.game import inputs as i
from controller.game import requests as r
from tests.runbook import ROOT, SERVERS, Machines, Reader, machines
from tests.runbook_load import Table, install, staking, wait
from tests.shell.book.jackpot_books import TWO

pytestmark = pytest.mark.slow

FAIL_OVER = "fail-over a.casino.lan b.casino.lan c.casino.lan"


class Evening:
    """The page as far as it was typed; each step types what comes before it first."""

    def __init__(self, machines: Machines) -> None:
        self.machines = machines
        self.reader = Reader(machines)
        self.tables: list[Table] = []

    @cached_property
    def installed(self) -> str:
        """Sections 1 to 3: three servers, a jackpot, and two tables that have staked; what was said."""
        said, self.tables = install(self.reader)
        return said + self.reader.section("3")

    @cached_property
    def a_standby_was_out(self) -> None:
        """Section 4: c was taken out of the list and put back."""
        assert self.installed
        self.machines.lose("c")
        self.reader.section("4")
        for table in self.tables:
            table.play()

    @cached_property
    def failed_over(self) -> FailedOver:
        """Section 5, with the history that loses 1,115 stakes where the wrong standby is promoted.

        The tables stake; c dies; they stake on; the primary dies; c comes back alone, without what b has.
        """
        assert self.a_standby_was_out is None
        ours, refused = self.machines, []
        with staking(self.tables):
            wait(self.tables, 3)
            refused.append(ours.sh("b", FAIL_OVER).stdout)
            ours.lose("c")
            wait(self.tables, 3)
            ours.lose("a", "b")
            ours.start("c")
            refused.append(ours.sh("c", FAIL_OVER).stdout)
            refused.append(ours.sh("c", "fail-over a.casino.lan c.casino.lan").stdout)
            ours.start("b")
            said = self.reader.section("5", until="a, with")
            ours.primary = "b"
            wait(self.tables, 3)
        lost = set[object]().union(*(table.lost() for table in self.tables))
        self.reader.section("5", until="a, with the new primary's name, if")
        rewound = ours.sh(
            "b", "psql -XAtqU postgres -c 'SELECT application_name, sync_state FROM pg_stat_replication'"
        )
        ours.sh("a", "systemctl stop")
        self.reader.section("5")
        return FailedOver(refused, said, len(lost), sorted(rewound.stdout.split()))

    @cached_property
    def copied(self) -> str:
        """Section 6: a copy and its drill; what the drill said."""
        assert self.failed_over
        return self.reader.section("6")

    @cached_property
    def put_back(self) -> set[Key]:
        """Section 7: all three servers were lost at once and the last copy is laid out; what it lacks."""
        assert self.copied
        for table in self.tables:
            table.play()
        self.machines.lose(*SERVERS)
        self.reader.section("7")
        self.machines.primary = "a"
        return set[Key]().union(*(table.lost() for table in self.tables))


@dataclass
class FailedOver:
    """What `fail-over` refused and did, and what came of it."""

    refused: list[str]
    said: str
    lost: int
    standbys: list[str]


@pytest.fixture(scope="module")
def evening() -> Iterator[Evening]:
    with machines() as made:
        evening = Evening(made)
        yield evening
        for table in evening.tables:
            table.close()


@pytest.mark.long
def test_three_servers_are_installed_as_written_and_check_finds_nothing(evening: Evening) -> None:
    assert "FAUX" not in evening.installed
    assert "livre et journaux concordent" in evening.installed
    assert evening.installed.count("quorum") == 2


@pytest.mark.long
def test_a_certificate_lets_one_role_in_and_a_revoked_one_nobody(evening: Evening) -> None:
    assert evening.installed
    address = evening.tables[0].url
    with pytest.raises(BookUnreachable, match="does not accept this certificate"):
        PostgresBook(address.replace("//uth_1@", "//uth_2@"))
    for role in ("keeper", "postgres"):
        with pytest.raises(BookUnreachable, match=r"does not let this role in|does not accept"):
            PostgresBook(address.replace("//uth_1@", f"//{role}@"))
    with pytest.raises(BookUnreachable, match="revoked"):
        PostgresBook(address.replace("uth_1", "uth_3"))


def test_a_standby_that_is_out_is_taken_off_the_list_and_comes_back(evening: Evening) -> None:
    assert evening.a_standby_was_out is None


def test_the_stale_standby_is_never_promoted_and_no_stake_is_lost(evening: Evening) -> None:
    """c stops, the primary dies later, and c alone is at hand."""
    happened = evening.failed_over
    answers, absent, unasked = happened.refused
    assert "127.0.55.21 answers; stop it or switch it off first" in answers
    assert "127.0.55.22 does not answer" in absent
    assert "of a b one is the old primary, and another was not asked" in unasked
    assert "127.0.55.22 is the primary" in happened.said
    assert happened.lost == 0


def test_the_old_primary_comes_back_as_a_standby(evening: Evening) -> None:
    assert evening.failed_over.standbys == ["a|quorum", "c|quorum"]


def test_a_copy_is_verified_and_the_drill_makes_a_book_of_it(evening: Evening) -> None:
    assert "copied and verified" in evening.copied
    assert "restored and added up: entry" in evening.copied


@pytest.mark.long
def test_what_a_restored_book_lacks_two_persons_accept_at_each_table(evening: Evening) -> None:
    lost = evening.put_back
    assert lost, "the log ends before the last acts, or this shows nothing"
    kept = "grep -E '^(recovery|restore)_' /srv/jackpot/data/postgresql.auto.conf || echo none"
    left = [evening.machines.sh(server, kept).stdout.strip() for server in SERVERS]
    assert left == ["none"] * 3, "a standby that is copied with a moment to stop at promotes itself"
    for table in evening.tables:
        told = table.told()
        with closing(PostgresBook(table.url)) as book:
            keeper = Bookkeeper(book, table.name, told[0].key.journal_id, told)
            heard = keeper.compare()
            assert isinstance(heard, i.BookRefused)
            assert (heard.code, heard.difference is not None) == ("book_differs", True)
            seen = heard.difference.found_seq if heard.difference else 0
            reopened = keeper.perform(r.Reopen(0, 1, TWO, "book_differs", seen), 8)
            assert isinstance(reopened, i.ReopeningObserved)
            assert keeper.compare() is None
            assert book.read(check=True).residual_micro == 0


def test_a_dump_with_its_roles_makes_the_same_book(evening: Evening) -> None:
    assert evening.put_back
    assert "grand livre" in evening.reader.section("8")


def test_the_monitoring_queries_answer(evening: Evening) -> None:
    assert evening.put_back
    said = evening.reader.section("9")
    assert "streaming" in said


def test_the_round_of_a_dead_table_is_closed_from_the_pit(evening: Evening) -> None:
    assert evening.put_back
    table = evening.tables[0]
    table.stake_only(4711)
    assert "est fermé par l’écriture" in evening.reader.section("10")


def test_the_schema_is_brought_to_this_program(evening: Evening) -> None:
    assert evening.put_back
    said = evening.reader.section("13", until="b and c, the tables closed")
    assert "le schéma en est à la migration" in said


def test_no_server_starts_by_itself_beside_the_one_promoted_since() -> None:
    unit = ConfigParser(interpolation=None)
    unit.read(ROOT / "deploy" / "postgresql" / "jackpot.service")
    assert unit.sections() == ["Unit", "Service"], "nothing that starts with the machine wants it"
    assert unit["Service"]["ExecStart"].endswith("/postgres -D /etc/jackpot")


def test_no_block_of_the_page_is_left_but_those_of_the_long_drills(evening: Evening) -> None:
    assert {block.section for block in evening.reader.left} <= {"12", "13"}
