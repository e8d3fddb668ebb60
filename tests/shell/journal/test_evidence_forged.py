"""Evidence forged without a key of the house, and with one: it holds only by keys that somebody named."""

from __future__ import annotations

import json
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.boot.simulated import simulated_night
from controller.cli import main
from controller.journal.chain import Head, Row, opening_of
from controller.journal.evidence import (
    FILES_MAX,
    HEADS,
    MANIFEST,
    ROWS,
    SIGNATURE,
    NoEvidence,
    _Rows,
    check_bundle,
)
from controller.journal.heads import Signer
from controller.journal.keys import simulated_keys
from controller.journal.trust import HOUSE, Keys
from drivers.sim.decks import royal
from tests.game.test_scenarios import SCENARIOS, played
from tests.game.test_scenarios import told as scenario_told
from tests.shell.journal.forged_bundles import files_of, head, packed, resigned, rows_in, written
from tests.shell.journal.forgeries import linked
from tests.shell.journal.journals import rows_of
from tests.shell.journal.test_audit import written as entries_written

SEED = 5
NAME = "UTH-1-000001.journal"
OWN = simulated_keys(SEED, "UTH-1").signer
STRANGER = Signer(b"\7" * 32)
KEYS: Keys = {"UTH-1": frozenset([OWN.key])}
PRIZE = ('"kind":"consolation","cents":50000', '"kind":"consolation","cents":90000')


def tapis(*words: object) -> Result:
    result = CliRunner().invoke(main, ["journal", *map(str, words), "--lang", "en"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rounds, the first with the jackpot and a consolation prize; the witness has seen all of it."""
    folder = tmp_path_factory.mktemp("night")
    played = simulated_night(rounds=2, seed=SEED, journal=folder / "journals", stacked=(royal,))
    played.play()
    played.close()
    last = (folder / "journals" / f"{NAME}.heads").read_text().splitlines()[-1]
    (folder / "witness.txt").write_text(f"key UTH-1 {OWN.key}\n{last}\n")
    (folder / "keys.txt").write_text(f"# compared on the 20th\nkey UTH-1 {OWN.key}\n")
    out = folder / "first.zip"
    words = ("--round", 1, "--simulated-seed", SEED, "--out", out)
    assert tapis("evidence", folder / "journals" / NAME, *words).exit_code == 0
    return folder


def another_prize(night: Path) -> list[Row]:
    """The rows of the bundle, the consolation 500 € become 900 € wherever it stands, hashed anew."""
    rows = [Row(**row) for row in rows_in(files_of(night / "first.zip"))]
    assert any(PRIZE[0] in row.body for row in rows)
    changed = [row._replace(body=row.body.replace(*PRIZE)) for row in rows]
    first = next(at for at, row in enumerate(changed) if row != rows[at])
    return linked(changed, first)


def test_a_prize_made_greater_and_signed_by_a_stranger_holds_by_no_key_of_the_house(
    night: Path, tmp_path: Path
) -> None:
    """Re-chained, the last two rows cut, manifest and heads signed by a stranger."""
    rows = another_prize(night)
    whole = rows_of(night / "journals" / NAME)
    heads = [head([rows[0]], 0, STRANGER), head(whole, -1, STRANGER)]
    cut = [row._asdict() for row in rows[:-2]]
    out = packed(files_of(night / "first.zip"), cut, heads, STRANGER, tmp_path / "forged.zip")
    for words in ((), ("--witness", night / "witness.txt"), ("--key", f"UTH-1={OWN.key}")):
        for command in (("verify", out), ("evidence", out, "--check")):
            named = ["--named-key" if one == "--key" and command[0] == "evidence" else one for one in words]
            told = tapis(*command, *named)
            assert told.exit_code == 1, (words, told.stdout)
            assert f"not signed from entry {rows[1].seq} on" in told.stdout
    told = tapis("verify", out, "--witness", night / "witness.txt")
    assert f"signed with {STRANGER.key}, which nobody named as UTH-1's" in told.stdout
    assert f"signed with {STRANGER.key}, which nobody named as the house's" in told.stdout


def test_a_stranger_who_signs_every_row_makes_a_whole_chain_and_no_evidence(
    night: Path, tmp_path: Path
) -> None:
    rows = another_prize(night)
    whole = packed(
        files_of(night / "first.zip"),
        [row._asdict() for row in rows],
        [head(rows, -1, STRANGER)],
        STRANGER,
        tmp_path / "forged.zip",
    )
    told = tapis("verify", whole)
    assert told.exit_code == 1
    assert told.stdout.startswith("whole")
    assert "its chain is whole; whose it is was not checked" in told.stdout
    assert json.loads(tapis("verify", whole, "--json").stdout)["ok"] is False
    assert tapis("verify", whole, "--key", f"UTH-1={STRANGER.key}").exit_code == 0, (
        "his word, if one takes it"
    )
    for words in (("--witness", night / "witness.txt"), ("--key", night / "keys.txt"), ("--key", OWN.key)):
        assert tapis("verify", whole, *words).exit_code == 1, words


def test_a_key_is_bound_to_its_table(night: Path) -> None:
    out = night / "first.zip"
    for key, code in ((f"UTH-1={OWN.key}", 0), (OWN.key.upper(), 0), (f"UTH-2={OWN.key}", 1)):
        assert tapis("verify", out, "--key", key).exit_code == code, key
    assert tapis("verify", out, "--key", night / "keys.txt").exit_code == 0
    assert tapis("verify", out, "--witness", night / "witness.txt").exit_code == 0
    for key in ("9f", night / "none.txt", out):
        told = tapis("verify", out, "--key", key)
        assert (told.exit_code, "Traceback" in told.stderr) == (2, False), key


def test_a_round_that_goes_on_after_the_last_head_does_not_hold(night: Path, tmp_path: Path) -> None:
    files = files_of(night / "first.zip")
    rows = [Row(**row) for row in rows_in(files)]
    at = len(rows) // 2
    early = head(rows, at, OWN)
    out = packed(files, [row._asdict() for row in rows], [early], OWN, tmp_path / "tail.zip")
    report = check_bundle(out, keys=KEYS)
    assert report.faults == (f"not signed from entry {early.size + 1} on",)


@pytest.mark.parametrize("signer", [OWN, STRANGER])
def test_no_row_is_left_out_between_two_heads(night: Path, tmp_path: Path, signer: Signer) -> None:
    """Whoever signs bundles, the pit too, could else leave out a refusal that stands right after a head."""
    files = files_of(night / "first.zip")
    rows = [Row(**row) for row in rows_in(files)]
    at = len(rows) // 2
    heads = [head(rows, at, OWN), head(rows, -1, OWN)]
    gap = rows[at + 1].seq
    hidden = {"seq": gap, "withheld": True, "prev_hash": rows[at].hash, "hash": rows[at + 1].hash}
    for between in ([], [hidden]):
        told = [row._asdict() for row in rows]
        told[at + 1 : at + 2] = between
        out = packed(files, told, heads, OWN, tmp_path / "hole.zip")
        if signer is STRANGER:  # the pit's key, which the house named
            named = json.loads(files_of(out)[MANIFEST]) | {"signed_by": STRANGER.key}
            out = resigned(files_of(out), named, STRANGER, out)
        faults = check_bundle(out, keys={**KEYS, HOUSE: frozenset([STRANGER.key])}).faults
        assert any(f"entry {gap}" in fault or f"row {at + 2} of" in fault for fault in faults), faults


def test_a_round_is_shown_from_its_first_deal_to_its_end_or_it_is_said(night: Path, tmp_path: Path) -> None:
    files = files_of(night / "first.zip")
    rows = [Row(**row) for row in rows_in(files)]
    late = [row._asdict() for row in (rows[0], *rows[2:])]
    out = packed(files, late, [head(rows, -1, OWN)], OWN, tmp_path / "late.zip")
    assert check_bundle(out, keys=KEYS).faults == ("round 1 is not in it from its first deal on",)
    at = len(rows) // 2
    cut = packed(files, [row._asdict() for row in rows[: at + 1]], [head(rows, at, OWN)], OWN, out)
    told = tapis("verify", cut, "--witness", night / "witness.txt")
    assert (told.exit_code, "the round is not over in it" in told.stdout) == (0, True)
    assert "no head of the witness binds all of it" in told.stdout
    whole = tapis("verify", night / "first.zip", "--key", OWN.key).stdout
    assert "not over" not in whole
    assert "witness" not in whole


def test_lines_that_nest_without_end_are_no_evidence(night: Path, tmp_path: Path) -> None:
    deep = "[" * 200_000
    files = files_of(night / "first.zip")
    for name, changed in (
        ("rows", files | {ROWS: deep.encode()}),
        ("manifest", files | {MANIFEST: deep.encode()}),
    ):
        path = written(changed, tmp_path / f"{name}.zip")
        assert tapis("verify", path).exit_code == (1 if name == "rows" else 2)


def test_another_round_is_not_shown_for_the_one_that_is_named(night: Path, tmp_path: Path) -> None:
    files = files_of(night / "first.zip")
    files[MANIFEST] = json.dumps(json.loads(files[MANIFEST]) | {"round": 9}).encode()
    rows = [Row(**row) for row in rows_in(files)]
    out = packed(files, [row._asdict() for row in rows], [head(rows, -1, OWN)], OWN, tmp_path / "other.zip")
    assert check_bundle(out, keys=KEYS).faults == ("round 9 is not in it from its first deal on",)


def test_evidence_of_a_round_ends_with_the_head_that_binds_its_last_row(night: Path, tmp_path: Path) -> None:
    """With its closing, mostly; with a later one where a later entry names it, as the slip of a jackpot."""
    slip = [row["seq"] for row in rows_in(files_of(night / "first.zip")) if row["kind"] == "SlipSigned"]
    heads = files_of(night / "first.zip")[HEADS].decode().splitlines()
    assert slip
    assert [int(line.split(" ")[5]) for line in heads][-1] > slip[-1]
    out = tmp_path / "second.zip"
    words = ("--round", 2, "--simulated-seed", SEED, "--out", out)
    assert tapis("evidence", night / "journals" / NAME, *words).exit_code == 0
    rows = rows_in(files_of(out))
    assert [row["kind"] for row in rows].count("RoundOpened") == 1
    assert [row["kind"] for row in rows[-2:]] == ["RoundClosed", "FinishAsked"]


# --- what is no evidence, and what in it is not of it ---------------------------------------------


def changed_row(night: Path, out: Path, at: int, **fields: object) -> tuple[str, ...]:
    """What is found where one row of the bundle says something else, all signed with the table's key."""
    files = files_of(night / "first.zip")
    rows = [Row(**row) for row in rows_in(files)]
    told = [row._asdict() for row in rows]
    told[at] |= fields
    return check_bundle(packed(files, told, [head(rows, -1, OWN)], OWN, out), keys=KEYS).faults


def test_no_row_is_taken_that_no_writer_can_have_hashed(night: Path, tmp_path: Path) -> None:
    """Whoever packs a bundle may write anything into it: it is read to a sentence, not to a trace."""
    seq = rows_in(files_of(night / "first.zip"))[5]["seq"]
    altered = f"entry {seq}: its hash is not that of its content"
    for fields in ({"kind": "x" * 70_000}, {"at_ms": 10**30}, {"at_ms": 0.5}, {"body": "{}"}):
        assert changed_row(night, tmp_path / "odd.zip", 5, **fields)[0] == altered, fields
    unread = "row 6 of the bundle cannot be read"
    for fields in ({"seq": "6"}, {"more": 1}):
        assert changed_row(night, tmp_path / "odd.zip", 5, **fields)[0].startswith(unread), fields


def test_a_row_that_comes_twice_or_before_the_one_before_is_named(night: Path, tmp_path: Path) -> None:
    files = files_of(night / "first.zip")
    rows = [Row(**row) for row in rows_in(files)]
    wrong = f"entry {rows[4].seq}: it does not follow from the entry before"
    twice = [row._asdict() for row in (*rows[:5], rows[4], *rows[5:])]
    swapped = [row._asdict() for row in (*rows[:4], rows[5], *rows[5:])]
    for told in (twice, swapped):
        out = packed(files, told, [head(rows, -1, OWN)], OWN, tmp_path / "order.zip")
        found = check_bundle(out, keys=KEYS).faults
        assert any(one == wrong or "it was left out" in one for one in found), found
    assert wrong in check_bundle(packed(files, twice, [head(rows, -1, OWN)], OWN, out), keys=KEYS).faults


def test_a_first_row_that_is_no_opening_opens_no_journal(night: Path, tmp_path: Path) -> None:
    """Its hash is the journal's name, so who forges it names his own: what it opens is asked all the same."""
    files = files_of(night / "first.zip")
    rows = [Row(**row) for row in rows_in(files)]
    first = linked([rows[0]._replace(body='{"format":"none"}'), *rows[1:]])
    opened = opening_of(rows[0])
    of_it = OWN.head(opened, first[0].hash, Head(first[-1].seq, first[-1].hash), first[-1].at_ms)
    manifest = json.loads(files[MANIFEST]) | {"journal_id": first[0].hash}
    files[MANIFEST] = json.dumps(manifest).encode()
    out = packed(files, [row._asdict() for row in first], [of_it], OWN, tmp_path / "opening.zip")
    assert check_bundle(out, keys=KEYS).faults == (
        "its first row is not the one of the journal that it names",
    )


def test_heads_of_another_night_or_of_nobody_bind_nothing_here(night: Path, tmp_path: Path) -> None:
    files = files_of(night / "first.zip")
    rows = [Row(**row) for row in rows_in(files)]
    mine, strange = head(rows, -1, OWN), head(rows, -1, STRANGER)
    other = OWN.head(
        replace(opening_of(rows[0]), session=7), rows[0].hash, Head(rows[-1].seq, rows[-1].hash), 1
    )
    forged = mine._replace(at_ms=mine.at_ms + 1)
    out = tmp_path / "heads.zip"
    told = [row._asdict() for row in rows]
    faults = {
        name: check_bundle(packed(files, told, [mine, one], OWN, out), keys=KEYS).faults
        for name, one in (("stranger's", strange), ("another's", other), ("forged", forged))
    }
    of_another = f"the head signed at entry {mine.size} is of another journal or key"
    assert faults["stranger's"] == faults["another's"] == (of_another,)
    assert faults["forged"] == (f"the signature of the head at entry {mine.size} does not hold",)


def test_a_signature_that_does_not_hold_is_said_first(night: Path, tmp_path: Path) -> None:
    files = files_of(night / "first.zip")
    out = written(files | {SIGNATURE: b"0" * 128}, tmp_path / "unsigned.zip")
    assert check_bundle(out, keys=KEYS).faults == ("the signature of the manifest does not hold",)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("format", "tapis-evidence/99", "evidence of format tapis-evidence/99"),
        ("round", "1", "no evidence of a round"),
        ("round", True, "no evidence of a round"),
        ("simulated", 1, "no evidence of a round"),
        ("files", 7, "no evidence of a round"),
    ],
)
def test_a_manifest_that_says_something_else_is_refused(
    night: Path, tmp_path: Path, field: str, value: object, said: str
) -> None:
    files = files_of(night / "first.zip")
    manifest = json.loads(files[MANIFEST]) | {field: value}
    with pytest.raises(NoEvidence, match=said):
        check_bundle(resigned(files, manifest, OWN, tmp_path / "other.zip"), keys=KEYS)


def test_a_zip_of_too_many_files_or_of_one_twice_is_not_unpacked(night: Path, tmp_path: Path) -> None:
    files = files_of(night / "first.zip")
    many = written(files | {f"{number}.txt": b"" for number in range(FILES_MAX)}, tmp_path / "many.zip")
    with pytest.raises(NoEvidence, match="too large for evidence of a round"):
        check_bundle(many)
    twice = written(files, tmp_path / "twice.zip")
    with zipfile.ZipFile(twice, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(ROWS, b"")
    with pytest.raises(NoEvidence, match="a file is in it twice"):
        check_bundle(twice)


def test_a_torn_bundle_is_no_evidence_wherever_it_is_torn(night: Path, tmp_path: Path) -> None:
    torn, sound = tmp_path / "torn.zip", (night / "first.zip").read_bytes()
    said = set()
    for at in range(0, len(sound) - 8, len(sound) // 60):
        torn.write_bytes(sound[:at] + b"\xa5" * 8 + sound[at + 8 :])
        try:
            whole = files_of(torn) == files_of(night / "first.zip")  # it hit what says nothing
            assert check_bundle(torn, keys=KEYS).ok is whole, at
        except (NoEvidence, zipfile.BadZipFile, zlib.error):
            with pytest.raises(NoEvidence) as refused:
                check_bundle(torn, keys=KEYS)
            said.add(str(refused.value))
    assert f"{torn}: cannot be read as a zip" in said
    assert {one.partition(": ")[0] for one in said} == {str(torn)}


def test_a_bundle_of_a_journal_of_a_newer_format_is_said_to_be_one(night: Path, tmp_path: Path) -> None:
    files = files_of(night / "first.zip")
    rows = [Row(**row) for row in rows_in(files)]
    newer = rows[0]._replace(body=rows[0].body.replace('"schema":"1.1"', '"schema":"2.0"'))
    assert newer != rows[0]
    anew = linked([newer, *rows[1:]])
    files[MANIFEST] = json.dumps(json.loads(files[MANIFEST]) | {"journal_id": anew[0].hash}).encode()
    of_it = OWN.head(opening_of(rows[0]), anew[0].hash, Head(anew[-1].seq, anew[-1].hash), anew[-1].at_ms)
    out = packed(files, [row._asdict() for row in anew], [of_it], OWN, tmp_path / "newer.zip")
    for words in (("verify", out), ("evidence", out, "--check")):
        told = tapis(*words)
        assert (told.exit_code, told.stdout) == (2, "")
        assert "newer.zip: journal of format 2.0; this version reads 1.1" in told.stderr


def test_a_round_of_two_deals_is_bound_from_its_first(tmp_path: Path) -> None:
    """Whoever hides the deal that was void begins with the second: nobody takes that for the round."""
    void = next(path for path in SCENARIOS if path.stem == "coup-nul-joueur-parti")
    told = entries_written(played(scenario_told(void)).entries)
    opened = [row for row in told if row.kind == "RoundOpened"]
    assert [json.loads(row.body)["attempt"] for row in opened] == [1, 2]
    deals = [row.seq for row in opened]

    def lines(rows: list[Row]) -> bytes:
        return "".join(json.dumps(row._asdict()) + "\n" for row in rows).encode()

    assert list(_Rows(lines(told)).unbound(1, set())) == [f"not signed from entry {deals[0]} on"]
    late = [told[0], *told[deals[1] - 1 :]]
    assert list(_Rows(lines(late)).unbound(1, set())) == ["round 1 is not in it from its first deal on"]
