"""The top bar's facts, by priority: what is shortened first where a screen has no room for all of them.

The table, the round, who deals, whose badge is in the reader and the limits are always there. Where room is
short they lose in this order: the long words of the simulation's mark; labels that values do without; the
slips' numbers and label; the modes' label; first names; the round's label and day; the modes' words; names.
QML measures nothing: how wide words are is known here by the width of their letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple, TypedDict

from ui import figures
from ui.screen import by_hand, decks, papers, sheets
from ui.screen.shape import Row
from ui.screen.speech import Speech, View
from ui.screen.standing import mark


class Goes(IntEnum):
    """What is given up of a fact, the first first; before all of them the mark's long words."""

    LABEL = 1
    SLIPS = 2
    SLIP_LABEL = 3
    MODES = 4
    FIRST_NAME = 5
    ROUND_LABEL = 6
    DAY = 7
    SLIP_WORD = 8
    MODE_WORDS = 9
    NAME = 10


class Fact(NamedTuple):
    """One fact as it may be written, the longest first, and what each shorter form gives up."""

    forms: tuple[Row, ...]
    gives: tuple[Goes, ...] = ()


class Bar(TypedDict):
    """The bar of one size: its facts, and the mark of a table that is not played for money."""

    facts: list[Row]
    mark: str


class Size(NamedTuple):
    """The pixels of one stage: room beside the fixed parts, text, gaps (theme, section 4; `TopBar.qml`)."""

    room: int
    table: int
    text: int
    between: int
    inner: int
    mark: int
    stripes: float


LARGE: Final = Size(room=1320, table=28, text=20, between=32, inner=10, mark=18, stripes=4.6)
SMALL: Final = Size(room=926, table=22, text=17, between=16, inner=6, mark=17, stripes=3.6)

_EMS: Final = {
    0.26: "iljIîï.,:;’ \u00a0\u202f",
    0.37: "tfr·/()",
    0.47: "-–",
    0.63: "0123456789",
    0.73: "ABCDGHKNOPQRSTUVXYZÀÂÇÉÈÊËÎÔÛ",
    0.92: "mwMWŒœ%",
}
"""How wide letters are, in heights of their type; all others are 0.58."""


def bars(say: Speech, view: View) -> tuple[Bar, Bar]:
    """The bar of the large stage, and that of the small one."""
    told = list(_facts(say, view))
    key = mark(view)
    long, short = (say(key), say(f"{key}.short")) if key else ("", "")
    large = _fitted(LARGE, view["table"], told, (long, short))
    return large, _fitted(SMALL, view["table"], told, (short, short))


def _fitted(size: Size, table: str, told: list[Fact], marks: tuple[str, str]) -> Bar:
    """The facts in the longest forms that leave room for each other."""
    long, short = marks
    bar = Bar(facts=[fact.forms[0] for fact in told], mark=long)
    if _width(size, table, bar) > size.room:
        bar["mark"] = short
    at = [0] * len(told)
    for what in Goes:
        for number, fact in enumerate(told):
            if _width(size, table, bar) <= size.room:
                return bar
            if at[number] < len(fact.gives) and fact.gives[at[number]] is what:
                at[number] += 1
                bar["facts"][number] = fact.forms[at[number]]
    return bar


def _width(size: Size, table: str, bar: Bar) -> float:
    """How many pixels the table, the facts and the mark take, with the gaps around each."""
    wide = _ems(table) * size.table
    for row in bar["facts"]:
        wide += size.between + (_ems(row["label"]) + _ems(row["value"])) * size.text
        wide += size.inner if row["label"] else 0
    # The mark has stripes at both ends and wider gaps between its letters.
    word = bar["mark"]
    return wide + ((_ems(word) + 0.06 * len(word) + size.stripes) * size.mark + 2 * size.inner if word else 0)


def _ems(text: str) -> float:
    """How wide the text is, in heights of its type: a little more than Inter's own letters are."""
    return sum(next((wide for wide, letters in _EMS.items() if letter in letters), 0.58) for letter in text)


# --- the facts -----------------------------------------------------------------------------------


def _facts(say: Speech, view: View) -> Iterator[Fact]:
    """In their order: the round, how it is dealt, the people, modes and codes, slips, the limits."""
    played = view["round"]
    if played is not None:
        again = f" · {played['attempt']}" if played["attempt"] > 1 else ""
        # A round that is called by its start is called in UTC, whatever the clock on the right says.
        label = say("round.utc" if sheets.is_named(played) else "round")
        number = sheets.round_name(view) + again
        bare = number[len("2026-11-20/") :]  # its number of the day, or its time
        rows: tuple[Row, ...] = (
            {"label": label, "value": number},
            {"label": "", "value": number},
            {"label": "", "value": bare},
        )
        yield Fact(rows, (Goes.ROUND_LABEL, Goes.DAY))
    if by_hand.active(view) and not view["modes"]:
        yield _less_label(say("by_hand"), say("by_hand.flag"))
    croupier, badge = view["croupier"], view["badge"]
    if croupier is not None:
        yield _person(say, "dealer", croupier["person"])
    if badge is not None and (croupier is None or badge["person"] != croupier["person"]):
        yield _person(say, badge["role"], badge["person"])
    modes = decks.modes(say, view)
    if modes is not None:
        count = say("modes.count", count=modes["value"].count(",") + 1)
        words: tuple[Row, ...] = (
            modes,
            {"label": "", "value": modes["value"]},
            {"label": "", "value": count if "," in modes["value"] else modes["value"]},
        )
        yield Fact(words, (Goes.MODES, Goes.MODE_WORDS))
    if view["pit_code"]:
        yield Fact(({"label": say("pit_code"), "value": view["pit_code"]},))
    yield from _slips(say, view)
    yield _limits(say, view)


def _less_label(label: str, value: str, goes: Goes = Goes.LABEL) -> Fact:
    return Fact(({"label": label, "value": value}, {"label": "", "value": value}), (goes,))


def _person(say: Speech, role: str, person: str) -> Fact:
    """A person with his role, unless he is called by it: `Chef 1`; then by his surname and initials."""
    label = say(f"role.{role}")
    called = person.casefold().startswith(label.casefold())
    forms: list[Row] = [{"label": "" if called else label, "value": person}]
    gives: list[Goes] = []
    if not called:
        forms.append({"label": "", "value": person})
        gives.append(Goes.LABEL)
    names = person.split()
    if len(names) > 1 and not any(figure.isdecimal() for figure in person):
        first = " ".join(_initials(name) for name in names[:-1])
        forms += [{"label": "", "value": f"{first} {names[-1]}"}]
        forms += [{"label": "", "value": f"{first} {_initials(names[-1])}"}]
        gives += [Goes.FIRST_NAME, Goes.NAME]
    elif (less := " ".join(_first_part(name) for name in names)) != person:
        forms.append({"label": "", "value": less})
        gives.append(Goes.NAME)
    return Fact(tuple(forms), tuple(gives))


def _initials(name: str) -> str:
    """`J.-B.` of `Jean-Baptiste`."""
    return "-".join(f"{part[:1]}." for part in name.split("-") if part)


def _first_part(name: str) -> str:
    """`Desmarets-V.` of `Desmarets-Vandenbroucke`; a number that is part of a name stays: `croupier-07`."""
    first, *others = name.split("-")
    kept = (part if any(figure.isdecimal() for figure in part) else f"{part[:1]}." for part in others if part)
    return "-".join((first, *kept))


def _slips(say: Speech, view: View) -> Iterator[Fact]:
    """The slips that wait stand here until they are signed (JW-15); many are counted."""
    waiting = papers.unsigned(view)
    if not waiting:
        return
    numbers = ", ".join(slip["slip"] for slip in waiting)
    forms: list[Row] = [{"label": say("slip.waiting"), "value": numbers}]
    gives: list[Goes] = []
    if len(waiting) > 1:
        forms.append({"label": say("slip.waiting"), "value": str(len(waiting))})
        gives.append(Goes.SLIPS)
    forms += [{"label": say(f"slip.{label}"), "value": forms[-1]["value"]} for label in ("short", "shortest")]
    yield Fact(tuple(forms), (*gives, Goes.SLIP_LABEL, Goes.SLIP_WORD))


def _limits(say: Speech, view: View) -> Fact:
    low = figures.euros(view["minimum_cents"], short=True).removesuffix("\u00a0€")
    high = figures.euros(view["maximum_cents"], short=True)
    coming = view["maximum_coming_cents"]
    then = say("limits.then", maximum=figures.euros(coming, short=True)) if coming else ""
    return _less_label(say("limits"), f"{low} – {high}{then}")
