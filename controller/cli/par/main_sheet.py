"""The main game on a PAR sheet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from controller.cli.par.blocks import Drawing, Said, Section, Table
from controller.cli.par.grid import GRID_SIZE, hand_names, strategy_grid
from controller.cli.par.sheet import Sheet

GRID: Final = "strategy"
ENDINGS: Final = ("win", "tie", "lose", "fold")


def main_sections(sheet: Sheet) -> Iterator[Section]:
    """Expectation, bets, endings, and the strategy before the flop."""
    say = sheet.say
    yield Section(say("Mises principales", "Main bets"), (_key_figures(sheet),))
    yield Section(
        say("Dernière décision du joueur", "The player’s last act"),
        (_final_bets(sheet),),
    )
    yield Section(say("Issue selon la main du joueur", "Ending by the player’s hand"), (_endings(sheet),))
    yield Section(
        say("Stratégie avant le flop", "Strategy before the flop"),
        (
            Said(
                say(
                    "Ce qui est misé avant le flop et l’espérance de gain, en Antes, de chaque classe de "
                    "deux cartes sous la stratégie optimale (s : assorties, o : dépareillées).",
                    "What is bet before the flop and the expectation, in Antes, of each class of two cards "
                    "under the optimal strategy (s: suited, o: offsuit).",
                )
            ),
            Drawing(GRID, *GRID_SIZE, text=_grid_as_text(sheet)),
        ),
        True,
    )


def grid_svg(sheet: Sheet) -> str:
    """The drawing that stands for `GRID`."""
    strategy = sheet.answer["main"]["strategy"]
    return strategy_grid(
        {name: each["act"] for name, each in strategy.items()},
        {name: each["ev"] for name, each in strategy.items()},
        bets_before_the_flop(sheet),
        sheet.say("attendre", "wait"),
        sheet.figures,
    )


def bets_before_the_flop(sheet: Sheet) -> dict[str, str]:
    """The bets that somebody makes before the flop, in words, the greatest first."""
    used = {each["act"] for each in sheet.answer["main"]["strategy"].values()}
    return {act: act_in_words(sheet, act) for act in sheet.answer["main"]["final_bet"] if act in used}


def act_in_words(sheet: Sheet, act: str) -> str:
    """A last act of the answer: `fold`, `check`, or what is bet and on which street."""
    if act == "fold":
        return sheet.say("abandon", "abandoned") if sheet.casino else sheet.say("main couchée", "folded")
    for street in sheet.answer["profile"]["streets"]:
        for bet in street["bets"]:
            antes = sheet.figures.decimal(bet["antes"])
            if act == bet["spot"] or (bet["spot"] == "play" and act == f"{bet['antes']:g}x"):
                return f"{sheet.spot(bet['spot'])} {antes}×, {sheet.street(street['name'])}"
    return sheet.say("attendre", "check")


def _key_figures(sheet: Sheet) -> Table:
    say, figures, main = sheet.say, sheet.figures, sheet.answer["main"]
    exact = main["exact"]

    def antes(name: str) -> str:
        return f"{figures.decimal(Fraction(exact[name]), 13)} " + say("Ante", "Ante")

    def percent(name: str) -> str:
        return figures.percent(Fraction(exact[name]), 11)

    rows = (
        (say("espérance du joueur", "expectation of the player"), antes("ev_per_ante")),
        (say("total misé en moyenne", "average total stake"), antes("average_total_stake")),
        (say("avantage de la maison, sur l’Ante", "house edge, on the Ante"), percent("house_edge")),
        (
            say("élément de risque, sur le total misé", "element of risk, on all staked"),
            percent("element_of_risk"),
        ),
        (say("retour, sur l’Ante", "return, on the Ante"), percent("rtp_initial")),
        (say("retour, sur le total misé", "return, on all staked"), percent("rtp_total")),
        (
            say("écart type du résultat", "standard deviation of the result"),
            f"{figures.fixed(main['std_dev'], 6)} Ante",
        ),
    )
    return Table(("", ""), rows, frozenset({1}), frozenset({5}))


def _final_bets(sheet: Sheet) -> Table:
    figures = sheet.figures
    rows = tuple(
        (act_in_words(sheet, act), figures.percent(value, 6))
        for act, value in sheet.answer["main"]["final_bet"].items()
    )
    return Table(("", sheet.say("probabilité", "probability")), rows, frozenset({1}))


def _endings(sheet: Sheet) -> Table:
    say, figures = sheet.say, sheet.figures
    main = sheet.answer["main"]
    paid, second = main["paid_classes"], next(iter(sheet.answer["profile"]["paytables"]))
    rows = [
        (
            sheet.line(name),
            *(figures.percent(Fraction(ended[ending]), 4) for ending in ENDINGS),
            figures.percent(paid[name]["decimal"], 4) if name in paid else "",
        )
        for name, ended in main["joint"].items()
    ]
    together = sum(chance["decimal"] for chance in paid.values())
    outcomes = [*(main["outcomes"][ending] for ending in ENDINGS), together]
    rows.append((say("ensemble", "together"), *(figures.percent(each, 4) for each in outcomes)))
    head = (
        say("main", "hand"),
        say("gagne", "wins"),
        say("égalité", "ties"),
        say("perd", "loses"),
        say("abandon", "abandoned") if sheet.casino else say("couchée", "folded"),
        say(f"{sheet.spot(second)} payée", f"{sheet.spot(second)} paid"),
    )
    return Table(head, tuple(rows), frozenset({1, 2, 3, 4, 5}), frozenset({len(rows) - 1}))


def _grid_as_text(sheet: Sheet) -> str:
    """Thirteen rows of names with what is bet, then the expectations by class."""
    strategy, figures = sheet.answer["main"]["strategy"], sheet.figures
    signs = {act: f"{at}" for at, act in enumerate(bets_before_the_flop(sheet), start=1)}
    lines = []
    for names in hand_names():
        lines.append(
            "  " + " ".join(f"{name:<3} {signs.get(strategy[name]['act'], '·')} " for name in names).rstrip()
        )
    meaning = [f"{sign} {act_in_words(sheet, act)}" for act, sign in signs.items()]
    lines += ["  " + "   ".join([*meaning, "· " + sheet.say("attendre", "wait")]), ""]
    for names in hand_names():
        lines.append(
            "  " + " ".join(figures.fixed(strategy[name]["ev"], 3, signed=True).rjust(6) for name in names)
        )
    return "\n".join(lines)
