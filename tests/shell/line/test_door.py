"""Sockets that only the right people can open."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from controller.door import listen


def test_a_socket_of_the_own_group_is_made_without_giving_a_file_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table's unit forbids chown (SystemCallFilter=~@privileged)."""

    def forbidden(*given: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chown", forbidden)
    with listen(tmp_path / "dealer.sock", os.getegid()):
        made = (tmp_path / "dealer.sock").stat()
        assert stat.S_IMODE(made.st_mode) == 0o660
        assert made.st_gid == os.getegid()
