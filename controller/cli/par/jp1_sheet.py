"""JP1 on a PAR sheet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from controller.cli.par.blocks import Drawing, Said, Section, Table
from controller.cli.par.sheet import Sheet
from controller.papers.together import ENDS

PLOT: Final = f"{ENDS}-return"
"""Its name keeps it on the page of its title."""
PLOT_SIZE: Final = (650, 262)


def jp1_sections(sheet: Sheet) -> Iterator[Section]:
    if "jp1" not in sheet.answer:
        return
    say = sheet.say
    yield Section(
        say("JP1 : réglage et lots", "JP1: setting and prizes"),
        (_jp1_setting(sheet), _jp1_prizes(sheet)),
        True,
    )
    yield Section(
        say("JP1 : retour selon le nombre de joueurs", "JP1: return by the number of bettors"),
        (_by_bettors(sheet), *sheet.notes("trigger", "fold")),
    )
    caption = say(
        "Retour de JP1 selon la valeur du jackpot au moment du gain, pour un à sept joueurs.",
        "Return of JP1 by the value of the jackpot when it is won, for one to seven bettors.",
    )
    yield Section(
        say("Retour et jackpot", "Return and jackpot"),
        (Said(caption), Drawing(PLOT, *PLOT_SIZE, text=_plot_rows(sheet))),
    )
    yield Section(say("À la longue", "In the long run"), (_long_run(sheet), *sheet.notes("long", "meter")))
    yield Section(say("Exposition", "Exposure"), (_exposure(sheet), Said(_linked(sheet))))


def _jp1_setting(sheet: Sheet) -> Table:
    say, figures, config = sheet.say, sheet.figures, sheet.answer["jp1"]["config"]
    shares = {name: figures.percent(Fraction(share), 2) for name, share in config["shares"].items()}
    payer = {"house": say("la maison", "the house"), "meter": say("le compteur", "the meter")}
    limit = config["limit_cents"]
    return Table(
        ("", ""),
        (
            (say("Empreinte du réglage", "Digest of the setting"), config["digest"]),
            (say("Mise", "Stake"), figures.euros(config["stake_cents"])),
            (say("Montant de départ", "Start amount"), figures.euros(config["start_cents"])),
            (say("Remise après un gain", "Reset after a win"), figures.euros(config["reset_cents"])),
            (
                say("Parts de la mise", "Shares of the stake"),
                say(
                    f"compteur {shares['meter']}, réserve {shares['reserve']}, maison {shares['house']}",
                    f"meter {shares['meter']}, reserve {shares['reserve']}, house {shares['house']}",
                ),
            ),
            (
                say("Lots fixes payés par", "Fixed prizes paid by"),
                payer[config["fixed_prizes_paid_from"]],
            ),
            (
                say("Plafond du compteur", "Limit of the meter"),
                say("aucun", "none") if limit is None else figures.euros(limit),
            ),
        ),
    )


def _jp1_prizes(sheet: Sheet) -> Table:
    say, figures, jp1 = sheet.say, sheet.figures, sheet.answer["jp1"]
    rows = []
    for kind, chance in jp1["probability"].items():
        prize = jp1["prizes"].get(kind)
        returned = Fraction(chance["fraction"]) * Fraction(prize["odds"]) if prize else None
        rows.append(
            (
                sheet.line(kind),
                figures.odds(prize["odds"]) if prize else say("100 % du jackpot", "100% of the jackpot"),
                figures.euros(prize["cents"]) if prize else "",
                figures.percent(chance["decimal"], 6),
                sheet.once_in(chance),
                figures.percent(returned, 6) if returned is not None else "",
            )
        )
    fixed = figures.percent(jp1["fixed_return"], 6)
    rows.append((say("lots fixes ensemble", "fixed prizes together"), "", "", "", "", fixed))
    head = (
        say("lot", "prize"),
        say("cote", "odds"),
        say("montant", "amount"),
        say("probabilité", "probability"),
        say("une fois sur", "once in"),
        say("retour", "return"),
    )
    return Table(head, tuple(rows), frozenset({1, 2, 3, 4, 5}), frozenset({len(rows) - 1}))


def _by_bettors(sheet: Sheet) -> Table:
    say, figures, jp1 = sheet.say, sheet.figures, sheet.answer["jp1"]
    start = figures.euros(jp1["return_at_jackpot_cents"])
    rows = tuple(
        (
            bettors,
            figures.percent(jp1["consolation"]["return"][bettors]),
            figures.percent(jp1["return_at_jackpot"][bettors]),
            figures.euros(jp1["break_even_jackpot_cents"][bettors]),
            sheet.long_run(bettors),
            figures.fixed(jp1["rounds_between_jackpots"][bettors], 0),
        )
        for bettors in jp1["return_at_jackpot"]
    )
    head = (
        say("joueurs", "bettors"),
        say("consolation", "consolation"),
        say(f"retour à {start}", f"return at {start}"),
        say("jackpot à 100 %", "jackpot at 100%"),
        say("à la longue", "long run"),
        say("coups entre deux", "rounds between two"),
    )
    return Table(head, rows, frozenset(range(6)))


def plot_values(sheet: Sheet) -> list[int]:
    """Values of the jackpot, in cents, at which the return is told where nothing is drawn."""
    jp1 = sheet.answer["jp1"]
    top = int(jp1["break_even_jackpot_cents"]["1"])
    start = int(jp1["return_at_jackpot_cents"])
    return sorted({start, *(top * part // 4 for part in range(1, 6))})


def return_at(sheet: Sheet, cents: int, bettors: str) -> Fraction:
    """The return when the jackpot is worth this at the claim, from the answer's own line."""
    jp1 = sheet.answer["jp1"]
    start = Fraction(jp1["exact"]["return_at_jackpot"][bettors])
    more_cents = cents - int(jp1["return_at_jackpot_cents"])
    return start + more_cents * Fraction(jp1["return_per_jackpot_cent"])


def _plot_rows(sheet: Sheet) -> str:
    figures = sheet.figures
    shown, word = ("1", "3", "5", "7"), sheet.say("joueur", "bettor")
    head = (
        "  "
        + sheet.say("jackpot", "jackpot").rjust(14)
        + "".join(f"{b} {word if b == '1' else word + 's'}".rjust(15) for b in shown)
    )
    rows = [
        "  "
        + figures.euros(value).rjust(14)
        + "".join(figures.percent(return_at(sheet, value, b)).rjust(15) for b in shown)
        for value in plot_values(sheet)
    ]
    return "\n".join([head, *rows])


def _long_run(sheet: Sheet) -> Table:
    say, figures, jp1 = sheet.say, sheet.figures, sheet.answer["jp1"]
    run, config = jp1["long_run"], jp1["config"]
    rows = [
        (say("lots fixes", "fixed prizes"), figures.percent(run["fixed"])),
        (say("part du compteur", "share of the meter"), figures.percent(run["meter"])),
        (say("part de la réserve", "share of the reserve"), figures.percent(run["reserve"])),
        (say("montants de départ", "start amounts"), figures.percent(run["start"])),
    ]
    if run["limit"] is not None:
        limited = say("jackpots au plus, par le plafond", "jackpots at most, by the limit")
        rows.append((limited, figures.percent(run["limit"])))
    if config["fixed_prizes_paid_from"] == "meter":
        lent = run["meter"] + run["reserve"] + run["start"] + run["fixed"] - jp1["long_run_return"]
        rows.append((say("lots pris sur le compteur", "prizes taken from the meter"), figures.percent(-lent)))
    rows.append((say("retour, un joueur", "return, one bettor"), sheet.long_run("1")))
    return Table(("", ""), tuple(rows), frozenset({1}), frozenset({len(rows) - 1}))


def _exposure(sheet: Sheet) -> Table:
    say, figures = sheet.say, sheet.figures
    rows = tuple(
        (
            sheet.line(each["kind"])
            if each["kind"] != "consolation"
            else say("consolation, en plus du jackpot", "consolation, besides the jackpot"),
            str(each["bettors"]),
            figures.euros(each["cents"]),
            sheet.once_in(each["probability"]),
        )
        for each in sheet.answer["jp1"]["exposure"]
    )
    head = (
        say("lot de tous à la fois, sept joueurs", "prize of all at once, seven bettors"),
        say("gagnants", "winners"),
        say("en tout", "in all"),
        say("un coup sur", "one round in"),
    )
    return Table(head, rows, frozenset({1, 2, 3}))


def _linked(sheet: Sheet) -> str:
    jp1 = sheet.answer["jp1"]
    consoled = next(each for each in jp1["exposure"] if each["kind"] == "consolation")
    cents = sheet.figures.euros(consoled["cents"])
    return sheet.say(
        "Tables en liaison : les mains gagnantes des coups d’une même génération partagent le jackpot à "
        "parts égales, au centime inférieur, le reste au compteur suivant ; il n’est dû qu’une fois. La "
        f"consolation, {cents} au plus, est due à chaque table gagnante. À une même table deux de ces "
        "mains sont impossibles.",
        "Linked tables: the winning hands of rounds of one generation share the jackpot equally, to the "
        "cent below, the rest to the next meter; it is owed once. The consolation, "
        f"{cents} at most, is owed at each winning table. At one table two of these hands are impossible.",
    )
