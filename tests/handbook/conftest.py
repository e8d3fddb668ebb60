"""Pictures are taken as those of `tests/ui`: without a display, by the software renderer."""

from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_QUICK_BACKEND"] = "software"
os.environ["QT_LOGGING_RULES"] = "qt.qpa.fonts=false"
