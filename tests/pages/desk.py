"""A folder at somebody's desk with what the pages speak of: journals, keys, a won jackpot, a missing card."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from controller.boot.simulated import simulated_night
from controller.cli import main
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.journal.heads import Signer, heads_path, key_fingerprint
from controller.journal.keys import simulated_keys
from controller.journal.seal import load_master
from tests.pages.registry import Here
from tests.pages.typed import ROOT
from tests.patience import PATIENCE_S
from tests.shell.registers import test_report_incident as incidents
from tests.shell.registers import test_report_win as wins
from tests.shell.registers.test_registers import evening

SEED = 3
ROUNDS = ROOT / "tests" / "golden" / "settle.jsonl"


class Desk:
    """The folder. It is where the commands are typed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        night = simulated_night(rounds=1, seed=SEED, journal=folder / "journals")
        night.play()
        night.close()
        self.key = simulated_keys(SEED, "UTH-1").signer.key
        self.new = simulated_keys(SEED + 1, "UTH-1").signer.key
        (folder / "short").mkdir()
        (folder / "closed").mkdir()
        (folder / "bin").mkdir()
        for tool in ("verify_journal", "audit_journal", "check_stick", "check_program", "sign_program"):
            program = folder / "bin" / f"tapis-{tool.replace('_', '-')}"
            program.write_text(f'#!/bin/sh\nexec {sys.executable} {ROOT}/deploy/{tool}.py "$@"\n')
            program.chmod(0o755)
        won = wins.royal().prove_hand().release().settle().badge("Lopez", Role.CASHIER).do(i.SignSlip(1, 1))
        wins.journal_of(folder / "UTH-2-000012.journal", won)
        incidents.journal_of(folder / "short" / "UTH-2-000012.journal", incidents.short_deck())
        (folder / "disputed.jsonl").write_text(ROUNDS.read_text(encoding="utf-8").partition("\n")[0])
        wins.journal_of(folder / "closed" / "UTH-2-000012.journal", evening())
        (folder / "house.key").write_bytes(bytes(range(32)))
        (folder / "house.key").chmod(0o600)
        (journal,) = (folder / "journals").glob("*.journal")
        self.house = Signer(load_master(folder / "house.key")).key
        self.type(
            f"tapis journal evidence {journal} --round 1 --simulated-seed {SEED} --out FILE.zip", Here()
        )
        self.head = heads_path(journal).read_text().splitlines()[-1]

    def type(self, line: str, how: Here) -> str:
        """The line is typed, with this desk's names; what it said.

        Raises:
            AssertionError: it ended with another code.
        """
        for before, after in how.named.items():
            line = line.replace(before, after)
        own = {"@KEY@": self.key, "@NEWKEY@": self.new, "@FINGERPRINT@": key_fingerprint(self.new)}
        answers = how.typed
        for name, value in (*own.items(), ("@HOUSE@", self.house)):
            line, answers = line.replace(name, value), answers.replace(name, value)
        words = shlex.split(line)
        if words[0].endswith("tapis"):
            result = CliRunner().invoke(main, words[1:], input=answers)
            assert result.exit_code in how.codes, (line, result.output, result.exception)
            return result.output
        done = subprocess.run(
            ["bash", "-c", line],
            env={**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert done.returncode in how.codes, (line, done.stdout, done.stderr)
        return done.stdout
