"""`tapis par`: the exact mathematics of a rule profile, by full enumeration (rules, section 6)."""

from __future__ import annotations

import io
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from controller.cli import BadInput
from controller.cli.options import by_option, lang_option, pdf_file_option
from controller.cli.par.answer_cache import engine_digest, keep, kept, key_of
from controller.cli.par.cited import written_in
from controller.game.jackpot.rules import JackpotConfig
from controller.game.profile import RuleProfile
from controller.installed import lacks
from controller.settings.approval_mark import mark_here
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.words.money import LANGUAGES
from controller.words.plurals import so_many

LIBRARIES = ("numpy", "numba")


def without(library: str) -> str:
    """The sentence for a library of the exact mathematics that is not there."""
    return f"the exact mathematics need {library}, and {lacks(library)}"


@click.command()
@click.argument("profile_name", metavar="PROFILE|FILE")
@click.option(
    "--jackpot-config", metavar="FILE", help="How JP1 is run; without it, jackpot.toml of the configuration."
)
@click.option("--no-cache", is_flag=True, help="Work it out anew, and keep nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the sheet.")
@pdf_file_option("Write the sheet as a PDF, besides.")
@by_option
@lang_option("the sheet")
def par(
    profile_name: str, jackpot_config: str | None, no_cache: bool, as_json: bool, pdf: Path | None, lang: str
) -> None:
    """Work out what a game returns: exactly, every hand enumerated, nothing sampled.

    \b
    tapis par fr-55-20-2021
    tapis par house.toml --jackpot-config jackpot.toml --pdf par.pdf
    """
    profile = load_profile(profile_name)
    config = load_jackpot(jackpot_config) if profile.jp1 or jackpot_config is not None else None
    if config is not None and not profile.jp1:
        click.echo(f"{profile.id} has no JP1: {jackpot_config} is not used", err=True)
        config = None
    answer = _answer(profile, config, no_cache)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an ASCII terminal still gets its figures
    if pdf is not None:
        _print(answer, lang, pdf)
    if as_json:
        click.echo(json.dumps(_worded(answer, lang)))
    else:
        click.echo(_text(answer, lang), nl=False)


def _answer(profile: RuleProfile, config: JackpotConfig | None, no_cache: bool) -> dict[str, Any]:
    """The answer, kept or worked out.

    Raises:
        BadInput: numpy or numba is not installed.
    """
    missing = next((name for name in LIBRARIES if find_spec(name) is None), "")
    if missing:
        raise BadInput(without(missing))
    try:
        from controller.cli.par.answer import analyse, jackpot_digest
    except ImportError:
        raise BadInput(without("numba")) from None
    engine = engine_digest()
    key = key_of(profile.digest, jackpot_digest(profile, config) if config is not None else None, engine)
    found = None if no_cache else kept(key)
    if found is None:
        main = _main_bets(profile, engine, no_cache)
        found = {**analyse(profile, config, main), "engine": {"digest": engine}}
        if not no_cache:
            keep(key, found)
    # Not kept: whether the house's file is the shipped one can change without a change of either question.
    return {**found, "profile": {**found["profile"], "written_in": written_in(profile)}}


def _main_bets(profile: RuleProfile, engine: str, no_cache: bool) -> dict[str, Any]:
    """The main bets, kept for every profile that plays them alike.

    Raises:
        BadInput: they are not played in a way that can be enumerated.
    """
    from controller.cli.par.answer import analyse_bets
    from controller.cli.par.main_answer import main_digest
    from controller.odds.compiled import recompiled_if_damaged
    from controller.odds.main_game import NotAnalysed

    key = {"main": main_digest(profile), "engine": engine}
    found = None if no_cache else kept(key)
    if found is not None:
        return found
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=1000, label=profile.id, file=sys.stderr, hidden=hidden) as bar:

        def tell(done: float) -> None:
            bar.update(max(0, int(1000 * done) - bar.pos))

        try:
            found = recompiled_if_damaged(lambda: analyse_bets(profile, tell), NotAnalysed)
        except NotAnalysed as error:
            raise BadInput(error) from None
        tell(1)
    if not no_cache:
        keep(key, found)
    return found


def _worded(answer: dict[str, Any], lang: str) -> dict[str, Any]:
    """The answer, each warning and note with its sentence."""
    from controller.cli.par.figures import Figures
    from controller.cli.par.words import NOTES, WARNINGS, sentence

    figures = Figures(lang)
    return answer | {
        name: [{**said, "text": sentence(words, said, figures)} for said in answer[name]]
        for name, words in (("warnings", WARNINGS), ("notes", NOTES))
    }


def _text(answer: dict[str, Any], lang: str) -> str:
    from controller.cli.par.blocks import as_text
    from controller.cli.par.sections import sections_of
    from controller.cli.par.sheet import Sheet

    sheet = Sheet(answer, lang)
    mark = mark_here([answer["profile"]["digest"]], LANGUAGES[lang])
    foot = f"\n{mark}\n" if mark else ""
    return as_text(sheet.title, sheet.subtitle, sections_of(sheet)) + foot


def _print(answer: dict[str, Any], lang: str, path: Path) -> None:
    from controller.cli.par.paper import print_sheet
    from controller.papers.pdf import NotPrinted

    try:
        pages = print_sheet(answer, lang, path)
    except NotPrinted as error:
        raise BadInput(error) from None
    click.echo(f"{path}: {so_many(pages, 'page')}", err=True)
