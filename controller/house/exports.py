"""What a page of the house shows as a file: JSON as it was answered, CSV of its rows, PDF to be signed.

Amounts are whole cents in JSON and CSV. A file says of which journals it is, and SIMULATION when it is one.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import tzinfo
from functools import partial
from typing import Any, Final

from controller.house.plots_paper import plots_paper
from controller.house.printing import Printing, printed_apart
from controller.house.round_sheet import NO_SHEET, Sheet
from controller.house.scope import BadQuestion
from controller.papers.letterhead import of_instants
from controller.papers.pdf import NotPrinted
from controller.registers.layout import Facts, Grid, Inset, Note, Paper, Part, as_printed
from controller.registers.reading import SIMULATION
from controller.words.codes import code_word
from controller.words.instants import clock
from controller.words.money import grouped, money
from controller.words.plain import in_cell

FORMS: Final = ("json", "csv", "pdf")
LANGUAGES: Final = {"fr": 0, "en": 1}
Shown = Mapping[str, Any]
Rows = tuple[list[str], list[list[Any]]]
"""Column names and the values under them."""

_TITLES: Final = {
    "figures": ("Chiffres de la maison", "House figures"),
    "plots": ("Courbes de la maison", "House plots"),
    "rounds": ("Coups", "Rounds"),
    "replay": ("Coup", "Round"),
    "ledger": ("Livre du jackpot JP1", "JP1 jackpot ledger"),
    "integrity": ("Intégrité des journaux", "Integrity of the journals"),
}
_COLUMNS: Final[Mapping[str, tuple[str, str]]] = {
    "name": ("nom", "name"),
    "rounds": ("coups", "rounds"),
    "hands": ("mains", "hands"),
    "jp1": ("mises JP1", "JP1 stakes"),
    "bank_cents": ("banque", "bank"),
    "expected_cents": ("attendu", "expected"),
    "sigma_cents": ("écart type", "std deviation"),
    "staked_cents": ("misé", "staked"),
    "paid_cents": ("payé", "paid"),
    "prize_cents": ("lots JP1", "JP1 prizes"),
    "voided": ("nuls", "void"),
    "table": ("table", "table"),
    "session": ("séance", "session"),
    "round": ("coup", "round"),
    "closed_ms": ("clos", "closed"),
    "at_ms": ("date et heure", "date and time"),
    "players": ("sièges", "seats"),
    "dealer": ("croupier", "dealer"),
    "incident": ("incident", "incident"),
    "flags": ("marques", "flags"),
    "entries": ("écritures", "entries"),
    "head": ("tête de chaîne", "head"),
    "book_seq": ("écriture", "entry"),
    "kind": ("acte", "act"),
    "stakes": ("mises", "stakes"),
    "cents": ("montant", "amount"),
    "meter_cents": ("compteur", "meter"),
    "seq": ("écriture", "entry"),
    "clock": ("heure", "time"),
    "fact": ("fait", "fact"),
    "detail": ("détail", "detail"),
    "bad_seq": ("altéré à", "altered at"),
    "signed_ms": ("signé", "signed"),
    "plot": ("courbe", "plot"),
    "of": ("de", "of"),
    "figure": ("grandeur", "figure"),
    "value": ("valeurs", "values"),
}

_COUNTS: Final = frozenset({"rounds", "hands", "jp1", "voided", "stakes", "entries"})
_CODED: Final = frozenset({"flags", "incident", "kind"})
_FLAGS: Final[Mapping[str, tuple[str, str]]] = {
    "voided": ("coup nul", "void"),
    "jackpot": ("jackpot", "jackpot"),
    "supervised": ("vérifié", "verified"),
    "keyed": ("carte saisie", "card keyed"),
    "by_hand": ("manuel", "by hand"),
    "unread": ("carte illisible", "card unread"),
    "contested": ("contesté", "contested"),
    "jp1_corrected": ("JP1 corrigé", "JP1 corrected"),
    "resumed": ("reprise", "resumed"),
    "alarm": ("alarme", "alarm"),
    "undone": ("annulation", "undone"),
    "rectified": ("rectifié", "rectified"),
}
"""What a round is marked with, in words; files for machines have the marks themselves."""
_ACTS: Final[Mapping[str, tuple[str, str]]] = {
    "contribution": ("contribution", "contribution"),
    "award": ("lot payé", "prize paid"),
    "refund": ("mise rendue", "stake returned"),
    "claim": ("jackpot figé", "jackpot frozen"),
    "withdrawn": ("jackpot rendu", "jackpot returned"),
}

_SAID: Final[Mapping[str, tuple[str, str]]] = {
    "entries": ("{count} écritures de journal", "{count} entries of journals"),
    "lead": ("Le règlement, puis les faits", "Settlement first, then the facts"),
    "session": ("Séance", "Session"),
    "played": ("Joué", "Played"),
    "dealer": ("Croupier", "Dealer"),
    "facts": ("Faits", "Facts"),
    "left_out": (
        "{told} faits sur {of}\u00a0: ce que les machines disent d’elles-mêmes est dans le CSV et le JSON.",
        "{told} facts of {of}: what machines tell of themselves is in the CSV and the JSON.",
    ),
}
UPRIGHT: Final = ("replay", "plots")
"""What is printed on upright pages; lists of many columns lie."""
_WHOSE: Final = ("table", "machine", "phase", "dealer")


def export(
    what: str,
    shown: Shown,
    form: str,
    language: str,
    printing: Printing,
    before: Callable[[int], Sheet] | None = None,
) -> tuple[str, bytes]:
    """The file's name and its bytes; `before` makes what is printed before the rows, in this language.

    `shown` says of which period it is: `from_ms` and `to_ms`, or `opened_ms` and `closed_ms` of a round.

    Raises:
        BadQuestion: no such form or language, or the page could not be printed.
    """
    if form not in FORMS or language not in LANGUAGES:
        raise BadQuestion(f"form, lang: one of {', '.join(FORMS)} and fr, en are wanted")
    name = "-".join(str(shown[key]) for key in ("table", "session", "round") if key in shown) or what
    file = f"tapis-{name}.{form}"
    if form == "json":
        return file, (json.dumps({what: shown}, ensure_ascii=False, indent=1) + "\n").encode()
    columns, rows = SHOWN[what](shown, LANGUAGES[language])
    if form == "csv":
        if shown.get("simulated"):  # in each row: rows are copied from one sheet into another
            mark = SIMULATION[LANGUAGES[language]]
            columns, rows = [*columns, "SIMULATION"], [[*row, mark] for row in rows]
        return file, _csv(columns, rows)
    sheet = before(LANGUAGES[language]) if before is not None else NO_SHEET
    return file, _pdf(what, shown, (columns, rows), LANGUAGES[language], sheet, printing)


def _csv(columns: list[str], rows: list[list[Any]]) -> bytes:
    """Semicolons and a mark of UTF-8, as the French spreadsheet wants it."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([[in_cell(_told(value)) for value in row] for row in rows])
    return ("\ufeff" + text.getvalue()).encode()


def _told(value: Any) -> Any:
    """What stands in one cell: of a list its parts one after the other."""
    return " ".join(str(one) for one in value) if isinstance(value, list) else value


def _pdf(what: str, shown: Shown, told: Rows, language: int, sheet: Sheet, printing: Printing) -> bytes:
    title = _TITLES[what][language]
    if what == "replay":
        title = f"{title} {shown['round']}, {shown['table']}"
        paper = Paper(title, _SAID["lead"][language], _round(shown, language, sheet, printing.zone))
    elif what == "plots":
        period = _period(shown, printing)
        paper = plots_paper(title, shown, language, _house(printing), period, printing.zone)
    else:
        paper = Paper(title, "", (_grid("", told, language, printing.zone),))
    marks = (SIMULATION[language],) if shown.get("simulated") else ()
    page = as_printed(title, [paper], marks, _footer(what, shown, language))
    try:
        head = printing.head(_period(shown, printing), language)
        return printed_apart(**page, landscape=what not in UPRIGHT, head=head)
    except NotPrinted as error:
        raise BadQuestion(f"form: {error}") from None


def _grid(heading: str, told: Rows, language: int, zone: tzinfo | None) -> Grid:
    columns, rows = told
    heads = tuple(_COLUMNS.get(name, (name, name))[language] for name in columns)
    heads = tuple(head[:1].upper() + head[1:] for head in heads)
    cells = tuple(tuple(map(partial(_said, language=language, zone=zone), columns, row)) for row in rows)
    counted = {
        name
        for at, name in enumerate(columns)
        if name in _COUNTS and all(type(row[at]) is int for row in rows)
    }
    numbers = frozenset(at for at, name in enumerate(columns) if name.endswith("cents") or name in counted)
    return Grid(heading, heads, cells, numbers, small=True)


def _round(shown: Shown, language: int, sheet: Sheet, zone: tzinfo | None) -> tuple[Part, ...]:
    """A round on paper: how it was settled, then what happened, then by which rule each amount is."""

    def say(key: str, **told: object) -> str:
        return _SAID[key][language].format(**told)

    about = (
        (say("session"), f"{shown['table']}/{shown['session']:06d}"),
        (say("played"), f"{clock(shown['opened_ms'], zone)} – {clock(shown['closed_ms'], zone)}"),
        *(((say("dealer"), shown["dealer"]),) if shown["dealer"] else ()),
    )
    told = [one for one in shown["entries"] if not one["quiet"]]
    rows = [
        [one["seq"], clock(one["at_ms"], zone).split()[1], one["words"][language], one["facts"][language]]
        for one in told
    ]
    facts = _grid(say("facts"), (["seq", "clock", "fact", "detail"], rows), language, zone)
    parts: list[Part] = [Facts("", about)]
    if sheet.overview:
        parts.append(Inset(sheet.overview, sheet.drawings))
    parts += [facts, Note(say("left_out", told=len(told), of=len(shown["entries"])))]
    return (*parts, *([Inset(sheet.rules, {})] if sheet.rules else []))


def _house(printing: Printing) -> str:
    return ", ".join(filter(None, (printing.whose.name, printing.whose.place)))


def _period(shown: Shown, printing: Printing) -> str:
    """From when to when what is shown goes; nothing where there is nothing."""
    begins, ends = shown.get("opened_ms", shown.get("from_ms")), shown.get("closed_ms", shown.get("to_ms"))
    return of_instants(begins, ends, printing.zone) if begins and ends else ""


def _footer(what: str, shown: Shown, language: int) -> str:
    chain = shown.get("chain")
    if what == "replay" and chain:
        state = "ok" if chain["ok"] else f"ALTERED {chain['seq']}"
        return f"#{chain['first_seq']}-{chain['last_seq']} · {chain['hash'][:32]} · {state}"
    entries = shown.get("entries")
    return _SAID["entries"][language].format(count=grouped(entries)) if isinstance(entries, int) else ""


def _said(name: str, value: Any, *, language: int, zone: tzinfo | None) -> str:
    """A value as paper says it: a code by its words, a count in groups of three."""
    if name in _CODED:
        codes = value if isinstance(value, list) else [value]
        return ", ".join(_worded(name, code, language) for code in codes if code)
    if name == "bad_seq" and not value:
        return ""
    if name in _COUNTS and isinstance(value, int):
        return grouped(value)
    if name.endswith("_ms") and isinstance(value, int):
        return clock(value, zone) if value else ""
    if name.endswith("cents") and isinstance(value, int):
        return money(value)
    return str(_told(value))


def _worded(name: str, code: str, language: int) -> str:
    words = _FLAGS if name == "flags" else _ACTS if name == "kind" else {}
    return words[code][language] if code in words else code_word(code, language)


# --- rows ----------------------------------------------------------------------------------------


def _of(key: str, columns: list[str]) -> Callable[[Shown, int], Rows]:
    return lambda shown, language: (
        columns,
        [[one.get(name, "") for name in columns] for one in shown[key]],
    )


def _replay(shown: Shown, language: int) -> Rows:
    rows = [
        [one["seq"], one["at_ms"], one["words"][language], one["facts"][language], one["hash"]]
        for one in shown["entries"]
    ]
    return ["seq", "at_ms", "fact", "detail", "head"], rows


def _plots(shown: Shown, language: int) -> Rows:
    """Every figure of a plot on a line of its own, under the name that the answer has for it."""
    rows = [[name, *line] for name, plot in shown["plots"].items() for line in _series("", "", plot)]
    return ["plot", "of", "figure", "value"], rows


def _series(of: str, name: str, told: Any) -> Iterator[list[str]]:
    """Whose figure it is, its name, its value; the points of a series one after the other."""
    if isinstance(told, dict):
        whose = " ".join(filter(None, [of, *(str(told[key]) for key in _WHOSE if key in told)]))
        for key, value in told.items():
            if key not in _WHOSE:
                yield from _series(whose, key, value)
    elif isinstance(told, list) and any(isinstance(one, (dict, list)) for one in told):
        for one in told:
            yield from _series(of, name, one)
    else:
        yield [of, name, str(_told(told)) if told is not None else ""]


SHOWN: Final[Mapping[str, Callable[[Shown, int], Rows]]] = {
    "figures": _of(
        "rows",
        [
            "name",
            "rounds",
            "hands",
            "jp1",
            "bank_cents",
            "expected_cents",
            "sigma_cents",
            "staked_cents",
            "paid_cents",
            "prize_cents",
            "voided",
        ],
    ),
    "plots": _plots,
    "rounds": _of(
        "rounds",
        [
            "table",
            "session",
            "round",
            "closed_ms",
            "players",
            "jp1",
            "bank_cents",
            "paid_cents",
            "prize_cents",
            "dealer",
            "incident",
            "flags",
        ],
    ),
    "replay": _replay,
    "ledger": _of(
        "entries",
        ["book_seq", "at_ms", "kind", "table", "round", "stakes", "cents", "meter_cents"],
    ),
    "integrity": _of("chains", ["table", "session", "entries", "head", "signed_ms", "bad_seq"]),
}
"""What can be exported, and how its rows are made."""
