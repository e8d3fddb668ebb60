"""The verifier that shares no line with the product, as a module: `deploy/verify_journal.py`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Final

SCRIPT: Final = Path(__file__).parents[3] / "deploy" / "verify_journal.py"


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_journal", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


INSPECTOR: Final = _loaded()
