"""What a key of a screen copies, for other programs."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication


def to_clipboard(text: str) -> None:
    """The text can be pasted."""
    QGuiApplication.clipboard().setText(text)
