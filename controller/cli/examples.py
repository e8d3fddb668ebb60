"""What each command is given when it is loaded: a line to type at the end of its help, and `--lang`."""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Final

import click

from controller.words.money import CODES

EXAMPLES: Final = {
    "demo": "tapis demo --tables 2 --by-hand",
    "learn": "tapis learn 3 --pupil Anna",
    "fault": "tapis fault jam --machine shuffler",
    "settle": "tapis settle rounds.jsonl --pdf dispute.pdf",
    "run": "tapis run --check",
    "screen": "tapis screen pit --table UTH-1=/run/tapis/pit.sock",
    "status": "tapis status --lang en",
    "doctor": "tapis doctor",
    "devices": "tapis devices",
    "devices conform": "tapis devices conform shoe --draw",
    "devices decode": "tapis devices decode angel-eye capture.bin --json",
    "devices record": "tapis devices record shoe evening.recording --seconds 60",
    "devices replay": "tapis devices replay evening.recording",
    "devices sound": "tapis devices sound",
    "devices test": "tapis devices test chips",
    "devices trace": "tapis devices trace shoe --seconds 10",
    "settings": "tapis settings show",
    "settings approve": "tapis settings approve --by dir-1",
    "settings draft": "tapis settings draft --set limits.maximum_cents=50000 --by mcd-3 --reason event",
    "settings keys": "tapis settings keys",
    "settings refuse": "tapis settings refuse --by dir-1 --reason figures",
    "settings show": "tapis settings show",
    "settings withdraw": "tapis settings withdraw --by mcd-3",
    "metrics": "tapis metrics --serve",
    "people": "tapis people list",
    "people add": "tapis people add chef-2 --role chef --name Lopez --by dir-1 --with mcd-3",
    "people assign": "tapis people assign chef-2 UTH-1 --by dir-1 --with mcd-3",
    "people card": "tapis people card chef-2 --role chef --until 2027-12-31 --by dir-1 --with mcd-3",
    "people history": "tapis people history chef-2",
    "people init": "tapis people init dir-1 mcd-3",
    "people list": "tapis people list --json",
    "people pin": "tapis people pin chef-2 --by dir-1 --with mcd-3",
    "people restore": "tapis people restore chef-2 --by dir-1 --with mcd-3",
    "people revoke": "tapis people revoke chef-2 --by dir-1",
    "people verify": "tapis people verify journals",
    "badge": "tapis badge --wait 10",
    "pit-reader": "tapis pit-reader UTH-1",
    "journal": "tapis journal verify journals",
    "journal evidence": "tapis journal evidence UTH-1-000001.journal --round 12",
    "journal export": "tapis journal export UTH-1-000001.journal --csv >session.csv",
    "journal frames": "tapis journal frames UTH-1-000001.journal --round 12",
    "journal kinds": "tapis journal kinds",
    "journal replay": "tapis journal replay UTH-1-000001.journal --round 12",
    "journal show": "tapis journal show UTH-1-000001.journal --round 12",
    "journal verify": "tapis journal verify journals --witness heads.txt",
    "report": "tapis report closing UTH-1-000001.journal",
    "report check": "tapis report check closing.pdf.sig",
    "report closing": "tapis report closing UTH-1-000001.journal --pdf closing.pdf",
    "report incident": "tapis report incident UTH-1-000001.journal --number 2 --pdf incident.pdf",
    "report jp1": "tapis report jp1 UTH-1-000001.journal --pdf history.pdf",
    "report notices": "tapis report notices UTH-1-000001.journal --pdf notices.pdf",
    "report reconciliation": "tapis report reconciliation UTH-1-000001.journal",
    "report registers": "tapis report registers journals --from 2026-11-01 --to 2026-11-30 --out november",
    "report rules": "tapis report rules --pdf rules.pdf",
    "report win": "tapis report win UTH-1-000001.journal --round 12 --pdf win.pdf",
    "backup": "tapis backup /media/stick --keep 14",
    "restore": "tapis restore /media/stick --check",
    "keys": "tapis keys show",
    "keys forget": "tapis keys forget --days 7",
    "keys pair": "tapis keys pair backup.key",
    "keys rotate": "tapis keys rotate",
    "keys show": "tapis keys show",
    "witness": "tapis witness show heads.txt",
    "witness aside": "tapis witness aside heads.txt UTH-1 12 --journals journals --by mcd-3 --with dir-1",
    "witness pull": "tapis witness pull heads.txt --journals journals --room room.toml --every 60",
    "witness show": "tapis witness show heads.txt",
    "witness trust": f"tapis witness trust heads.txt UTH-1 {'7f' * 32} --by mcd-3 --with dir-1",
    "book": "tapis book wins jackpot.book",
    "book terms": "tapis book terms jackpot.book",
    "book verify": "tapis book verify jackpot.book --journal journals",
    "book wins": "tapis book wins jackpot.book",
    "link admit": "tapis link admit postgresql://keeper@jackpot.example/jackpot uth_2 --table UTH-2",
    "link check": "tapis link check postgresql://keeper@jackpot.example/jackpot",
    "link close-round": "tapis link close-round postgresql://pit@jackpot.example/jackpot UTH-2 118"
    " --person Arnaud --person Berger --reason fire",
    "link copy": "tapis link copy postgresql://keeper@jackpot.example/jackpot jackpot.book",
    "link create": "tapis link create postgresql://postgres@/jackpot",
    "link dismiss": "tapis link dismiss postgresql://keeper@jackpot.example/jackpot uth_2",
    "link mend": "tapis link mend postgresql://keeper@jackpot.example/jackpot",
    "link migrate": "tapis link migrate postgresql://keeper@jackpot.example/jackpot --dry-run",
    "link tables": "tapis link tables postgresql://reader@jackpot.example/jackpot",
    "link watch": "tapis link watch postgresql://keeper@jackpot.example/jackpot --once",
    "house": "tapis house figures journals",
    "house figures": "tapis house figures journals --by day",
    "house rebuild": "tapis house rebuild journals --store house.db",
    "house serve": "tapis house serve journals --run /run/tapis-house",
}
"""By the words after `tapis`."""
_LANG: Final = click.Choice(CODES)
_OF_WORDS: Final = "Language of the words, here or behind the command."
SENTENCE_END: Final = re.compile(r"\.\s+(?=[A-ZÀÉÊ`])")


def with_example(command: click.Command, *words: str) -> click.Command:
    """The command, and every part of it, with its example at the end of its help.

    In the list of its group it has the first sentence of its help, whole. A group takes `--lang` too, before
    the name of its command.
    """
    if command.short_help is None and command.help:
        command.short_help = first_sentence(cleandoc(command.help))
    line = EXAMPLES.get(" ".join(words))
    if line is not None and command.help is not None and line not in command.help:
        command.help = f"{cleandoc(command.help)}\n\n\b\n{line}"
    if isinstance(command, click.Group):
        if not any("--lang" in one.opts for one in command.params):
            command.params.append(click.Option(["--lang"], type=_LANG, expose_value=False, help=_OF_WORDS))
        for name, part in command.commands.items():
            with_example(part, *words, name)
    return command


def first_sentence(text: str) -> str:
    """What the list of its group shows of a help."""
    paragraph = " ".join(text.partition("\n\n")[0].split())
    return SENTENCE_END.split(paragraph, maxsplit=1)[0].rstrip(".") + "."
