"""`python -m tests.proof.block PART COUNT SEED`: one block of a part, tried in this process.

Prints one JSON object: how many were tried, whether all held, and a sentence. Exit 1 where one did not hold,
69 where it cannot be tried here or by so few, with the reason.
"""

from __future__ import annotations

import json
import sys
import traceback
from typing import Final

from tests.proof.parts import PARTS
from tests.proof.record import NotHere

EXIT_NOT_HERE: Final = 69


def main() -> int:
    """Try the block that the arguments name; the exit code."""
    name, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    try:
        if sys.flags.optimize:
            raise RuntimeError("PYTHONOPTIMIZE leaves out what is asserted: nothing would be tried")
        tried = PARTS[name].load()(count, seed)
    except NotHere as why:
        sys.stderr.write(f"{why}\n")
        return EXIT_NOT_HERE
    except Exception as error:
        traceback.print_exc()
        last = next((line for line in str(error).splitlines() if line.strip()), "")
        sys.stdout.write(json.dumps({"count": 0, "held": False, "said": f"{type(error).__name__}: {last}"}))
        return 1
    sys.stdout.write(json.dumps({"count": tried.count, "held": True, "said": tried.said}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
