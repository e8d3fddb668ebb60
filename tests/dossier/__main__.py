"""`python -m tests.dossier --date 2026-11-28 [--proof proof.json] [--out FILE]`: the dossier, as one PDF."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "2")  # a screen has fewer points than a sheet of paper

from tests.dossier.dossier import NoProof, last_proof, write_dossier
from tests.dossier.tools import lay_out


def main() -> int:
    """Write the file; 2 where there is no proof to put into it."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[2].strip())
    parser.add_argument("--date", required=True, help="the day on which it is made, YYYY-MM-DD")
    parser.add_argument(
        "--proof", type=Path, help="the report of a proof; without it, the last of this checkout"
    )
    parser.add_argument("--out", type=Path, default=Path("out/dossier/tapis-dossier-fr.pdf"))
    asked = parser.parse_args()
    try:
        proof = asked.proof or last_proof()
        pages = write_dossier(asked.out, asked.date, proof)
    except NoProof as error:
        sys.stderr.write(f"{error}\n")
        return 2
    tools = lay_out(asked.out.with_name("outils"), proof)
    sys.stdout.write(f"{asked.out}  {pages} pages\n{tools}  what an inspector verifies with\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
