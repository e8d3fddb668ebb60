"""The side bets on a PAR sheet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from controller.cli.par.blocks import Block, Said, Section, Table
from controller.cli.par.sheet import Sheet
from controller.game.side_bets import LooksAt
from controller.words.money import HARD
from controller.words.spots import LOOKS_AT


def side_sections(sheet: Sheet) -> Iterator[Section]:
    """A section for each side bet."""
    return (_section(sheet, name) for name in sheet.sides)


def _section(sheet: Sheet, name: str) -> Section:
    say, figures, side = sheet.say, sheet.figures, sheet.answer[name]
    rows = [
        (
            sheet.line(line["class"]),
            figures.odds(line["odds"]),
            figures.percent(line["probability"]["decimal"], 6),
            sheet.once_in(line["probability"]),
            figures.percent(line["return"]["decimal"], 6),
        )
        for line in side["lines"]
    ]
    if side["pushed"]:
        pushed = figures.percent(side["pushed"], 6)
        rows.append((say("mise rendue", "stake returned"), "", pushed, "", pushed))
    rows.append(
        (
            say("ensemble", "together"),
            "",
            figures.percent(side["hit_frequency"], 6),
            f"1{HARD}/{HARD}{figures.fixed(1 / side['hit_frequency'], 1)}",
            figures.percent(side["rtp"], 6),
        )
    )
    head = (
        say("main", "hand"),
        say("cote", "odds"),
        say("probabilité", "probability"),
        say("une fois sur", "once in"),
        say("retour", "return"),
    )
    spread = say("écart type pour une mise", "standard deviation for one staked")
    blocks: list[Block] = [
        Table(head, tuple(rows), frozenset({1, 2, 3, 4}), frozenset({len(rows) - 1})),
        Said(
            say("Retour ", "Return ")
            + figures.percent(Fraction(side["exact"]["rtp"]), 13)
            + f" = {figures.fraction(side['exact']['rtp'])} ; ".replace(" ;", say(" ;", ";"))
            + f"{spread} {figures.fixed(side['std_dev'], 4)}."
        ),
        *sheet.notes("side_by_main_game", spot=name),
    ]
    return Section(_heading(sheet, name), tuple(blocks))


def _heading(sheet: Sheet, name: str) -> str:
    """The bet by its name, and what it looks at where that is not the seven cards of a hand."""
    for bet in sheet.answer["profile"].get("side_bets", ()):
        if bet["spot"] == name and bet["looks_at"] != LooksAt.SEVEN:
            return f"{sheet.spot(name)} {sheet.say(*LOOKS_AT[LooksAt(bet['looks_at'])])}"
    return sheet.spot(name)
