"""What a process holds in memory; it loads nothing, for screens ask it that load nothing of the table."""

from __future__ import annotations

from pathlib import Path


def rss_mb(pid: int) -> float:
    """What the process holds in memory now."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError(f"the system does not tell the memory of process {pid}")
