"""Printing in a process of its own: Qt keeps the interpreter while it lays out a page, for seconds at a time.

    python -m controller.house.printing < page.json > page.pdf

The page is what `controller.papers.pdf.pdf_bytes` takes, as JSON; why it cannot be printed is said on stderr.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from datetime import tzinfo
from typing import Any, Final, NamedTuple

from controller.papers.letterhead import NO_LETTERHEAD, Letterhead, letterhead
from controller.papers.pdf import NotPrinted, pdf_bytes
from controller.settings.establishment import Establishment

PIT: Final = ("l’écran du pit", "the pit’s screen")
"""Who printed, where nobody's card is in the pit's reader."""
LASTS_S: Final = 120
"""Two hundred pages on a slow machine; then the page is given up."""


class Printing(NamedTuple):
    """Whose papers are printed here, and this one when and by whom; `by` is empty for nobody's card."""

    whose: Establishment
    at_ms: int
    by: str
    zone: tzinfo | None

    def head(self, period: str, language: int) -> Letterhead:
        """The letterhead of a paper of this period."""
        return letterhead(self.whose, period, self.at_ms, self.by or PIT[language], language, self.zone)


def printed_apart(
    title: str,
    html: str,
    footer: str,
    drawings: Mapping[str, str] | None = None,
    mark: str = "",
    *,
    landscape: bool = False,
    head: Letterhead = NO_LETTERHEAD,
) -> bytes:
    """The document as `controller.papers.pdf.pdf_bytes` makes it, byte for byte.

    Raises:
        NotPrinted: it cannot be printed, or was not within `LASTS_S`.
    """
    page = {
        "title": title,
        "html": html,
        "footer": footer,
        "drawings": dict(drawings or {}),
        "mark": mark,
        "landscape": landscape,
        "head": head,
    }
    try:
        done = subprocess.run(
            [sys.executable, "-m", "controller.house.printing"],
            input=json.dumps(page).encode(),
            capture_output=True,
            timeout=LASTS_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotPrinted(f"the page was not printed: {type(error).__name__}") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise NotPrinted(said[-1][:200] if said else f"printing ended with {done.returncode}")
    return done.stdout


def main() -> None:
    """The page on stdin is on stdout as PDF."""
    page: dict[str, Any] = json.load(sys.stdin)
    page["head"] = Letterhead(*page["head"])
    try:
        data = pdf_bytes(**page).data
    except NotPrinted as error:
        sys.exit(str(error))
    sys.stdout.buffer.write(data)


if __name__ == "__main__":
    main()
