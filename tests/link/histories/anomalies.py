"""Faults planted in a copy of the book's functions: each breaks a rule, and the checker is to find it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tests.private_postgres import PrivateServer

_DEFINITION: Final = (
    "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'tapis'::regnamespace AND proname = %s"
)


@dataclass(frozen=True, slots=True)
class Anomaly:
    """`changes` are functions, a text in them and what stands there instead; `rules` are what it breaks."""

    name: str
    rules: frozenset[str]
    changes: tuple[tuple[str, str, str], ...]
    before: str = ""

    def plant(self, server: PrivateServer, database: str) -> None:
        """The functions of this database have it.

        Raises:
            AssertionError: the text is not where it is to be changed.
        """
        with server.connect(database) as keeper:
            if self.before:
                keeper.execute(self.before.encode())
            for function, old, new in self.changes:
                row = keeper.execute(_DEFINITION, (function,)).fetchone()
                assert row is not None, function
                assert row[0].count(old) == 1, f"{function}: {old!r}"
                keeper.execute(row[0].replace(old, new).encode())


def _anomaly(name: str, rules: str, *changes: tuple[str, str, str], before: str = "") -> Anomaly:
    return Anomaly(name, frozenset(rules.split()), changes, before)


ANOMALIES: Final = (
    _anomaly(
        "a stake asked for again is taken again",
        "once",
        ("contribute", "IF kept IS NOT NULL THEN", "IF false THEN"),
        ("contribute", "IF taken IS NOT NULL THEN", "IF false THEN"),
        ("keep", "p_answer::text);", "p_answer::text) ON CONFLICT DO NOTHING;"),
    ),
    _anomaly(
        "a stake is added to a meter that was read without its lock",
        "sums",
        ("take_turn", "LOCK TABLE tapis.turn IN EXCLUSIVE MODE;", ""),
        ("take_turn", "PERFORM FROM tapis.standing WHERE id = 1 FOR UPDATE;", ""),
        (
            "contribute",
            "SELECT * INTO s FROM tapis.standing;",
            "SELECT * INTO s FROM tapis.standing; PERFORM pg_sleep(0.01);"
            " UPDATE tapis.standing SET seq = seq + many RETURNING seq - many INTO s.seq;",
        ),
        ("contribute", "seq = seq + many,\n    meter_balance", "meter_balance"),
    ),
    _anomaly(
        "a claim opens a generation without its start",
        "sums",
        ("open_next", "p_meter => seed)", "p_meter => 0)"),
    ),
    _anomaly(
        "a stake is given back twice",
        "once",
        (
            "refund",
            "SELECT * INTO stake FROM tapis.stakes(playing.id) e WHERE e.seat = p_of_seat;",
            "SELECT * INTO stake FROM tapis.entries e WHERE e.round_id = playing.id"
            " AND e.kind = 'contribution' AND e.seat = p_of_seat;",
        ),
        before="DROP INDEX tapis.entries_refunded_once",
    ),
    _anomaly(
        "who shares is paid the whole",
        "meter answer",
        (
            "share_of",
            "(SELECT count(*) FROM tapis.claims c\n"
            "                               WHERE c.generation = g.number AND c.state <> 'refused')",
            "1",
        ),
    ),
    _anomaly(
        "a reading is one act old",
        "reading",
        ("meter", "FROM tapis.standing s", "FROM tapis.old s"),
        (
            "take_turn",
            "PERFORM FROM tapis.standing WHERE id = 1 FOR UPDATE;",
            "PERFORM FROM tapis.standing WHERE id = 1 FOR UPDATE;"
            " DELETE FROM tapis.old; INSERT INTO tapis.old SELECT * FROM tapis.standing;",
        ),
        before="CREATE TABLE tapis.old AS SELECT * FROM tapis.standing",
    ),
    _anomaly(
        "a stake is acknowledged and taken back",
        "lost",
        (
            "do_contribute",
            "::text;\n  COMMIT;",
            "::text;\n  IF random() < 0.2 THEN ROLLBACK; ELSE COMMIT; END IF;",
        ),
    ),
    _anomaly(
        "a stake is refused for a round that is open",
        "refusal",
        (
            "contribute",
            "IF playing.finished_seq > 0 THEN",
            "IF playing.finished_seq > 0 OR random() < 0.2 THEN",
        ),
    ),
    _anomaly(
        "a correction moves the meter twice as far",
        "answer",
        (
            "correct",
            "p_meter => CASE p_account WHEN 'meter' THEN p_micro ELSE 0 END",
            "p_meter => CASE p_account WHEN 'meter' THEN 2 * p_micro ELSE 0 END",
        ),
    ),
    _anomaly(
        "a stopped jackpot takes stakes",
        "answer",
        ("contribute", "IF tapis.stop_now() <> '' THEN", "IF false THEN"),
    ),
    _anomaly(
        "a jackpot is stopped that is stopped already",
        "answer",
        ("stop", "no IS NULL AND tapis.stop_now() <> ''", "false"),
    ),
    _anomaly(
        "a jackpot is taken up again that was never stopped",
        "answer",
        ("reopen", "no IS NULL AND tapis.stop_now() = ''", "false"),
    ),
    _anomaly(
        "another request under a kept key is given the first answer",
        "once",
        ("begin_act", "IF kept.digest = p_digest THEN", "IF true THEN"),
    ),
    _anomaly(
        "an act asked for again is told of a conflict",
        "once",
        ("begin_act", "IF kept.digest = p_digest THEN", "IF kept.digest = p_digest AND random() < 0.5 THEN"),
    ),
    _anomaly(
        "an act is told of a conflict and not done",
        "once",
        (
            "begin_act",
            "IF NOT FOUND THEN",
            "IF NOT FOUND AND random() < 0.2 THEN RETURN json_build_object('answer', 'Conflict', 'first_act',"
            " 'finish', 'first_digest', '', 'digest', p_digest); END IF; IF NOT FOUND THEN",
        ),
    ),
    _anomaly(
        "a share is paid again under another key",
        "answer",
        ("claim_of", "ELSIF claim.state = 'paid' THEN", "ELSIF false THEN"),
    ),
    _anomaly(
        "a stake of a finished round is given back",
        "answer",
        (
            "refund",
            "SELECT * INTO found FROM tapis.answerable_round(key);",
            "SELECT * INTO found FROM tapis.round_of(key, false);",
        ),
    ),
    _anomaly(
        "a whole act tells a meter that is one act old",
        "reading",
        (
            "written",
            "RETURN tapis.meter(p_entry);",
            "RETURN tapis.meter(p_entry)::jsonb || jsonb_build_object('seq', (SELECT max(seq) - 1 FROM"
            " tapis.entries), 'meter_cents', (SELECT meter_after_micro / 1000000 FROM tapis.entries"
            " WHERE seq = (SELECT max(seq) - 1 FROM tapis.entries)));",
        ),
    ),
    _anomaly(
        "a round that two persons close stays open",
        "refusal",
        ("close_dead_round", "finished_seq = seq, dead = true", "finished_seq = 0, dead = false"),
    ),
    _anomaly(
        "a stake is counted twice beside the ledger",
        "sums",
        ("contribute", "stakes_count_total = stakes_count_total + many", "stakes_count_total = 2 * many"),
    ),
)
