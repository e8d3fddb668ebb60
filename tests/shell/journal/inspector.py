"""The verifier that shares no line with the product, as a module: `deploy/verify_journal.py`."""

from __future__ import annotations

import importlib.util
import io
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

SCRIPT: Final = Path(__file__).parents[3] / "deploy" / "verify_journal.py"


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_journal", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


INSPECTOR: Final = _loaded()


def inspected(*words: str | Path) -> tuple[int, str]:
    """Exit code and output of the verifier, in this process."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out):
        patch.setattr("sys.argv", ["verify_journal.py", *map(str, words)])
        code = INSPECTOR.main()
    return code, out.getvalue()
