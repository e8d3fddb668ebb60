"""Twenty thousand forged journals: every partial edit found by the chain, every edit with a witness.

    python -m tests.bench.forged 20000

Each is judged twice, by `tapis journal verify` and by the inspector's page; the honest ones by both, at every
length.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.shell.journal.test_forged_journals import found_of, honest_journals

BLOCK = 1_000


def main() -> None:
    """So many were forged and found, and no honest one was called forged."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    started_s = time.process_time()
    met: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:
        honest = honest_journals(Path(place))
        for block in range(-(-wanted // BLOCK)):
            met += found_of(honest, block, min(BLOCK, wanted - block * BLOCK))
        looks = 0
        for one in honest:
            for size in range(1, len(one.rows) + 1):
                assert not one.found_by_chain(one.rows[:size])
                assert not one.found_by_inspector(one.rows[:size], witnessed=False)
                looks += 1
            assert not one.found_by_witness(one.rows)
            assert not one.found_by_inspector(one.rows, witnessed=True)
    kinds = ", ".join(f"{name} {count}" for name, count in sorted(met.items()))
    sys.stdout.write(f"{met.total()} forged and found ({kinds}); {looks} honest ones, none called forged:")
    sys.stdout.write(f" {time.process_time() - started_s:.0f} s of CPU\n")


if __name__ == "__main__":
    main()
