"""Histories of many tables under faults are of one ledger, and the checker that says so finds what is not.

How the book computes is nobody's business here: the checker has a model of its own (T-6, T-8, T-9, T-10).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.law.requirements import requirement
from tests.link.histories.anomalies import ANOMALIES, Anomaly
from tests.link.histories.checker import RULES, check
from tests.link.histories.ledger import Ledger
from tests.link.histories.operations import Operation
from tests.link.histories.trials import TERMS, asked_of_the_old, play_small, rules_of, small
from tests.long import long
from tests.private_postgres import PrivateServer

ALONE = "PERFORM set_config('synchronous_commit', 'local', true);"
Small = tuple[list[Operation], Ledger]


@pytest.fixture(scope="module")
def played(postgres: PrivateServer) -> Small:
    return play_small(postgres, "kept", TERMS[0], 4)


@requirement("LK-05")
@requirement("LK-07")
@pytest.mark.parametrize("rounds", [2, long(40)])
def test_what_tables_heard_over_wires_that_are_cut_one_ledger_says(
    postgres: PrivateServer, rounds: int
) -> None:
    for number in range(len(TERMS)):
        verdict = small(postgres, f"terms {number}", TERMS[number], rounds)
        assert verdict.findings == []
        assert min(verdict.acts, verdict.readings) > 0


@pytest.mark.parametrize("anomaly", ANOMALIES, ids=lambda one: one.name)
def test_a_fault_planted_in_the_book_is_found_by_its_rule(postgres: PrivateServer, anomaly: Anomaly) -> None:
    """Which rule finds it stands in the fault itself. Tables that do not meet show nothing: once more."""
    found: set[str] = set()
    for number in range(20):
        found |= small(postgres, f"planted {number}", TERMS[0], 4, anomaly).rules
        if anomaly.rules <= found:
            return
    raise AssertionError(f"found {found}, planted against {set(anomaly.rules)}")


def test_every_rule_is_broken_by_a_planted_fault_or_by_a_forged_history() -> None:
    assert {rule for one in ANOMALIES for rule in one.rules} | {"order"} == set(RULES)


def test_an_act_that_comes_after_one_asked_later_is_found(played: Small) -> None:
    history, book = played
    acts = sorted((one for one in history if one.answer and one.answer.get("book_seq")), key=seq_of)
    acts = [one for one in acts if one.key is not None]
    first, last = acts[0], acts[-1]
    assert check(history, book, rules_of(TERMS[0])).findings == []
    begun = last.ended_ns
    forged = [
        replace(one, began_ns=one.began_ns + begun, ended_ns=one.ended_ns + begun)
        if one.key == first.key
        else one
        for one in history
    ]
    assert "order" in check(forged, book, rules_of(TERMS[0])).rules


def test_a_reading_of_what_was_never_committed_is_found(played: Small) -> None:
    history, book = played
    for one in history:
        if one.act == "meter" and one.answer is not None:
            forged = replace(one, answer={**one.answer, "meter_cents": one.answer["meter_cents"] + 1})
            others = [other for other in history if other is not one]
            found = check([*others, forged], book, rules_of(TERMS[0])).rules
            # What was asked after its answer waits for its place, and a wait may so miss its own.
            assert "reading" in found
            assert found <= {"reading", "refusal"}


def test_an_acknowledged_act_that_is_not_in_the_book_is_found(played: Small) -> None:
    """As after a failover to a standby that nobody waited for."""
    history, book = played
    gone = max((one for one in book.stored if one.act == "finish"), key=lambda one: one.seq)
    short = Ledger(
        [one for one in book.entries if one.seq < gone.seq],
        [one for one in book.stored if one.seq < gone.seq],
    )
    verdict = check(history, short, rules_of(TERMS[0]))
    assert "lost" in verdict.rules
    assert verdict.lost >= 1


@pytest.mark.parametrize(
    ("faults", "accepted"),
    [
        ((), 0),
        ((("claim", "value := g.value_micro;", f"value := g.value_micro; {ALONE}"),), 1),
        ((("begin_act", "IF kept.digest = p_digest THEN", f"IF kept.digest = p_digest THEN {ALONE}"),), 1),
    ],
    ids=["none", "a claim", "an answer given again"],
)
def test_an_old_primary_that_answers_one_kind_of_act_alone_is_found(
    faults: tuple[tuple[str, str, str], ...], accepted: int
) -> None:
    """F-14: an act that does not wait for the standby was seen only where it was a stake."""
    server = PrivateServer()
    try:
        database = server.book_database(TERMS[0])
        Anomaly("an act is committed alone", frozenset(), faults).plant(server, database)
        with server.connect() as keeper:
            keeper.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            keeper.execute("SELECT pg_reload_conf()")
            while keeper.execute("SHOW synchronous_standby_names").fetchone() != ("nobody",):
                pass
        assert asked_of_the_old(server, database, "another")[0] == accepted
    finally:
        server.remove()


def seq_of(one: Operation) -> int:
    assert one.answer is not None
    return int(one.answer["book_seq"])
