"""The report of a proof: one JSON file that says everything, signed; the same as HTML and as PDF.

`proof.json` is what is signed, byte by byte. Who has OpenSSL proves it without any program of ours:

    openssl pkeyutl -verify -pubin -inkey proof.pub.pem -rawin -in proof.json -sigfile proof.sig
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from controller.journal.heads import Signer
from controller.journal.seal import create_master, load_master
from controller.papers.pdf import write_pdf
from tests.proof.elsewhere import told_elsewhere
from tests.proof.machine import machine, machine_in_short, packages
from tests.proof.outcomes import LONG, SUITE
from tests.proof.page import FOOT, TITLE, html_of, standalone
from tests.proof.parts import PARTS
from tests.proof.promises import french_promises, promises
from tests.proof.record import Block
from tests.proof.runs import Outcomes, outcomes_in
from tests.proof.same_state import blocks_that_count
from tests.proof.verdicts import Answer, Trial, answer_of, trial_of

FORMAT: Final = "tapis/proof/1"
RUNS: Final = (SUITE, LONG)
"""The runs of tests that are told by name; of the long ones that have not all ended, how many files have."""


@dataclass(frozen=True, slots=True)
class Written:
    """The files of a report, and one line for each promise or trial that did not hold."""

    paths: tuple[Path, ...]
    failed: tuple[str, ...]


def write_report(folder: Path, state: str, size: str, key: Path | None, language: str) -> Written:
    """The report of what was tried in the folder so far stands there.

    Args:
        state: as `state_of_the_program` tells it.
        size: the counts that were wanted, short or full.
        key: who signs; without one a key is made in the folder, which proves only that the report is whole.

    Raises:
        MasterRefused: the key cannot be used.
    """
    commit, _, tree = state.partition("+")
    french = french_promises()
    outcomes, blocks = outcomes_in(folder, state), blocks_that_count(folder, state)
    trials = {part.name: trial_of(part, part.wanted(size), blocks) for part in PARTS.values()}
    answers = [answer_of(promise, trials, outcomes) for promise in promises().values()]
    own = folder / "proof.key"
    if key is None and not own.exists():
        create_master(own)
    signer = Signer(load_master(key or own))
    told = {
        "format": FORMAT,
        "program": {"commit": commit, "changed": tree},
        "size": size,
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "signed_by": {"key": signer.key, "named": key is not None},
        "machine": machine(),
        "machine_in_short": machine_in_short(),
        "packages": packages(),
        "trials": [_trial(trial) for trial in trials.values()],
        "tests": _tests(outcomes),
        "promises": [_answer(answer, french) for answer in answers],
    }
    return Written(_files(folder, told, signer, language), tuple(_failures(state, trials, answers, outcomes)))


def _files(folder: Path, told: dict[str, Any], signer: Signer, language: str) -> tuple[Path, ...]:
    paths = {name: folder / f"proof.{name}" for name in ("json", "sig", "pub.pem", "html", "pdf")}
    data = json.dumps(told, ensure_ascii=False, indent=1).encode() + b"\n"
    paths["json"].write_bytes(data)
    paths["sig"].write_bytes(bytes.fromhex(signer.sign(data)))
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer.key))
    paths["pub.pem"].write_bytes(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    digest = sha256(data).hexdigest()
    body = html_of(told, digest, language)
    paths["html"].write_text(standalone(body, language), encoding="utf-8")
    write_pdf(paths["pdf"], TITLE[language], body, FOOT[language].format(digest=digest[:16]), landscape=True)
    return tuple(paths.values())


def _trial(trial: Trial) -> dict[str, Any]:
    part = trial.part
    return {
        "part": part.name,
        "families": part.families,
        "unit": part.unit,
        "french": part.french,
        "wanted": trial.wanted,
        "count": trial.count,
        "seeds": trial.seeds,
        "wall_s": round(trial.wall_s, 1),
        "verdict": trial.verdict,
        "command": f"make proof PART={part.name}",
        "blocks": [_block(block) for block in trial.blocks],
        "failed_before": [_block(block) for block in trial.failed_before],
    }


def _block(block: Block) -> dict[str, Any]:
    return {**asdict(block), "said": told_elsewhere(block.said), "command": block.command}


def _tests(outcomes: Outcomes) -> dict[str, Any]:
    told = list(outcomes.tests.values())
    return {
        "runs": [name for name in outcomes.runs if name in RUNS],
        "long_files": sum(name not in RUNS for name in outcomes.runs),
        "elsewhere": dict(sorted(outcomes.elsewhere.items())),
        "machines": outcomes.machines,
        "spent_s": round(outcomes.spent_s),
        "passed": told.count("passed"),
        "failed": sorted(test for test, outcome in outcomes.tests.items() if outcome == "failed"),
        "skipped": sorted(test for test, outcome in outcomes.tests.items() if outcome == "skipped"),
        "failed_before": sorted(outcomes.failed_before),
    }


def _answer(answer: Answer, french: Mapping[str, str]) -> dict[str, Any]:
    promise = answer.promise
    return {
        "id": promise.id,
        "text": promise.text,
        "french": french.get(promise.id, ""),
        "verdict": answer.verdict,
        "whole": answer.whole,
        "again": answer.again,
        "trials": [trial.part.name for trial in answer.trials],
        "tests": promise.tests,
        "outcomes": dict(answer.tests),
        "not_run": answer.silent,
    }


def _elsewhere(block: Block, state: str) -> str:
    return "" if block.state == state else f", at {block.state}"


def _failures(state: str, trials: dict[str, Trial], answers: list[Answer], outcomes: Outcomes) -> list[str]:
    told = [
        f"{block.part}, seed {block.seed}: {block.said}; {block.command}{_elsewhere(block, state)}"
        for trial in trials.values()
        for block in trial.blocks
        if not block.held
    ]
    told += [f"{test}" for test, outcome in outcomes.tests.items() if outcome == "failed"]
    return told + [f"{one.promise.id}: {one.promise.text}" for one in answers if one.verdict == "not held"]
