"""The sections of deploy/LINK.md that take longer: a manager that fails over by itself, a major version."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from logging import getLogger

import pytest

from tests.patience import PATIENCE_S
from tests.private_postgres import binaries
from tests.runbook import ADDRESSES, Machines, Reader, machines
from tests.runbook_load import Table, install, staking, wait

pytestmark = pytest.mark.long

TIMES = 3
STANDBYS = "psql -XAtqU postgres -c 'SELECT application_name FROM pg_stat_replication'"
LOG = getLogger(__name__)


@pytest.fixture
def reader() -> Iterator[Reader]:
    with machines() as made:
        yield Reader(made)


@pytest.fixture
def tables(reader: Reader) -> Iterator[list[Table]]:
    """Tables on the three installed servers."""
    made = install(reader)[1]
    yield made
    for table in made:
        table.close()


def manage(reader: Reader) -> None:
    """Section 12, as far as a failover has not been."""
    assert (binaries() / "repmgrd").exists(), f"install repmgr for the PostgreSQL of {binaries()}"
    reader.section("12", until="a, when")


def primaries(ours: Machines) -> list[str]:
    """The servers that take acts."""
    asked = {name: ours.sh(name, "psql -XAtqU postgres -c 'SELECT pg_is_in_recovery()'") for name in "abc"}
    return [name for name, said in asked.items() if said.stdout.strip() == "f"]


def come_back(ours: Machines, lost: str, primary: str) -> None:
    """The old primary is a standby of the new one: sections 5 and 12, for any two servers."""
    blocks = Reader(ours).left
    back = next(each for each in blocks if each.where == "a, with the new primary's name")
    known = next(each for each in blocks if each.where.startswith("a, when it follows b"))
    number = "abc".index(primary) + 1
    names = {"a.casino.lan": ADDRESSES[lost], "b.casino.lan": ADDRESSES[primary]}
    text = re.sub(r"[ab]\.casino\.lan", lambda name: names[name[0]], back.text + known.text)
    text = text.replace("'a'", f"'{lost}'")
    done = ours.sh(lost, text.replace("--upstream-node-id=2", f"--upstream-node-id={number}"))
    assert done.returncode == 0, done.stdout


def test_repmgr_fails_over_by_itself_under_load_and_nothing_acknowledged_is_lost(
    reader: Reader, tables: list[Table]
) -> None:
    ours = reader.machines
    manage(reader)
    for _ in range(TIMES):
        (old,) = primaries(ours)
        for table in tables:
            table.longest_s = 0.0
        with staking(tables):
            time.sleep(2)
            ours.lose(old)
            wait(tables, 10)
        (new,) = primaries(ours)
        told, lost = (sum(len(each) for each in found) for found in zip(*map(acts, tables), strict=True))
        shut_s = max(table.longest_s for table in tables)
        figures = (old, new, told, lost, shut_s)
        LOG.info("%s lost, %s promoted: %d acknowledged, %d lost, %.1f s without JP1", *figures)
        assert lost == 0
        come_back(ours, old, new)
        code, said = ours.tapis(new, "tapis link check postgresql://postgres@/jackpot?host=/run/postgresql")
        assert code == 0, said
    for table in tables:
        assert table.told()


def acts(table: Table) -> tuple[dict[object, int], set[object]]:
    """What the table was acknowledged, and what of it is lost."""
    return dict(table.acknowledged), set(table.lost())


def test_repmgr_promotes_nobody_while_the_other_standby_is_not_seen(
    reader: Reader, tables: list[Table]
) -> None:
    """With a manager: c stops, the primary dies later, c comes back without what b has."""
    ours = reader.machines
    manage(reader)
    with staking(tables):
        wait(tables, 5)
        ours.lose("c")
        wait(tables, 5)
        ours.lose("a", "b")
        ours.start("c")
        time.sleep(30)
        assert primaries(ours) == [], "c alone is promoted by nobody"
        ours.start("b")
        time.sleep(1)
        done = ours.sh("b", "fail-over a.casino.lan b.casino.lan c.casino.lan || true")
        until_s = time.monotonic() + PATIENCE_S
        while primaries(ours) != ["b"]:
            assert time.monotonic() < until_s, done.stdout
            time.sleep(0.5)
        wait(tables, 5)
    assert [table.lost() for table in tables] == [set(), set()]


def test_the_servers_move_to_another_major_version(reader: Reader) -> None:
    """From the oldest to the newest that is installed; where there is one, to itself by the same commands."""
    ours = reader.machines
    ours.binaries = sorted(binaries().parents[1].glob("*/bin"))[0]
    tables = install(reader)[1]
    reader.section("13", until="a, when the standbys")
    ours.binaries = binaries()
    anew = next(each for each in reader.left if each.where == "b and c, as on a new machine")
    ours.type(anew)
    reader.section("13")
    for table in tables:
        table.play()
    assert [table.lost() for table in tables] == [set(), set()]
    assert len(ours.sh("a", STANDBYS).stdout.split()) == 2
    for table in tables:
        table.close()
