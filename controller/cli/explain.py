"""`tapis explain`: what a code means that a screen, a paper, a journal or a page of this program names."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Final, NamedTuple

import click

from controller.cli import BadInput
from controller.cli.options import lang_option
from controller.installed import page
from controller.told import Told, worded
from ui.texts.alarms import ALARMS, HEADINGS
from ui.texts.findings import FINDINGS, NOTICES
from ui.texts.rules import REFUSALS

SCHEMA: Final = "tapis-explain/1"
_NEAR: Final = (
    "{code}\u00a0: aucune alarme, aucun refus ni aucune exigence n’a ce code\u202f; était-ce {near}\u202f?",
    "{code}: no alarm, refusal or requirement has this code; did you mean {near}?",
)
_NO_CODE: Final = (
    "{code}\u00a0: aucune alarme, aucun refus ni aucune exigence n’a ce code\u202f; tapis explain sans code"
    " les donne tous",
    "{code}: no alarm, refusal or requirement has this code; tapis explain without a code lists all",
)
FACTS: Final = {
    "amount": ("montant", "amount"),
    "colour": ("couleur", "color"),
    "count": ("nombre", "number"),
    "detail": ("détail", "detail"),
    "due": ("nombre", "number"),
    "expected": ("nombre", "number"),
    "file": ("fichier", "file"),
    "key": ("réglage", "setting"),
    "line": ("ligne", "line"),
    "machine": ("appareil", "machine"),
    "maximum": ("montant", "amount"),
    "minimum": ("montant", "amount"),
    "most": ("nombre", "number"),
    "multiple": ("nombre", "number"),
    "nearest": ("montants", "amounts"),
    "number": ("numéro", "number"),
    "person": ("personne", "person"),
    "place": ("place", "place"),
    "round": ("numéro", "number"),
    "seat": ("numéro", "number"),
    "seats": ("sièges", "seats"),
    "serial": ("numéro", "number"),
    "since": ("ce qui a suivi", "what came since"),
    "spot": ("case", "spot"),
    "table": ("table", "table"),
    "tables": ("tables", "tables"),
    "time": ("heure", "time"),
    "turn": ("numéro", "number"),
    "value": ("valeur", "value"),
    "wanted": ("montant", "amount"),
    "where": ("endroit", "place"),
    "where_low": ("endroit", "place"),
    "why": ("raison", "reason"),
}
"""What stands, in square brackets, where a figure, a seat or a person would."""
NUMBERS: Final = frozenset({"A-108", "A-204"})
"""Alarms whose detail is a number."""
BESIDE: Final = re.compile(r" \(\[[^]]*\]\)")
"""Such a fact in parentheses, without which the sentence stands as well."""
PAGES: Final = {"requirement": "REQUIREMENTS.md", "reliability": "RELIABILITY.md"}
"""Pages whose tables have a code in their first column."""
FRENCH: Final = "promesses.toml"
"""Their rows in French, by their codes, as the dossier for the authority says them."""
FRENCH_HEADS: Final = {"source": "source", "tried by": "essayé par", "held by": "essayé par"}
"""The columns that a French answer has too: what must hold and what is not promised stand in its sentence."""
MISREAD: Final = str.maketrans("OIL", "011")
"""Letters that are read for digits."""
KINDS: Final = {
    "alarm": ("alarme", "alarm"),
    "notice": ("avis de la maison, au pit", "notice of the house, at the pit"),
    "refusal": ("refus d’un acte", "an act is refused"),
    "requirement": ("exigence", "requirement"),
    "reliability": ("page de la fiabilité", "page of reliability"),
}


class Explained(NamedTuple):
    """A code in one language: its title, and lines of a heading and a text."""

    code: str
    kind: str
    title: str
    lines: tuple[tuple[str, str], ...]


@click.command()
@click.argument("code", required=False)
@lang_option("the words")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain(code: str | None, lang: str, as_json: bool) -> None:
    """Say what a code means: an alarm, a notice of the house, the refusal of an act, a requirement, a row of
    reliability.

    Without a code, list those that there are.

    \b
    tapis explain A-214
    tapis explain no_dealer --lang en
    tapis explain RC-06
    """
    if code is None:
        _list(lang, as_json)
        return
    found = explained(code, lang)
    if found is None:
        raise BadInput(_unknown(code))
    if as_json:
        click.echo(json.dumps({"schema": SCHEMA, **found._asdict()}, ensure_ascii=False))
        return
    click.echo(f"{found.code}  {KINDS[found.kind][lang == 'en']}")
    click.echo(found.title)
    for heading, text in found.lines:
        click.echo(f"  {heading}: {text}" if lang == "en" else f"  {heading}\u00a0: {text}")


def explained(code: str, lang: str) -> Explained | None:
    """What the code means, whatever its capitals; None where nobody knows it."""
    wanted = code.strip().casefold()
    if (alarm := wanted.upper()) in ALARMS[lang]:
        return _alarm(alarm, lang)
    if alarm in NOTICES:
        return _notice(alarm, lang)
    if wanted in REFUSALS[lang]:
        return Explained(wanted, "refusal", _filled(REFUSALS[lang][wanted], lang), ())
    for kind, name in PAGES.items():
        for heads, cells in _rows(page(name)):
            if cells[0].casefold() == wanted:
                return _row(kind, dict(zip(heads, cells, strict=False)), cells, lang)
    return None


def _row(kind: str, told: dict[str, str], cells: list[str], lang: str) -> Explained:
    """A row of a page: its first cell is its code, its second its sentence."""
    known = _french(page(FRENCH)) if lang == "fr" else {}
    if cells[0] not in known:
        return Explained(cells[0], kind, cells[1], tuple(told.items())[2:])
    lines = tuple((said, told[head]) for head, said in FRENCH_HEADS.items() if head in told)
    return Explained(cells[0], kind, known[cells[0]], lines)


@cache
def _french(text: str) -> dict[str, str]:
    """The rows in French by their codes; none where the page is not installed."""
    return tomllib.loads(text)


def _alarm(code: str, lang: str) -> Explained:
    told = ALARMS[lang][code]
    known = {"detail": f"[{FACTS['count'][lang == 'en']}]"} if code in NUMBERS else {}
    title, happens, kept, *each = (
        _filled(text, lang, **known) for text in (told.title, told.happens, told.kept, *told.steps)
    )
    steps = " ".join(f"{number}. {step}." for number, step in enumerate(each, start=1))
    lines = tuple(zip(HEADINGS[lang], (happens, kept, steps, told.who), strict=True))
    return Explained(code, "alarm", title, lines)


def _notice(code: str, lang: str) -> Explained:
    """A finding of the house that bears a code: its title, and what it says beneath."""
    title, text = (FINDINGS[key][lang == "en"] for key in (NOTICES[code], f"{NOTICES[code]}.text"))
    return Explained(code, "notice", title, ((HEADINGS[lang][0], _filled(text, lang)),))


def _filled(text: str, lang: str, **known: str) -> str:
    facts = {name: f"[{words[lang == 'en']}]" for name, words in FACTS.items()}
    return BESIDE.sub("", worded(text, facts | known, french=lang == "fr"))


def _rows(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """The rows of the tables of a page, each with the heads of its columns."""
    heads: list[str] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            heads = []
            continue
        cells = [cell.strip().replace("**", "") for cell in line.strip("|").split("|")]
        if not heads:
            heads = cells
        elif not set(line) <= set("|-: "):
            yield heads, cells


def _codes(lang: str) -> dict[str, list[str]]:
    """Every code that is known, by kind, in the order of its page."""
    listed = {"alarm": sorted(ALARMS[lang]), "notice": sorted(NOTICES), "refusal": sorted(REFUSALS[lang])}
    return listed | {kind: [cells[0] for _, cells in _rows(page(name))] for kind, name in PAGES.items()}


def _list(lang: str, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"schema": SCHEMA, "codes": _codes(lang)}, ensure_ascii=False))
        return
    for kind, codes in _codes(lang).items():
        click.echo(KINDS[kind][lang == "en"])
        for code in codes:
            found = explained(code, lang)
            click.echo(f"  {code}  {found.title if found is not None else ''}".rstrip())


def _unknown(code: str) -> Told:
    """The sentence for a code that nobody knows, with those that it may have been meant to be."""
    known = [one for codes in _codes("en").values() for one in codes]
    letters, dash, number = code.upper().partition("-")
    typed = letters + dash + number.translate(MISREAD)
    near = get_close_matches(typed, known, n=3) or get_close_matches(code.lower(), known, n=3)
    either = Told((" ou ".join(near), " or ".join(near)))
    return Told(_NEAR if near else _NO_CODE, code=code[:40], near=either)
