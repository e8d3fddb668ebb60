"""What a long trial prints while it goes on: the log of one that did not hold has it, no report has."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO


@contextmanager
def quietly() -> Iterator[None]:
    """Nothing is printed; where the trial does not hold all of it goes to stderr, and so into its log."""
    told = StringIO()
    try:
        with redirect_stdout(told):
            yield
    except BaseException:
        sys.stderr.write(told.getvalue())
        raise
