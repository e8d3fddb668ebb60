"""The evidence of a round from the house: the command line's file, signed with the house's key (JW-19)."""

from __future__ import annotations

import base64
import json
import stat
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.cli.house import _signer
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.scope import BadQuestion
from controller.journal.evidence import HEADS, MANIFEST, check_bundle
from controller.journal.heads import heads_path
from controller.journal.keys import simulated_keys
from tests.memory.nights import won_night

SEED = 5
NAME = "UTH-1-000001.journal"
SIGNER = simulated_keys(9, "house").signer
KEYS = {"UTH-1": frozenset([simulated_keys(SEED, "UTH-1").signer.key]), "house": frozenset([SIGNER.key])}
ASKED = {"ask": "export", "what": "evidence", "table": "UTH-1", "session": 1, "lang": "fr"}


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return won_night(tmp_path_factory.mktemp("night"), SEED)


@pytest.fixture
def answers(night: Path) -> Iterator[Answers]:
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        yield Answers(house, signer=SIGNER)


def file_of(answers: Answers, folder: Path, **more: Any) -> Path:
    told = answers.answer({**ASKED, **more})
    path = folder / str(told["name"])
    path.write_bytes(base64.b64decode(told["data"]))
    return path


def test_the_house_hands_over_a_round_that_holds_anywhere(answers: Answers, tmp_path: Path) -> None:
    path = file_of(answers, tmp_path, round=2)
    assert path.name == "UTH-1-000001-2.evidence.zip"
    report = check_bundle(path, keys=KEYS)
    assert (report.ok, report.faults, report.round) == (True, (), 2)
    assert report.signer == SIGNER.key
    assert report.key == simulated_keys(SEED, "UTH-1").signer.key, "the table's, of the signed heads"
    assert report.heads > 0
    with zipfile.ZipFile(path) as files:
        assert {"story-fr.txt", "settlement.pdf", "win.pdf", "rules.toml"} <= set(files.namelist())


def test_a_house_that_names_a_table_whose_heads_it_has_not_is_found_out(
    answers: Answers, tmp_path: Path
) -> None:
    path = file_of(answers, tmp_path, round=2)
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files[MANIFEST])
    manifest["key"] = simulated_keys(1, "UTH-9").signer.key
    files[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, SIGNER.sign(files[MANIFEST]) if name.endswith(".sig") else data)
    faults = check_bundle(path).faults
    assert faults
    assert all("of another journal or key" in fault or "not signed" in fault for fault in faults), faults
    assert HEADS in files


def test_a_house_without_a_key_hands_nothing_over_and_says_so(night: Path) -> None:
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        keyless = Answers(house)
        assert keyless.answer({"ask": "house"})["signs"] is False
        with pytest.raises(BadQuestion, match="no key to sign with"):
            keyless.answer({**ASKED, "round": 2})


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"round": 99}, "has no round 99"),
        ({"round": 1, "table": "UTH-7"}, "no journal of session 1 of UTH-7 is here"),
        ({"round": 1, "session": 4}, "no journal of session 4 of UTH-1 is here"),
    ],
)
def test_what_is_not_there_is_refused_in_a_sentence(answers: Answers, more: dict[str, Any], why: str) -> None:
    with pytest.raises(BadQuestion, match=why):
        answers.answer({**ASKED, **more})


def test_without_the_tables_signed_heads_there_is_no_evidence(night: Path, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes((night / NAME).read_bytes())
    assert heads_path(night / NAME).exists()
    with closing(House([tmp_path], ":memory:")) as house:
        house.read_all()
        with pytest.raises(BadQuestion, match="has no signed head yet"):
            Answers(house, signer=SIGNER).answer({**ASKED, "round": 2})


def test_the_key_of_the_house_is_made_once_and_its_owners_only(tmp_path: Path) -> None:
    path = tmp_path / "sign.key"
    assert _signer(path, "fr").key == _signer(path, "fr").key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
