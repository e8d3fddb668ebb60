#!/usr/bin/env python3
"""Are two builds of one commit the same bytes? In two folders, one after the other.

make deb-twice                  exit 1 names the first file that differs
"""

from __future__ import annotations

import filecmp
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent


def main() -> int:
    target, wheels = sys.argv[1:3]
    with tempfile.TemporaryDirectory(prefix="tapis-twice-") as folder:
        made = [Path(folder, "first"), Path(folder, "another", "place")]
        for out in made:
            began = time.monotonic()
            command = [sys.executable, HERE / "build.py", target, out, "--wheels", wheels]
            subprocess.run(command, check=True)
            sys.stdout.write(f"{target}: built in {time.monotonic() - began:.0f} s\n")
            sys.stdout.flush()
        first, second = (sorted(path.name for path in (out / target).iterdir()) for out in made)
        differ = filecmp.cmpfiles(*(out / target for out in made), first, shallow=False)[1]
        if first != second or differ:
            sys.stdout.write(f"{target}: not the same: {', '.join(differ or {*first} ^ {*second})}\n")
            return 1
    sys.stdout.write(f"{target}: {len(first)} files, the same byte for byte\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
