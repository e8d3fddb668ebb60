"""A round on one page: board and bank, a line for each seat, JP1 apart. What its paper begins with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from textwrap import wrap
from typing import Final

from controller.game.felt import Spot
from controller.game.settling.settle import RoundFacts, RoundSettlement, SeatSettlement, SpotLine
from controller.papers.pdf import GREY, INK, RULE
from controller.papers.round_sheet.drawings import STRIP_HEIGHT, STRIP_WIDTH, strip_svg
from controller.papers.round_sheet.sheet import RoundSheet, SeatSheet
from controller.papers.round_sheet.words import rule_in_words
from controller.words.money import HARD, money
from controller.words.spots import spot_name

WORDS: Final = {
    "settlement": ("Règlement", "Settlement"),
    "bank": ("Banque", "Bank"),
    "result": ("Résultat de la banque", "Bank’s result"),
    "without": ("Résultat de la banque, sans le JP1", "Bank’s result, without JP1"),
    "apart": (
        "JP1, à part\u00a0: collecté {staked} · payé {paid}",
        "JP1, apart: collected {staked} · paid {paid}",
    ),
    "how": (
        "Montants en euros\u202f; cadre fort\u00a0: les cinq cartes qui comptent.",
        "Amounts in euros; strong frame: the five cards that count.",
    ),
    "seat": ("Siège", "Seat"),
    "cards": ("Cartes", "Cards"),
    "hand": ("Combinaison", "Hand"),
    "taken": ("Pris", "Taken"),
    "returned": ("Rendu", "Returned"),
    "paid": ("Payé", "Paid"),
    "net": ("Net", "Net"),
    "total": ("Total", "Total"),
    "jp1": ("JP1", "JP1"),
    "stake": ("Mise", "Stake"),
    "prize": ("Lot", "Prize"),
    "proof": (
        "Misé {staked} = pris {taken} + rendu {returned}. Banque\u00a0: pris {taken} − payé {paid} = {bank}.",
        "Staked {staked} = taken {taken} + returned {returned}. Bank: taken {taken} − paid {paid} = {bank}.",
    ),
}
NOTHING: Final = "–"
WON: Final = "#fbf0dc"
SMALL_CARDS: Final = 146
"""How wide the hand of a seat is drawn, in pixels of 1/96 inch; its letters stay above 6.7 points."""
HAND_LETTERS: Final = 21
"""A line of what a seat held is no longer: names and sentences are parted between their words."""
_CELL: Final = "font-size: 7.5pt; padding: 4px 0 4px 6px; white-space: nowrap; vertical-align: middle"
_FIRST: Final = _CELL.replace("6px", "0")
_ENDS: Final = ("taken", "returned", "paid", "net")


def overview(
    facts: RoundFacts, settled: RoundSettlement, sheet: RoundSheet, language: int, drawings: dict[str, str]
) -> str:
    """The settlement as HTML; its drawings are added to those of the document."""
    return _Overview(facts, settled, sheet, language, drawings).html()


class _Overview:
    def __init__(
        self,
        facts: RoundFacts,
        settled: RoundSettlement,
        sheet: RoundSheet,
        language: int,
        drawings: dict[str, str],
    ) -> None:
        self._facts, self._settled, self._sheet = facts, settled, sheet
        self._language, self._drawings = language, drawings
        lines = [line for seat in settled.seats for line in seat.lines]
        self._main = [line for line in lines if line.spot is not Spot.JP1]
        self._jp1 = [line for line in lines if line.spot is Spot.JP1]
        self._spots = list(dict.fromkeys(line.spot for line in self._main))

    def html(self) -> str:
        return f"<h2>{self._say('settlement')}</h2>{self._bank()}{self._seats()}{self._apart()}"

    def _say(self, key: str, **told: str) -> str:
        return WORDS[key][self._language].format(**told)

    def _image(self, name: str, svg: str, width: int) -> str:
        key = f"o{name}"
        self._drawings[key] = svg
        return f'<img src="{key}" width="{width}" height="{width * STRIP_HEIGHT // STRIP_WIDTH}">'

    def _bank(self) -> str:
        hand = self._sheet.dealer
        svg = strip_svg(hand.cards, self._sheet.board, hand.five)
        staked, paid = (sum(getattr(line, f"{key}_cents") for line in self._jp1) for key in ("stake", "paid"))
        label = self._say("without" if self._jp1 else "result")
        apart = self._say("apart", staked=money(staked), paid=money(paid)) if self._jp1 else ""
        return (
            "<table width='100%' cellspacing='0'><tr>"
            f"<td width='{STRIP_WIDTH}'>{self._image('bank', svg, STRIP_WIDTH)}</td>"
            f"<td style='vertical-align: middle'><b>{self._say('bank')}</b> · {escape(hand.name)}"
            f"<br>{escape(hand.verdict)}</td>"
            f"<td class='number' style='padding-right: 0; white-space: nowrap'>{label}<br>"
            f"<span class='lead'><b>{money(_bank(self._main), signed=True)}</b></span><br>"
            f"<span class='small'>{apart}</span></td></tr></table>"
        )

    def _seats(self) -> str:
        names = [spot_name(spot, self._language) for spot in self._spots]
        heads = [*names, *map(self._say, _ENDS)]
        firsts = (("seat", _FIRST), ("cards", _CELL), ("hand", _CELL))
        head = "".join(f"<th style='{style}'>{self._say(key)}</th>" for key, style in firsts)
        head += "".join(f"<th class='number' style='{_CELL}'>{escape(one)}</th>" for one in heads)
        pairs = zip(self._settled.seats, self._sheet.seats, strict=True)
        rows = "".join(self._seat(*pair) for pair in sorted(pairs, key=lambda pair: pair[0].seat))
        total = _amounts(self._main, self._spots, f"border-top: 1px solid {INK}; font-weight: 600")
        label = f"<td colspan='3' style='{_FIRST}; border-top: 1px solid {INK}; font-weight: 600'>"
        return (
            f"<table width='100%' cellspacing='0' style='margin-top: 8px'><thead><tr>{head}</tr></thead>"
            f"{rows}<tr>{label}{self._say('total')}</td>{total}</tr></table>"
            f"<p class='small'>{self._proof()} {self._say('how')}</p>"
        )

    def _seat(self, settled: SeatSettlement, told: SeatSheet) -> str:
        main = [line for line in settled.lines if line.spot is not Spot.JP1]
        svg = strip_svg(told.hand.cards, self._sheet.board, told.hand.five)
        won = f" bgcolor='{WON}'" if settled.seat in self._settled.winners else ""
        edge = f"border-bottom: 1px solid {RULE}"
        cell = f"{_CELL}; {edge}"
        return (
            f"<tr{won}><td style='{_FIRST}; {edge}; font-size: 11pt; font-weight: 700'>{settled.seat}</td>"
            f"<td style='{cell}'>{self._image(f'seat{settled.seat}', svg, SMALL_CARDS)}</td>"
            f"<td style='{cell}'><b>{_wrapped(_begun(told.hand.name))}</b><br>"
            f"<span style='color: {GREY}'>{_wrapped(told.hand.verdict)}</span></td>"
            f"{_amounts(main, self._spots, edge)}</tr>"
        )

    def _proof(self) -> str:
        sums = {key: money(_sum(self._main, key)) for key in ("taken", "returned", "paid")}
        staked = money(_sum(self._main, "stake"))
        return self._say("proof", staked=staked, bank=money(_bank(self._main)), **sums)

    def _apart(self) -> str:
        """JP1 in a table of its own: its money is never the bank's."""
        if not self._jp1:
            return ""
        edge = f"{_CELL}; border-bottom: 1px solid {RULE}"
        rows = []
        for settled in sorted(self._settled.seats):
            rows += [self._prize(settled, line, edge) for line in settled.lines if line.spot is Spot.JP1]
        heads = (("seat", ""), ("stake", " class='number'"), ("paid", " class='number'"), ("prize", ""))
        head = "".join(f"<th{kind} style='{_CELL}'>{self._say(key)}</th>" for key, kind in heads)
        last = f"{_CELL}; font-weight: 600; border-top: 1px solid {INK}"
        return (
            f"<h2>{self._say('jp1')}</h2>"
            f"<table width='100%' cellspacing='0' style='margin-bottom: 14px'><thead><tr>{head}</tr></thead>"
            f"{''.join(rows)}<tr><td style='{last}'>{self._say('total')}</td>"
            f"<td class='number' style='{last}'>{_plain(_sum(self._jp1, 'stake'))}</td>"
            f"<td class='number' style='{last}'>{_plain(_sum(self._jp1, 'paid'))}</td>"
            f"<td width='60%' style='{last}'></td></tr></table>"
        )

    def _prize(self, settled: SeatSettlement, line: SpotLine, style: str) -> str:
        hand = settled.hand.hand_class if settled.hand is not None else None
        said = rule_in_words(line, hand, self._facts.profile, self._language)
        won = f" bgcolor='{WON}'" if settled.seat in self._settled.winners else ""
        return (
            f"<tr{won}><td style='{style}'>{settled.seat}</td>"
            f"<td class='number' style='{style}'>{_plain(line.stake_cents)}</td>"
            f"<td class='number' style='{style}'>{_plain(line.paid_cents)}</td>"
            f"<td style='{style.replace('nowrap', 'normal')}'>{escape(said)}</td></tr>"
        )


def _sum(lines: Iterable[SpotLine], key: str) -> int:
    return sum(getattr(line, f"{key}_cents") for line in lines)


def _bank(lines: Sequence[SpotLine]) -> int:
    return _sum(lines, "taken") - _sum(lines, "paid")


def _amounts(lines: Sequence[SpotLine], spots: Sequence[Spot], style: str) -> str:
    """The cells of a row: what was staked on each spot, then what became of it."""
    told = [_plain(_sum([line for line in lines if line.spot is spot], "stake")) for spot in spots]
    told += [_plain(_sum(lines, key)) for key in _ENDS[:-1]]
    told.append(_plain(-_bank(lines), signed=True))
    return "".join(f"<td class='number' style='{_CELL}; {style}'>{one}</td>" for one in told)


def _wrapped(text: str) -> str:
    return "<br>".join(map(escape, wrap(text, HAND_LETTERS, break_long_words=False)))


def _begun(text: str) -> str:
    """The text with a capital."""
    return text[:1].upper() + text[1:]


def _plain(cents: int, *, signed: bool = False) -> str:
    """`1 250,40`: the column says that it is euros; a dash for nothing."""
    return money(cents, signed=signed).removesuffix(f"{HARD}€") if cents else NOTHING
