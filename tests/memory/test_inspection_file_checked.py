"""The signed file for the authority is checked whole, by keys from paper, with our program and without it."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.house.answers import Answers
from controller.house.archive import House
from controller.journal.chain import Row, opening_of
from controller.journal.evidence import NoEvidence
from controller.journal.heads import Signer, heads_path, key_fingerprint
from controller.journal.inspection_check import FILES_MAX, check_inspection
from controller.journal.keys import simulated_keys
from controller.journal.seal import master_of_seed
from controller.journal.signing import SignedJournal
from controller.journal.writer import Journal
from tests.law.requirements import requirement
from tests.memory.forgeries import chained, instead, rows_in, signed, written
from tests.memory.nights import witness_of, won_night
from tests.shell.journal.forged_files import resign
from tests.shell.journal.journals import rewrite, rows_of

SEED = 5
NAME = "UTH-1-000001.journal"
VERIFIER = Path(__file__).parents[2] / "deploy" / "verify_journal.py"
HOUSE = simulated_keys(9, "house").signer
TABLE = simulated_keys(SEED, "UTH-1").signer
STRANGER = Signer(b"E" * 32)
KEYS = ("--key", f"house={HOUSE.key}", "--key", f"UTH-1={TABLE.key}")
Files = dict[str, bytes]


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return won_night(tmp_path_factory.mktemp("won"), SEED)


@pytest.fixture(scope="module")
def files(won: Path, tmp_path_factory: pytest.TempPathFactory) -> Files:
    """What is in the file that the house made."""
    return inside(won, tmp_path_factory.mktemp("file"))


def inside(night: Path, folder: Path) -> Files:
    """What is in the file that the house makes of this night, in a folder of its own."""
    folder.mkdir(exist_ok=True)
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        told = Answers(house, witness_of(night), signer=HOUSE).answer(
            {"ask": "export", "what": "inspection", "period": "all"}
        )
    path = folder / told["name"]
    path.write_bytes(base64.b64decode(told["data"]))
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(files: Files, folder: Path) -> Path:
    path = folder / "UTH-1.inspection.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def both(path: Path, *words: str) -> list[tuple[int, str]]:
    """Exit code and text of the script and of the command."""
    done = subprocess.run(
        [sys.executable, str(VERIFIER), str(path), *words], capture_output=True, text=True, check=False
    )
    told = CliRunner().invoke(main, ["journal", "verify", str(path), "--lang", "en", *words])
    return [(done.returncode, done.stdout + done.stderr), (told.exit_code, told.output)]


def signed_anew(files: Files, signer: Signer, **changes: bytes) -> Files:
    """The files with their digests made right, by who has a key of his own."""
    made = {**files, **changes}
    manifest = json.loads(made["manifest.json"])
    manifest["signed_by"] = signer.key
    manifest["files"] = {
        name: hashlib.sha256(data).hexdigest()
        for name, data in made.items()
        if not name.startswith("manifest.")
    }
    text = json.dumps(manifest, indent=1, sort_keys=True).encode()
    return {**made, "manifest.json": text, "manifest.sig": signer.sign(text).encode()}


@requirement("SE-12")
def test_the_file_holds_by_the_keys_from_paper_and_by_the_house_s_word_for_the_tables(
    won: Path, files: Files, tmp_path: Path
) -> None:
    path = zipped(files, tmp_path)
    for words in (KEYS, KEYS[:2], (*KEYS, "--witness", str(witness_of(won)))):
        for code, said in both(path, *words):
            assert code == 0, said
            assert ("compare them on paper" in said) is (words == KEYS[:2])


@requirement("SE-12")
@pytest.mark.parametrize("words", [(), KEYS[2:], ("--key", f"house={STRANGER.key}", *KEYS[2:])])
def test_without_the_house_s_key_named_no_file_is_good(
    files: Files, tmp_path: Path, words: tuple[str, ...]
) -> None:
    for code, said in both(zipped(files, tmp_path), *words):
        assert code == 1
        assert f"{HOUSE.key}, which nobody named" in said


@requirement("SE-12")
@pytest.mark.parametrize(
    ("words", "whose", "by_house"),
    [
        ((), "not checked", False),
        (KEYS[2:], "not checked", False),
        (("--key", f"house={STRANGER.key}"), "checked", False),
        (KEYS[:2], "checked", True),
        (KEYS, "checked", False),
    ],
)
def test_the_answer_says_by_whose_keys_the_file_was_checked(
    files: Files, tmp_path: Path, words: tuple[str, ...], whose: str, by_house: bool
) -> None:
    """It said `checked` where nobody had named a key."""
    path = zipped(files, tmp_path)
    told = json.loads(CliRunner().invoke(main, ["journal", "verify", str(path), "--json", *words]).stdout)
    assert (told["whose"], told["by_house"]) == (whose, by_house)
    said = CliRunner().invoke(main, ["journal", "verify", str(path), "--lang", "en", *words]).stdout
    assert ("whose the file and its journals are was not checked" in said) is (whose == "not checked")


def _cut(files: Files) -> Files:
    """Nothing but one entry of the reach: the journal goes on past what the file says."""
    manifest = json.loads(files["manifest.json"])
    manifest["reach"][NAME][0] -= 1
    return signed_anew({**files, "manifest.json": json.dumps(manifest).encode()}, HOUSE)


CHANGES: dict[str, tuple[Callable[[Files], Files], str]] = {
    "the page forged": (lambda files: {**files, "inspection.json": b"{}"}, "inspection.json is not the file"),
    "the readings emptied": (
        lambda files: {**files, "readings.jsonl": b""},
        "readings.jsonl is not the file",
    ),
    "readings emptied and signed": (
        lambda files: signed_anew({**files, "readings.jsonl": b""}, HOUSE),
        "no reading is in it",
    ),
    "the signature zeroed": (lambda files: {**files, "manifest.sig": b"0" * 128}, "the signature of"),
    "a file more": (lambda files: {**files, "more.txt": b""}, "more.txt is not the file"),
    "no journal": (
        lambda files: signed_anew(
            {name: data for name, data in files.items() if name != f"journals/{NAME}"}, HOUSE
        ),
        "",
    ),
    "signed by a stranger": (lambda files: signed_anew(files, STRANGER), "which nobody named"),
    "ends elsewhere": (_cut, "it does not end where"),
}


@requirement("SE-12")
@pytest.mark.parametrize("name", CHANGES)
def test_a_file_that_was_changed_does_not_hold(files: Files, tmp_path: Path, name: str) -> None:
    change, why = CHANGES[name]
    for code, said in both(zipped(change(files), tmp_path), *KEYS):
        assert code in (1, 2), said
        assert why in said


def test_a_journal_cut_at_a_signed_head_or_signed_by_a_stranger_does_not_hold(
    won: Path, files: Files, tmp_path: Path
) -> None:
    heads = (won / f"{NAME}.heads").read_text("ascii").splitlines()
    at = int(heads[len(heads) // 2].split()[5])
    rows = rows_in(won / NAME)
    cut = written(won / NAME, tmp_path / "cut", rows[:at], [h for h in heads if int(h.split()[5]) <= at])
    rows = chained(instead("VideoReviewed", "C-14>C-15")(rows))
    strange = written(won / NAME, tmp_path / "strange", rows, signed(rows, heads, STRANGER))
    for folder in (cut, strange):
        laid = {f"journals/{path.name}": path.read_bytes() for path in folder.iterdir()}
        for signer in (HOUSE, STRANGER):
            for code, said in both(zipped(signed_anew({**files, **laid}, signer), tmp_path), *KEYS):
                assert code == 1, said
                assert "FAULT" in said


def test_what_is_read_with_the_file_points_to_the_paper_and_never_to_the_key_inside(files: Files) -> None:
    text = files["LISEZMOI-README.txt"].decode()
    assert "--key house=KEY" in text
    assert "on paper" in text
    assert "manifest.json" not in text


def in_french(path: Path, *words: str) -> tuple[int, str]:
    """What the authority's one command says of the file."""
    command = [sys.executable, str(VERIFIER.with_name("check_stick.py")), str(path), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).replace("\u202f", " ").replace("\xa0", " ")


@requirement("SE-12")
def test_the_file_is_judged_in_french_by_the_fingerprints_from_paper(
    won: Path, files: Files, tmp_path: Path
) -> None:
    """Nothing is false before the papers, and nothing proved; another key or another file is false."""
    path = zipped(files, tmp_path)
    code, said = in_french(path)
    assert code == 3, said
    assert f"signé par {key_fingerprint(HOUSE.key)} : PAS ENCORE COMPARÉE" in said
    papers = ["--cle", f"house={key_fingerprint(HOUSE.key)}", "--cle", f"UTH-1={key_fingerprint(TABLE.key)}"]
    code, said = in_french(path, *papers, "--temoin", str(witness_of(won)))
    assert code == 3, said
    assert said.count("c’est celle du papier") == 2
    assert "livre du jackpot n’est pas sur la clé" in said
    assert in_french(path, "--cle", f"house={key_fingerprint(STRANGER.key)}")[0] == 1
    code, said = in_french(zipped({**files, "inspection.json": b"{}"}, tmp_path), *papers)
    assert code == 1
    assert "inspection.json n’est pas le fichier qui a été signé" in said
    assert in_french(zipped(_cut(files), tmp_path), *papers)[0] == 1


def test_a_paper_is_found_in_the_file_of_an_inspection_too(won: Path, files: Files, tmp_path: Path) -> None:
    """It was looked for before the file was opened, and its journal said to be missing."""
    last = rows_of(won / NAME)[-1]
    said = in_french(zipped(files, tmp_path), "--papier", last.hash)[1]
    assert f"papier  {last.hash[:16]}… : UTH-1, séance 1, écriture {last.seq}, la dernière" in said
    assert "ne porte cette tête" not in said


def test_a_file_of_a_table_that_plays_on_is_not_false_for_what_the_witness_saw_later(
    won: Path, tmp_path: Path
) -> None:
    """A minute between the file and the witness's made an honest house's file FAUX: its end was cut off."""
    night = shutil.copytree(won, tmp_path / "night")
    path = night / NAME
    lines = heads_path(path).read_text().splitlines()
    end, last = (int(lines[at].split()[5]) for at in (-3, -1))
    store = tmp_path / "heads.txt"
    store.write_text("\n".join([f"key UTH-1 {TABLE.key}", *lines]) + "\n")
    rewrite(path, rows_of(path)[:end])
    heads_path(path).write_text("".join(f"{line}\n" for line in lines[:-2]))
    papers = ["--cle", f"house={key_fingerprint(HOUSE.key)}", "--cle", f"UTH-1={key_fingerprint(TABLE.key)}"]
    file = zipped(inside(night, tmp_path / "made"), tmp_path)
    code, said = in_french(file, *papers, "--temoin", str(store))
    assert code == 3, said
    told = f"le fichier s’arrête à l’écriture {end}, et le témoin a vu la suite jusqu’à la {last}ᵉ, le "
    assert told in said
    assert "la table n’est pas fermée" not in said, "it ends where the house was asked to"
    *rows, row = rows_of(path)
    rewrite(path, [*rows, row._replace(at_ms=row.at_ms + 1)], linked_from=row.seq)
    resign(path, TABLE)
    file = zipped(inside(night, tmp_path / "rewritten"), tmp_path)
    code, said = in_french(file, *papers, "--temoin", str(store))
    assert code == 1, "what the witness saw before its end still counts"


# --- what is no such file, and what its readings say ---------------------------------------------


def manifested(whole: Files, folder: Path, **changes: object) -> Path:
    """The file with another manifest, signed by the house."""
    text = json.dumps(json.loads(whole["manifest.json"]) | changes).encode()
    return zipped({**whole, "manifest.json": text, "manifest.sig": HOUSE.sign(text).encode()}, folder)


def test_a_file_of_a_newer_program_or_of_no_kind_is_refused_by_what_it_says(
    files: Files, tmp_path: Path
) -> None:
    for changes, said in (
        ({"format": "tapis-inspection/99"}, "an inspection of format tapis-inspection/99"),
        ({"format": 7}, "an inspection of format 7"),
        ({"reach": [1]}, "no signed file of an inspection"),
        ({"files": "all"}, "no signed file of an inspection"),
    ):
        with pytest.raises(NoEvidence, match=said):
            check_inspection(manifested(files, tmp_path, **changes))


def test_a_zip_too_large_torn_or_with_a_file_twice_is_not_unpacked(files: Files, tmp_path: Path) -> None:
    """What a second file of one name says nobody has signed, and a reader may take it for the first."""
    many = zipped({**files, **{f"{number}.txt": b"" for number in range(FILES_MAX)}}, tmp_path)
    with pytest.raises(NoEvidence, match="too large for the file of an inspection"):
        check_inspection(many)
    path = zipped(files, tmp_path)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("inspection.json", b"{}")
    with pytest.raises(NoEvidence, match="a file is in it twice"):
        check_inspection(path)
    path.write_bytes(path.read_bytes()[:4000])
    with pytest.raises(NoEvidence, match="cannot be read as a zip"):
        check_inspection(path)


def test_a_reading_changed_by_who_signs_it_anew_is_told_by_its_line(files: Files, tmp_path: Path) -> None:
    """The house's own record of who read when: whoever drops or changes a line breaks its chain."""
    first, *rest = files["readings.jsonl"].splitlines()
    reading = json.loads(first)
    for lines, number in (
        ([json.dumps({**reading, "body": "{}"}).encode(), *rest], 1),
        ([json.dumps({**reading, "kind": "x" * 70_000}).encode(), *rest], 1),
        ([first, first, *rest], 2),
    ):
        forged = signed_anew({**files, "readings.jsonl": b"\n".join(lines)}, HOUSE)
        found = check_inspection(zipped(forged, tmp_path), keys={"house": frozenset([HOUSE.key])}).faults
        assert f"readings.jsonl, line {number}: it does not follow from the one before" in found


def test_two_journals_of_which_the_second_follows_another_do_not_hold(
    won: Path, files: Files, tmp_path: Path
) -> None:
    """Its session after was played, signed and left out, and one that follows nothing put in its place."""
    opening = replace(opening_of(Row(*rows_in(won / NAME)[0])), session=2, previous="ab" * 32)
    name = "UTH-1-000002.journal"
    path = tmp_path / name
    with Journal.create(path, opening, at_ms=10**13, sealer_master=master_of_seed(SEED)) as journal:
        signing = SignedJournal(journal, path, TABLE, at_ms=10**13, durable=False)
        signing.finish(10**13)
        signing.close()
        end = [journal.head.seq, journal.head.hash]
    manifest = json.loads(files["manifest.json"])
    manifest["reach"][name] = end
    more = {f"journals/{one.name}": one.read_bytes() for one in (path, heads_path(path))}
    forged = signed_anew({**files, **more, "manifest.json": json.dumps(manifest).encode()}, HOUSE)
    report = check_inspection(zipped(forged, tmp_path), keys={"house": frozenset([HOUSE.key])})
    assert {one.file: one.why for one in report.files}[name] == f"does not follow {NAME}"
    assert not report.ok
