"""Rows with lines between them, as handbooks, the dossier and the report of a proof print lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from controller.papers.pdf import RULE

LINE: Final = f' style="border-bottom: 0.5px solid {RULE}"'
"""Below a row, never above one: Qt makes a thin line one pixel thick, and one of that above a row is a sum's,
which no page parts from all that it adds up (`controller.papers.together`)."""


def ruled(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    widths: Sequence[int] = (),
    numbers: Collection[int] = (),
) -> str:
    """The rows as wide as the page, with a line below each.

    Args:
        head: the heads of the columns, as HTML like the cells; there is none where all are empty.
        widths: of the columns, in per cent; without them Qt shares out the page.
        numbers: the columns, from 0, that are set at the right.
    """

    def line(kind: str, cells: Sequence[str]) -> str:
        made = ""
        for at, cell in enumerate(cells):
            wide = f' width="{widths[at]}%"' if widths else ""
            right = ' class="number"' if at in numbers else ""
            made += f"<{kind}{wide}{right}{LINE}>{cell}</{kind}>"
        return f"<tr>{made}</tr>"

    above = f"<thead>{line('th', head)}</thead>" if any(head) else ""
    body = "".join(line("td", row) for row in rows)
    return (
        '<table width="100%" cellspacing="0" cellpadding="0" style="margin-bottom: 8px">'
        f"{above}<tbody>{body}</tbody></table>"
    )
