"""Plant bugs into a copy of the program, and see which test finds each.

    python -m tests.planted                     # the list of them
    python -m tests.planted one-person-twice    # this one; as many as are named
    python -m tests.planted --all               # every one; half an hour
    python -m tests.planted --seek ID           # which test finds it: of those nearest to its file, the first

`make proof PART=mutants` plants them all in blocks, for the report.
"""

from __future__ import annotations

import argparse
import sys

from tests.planted.bugs import bugs
from tests.planted.ground import ground
from tests.planted.seek import sought


def main() -> int:
    """Do what was asked for; 1 where a bug was not found."""
    description, _, more = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=description, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bug", nargs="*", help="its id")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seek", action="store_true", help="look for a test that finds it")
    asked = parser.parse_args()
    known = {one.id: one for one in bugs()}
    unknown = [name for name in asked.bug if name not in known]
    if unknown:
        parser.error(f"no bug is called {unknown[0]}; `python -m tests.planted` lists them")
    chosen = list(known.values()) if asked.all else [known[name] for name in asked.bug]
    if not chosen:
        for one in known.values():
            sys.stdout.write(f"{one.id}: {one.harm}\n    {one.file}; {one.test}\n")
        return 0
    with ground() as place:
        if asked.seek:
            for one in chosen:
                known_by = sought(place, one)
                said = f"{known_by.test} {known_by.raises}" if known_by else "none of those nearest"
                sys.stdout.write(f"{one.id}: {said}\n")
            return 0
        missed = 0
        for told in place.find(chosen):
            missed += isinstance(told, str)
            if isinstance(told, str):
                sys.stdout.write(f"NOT FOUND: {told}\n")
            else:
                sys.stdout.write(f"{told.bug.id}: {told.red_s} s, {told.bug.test}: {told.said}\n")
            sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
