"""A journal that cannot be written for want of memory does not send anybody to a sound disk."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SHORT_OF_MEMORY = """
import resource, sqlite3, sys
from controller.host.disk import sqlite_said

writer = sqlite3.connect(sys.argv[1])
writer.execute("PRAGMA journal_mode = WAL")
writer.execute("CREATE TABLE entry (seq INTEGER)")
writer.commit()
reader = sqlite3.connect(sys.argv[1])
writer.close()
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize(), resource.RLIM_INFINITY))
try:
    reader.execute("SELECT seq FROM entry")
except sqlite3.Error as error:
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(error.sqlite_errorname)
    print(*sqlite_said(error).words, sep="\\n")
"""


def test_the_index_of_a_log_that_finds_no_memory_is_told_as_memory(tmp_path: Path) -> None:
    """Nights that ended by their memory said that the disk has an error."""
    words = [sys.executable, "-c", SHORT_OF_MEMORY, str(tmp_path / "UTH-1-000001.journal")]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    french, english = (
        "mémoire insuffisante, ou système de fichiers qui n’y projette aucun fichier",
        "not enough memory, or a file system that maps no file into it",
    )
    assert said == ["SQLITE_IOERR_SHMMAP", french, english]
