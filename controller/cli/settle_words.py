"""The settlement of a round in words: the table that `tapis settle` prints, in French or English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.game.cards import Card
from controller.game.felt import Spot
from controller.game.hands import HandClass
from controller.game.settle import RoundFacts, RoundSettlement, SeatFacts, SeatSettlement, SpotLine

FR, EN = 0, 1
LANGUAGES: Final = {"fr": FR, "en": EN}

CLASSES: Final = {
    HandClass.HIGH_CARD: ("carte haute", "high card"),
    HandClass.PAIR: ("paire", "pair"),
    HandClass.TWO_PAIR: ("deux paires", "two pair"),
    HandClass.THREE_OF_A_KIND: ("brelan", "three of a kind"),
    HandClass.STRAIGHT: ("quinte", "straight"),
    HandClass.FLUSH: ("couleur", "flush"),
    HandClass.FULL_HOUSE: ("full", "full house"),
    HandClass.QUADS: ("carré", "four of a kind"),
    HandClass.STRAIGHT_FLUSH: ("quinte flush", "straight flush"),
    HandClass.ROYAL_FLUSH: ("quinte flush royale", "royal flush"),
}
RESULTS: Final = {
    "win": ("gagne", "wins"),
    "lose": ("perd", "loses"),
    "tie": ("égalité", "tie"),
    "fold": ("couché", "folded"),
}
SPOTS: Final = {
    Spot.ANTE: "Ante",
    Spot.BLIND: "Blind",
    Spot.TRIPS: "Trips",
    Spot.PLAY: "Play",
    Spot.JP1: "JP1",
}
RULES: Final = {
    "ante_paid": ("bat la banque qualifiée : 1 pour 1", "beats the qualified dealer: 1 to 1"),
    "ante_push_tie": ("égalité : reste au joueur", "tie: left"),
    "ante_lost": ("battu par la banque : prise", "beaten by the dealer: taken"),
    "ante_returned_not_qualified": ("banque non qualifiée : redonnée", "dealer not qualified: returned"),
    "ante_lost_folded": ("main couchée : prise", "folded: taken"),
    "blind_paid": ("gagne avec {hand} : {odds}", "wins with {hand}: {odds}"),
    "blind_push_below_straight": ("gagne sous la quinte : reste", "wins below a straight: left"),
    "blind_push_tie": ("égalité : reste au joueur", "tie: left"),
    "blind_lost": ("battu par la banque : prise", "beaten by the dealer: taken"),
    "blind_lost_folded": ("main couchée : prise", "folded: taken"),
    "play_paid": ("bat la banque : 1 pour 1", "beats the dealer: 1 to 1"),
    "play_push_tie": ("égalité : reste au joueur", "tie: left"),
    "play_lost": ("battu par la banque : prise", "beaten by the dealer: taken"),
    "trips_paid": ("{hand} : {odds}", "{hand}: {odds}"),
    "trips_lost": ("{hand}, hors du tableau : prise", "{hand}, not in the table: taken"),
    "trips_returned_tie": ("égalité : rendue", "tie: returned"),
    "trips_lost_tie": ("égalité : prise", "tie: taken"),
    "trips_lost_not_won": ("ne bat pas la banque : prise", "does not beat the dealer: taken"),
    "trips_lost_folded": ("main couchée : prise", "folded: taken"),
    "jp1_full_house": ("full : {odds}", "full house: {odds}"),
    "jp1_quads": ("carré : {odds}", "four of a kind: {odds}"),
    "jp1_straight_flush": ("quinte flush : {odds}", "straight flush: {odds}"),
    "jp1_community_royal": ("quinte flush royale communautaire : {odds}", "community royal flush: {odds}"),
    "jp1_jackpot": ("quinte flush royale : 100 % du jackpot", "royal flush: 100% of the jackpot"),
    "jp1_consolation": ("lot de consolation : {odds}", "consolation: {odds}"),
    "jp1_lost": ("mise collectée, pas de lot", "stake collected, no prize"),
    "jp1_lost_folded": ("main couchée : pas de lot", "folded: no prize"),
}
"""Every rule code of the settlement, in both languages."""

HEADS: Final = (
    ("case", "mise", "rendu", "pris", "payé", "règle"),
    ("spot", "stake", "returned", "taken", "paid", "rule"),
)
WORDS: Final = {
    "round": ("Coup", "Round"),
    "dealer": ("Banque", "Dealer"),
    "board": ("tableau", "board"),
    "qualified": ("qualifiée", "qualified"),
    "not_qualified": ("non qualifiée", "not qualified"),
    "seat": ("Siège", "Seat"),
    "total": ("total", "total"),
    "hidden": ("cartes non retournées", "cards not turned up"),
    "and_consolation": ("plus le lot de consolation", "plus the consolation"),
    "claimed": ("JACKPOT gagné, siège {seats}", "JACKPOT won, seat {seats}"),
    "supervised": (
        "À payer seulement après le membre du comité de direction et la vidéosurveillance.",
        "To be paid only after the member of the comité de direction and the video review.",
    ),
}


def money(cents: int, language: int) -> str:
    """An amount as the felt says it: `1 250,40` in French, `1,250.40` in English."""
    euros, rest = divmod(cents, 100)
    text = f"{euros:,}.{rest:02d}"
    return text if language == EN else text.replace(",", "\u202f").replace(".", ",")


def round_in_words(name: str, facts: RoundFacts, settled: RoundSettlement, language: int) -> str:
    """The whole round: dealer, then every seat with a line a stake, then what waits for the comité."""
    qualified = WORDS["qualified" if settled.qualified else "not_qualified"][language]
    lines = [
        f"{WORDS['round'][language]} {name} · {facts.profile.id}",
        f"{WORDS['dealer'][language]} {_cards(facts.dealer)} · {WORDS['board'][language]} "
        f"{_cards(facts.board)} · {CLASSES[settled.dealer.hand_class][language]}, {qualified}",
    ]
    for seat, result in zip(facts.seats, settled.seats, strict=True):
        lines += ["", _seat_head(seat, result, language), *_seat_table(result, language)]
    if settled.claimed:
        winners = ", ".join(map(str, settled.winners))
        lines += ["", WORDS["claimed"][language].format(seats=winners)]
    if settled.supervised:
        lines += ["", WORDS["supervised"][language]]
    return "\n".join(lines)


def rule_in_words(line: SpotLine, hand: HandClass | None, language: int) -> str:
    """Why this stake was settled so."""
    against = " pour " if language == FR else " to "
    odds = str(line.odds).replace("/", against) if line.odds is not None else ""
    named = CLASSES[hand][language] if hand is not None else ""
    said = RULES[line.rule][language].format(hand=named, odds=odds)
    return f"{said}, {WORDS['and_consolation'][language]}" if len(line.awards) > 1 else said


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(card.text for card in cards)


def _seat_head(seat: SeatFacts, result: SeatSettlement, language: int) -> str:
    parts = [f"{WORDS['seat'][language]} {seat.seat}"]
    parts.append(_cards(seat.cards) if seat.cards is not None else WORDS["hidden"][language])
    if result.hand is not None:
        parts.append(CLASSES[result.hand.hand_class][language])
    return " · ".join([*parts, RESULTS[result.result][language]])


def _seat_table(result: SeatSettlement, language: int) -> list[str]:
    rows: list[tuple[str, ...]] = [HEADS[language]]
    hand = result.hand.hand_class if result.hand is not None else None
    for line in result.lines:
        rows.append((SPOTS[line.spot], *_amounts([line], language), rule_in_words(line, hand, language)))
    rows.append((WORDS["total"][language], *_amounts(result.lines, language), ""))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return [_row(row, widths) for row in rows]


def _amounts(lines: Sequence[SpotLine], language: int) -> tuple[str, ...]:
    sums = (
        sum(line.stake_cents for line in lines),
        sum(line.returned_cents for line in lines),
        sum(line.taken_cents for line in lines),
        sum(line.paid_cents for line in lines),
    )
    return tuple(money(cents, language) for cents in sums)


def _row(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [row[0].ljust(widths[0]), *(row[at].rjust(widths[at]) for at in range(1, 5)), row[5]]
    return ("  " + "  ".join(cells)).rstrip()
