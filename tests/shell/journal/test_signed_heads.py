"""Signed heads beside a journal: made in time, borne out by it, kept by a witness that takes extensions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.boot.sessions import open_session, table_facts
from controller.boot.simulated import simulated_night
from controller.cli import main
from controller.clock import VirtualClock
from controller.game import events as e
from controller.game.session_terms import TableFacts
from controller.journal.chain import Head, JournalDamaged, Opening, Row
from controller.journal.heads import HeadRefused, Signer, heads_path, key_fingerprint, parse_head, read_heads
from controller.journal.seal import master_of_seed
from controller.journal.signing import EVERY_MS, SignedJournal, check_heads
from controller.journal.verify import verify
from controller.journal.witness import NoExtension, WitnessRefused, WitnessStore, read_witnesses
from controller.journal.writer import Journal
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from tests.law.requirements import requirement
from tests.shell.journal.forgeries import linked
from tests.shell.journal.journals import OPENING, START_MS, create, rewrite, rows_of, steps_of

SIGNER, OTHER = Signer(b"\1" * 32), Signer(b"\2" * 32)


def tapis(*words: object) -> Result:
    english = ("--lang", "en") if words[0] == "witness" else ()
    result = CliRunner().invoke(main, [*map(str, words), *english])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "UTH-2-000001.journal"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with create(path) as made:
        yield made


def signing(journal: Journal, path: Path, signer: Signer = SIGNER) -> SignedJournal:
    return SignedJournal(journal, path, signer, at_ms=START_MS, durable=False)


def play(journal: SignedJournal, rounds: int) -> None:
    for round_ in range(1, rounds + 1):
        for step in steps_of(round_):
            journal.append(step, START_MS)


def other(row: Row) -> Row:
    """Another entry, which could have been in its place."""
    return row._replace(body=row.body.replace('"frame":0', '"frame":9').replace("false", "true"))


def session(folder: Path, number: int, previous: str = "", table: str = "UTH-2") -> Path:
    """A closed session of one round, its head signed."""
    path = folder / f"{table}-{number:06d}.journal"
    with create(path, replace(OPENING, session=number, previous=previous, table=table)) as journal:
        signed = signing(journal, path)
        play(signed, 1)
        signed.close()
    return path


# --- made in time --------------------------------------------------------------------------------


def test_a_head_is_signed_at_the_end_of_each_round(journal: Journal, path: Path) -> None:
    signed = signing(journal, path)
    play(signed, 3)
    signed.close()
    ends = [row for row in rows_of(path) if row.kind in ("JournalOpened", "RoundClosed")]
    heads = read_heads(heads_path(path))
    assert [(one.size, one.hash) for one in heads] == [(row.seq, row.hash) for row in ends]
    assert {(one.origin, one.table, one.session, one.key) for one in heads} == {
        ("tapis/1/simulation", "UTH-2", 1, SIGNER.key)
    }


def test_a_head_is_signed_every_minute_whatever_happens(journal: Journal, path: Path) -> None:
    signed = signing(journal, path)
    for at_ms in range(START_MS, START_MS + 5 * EVERY_MS + 1, 1_000):
        signed.tick(at_ms)
    signed.append([e.PlayPaused()], START_MS + 6 * EVERY_MS)
    signed.close()
    times = [(one.at_ms - START_MS) // EVERY_MS for one in read_heads(heads_path(path))]
    assert times == [0, 1, 2, 3, 4, 5, 6]
    assert [one.size for one in read_heads(heads_path(path))] == [1] * 6 + [2]


def test_a_head_is_signed_each_minute_and_asked_for_every_two_seconds_by_a_witness_as_it_is_shipped() -> None:
    """By then at the latest a rewriting is seen (reliability, F-15)."""
    unit = (Path(__file__).parents[3] / "deploy" / "tapis-witness.service").read_text(encoding="utf-8")
    (asks_s,) = re.findall(r"(?m)^ExecStart=.* witness pull .* --every (\d+)$", unit)
    assert EVERY_MS == 60_000
    assert int(asks_s) <= 2


def test_what_was_written_since_the_last_head_is_signed_when_nothing_more_comes(
    journal: Journal, path: Path
) -> None:
    signed = signing(journal, path)
    signed.finish(START_MS + 1)
    signed.append([e.PlayPaused()], START_MS + 2)
    signed.finish(START_MS + 3)
    signed.close()
    assert [(one.size, one.at_ms - START_MS) for one in read_heads(heads_path(path))] == [(1, 0), (2, 3)]


def test_signing_leaves_the_hashes_of_a_night_as_they_are(tmp_path: Path) -> None:
    heads = []
    for folder in (None, tmp_path / "kept"):
        night = simulated_night(rounds=4, seed=2, journal=folder)
        heads.append(night.play()["head_hash"])
        night.close()
    assert heads[0] == heads[1]


def test_a_night_played_twice_has_the_same_signed_heads(tmp_path: Path) -> None:
    texts = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        night = simulated_night(rounds=3, seed=2, journal=folder)
        night.play()
        night.close()
        texts.append((folder / "UTH-1-000001.journal.heads").read_bytes())
    assert texts[0] == texts[1]


def test_a_line_that_a_crash_cut_off_counts_for_nothing(journal: Journal, path: Path) -> None:
    signed = signing(journal, path)
    play(signed, 1)
    signed.close()
    beside = heads_path(path)
    whole = beside.read_bytes()
    beside.write_bytes(whole + whole.split(b"\n")[0][:77])
    assert len(read_heads(beside)) == 2
    assert verify(path).ok
    again = signing(journal, path)
    again.close()
    assert beside.read_bytes().startswith(whole)
    assert len(read_heads(beside)) == 3


# --- borne out -----------------------------------------------------------------------------------


def test_a_signature_binds_every_word_of_its_line(journal: Journal, path: Path) -> None:
    signed = signing(journal, path)
    signed.close()
    line = signed.last.line
    assert parse_head(line) == signed.last
    words = line.split(" ")
    for at, other in enumerate(("tapis/1", "UTH-3", "2", "a" * 64, "b" * 64, "2", "c" * 64, "1", OTHER.key)):
        with pytest.raises(HeadRefused, match="does not hold"):
            parse_head(" ".join([*words[:at], other, *words[at + 1 :]]))
    for wrong in ("", line + " ", line[:-1], line.replace("UTH-2", "../x"), "tapis/2" + line[7:]):
        with pytest.raises(HeadRefused):
            parse_head(wrong)


def test_verify_holds_a_journal_against_the_heads_beside_it(journal: Journal, path: Path) -> None:
    signed = signing(journal, path)
    play(signed, 2)
    signed.close()
    journal.close()
    (one,) = verify(path).files
    assert (one.ok, one.signed_heads, one.signed_by) == (True, 3, (SIGNER.key,))
    rows = rows_of(path)
    rewrite(path, linked([*rows[:5], other(rows[5]), *rows[6:]], 5))
    (one,) = verify(path).files
    assert (one.first_bad_seq, one.ok) == (read_heads(heads_path(path))[1].size, False)
    assert "it is not the one whose head was signed" in one.why
    rewrite(path, rows[:-3])
    (one,) = verify(path).files
    assert f"a head was signed at entry {rows[-1].seq}, and the journal ends at {rows[-4].seq}" in one.why
    heads_path(path).write_text("nonsense\n")
    assert "line 1: no signed head" in verify(path).files[0].why


def test_a_table_does_not_go_on_with_an_older_file_than_it_signed(journal: Journal, path: Path) -> None:
    signed = signing(journal, path)
    play(signed, 2)
    signed.close()
    assert len(check_heads(journal, path)) == 3
    journal.close()
    rows = rows_of(path)
    rewrite(path, rows[:-1])
    with (
        Journal.open(path, sealer_master=master_of_seed(1), durable=False) as older,
        pytest.raises(JournalDamaged, match=f"signed at entry {rows[-1].seq}; the journal ends at entry"),
    ):
        check_heads(older, path)


def test_a_session_whose_journal_is_gone_is_not_begun_again(tmp_path: Path) -> None:
    def facts(number: int, first_round: int) -> TableFacts:
        profile, jackpot = load_profile("fr-55-20-2021"), load_jackpot()
        return table_facts("UTH-2", number, profile, jackpot, simulated=True, first_round=first_round)

    session(tmp_path, 1).unlink()
    with pytest.raises(JournalDamaged, match="the journal is gone, though its heads were signed"):
        open_session(tmp_path, facts, "UTH-2", VirtualClock(START_MS), master_of_seed(1), durable=False)


# --- a witness -----------------------------------------------------------------------------------


def head_line(size: int, hash_: str, number: int = 1, signer: Signer = SIGNER, **other: str) -> str:
    opening = Opening("UTH-2", number, "d" * 64, False, other.get("previous", ""))
    at_ms = START_MS + int(other.get("after_ms", "0"))
    return signer.head(opening, other.get("journal_id", f"{number:064d}"), Head(size, hash_), at_ms).line


def test_a_witness_takes_extensions_and_nothing_else(tmp_path: Path) -> None:
    store = WitnessStore(tmp_path / "heads.txt")
    a, b = "a" * 64, "b" * 64
    with pytest.raises(NoExtension, match="a key that is not known here"):
        store.take(head_line(5, a))
    store.trust("UTH-2", SIGNER.key)
    assert store.take(head_line(5, a))
    assert not store.take(head_line(5, a))
    assert store.take(head_line(9, b))
    store = WitnessStore(tmp_path / "heads.txt")  # all of it survives
    for line, why in (
        (head_line(5, a), "shorter than session 1, entry 9"),
        (head_line(9, a), "another hash than the one seen before"),
        (head_line(12, a, journal_id="c" * 64), "another journal than the one seen before"),
        (head_line(12, a, after_ms="-1"), "signed before the head that was seen"),
        (head_line(12, a, signer=OTHER), "a key that is not known here"),
        (head_line(1, a, 2), "does not follow session 1 as it was seen last"),
        (head_line(12, a).replace("tapis/1", "tapis/1/simulation"), "does not hold"),
        ("tapis/1 nonsense", "no signed head"),
    ):
        with pytest.raises(NoExtension, match=why):
            store.take(line)
    assert store.take(head_line(1, a, 2, previous=b))
    with pytest.raises(NoExtension, match="no head of session 3 was told"):
        store.take(head_line(4, a, 4))  # a session that is left out could be any other
    assert store.take(head_line(4, b, 3, previous=a))
    assert [one.size for one in store.last.values()] == [4]
    assert len(read_witnesses(tmp_path / "heads.txt")) == 4


@requirement("SE-14")
def test_a_simulated_head_is_never_taken_for_a_live_one(journal: Journal, tmp_path: Path) -> None:
    store = WitnessStore(tmp_path / "heads.txt")
    store.trust("UTH-2", SIGNER.key)
    store.take(head_line(1, "a" * 64))
    simulated = SIGNER.head(replace(OPENING, session=2), "b" * 64, journal.head, START_MS)
    with pytest.raises(NoExtension, match="simulation, and this table was not"):
        store.take(simulated.line)


def test_a_store_that_somebody_edited_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "heads.txt"
    store = WitnessStore(path)
    store.trust("UTH-2", SIGNER.key)
    store.take(head_line(5, "a" * 64))
    text = path.read_text()
    for edited in (
        text.replace("a" * 64, "b" * 64),
        text.replace(SIGNER.key, OTHER.key, 1),
        text + "hello\n",
        text + head_line(4, "a" * 64) + "\n",
    ):
        path.write_text(edited)
        with pytest.raises(WitnessRefused, match=r"line [123]"):
            WitnessStore(path)
    path.write_text(text.replace(f"key UTH-2 {SIGNER.key}\n", ""))
    with pytest.raises(WitnessRefused, match="no line before names"):
        read_witnesses(path)


def test_a_witness_pulls_from_a_folder_and_finds_the_rewriting(tmp_path: Path) -> None:
    folder, store = tmp_path / "journals", tmp_path / "heads.txt"
    folder.mkdir()
    first = session(folder, 1)
    assert tapis("witness", "trust", store, "UTH-2", SIGNER.key).exit_code == 0
    assert tapis("witness", "pull", store, "--from", folder).exit_code == 0
    second = session(folder, 2, rows_of(first)[-1].hash)
    told = tapis("witness", "pull", store, "--from", folder)
    assert (told.exit_code, told.stdout.count("taken")) == (0, 1)
    assert tapis("witness", "pull", store, "--from", folder).stdout == ""
    assert "session 2, entry" in tapis("witness", "show", store).stdout
    for journal in (folder, first, second):
        assert tapis("journal", "verify", journal, "--witness", store).exit_code == 0, journal

    rows = rows_of(second)
    rewrite(second, linked([*rows[:4], other(rows[4]), *rows[5:]], 4))
    heads_path(second).unlink()  # the forger has the disk, and signs what he made with the table's key
    with Journal.open(second, sealer_master=master_of_seed(1), durable=False) as forged:
        signing(forged, second).close()
    assert tapis("journal", "verify", folder).exit_code == 0
    found = tapis("journal", "verify", second, "--witness", store, "--json")
    assert found.exit_code == 1
    assert "is not the one that was witnessed" in json.loads(found.stdout)["faults"][0]
    pulled = tapis("witness", "pull", store, "--from", folder)
    assert pulled.exit_code == 1
    assert "another hash than the one seen before" in pulled.stderr


def test_a_witness_of_heads_reads_the_journal_that_was_copied_with_them(tmp_path: Path) -> None:
    """A journal that left another way before the head that was seen: its new head alone tells nothing."""
    folder, store = tmp_path / "journals", tmp_path / "heads.txt"
    folder.mkdir()
    path = folder / "UTH-2-000001.journal"
    with create(path) as journal:
        play(signing(journal, path), 1)
    tapis("witness", "trust", store, "UTH-2", SIGNER.key)
    assert tapis("witness", "pull", store, "--from", folder).exit_code == 0
    rows = rows_of(path)
    rewrite(path, linked([*rows[:4], other(rows[4]), *rows[5:]], 4))
    heads_path(path).unlink()
    with Journal.open(path, sealer_master=master_of_seed(1), durable=False) as forged:
        signed = signing(forged, path)
        for step in steps_of(2):
            signed.append(step, START_MS)
        signed.close()
    pulled = tapis("witness", "pull", store, "--from", folder)
    assert pulled.exit_code == 1
    assert f"entry {len(rows)}: not the one that was signed" in pulled.stderr
    assert f"entry {len(rows)}," in tapis("witness", "show", store).stdout


def test_a_journal_of_another_name_does_not_pass_by_its_witness(tmp_path: Path) -> None:
    store = tmp_path / "heads.txt"
    path = session(tmp_path, 1)
    tapis("witness", "trust", store, "UTH-2", SIGNER.key)
    tapis("witness", "pull", store, "--from", tmp_path)
    other = session(tmp_path, 1, table="UTH-3")
    assert tapis("journal", "verify", path, "--witness", store).exit_code == 0
    found = tapis("journal", "verify", other, "--witness", store)
    assert found.exit_code == 1
    assert "aucune tête de la table UTH-3, séance 1, n’a été vue du témoin" in found.stdout


def test_the_head_of_a_session_binds_all_of_the_one_before_it_for_a_witness_too(tmp_path: Path) -> None:
    """Its first row has the last hash of the session before: who knows the one, knows the other."""
    store = tmp_path / "heads.txt"
    first = session(tmp_path, 1)
    second = session(tmp_path, 2, rows_of(first)[-1].hash)
    (last,) = read_heads(heads_path(second))[-1:]
    store.write_text(f"key UTH-2 {SIGNER.key}\n{last.line}\n")
    for where, ends in ((tmp_path, [len(rows_of(first)), last.size]), (first, [len(rows_of(first))])):
        told = json.loads(tapis("journal", "verify", where, "--witness", store, "--json").stdout)
        assert [one["witnessed_to"] for one in told["files"]] == ends


def test_by_a_key_alone_it_is_said_that_no_witness_was_asked(tmp_path: Path) -> None:
    path = session(tmp_path, 1)
    by_key, by_none = (tapis("journal", "verify", path, *key) for key in (("--key", SIGNER.key), ()))
    assert by_key.exit_code == by_none.exit_code == 0
    assert "aucun témoin\u202f; qui a la machine de la table pouvait tout réécrire" in by_key.stdout
    assert "aucun témoin" not in by_none.stdout, "there nobody's word was asked"
    told = json.loads(tapis("journal", "verify", path, "--key", SIGNER.key, "--json").stdout)
    assert told["files"][0]["witnessed_to"] is None


def test_a_fingerprint_is_half_a_digest_in_eight_groups_of_four() -> None:
    assert key_fingerprint("00" * 32) == "6668 7aad f862 bd77 6c8f c18b 8e9f 8e20"
