"""`tapis report rules`: the rules of the establishment in words, to be signed by its director.

tapis report rules --pdf reglement.pdf
tapis report rules live-uth --lang en
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from controller.cli.letterhead import letterhead_here
from controller.cli.options import Place
from controller.cli.report_options import LANGUAGE, paper_written, pdf_option, sign_option
from controller.game.jackpot.rules import JackpotConfig
from controller.game.profile import RuleProfile
from controller.journal.heads import Signer
from controller.registers.layout import as_text
from controller.registers.reading import Reading
from controller.registers.rule_paper import as_json, rule_paper
from controller.settings.approval_mark import mark_here, standing_here
from controller.settings.draft import settings_in_force
from controller.settings.files import config_path
from controller.settings.jackpot import check_jp1_prizes, load_jackpot
from controller.settings.limits import rules_of
from controller.settings.rules import load_profile
from controller.words.money import LANGUAGES


@click.command()
@click.argument("profile_name", metavar="[PROFILE|FILE]", required=False)
@click.option("--jackpot-config", type=Place(), help="Another jackpot.toml.")
@pdf_option
@click.option("--json", "in_json", is_flag=True, help="One JSON object instead of text.")
@LANGUAGE
@sign_option
def rules(
    profile_name: str | None,
    jackpot_config: Path | None,
    pdf: Path | None,
    in_json: bool,
    language: str,
    sign: Signer | None,
) -> None:
    """Print every rule in force in words: limits, streets, paytables, options, the jackpot's terms.

    Without a profile those of this machine's table (table.toml); with one, that profile and jackpot.toml.
    """
    profile, jackpot = _found(profile_name, jackpot_config)
    words, standing = LANGUAGES[language], standing_here(profile.digest)
    paper = rule_paper(profile, jackpot, standing, words)
    mark = mark_here([profile.digest], words)
    marks = (mark,) if mark else ()
    if pdf is not None:
        footer, head = f"{profile.id} · {profile.digest}", letterhead_here(words)
        paper_written(pdf, sign, Reading([], []), paper.title, [paper], marks, footer, head)
    if in_json:
        click.echo(json.dumps(as_json(profile, jackpot, standing), ensure_ascii=False))
    else:
        click.echo(as_text([paper], marks), nl=False)


def _found(name: str | None, jackpot_config: Path | None) -> tuple[RuleProfile, JackpotConfig | None]:
    """The profile and the jackpot, which must go together.

    Raises:
        SettingsError: one of them cannot be read, or a prize is no whole number of chips.
    """
    path = jackpot_config
    if name is None:
        settings = settings_in_force()
        path = jackpot_config or config_path(settings.table.jackpot)
        profile = rules_of(settings)
    else:
        profile = load_profile(name)
    if not profile.jp1:
        return profile, None
    jackpot = load_jackpot(path)
    check_jp1_prizes(profile, jackpot)
    return profile, jackpot
