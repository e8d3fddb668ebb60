#!/usr/bin/env python3
"""Are two builds of the last commit the same bytes? In two clones of it, one after the other.

make deb-twice                  exit 1 names what differs
"""

from __future__ import annotations

import filecmp
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    target, wheels = sys.argv[1:3]
    with tempfile.TemporaryDirectory(prefix="tapis-twice-") as folder:
        clones = [Path(folder, "first"), Path(folder, "another", "place")]
        subprocess.run(["git", "clone", "--quiet", ROOT, clones[0]], check=True)
        subprocess.run(["git", "clone", "--quiet", clones[0], clones[1]], check=True)
        made = [clone / "out" / target for clone in clones]
        for clone, out in zip(clones, made, strict=True):
            began = time.monotonic()
            script = clone / "deploy" / "packages" / "build.py"
            command = [sys.executable, script, target, out.parent, "--wheels", wheels]
            subprocess.run(command, check=True)
            sys.stdout.write(f"{target}: built in {time.monotonic() - began:.0f} s\n")
            sys.stdout.flush()
        first, second = (sorted(path.name for path in out.iterdir()) for out in made)
        differ = filecmp.cmpfiles(*made, first, shallow=False)[1]
        if first != second or differ:
            sys.stdout.write(f"{target}: not the same: {', '.join(differ or {*first} ^ {*second})}\n")
            return 1
    sys.stdout.write(f"{target}: {len(first)} files, the same byte for byte\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
