"""What README, CONTRIBUTING, OPERATIONS, ROOM, LINK and REGISTERS tell people to type, and who types it.

A block that is typed begins with a line `# at the table, as tapis`, in LINK.md `# on a and b`; those of
README and CONTRIBUTING that have none are typed by anybody in a checkout. A block of another language
(```toml) is not typed. A command in a sentence is one that begins as a command does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
IN_A_CHECKOUT: Final = ("README.md", "CONTRIBUTING.md", "deploy/PARQUET.md")
INSTALLED: Final = tuple(f"deploy/{name}.md" for name in ("OPERATIONS", "ROOM", "LINK", "REGISTERS"))
PAGES: Final = (*IN_A_CHECKOUT, *INSTALLED)
TYPED: Final = ("", "sh")
WHOLE: Final = ("deploy/LINK.md", "deploy/ROOM.md")
"""Their blocks of sh are typed as a whole, by the runbook and by the two machines of the box."""
_FENCE: Final = re.compile(r"^ *```(\w*)$")
_HEAD: Final = re.compile(r"^# at (?P<machine>[\w' ]+?), as (?P<user>[\w-]+)(?P<rest>,.*)?$")
_INLINE: Final = re.compile(
    r"`((?:\.venv/bin/)?tapis [a-z][^`]*|make [a-z]+"
    r"|(?:systemctl|journalctl|openssl|apt|runuser) [a-z-][^`]*)`"
)


@dataclass(frozen=True)
class Typed:
    """A command of a page.

    Attributes:
        page, line: where it stands; of a block of LINK.md, which is typed as a whole, the block's.
        text: as typed, comments and continuations taken off.
        machine, user, rest: of the block's first line; empty for a command in a sentence.
    """

    page: str
    line: int
    text: str
    machine: str = ""
    user: str = ""
    rest: str = ""

    @property
    def in_block(self) -> bool:
        return bool(self.machine)

    @property
    def where(self) -> str:
        return f"{self.page}:{self.line}"


def commands(page: str) -> list[Typed]:
    """Every command of the page, in its order.

    Raises:
        ValueError: a block does not say who types it where.
    """
    found: list[Typed] = []
    language: str | None = None
    block: list[tuple[int, str]] = []
    for number, line in enumerate((ROOT / page).read_text(encoding="utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if fence is None and language is not None:
            block.append((number, line.strip() if page not in WHOLE else line))
        elif fence is None:
            found += [Typed(page, number, text) for text in _INLINE.findall(line)]
        elif language is None:
            language, block = fence[1], []
        else:
            if language in TYPED:
                found += _block(page, block, language)
            language = None
    return found


def _block(page: str, lines: list[tuple[int, str]], language: str) -> list[Typed]:
    number, first = lines[0]
    if page in WHOLE and language == "sh":
        if not first.startswith("# "):
            raise ValueError(f"{page}:{number}: the block does not say on which machine it is typed")
        return [Typed(page, number, first, first.removeprefix("# "), language)]
    head = _HEAD.match(first)
    if head is None and page not in IN_A_CHECKOUT:
        raise ValueError(f"{page}:{number}: the block does not say who types it where")
    machine, user, rest = "a checkout", "anybody", ""
    if head is not None:
        machine, user, rest = head["machine"], head["user"], (head["rest"] or "").strip(", ")
    found, begun, text = [], 0, ""
    for number, line in lines:
        if not text and (not line or line.startswith("# ")):
            continue
        begun = begun or number
        text += line.split("  #")[0].rstrip()
        if text.endswith("\\"):
            text = text.removesuffix("\\").rstrip() + " "
            continue
        found.append(Typed(page, begun, text, machine, user, rest))
        begun, text = 0, ""
    return found
