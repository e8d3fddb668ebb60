"""The auditor that shares no line with the product: `deploy/audit_journal.py` as a module, and its answer."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from tests.shell.journal.inspector import SCRIPT as VERIFIER

SCRIPT: Final = VERIFIER.with_name("audit_journal.py")
RULES: Final = SCRIPT.parents[1] / "config" / "rules"


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit_journal", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


AUDITOR: Final = _loaded()


def audited(*words: str | Path) -> tuple[int, str, str]:
    """The exit code of the command, and what it wrote on stdout and stderr."""
    said, complained, before = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["audit_journal", *map(str, words)]
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
            code = AUDITOR.main()
    finally:
        sys.argv = before
    return code, said.getvalue(), complained.getvalue()


def answer(*words: str | Path) -> dict[str, Any]:
    """The JSON answer.

    Raises:
        AssertionError: a file was not what it was given for.
    """
    code, said, complained = audited(*words, "--json")
    assert code < 2, complained
    told: dict[str, Any] = json.loads(said)
    assert told["ok"] is (code == 0)
    return told
