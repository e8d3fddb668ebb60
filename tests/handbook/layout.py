"""Chapters as HTML for `controller.papers.pdf`, page by page.

Between three backticks a chapter asks for `picture`, `table`, `paytable`, `outcomes`, `alarms`, `lessons` or
`shortcuts`; each has its maker here, told by TOML.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from controller.papers.pdf import ACCENT, GREY, PAGE_MM, height_mm
from tests.handbook.camera import PAPER_WIDTH_MM, Camera, NotThere, Picture, lone_disc
from tests.handbook.chapters import Chapter, Part
from tests.handbook.facts import hand_name, key, odds, paytable, say, unbroken
from tests.handbook.outcomes import OUTCOMES, outcomes
from tests.handbook.rows import ruled
from tests.handbook.scenes import Scenes
from ui.screen.keyboard import HELP, KEYPAD_OF, LANGUAGE, LARGE, MACHINES, SEEN, SERVICE
from ui.texts.alarms import ALARMS, HEADINGS
from ui.texts.lessons import LESSONS

WIDTH_PX: Final = 657
"""Of the text, in pixels of 1/96 inch."""
PX_PER_MM: Final = 96 / 25.4
NARROWER_MM: Final = (174.0, 156.0, 140.0, 126.0, 114.0)
"""How wide a picture of a whole glass may be on paper; narrower nobody reads its words."""
EDGE: Final = '<p style="font-size: 1pt; margin: 0">&nbsp;</p>'
EMPTY_MM: Final = 70.0
"""So much of a page is not left empty where rows can stand there."""
BREAK: Final = '<p style="page-break-before: always; font-size: 1pt; margin: 0">&nbsp;</p>'
UNDER_ROWS: Final = '<p style="font-size: 3pt">&nbsp;</p>'
BELOW: Final = '<p style="font-size: 4pt; margin: 0">&nbsp;</p>'
"""What keeps a text from the box or the numbers above it."""
TINT: Final = "#eef3f0"
STYLE: Final = f"""
<style>
p, li {{ font-size: 10pt; line-height: 132%; margin-bottom: 6px; }}
h1 {{ font-size: 22pt; margin-bottom: 8px; }}
h2 {{ font-size: 13pt; margin-top: 14px; margin-bottom: 5px; }}
td {{ font-size: 9.5pt; padding: 3px 10px 3px 0; }}
th {{ font-size: 8pt; }}
.key {{ font-weight: 600; }}
.caption {{ font-size: 8pt; color: {GREY}; margin-top: 3px; margin-bottom: 5px; }}
.mark {{ font-size: 9.5pt; line-height: 124%; margin-bottom: 0; }}
.boxed {{ font-size: 10pt; line-height: 128%; margin-bottom: 0; }}
.code {{ color: {ACCENT}; font-weight: 700; }}
.dot {{ color: {ACCENT}; font-weight: 700; }}
.alarm {{ font-size: 8.6pt; line-height: 116%; margin-bottom: 0; }}
</style>
"""


@dataclass
class Made:
    """HTML and the drawings that it names."""

    html: str = ""
    drawings: dict[str, str] = field(default_factory=dict)


class Layout:
    """Makes the chapters of one language; pictures are taken as they are met.

    `parted` are the kinds of parts that may go on over the end of a page: rows, of which each stays whole.
    """

    parted: ClassVar[tuple[str, ...]] = ()

    def __init__(self, language: str, camera: Camera, scenes: Scenes) -> None:
        self._language = language
        self._camera = camera
        self._scenes = scenes
        self._widest_mm = PAPER_WIDTH_MM
        self._heights: dict[str, float] = {}
        self._taken: dict[int, Picture] = {}
        self.drawings: dict[str, str] = {}

    def chapter(self, chapter: Chapter) -> str:
        """The pages of a chapter; the first title is an anchor of the chapter's name.

        Pictures under a title are as large as they may be without a page more.
        """
        made = ""
        for number, parts in enumerate(_under_titles(chapter.parts)):
            title = say(self._language, parts[0].lines[0])
            head = f'<a name="{chapter.name}">{title}</a>' if not number else title
            tried = [self._pages(f"<h1>{title}</h1>", parts[1:], widest) for widest in NARROWER_MM[:-1]]
            _, html = min(tried, key=lambda one: one[0])
            made += f'<h1 style="page-break-before: always">{head}</h1>{html}'
        return made

    def _pages(self, title: str, parts: Sequence[Part], widest_mm: float) -> tuple[int, str]:
        """How many pages these parts take under their title, and they themselves, no picture wider than this.

        A heading stays with what follows it, a picture with its numbers; a picture that the rest of a page is
        too low for is made smaller, and goes to the next page where it would be too small to read. Rows that
        may be parted go on over the end of a page before they leave much of it empty.
        """
        pages, made, used = 1, "", self._height_mm(title)
        for group in _groups(parts):
            html, high = self._fitted(group, PAGE_MM - used, widest_mm)
            parted = group[-1].kind in self.parted
            if used + high > PAGE_MM and not (parted and PAGE_MM - used > EMPTY_MM):
                pages, made, used = pages + 1, made + BREAK, 0.0
                html, high = self._fitted(group, PAGE_MM, widest_mm)
            made += html
            used += high
            if parted:
                pages, used = pages + int(used // PAGE_MM), used % PAGE_MM
        # Air behind the last rows would have a page of its own where these end at the foot of one.
        return pages, made.removesuffix(UNDER_ROWS)

    def _height_mm(self, html: str) -> float:
        """How high this is among others, its own margins with it; what the drawings show does not matter."""
        if html not in self._heights:
            drawings = dict.fromkeys(self.drawings, lone_disc(""))
            edges = height_mm(STYLE + EDGE + EDGE, drawings)
            self._heights[html] = height_mm(STYLE + EDGE + html + EDGE, drawings) - edges
        return self._heights[html]

    def _fitted(self, group: Sequence[Part], room_mm: float, widest_mm: float) -> tuple[str, float]:
        """The parts as large as they may be in this room, or else as large as they are; and their height."""
        pictured = any(part.kind == "picture" and "width_mm" not in part.told for part in group)
        widths = [width for width in NARROWER_MM if width <= widest_mm] if pictured else [widest_mm]
        made = []
        for self._widest_mm in widths:
            html = "".join(self.part(part) for part in group)
            made.append((html, self._height_mm(html)))
            if made[-1][1] <= room_mm:
                return made[-1]
        return made[0]

    def part(self, part: Part) -> str:
        """One part that is no title.

        Raises:
            Unsaid: it asks for what the product has not.
            NotThere: a picture lacks what it is to show.
            KeyError: there is no such kind of part.
        """
        said = [say(self._language, line) for line in part.lines]
        plain: Mapping[str, str] = {
            "heading": "<h2>{}</h2>",
            "text": "<p>{}</p>",
            "box": f'<table width="100%" cellspacing="0" bgcolor="{TINT}"><tr><td style="padding: 8px 12px">'
            f'<p class="boxed">{{}}</p></td></tr></table>{BELOW}',
        }
        if part.kind in plain:
            return plain[part.kind].format(said[0])
        if part.kind in ("list", "steps"):
            return self._lines(said, numbered=part.kind == "steps")
        makers = {
            "picture": self._picture,
            "table": self._table,
            "paytable": self._paytable,
            "outcomes": self._outcomes,
            "alarms": self._alarms,
            "lessons": self._lessons,
            "shortcuts": self._shortcuts,
        }
        return makers[part.kind](part.told)

    def _lines(self, said: Sequence[str], *, numbered: bool) -> str:
        """A list whose lines hang from their number or their dot."""
        rows = "".join(
            f'<tr><td width="{26 if numbered else 18}" style="padding: 0">'
            f'<p class="dot">{number if numbered else "•"}</p></td>'
            f'<td style="padding: 0"><p>{line}</p></td></tr>'
            for number, line in enumerate(said, 1)
        )
        return f'<table width="100%" cellspacing="0" cellpadding="0">{rows}</table>'

    # --- pictures -------------------------------------------------------------------------------

    def _picture(self, told: Mapping[str, Any]) -> str:
        taken = self._taken.get(id(told)) or self._take(told)
        self._taken[id(told)] = taken
        widest = min(PAPER_WIDTH_MM, taken.real_mm if "part" in told else PAPER_WIDTH_MM)
        wide_mm = told.get("width_mm") or min(widest, self._widest_mm)
        name = f"picture{list(self._taken).index(id(told))}at{wide_mm:.0f}"
        self.drawings[name] = taken.svg(wide_mm)
        wide, high = round(wide_mm * PX_PER_MM), round(taken.high_mm(wide_mm) * PX_PER_MM)
        image = f'<img src="{name}" width="{wide}" height="{high}">'
        caption = f'<p class="caption">{say(self._language, told["caption"])}</p>'
        marks = told.get("marks", ())
        numbered = [(number, say(self._language, text)) for number, (_, text) in enumerate(marks, 1)]
        if numbered and wide < WIDTH_PX * 0.74:
            return (
                '<table width="100%" cellspacing="0" cellpadding="0"><tr>'
                f'<td width="{wide + 14}">{image}{caption}'
                f"</td><td>{self._legend(numbered, 1)}</td></tr></table>"
            )
        return f'<p style="margin-bottom: 2px">{image}</p>{caption}{self._legend(numbered, 2)}'

    def _take(self, told: Mapping[str, Any]) -> Picture:
        screen, touch = told.get("screen", "dealer"), told.get("touch", ())
        scene = self._scenes.scene(screen, told["scene"], self._language, touch, told.get("handed", "right"))
        try:
            return self._camera.take(
                scene, [place for place, _ in told.get("marks", ())], told.get("part", ())
            )
        except NotThere as error:
            raise NotThere(f"{told['scene']}, {error}") from None

    def _legend(self, numbered: Sequence[tuple[int, str]], columns: int) -> str:
        if not numbered:
            return ""
        rows = -(-len(numbered) // columns)
        width = (WIDTH_PX if columns > 1 else 0) // columns - 26
        made = '<table width="100%" cellspacing="0" cellpadding="0">'
        for row in range(rows):
            made += "<tr>"
            for number, text in numbered[row::rows]:
                wide = f' width="{width}"' if columns > 1 else ""
                made += (
                    f'<td width="26"><img src="{self._number(number)}" width="17" height="17"></td>'
                    f'<td{wide}><p class="mark">{text}</p></td>'
                )
            made += "</tr>"
        return made + "</table>" + BELOW

    def _number(self, number: int) -> str:
        name = f"number{number}"
        self.drawings.setdefault(name, lone_disc(str(number)))
        return name

    # --- tables ---------------------------------------------------------------------------------

    def _table(self, told: Mapping[str, Any]) -> str:
        head = [say(self._language, one) for one in told.get("head", ())]
        rows = [[say(self._language, one) for one in row] for row in told["rows"]]
        return table(head, rows, told.get("widths", ()))

    def _paytable(self, told: Mapping[str, Any]) -> str:
        """What the spots pay, a line a hand, the best first."""
        return paytables(self._language, told["spots"])

    def _outcomes(self, told: Mapping[str, Any]) -> str:
        """What becomes of each stake, a column an outcome, as the product settles it."""
        head = ["", *(say(self._language, told[name]) for name in OUTCOMES)]
        rows = [
            [f"<b>{key(self._language, f'spot.{spot}')}</b>", *cells]
            for spot, cells in outcomes(self._language).items()
        ]
        return table(head, rows)

    def _lessons(self, told: Mapping[str, Any]) -> str:
        """The lessons by their titles, in order."""
        titles = [words[self._language == "en"] for words in LESSONS.values()]
        return self._lines([say(self._language, title) for title in titles], numbered=True)

    def _shortcuts(self, told: Mapping[str, Any]) -> str:
        """What each key of a keyboard does, and the sign of a bare keypad that does the same."""
        names = {"large": LARGE, "help": HELP, "seen": SEEN, "language": LANGUAGE, "machines": MACHINES}
        pressed = [(names[name], told[name]) for name in names]
        pressed[1:1] = zip(SERVICE, told["service"], strict=True)
        rows = [
            [f"<b>{name}</b>", KEYPAD_OF.get(name, ""), say(self._language, does)] for name, does in pressed
        ]
        rows += [[f"<b>{name}</b>", "", say(self._language, does)] for name, does in told["others"]]
        return table([say(self._language, one) for one in told["head"]], rows, (24, 20, 56))

    def _alarms(self, told: Mapping[str, Any]) -> str:
        """The four lines of these alarms, or of all of them."""
        return "".join(alarm(self._language, code) for code in told["codes"])


def _under_titles(parts: Iterable[Part]) -> list[list[Part]]:
    """The parts title by title, each title first."""
    made: list[list[Part]] = []
    for part in parts:
        if part.kind == "title":
            made.append([])
        made[-1].append(part)
    return made


def _groups(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """What must not be parted: a heading, a text and the picture or list that follows them; an alarm."""
    held: list[Part] = []
    for part, after in zip(parts, [*parts[1:], None], strict=True):
        if part.kind == "alarms" and "codes" not in part.told:
            yield from ([Part("alarms", (), {"codes": [code]})] for code in sorted(ALARMS["fr"]))
            continue
        held.append(part)
        leads = part.kind == "text" and after is not None and after.kind in ("picture", "list")
        if part.kind != "heading" and not (leads and len(held) > 1):
            yield held
            held = []
    if held:
        yield held


def table(head: Sequence[str], rows: Iterable[Sequence[str]], widths: Sequence[int] = ()) -> str:
    """Rows with lines between them, and air below; `widths` are per cent."""
    return ruled(head, rows, widths) + UNDER_ROWS


def paytables(language: str, spots: Sequence[str]) -> str:
    """What these spots pay for each hand: the best first; a hand that a spot does not pay has no cell."""
    tables = {spot: paytable(spot) for spot in spots}
    order = list(reversed(CLASSES_UP))
    order.insert(1, "community_royal")
    rows = []
    for hand in [*order, "consolation"]:
        cells = [odds(language, spot, hand) if hand in paid else "" for spot, paid in tables.items()]
        if hand == "royal_flush" and "jp1" in spots:
            cells[spots.index("jp1")] = f"100\u00a0% {key(language, 'jackpot')}"
        if any(cells):
            rows.append([hand_name(language, hand), *cells])
    head = ["", *(key(language, f"spot.{spot}") if spot != "jp1" else "JP1" for spot in spots)]
    return table(head, rows)


CLASSES_UP: Final = (
    *("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "quads"),
    *("straight_flush", "royal_flush"),
)


def alarm(language: str, code: str) -> str:
    """An alarm with its four lines."""
    text = ALARMS[language][code]
    facts = PLACES[language]
    happens, kept, steps, who = HEADINGS[language]
    lines = (
        (happens, text.happens.format(**facts)),
        (kept, text.kept.format(**facts)),
        (steps, " · ".join(step.format(**facts) for step in text.steps)),
        (who, text.who),
    )
    title = unbroken(text.title.format(**{name: fact.upper() for name, fact in facts.items()}))
    made = (
        f'<p style="margin-top: 7px; margin-bottom: 1px"><span class="code">{code}</span> <b>{title}</b></p>'
    )
    rows = "".join(
        f'<tr><td width="112" style="padding: 0"><p class="alarm" style="color: {GREY}">{head}</p></td>'
        f'<td style="padding: 0"><p class="alarm">{_told(said)}</p></td></tr>'
        for head, said in lines
    )
    return f'{made}<table width="100%" cellspacing="0" cellpadding="0">{rows}</table>'


def _told(said: str) -> str:
    """A line as it is printed: a figure left out at its end ends it."""
    return unbroken(said).replace("….", "…")


PLACES: Final = {
    "fr": {"where": "siège 4", "where_low": "siège 4", "detail": "…"},
    "en": {"where": "seat 4", "where_low": "seat 4", "detail": "…"},
}
"""What stands in an alarm's words for its place and its figure."""
