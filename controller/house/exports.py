"""What a page of the house shows as a file: JSON as it was answered, CSV of its rows, PDF to be signed.

Amounts are whole cents in JSON and CSV. A file says of which journals it is, and SIMULATION when it is one.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Final

from controller.cli.journal_words import time_in_words
from controller.cli.settle.words import money
from controller.house.printing import printed_apart
from controller.house.scope import BadQuestion
from controller.paper import NotPrinted

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
    "closed_ms": ("clos (UTC)", "closed (UTC)"),
    "at_ms": ("heure (UTC)", "time (UTC)"),
    "players": ("sièges", "seats"),
    "dealer": ("croupier", "dealer"),
    "incident": ("incident", "incident"),
    "flags": ("marques", "flags"),
    "entries": ("entrées", "entries"),
    "head": ("tête de chaîne", "head"),
    "book_seq": ("écriture", "entry"),
    "kind": ("acte", "act"),
    "stakes": ("mises", "stakes"),
    "cents": ("montant", "amount"),
    "meter_cents": ("compteur", "meter"),
    "seq": ("entrée", "entry"),
    "fact": ("fait", "fact"),
    "detail": ("détail", "detail"),
    "bad_seq": ("altéré à", "altered at"),
    "signed_ms": ("signé (UTC)", "signed (UTC)"),
    "plot": ("courbe", "plot"),
    "value": ("valeurs", "values"),
}


def export(what: str, shown: Shown, form: str, language: str) -> tuple[str, bytes]:
    """The file's name and its bytes.

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
        return file, _csv(columns, rows)
    return file, _pdf(what, shown, columns, rows, LANGUAGES[language])


def _csv(columns: list[str], rows: list[list[Any]]) -> bytes:
    """Semicolons and a mark of UTF-8, as the French spreadsheet wants it."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([[_plain(value) for value in row] for row in rows])
    return ("\ufeff" + text.getvalue()).encode()


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(str(one) for one in value)
    # A text that a spreadsheet would take for a formula is none.
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@" and value[1:] else value


def _pdf(what: str, shown: Shown, columns: list[str], rows: list[list[Any]], language: int) -> bytes:
    title = _TITLES[what][language]
    if what == "replay":
        title = f"{title} {shown['round']}, {shown['table']}"
    mark = '<p class="warning">SIMULATION – SANS VALEUR</p>' if shown.get("simulated") else ""
    head = "".join(f"<th>{escape(_COLUMNS.get(name, (name, name))[language])}</th>" for name in columns)
    body = "".join(
        "<tr>"
        + "".join(
            f"<td>{escape(_said(name, value, language))}</td>"
            for name, value in zip(columns, row, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    html = f"<h1>{escape(title)}</h1>{mark}<table><thead><tr>{head}</tr></thead>{body}</table>"
    try:
        return printed_apart(title, html, _footer(what, shown))
    except NotPrinted as error:
        raise BadQuestion(f"form: {error}") from None


def _footer(what: str, shown: Shown) -> str:
    chain = shown.get("chain")
    if what == "replay" and chain:
        state = "ok" if chain["ok"] else f"ALTERED {chain['seq']}"
        return f"#{chain['first_seq']}-{chain['last_seq']} · {chain['hash'][:32]} · {state}"
    return f"{shown.get('entries', '')} · {what}" if isinstance(shown.get("entries"), int) else what


def _said(name: str, value: Any, language: int) -> str:
    if name.endswith("_ms") and isinstance(value, int):
        return time_in_words(value) if value else ""
    if name.endswith("cents") and isinstance(value, int):
        return money(value, language)
    return str(_plain(value))


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
    """Every series of a plot on a line of its own, as the answer has it."""
    rows = [
        [name, json.dumps(series, ensure_ascii=False, separators=(",", ":"))[:4_000]]
        for name, series in shown["plots"].items()
    ]
    return ["plot", "value"], rows


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
