"""`python -m tests.handbook --date 2026-11-24 [--out FOLDER]`: the handbooks and the card, as PDF."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "2")  # a screen has fewer points than a sheet of paper

from tests.handbook.books import Edition, write


def main() -> None:
    """The files are in the folder."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[2].strip())
    parser.add_argument("--date", required=True, help="the day on which it is made, YYYY-MM-DD")
    parser.add_argument("--out", type=Path, default=Path("out/handbook"))
    asked = parser.parse_args()
    for path, pages in write(asked.out, Edition(asked.date)):
        sys.stdout.write(f"{path}  {pages}\n")


if __name__ == "__main__":
    main()
