"""Evidence forged without a key of the house, and with one: it holds only by keys that somebody named."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.boot.simulated import simulated_night
from controller.cli import main
from controller.evidence import HEADS, MANIFEST, ROWS, SIGNATURE, check_bundle
from controller.journal import Head, Row
from controller.journal.chain import opening_of
from controller.journal.heads import SignedHead, Signer
from controller.journal.trust import Keys
from controller.keys import simulated_keys
from drivers.sim.decks import royal
from tests.shell.journal.forgeries import linked
from tests.shell.journal.journals import rows_of

SEED = 5
NAME = "UTH-1-000001.journal"
OWN = simulated_keys(SEED, "UTH-1").signer
STRANGER = Signer(b"\7" * 32)
KEYS: Keys = {"UTH-1": frozenset([OWN.key])}
PRIZE = ('"kind":"consolation","cents":50000', '"kind":"consolation","cents":90000')


def tapis(*words: object) -> Result:
    result = CliRunner().invoke(main, ["journal", *map(str, words)])
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


def files_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rows_in(files: dict[str, bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files[ROWS].splitlines()]


def packed(
    files: dict[str, bytes], rows: list[dict[str, Any]], heads: list[SignedHead], signer: Signer, out: Path
) -> Path:
    """The bundle with these rows and heads, signed anew by `signer` from end to end."""
    files = dict(files)
    files[ROWS] = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    files[HEADS] = "".join(f"{one.line}\n" for one in heads).encode()
    manifest = json.loads(files[MANIFEST]) | {"key": signer.key}
    manifest["files"] = {
        name: hashlib.sha256(data).hexdigest()
        for name, data in files.items()
        if name not in (MANIFEST, SIGNATURE)
    }
    files[MANIFEST] = json.dumps(manifest).encode()
    files[SIGNATURE] = signer.sign(files[MANIFEST]).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    out.write_bytes(made.getvalue())
    return out


def head(rows: list[Row], at: int, signer: Signer) -> SignedHead:
    return signer.head(opening_of(rows[0]), rows[0].hash, Head(rows[at].seq, rows[at].hash), rows[at].at_ms)


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
    """Re-chained, the last two rows cut, manifest and heads signed by a stranger (findings inspector 1)."""
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


def test_a_withheld_row_binds_nothing_before_it(night: Path, tmp_path: Path) -> None:
    """Who has the table's key could else hide where his chain and the witnessed one part."""
    files, rows = files_of(night / "first.zip"), another_prize(night)
    true = [Row(**row) for row in rows_in(files)]
    last = true[-1]
    hidden = {"seq": last.seq, "withheld": True, "prev_hash": rows[-2].hash, "hash": last.hash}
    told = [*(row._asdict() for row in rows[:-1]), hidden]
    out = packed(files, told, [head(true, -1, OWN)], OWN, tmp_path / "hidden.zip")
    (fault,) = check_bundle(out, keys=KEYS).faults
    assert fault == f"nothing binds entry {rows[1].seq}"


def test_another_round_is_not_shown_for_the_one_that_is_named(night: Path, tmp_path: Path) -> None:
    files = files_of(night / "first.zip")
    files[MANIFEST] = json.dumps(json.loads(files[MANIFEST]) | {"round": 9}).encode()
    rows = [Row(**row) for row in rows_in(files)]
    out = packed(files, [row._asdict() for row in rows], [head(rows, -1, OWN)], OWN, tmp_path / "other.zip")
    assert check_bundle(out, keys=KEYS).faults == ("round 9 is not in it",)


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
