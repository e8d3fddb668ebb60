"""A round told step by step, in French or English, from what its journal shows and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from controller.game.felt import Pile, parse_place
from controller.journal import Row
from controller.journal.one_round import Body, OneRound
from controller.words.counted import worded
from controller.words.journal_entries import SUITS, entry_in_words
from controller.words.journal_values import PILES, time_in_words
from controller.words.money import money

Words = tuple[str, str]

SAID: Final[dict[str, Words]] = {
    "title": ("{table}, séance {session}, coup {round}", "{table}, session {session}, round {round}"),
    "simulated": (
        "SIMULATION\u00a0: rien n’a été joué pour de l’argent",
        "SIMULATION: nothing was played for money",
    ),
    "seat": ("siège {seat}", "seat {seat}"),
    "RoundOpened": (
        "Faites vos jeux\u00a0: coup {round}, donne {attempt}.",
        "Bets open: round {round}, deal {attempt}.",
    ),
    "standing": ("À confirmer, du coup précédent\u00a0: {stakes}.", "To confirm, from before: {stakes}."),
    "stake": ("siège {seat} Ante {ante}, à côté {side}", "seat {seat} Ante {ante}, side bet {side}"),
    "StakesSet": (
        "Le siège {seat} mise {ante} d’Ante et autant en face\u00a0; à côté {side}.",
        "Seat {seat} stakes {ante} on the Ante and as much on its pair; side bet {side}.",
    ),
    "StakesConfirmed": ("Mises confirmées\u00a0: {stakes}.", "Stakes confirmed: {stakes}."),
    "sensed": (
        "Mises confirmées par les capteurs\u00a0: {stakes}.",
        "Stakes confirmed by the sensors: {stakes}.",
    ),
    "StakesTakenBack": ("Mises reprises\u00a0: {seats}.", "Stakes taken back: {seats}."),
    "SeatVacated": ("Le siège {seat} quitte la table.", "Seat {seat} leaves the table."),
    "BetsClosed": ("Rien ne va plus. JP1\u00a0: {seats}.", "No more bets. JP1: {seats}."),
    "nobody": ("personne", "nobody"),
    "ContributionRecorded": (
        "Les mises JP1 sont au jackpot\u00a0: {before} devient {after}.",
        "The JP1 stakes are in the jackpot: {before} becomes {after}.",
    ),
    "dealt": ("Le sabot donne, face cachée\u00a0: {places}.", "The shoe deals, face down: {places}."),
    "dealt_in": (
        "Le sabot donne, face cachée\u00a0: {places} (trames {first} à {last}).",
        "The shoe deals, face down: {places} (frames {first} to {last}).",
    ),
    "CardsRevealed": ("Sont retournées\u00a0: {cards}.", "Turned up: {cards}."),
    "PlayBet": ("Le siège {seat} mise {cents} ({spot}).", "Seat {seat} bets {cents} ({spot})."),
    "SeatChecked": ("Le siège {seat} attend.", "Seat {seat} checks."),
    "SeatFolded": ("Le siège {seat} se couche.", "Seat {seat} folds."),
    "ShowdownOpened": (
        "Abattage\u00a0: la banque {qualified}. En jeu\u00a0: {seats}.",
        "Showdown: the dealer {qualified}. In play: {seats}.",
    ),
    "qualified": ("est qualifiée", "qualifies"),
    "unqualified": ("n’est pas qualifiée", "does not qualify"),
    "SeatSettled": ("Le siège {seat} est réglé\u00a0: {lines}.", "Seat {seat} is settled: {lines}."),
    "line": (
        "{spot} {stake}, rendu {returned}, pris {taken}, payé {paid}",
        "{spot} {stake}, returned {returned}, taken {taken}, paid {paid}",
    ),
    "AwardRecorded": ("Lot JP1 du siège {seat}\u00a0: {cents}.", "JP1 prize of seat {seat}: {cents}."),
    "ClaimRecorded": (
        "Le jackpot est figé à {value}\u00a0; le suivant commence à {meter}.",
        "The jackpot is frozen at {value}; the next begins at {meter}.",
    ),
    "RoundClosed": ("Coup terminé\u00a0: la banque {won} {cents}.", "Round closed: the bank {won} {cents}."),
    "won": ("gagne", "wins"),
    "lost": ("perd", "loses"),
    "VoidArmed": ("{person} arme le coup nul.", "{person} arms the void."),
    "VoidDisarmed": ("{person} désarme le coup nul.", "{person} disarms the void."),
    "RoundVoided": (
        "Coup nul, armé par {chef}, confirmé par {by}.",
        "Round void, armed by {chef}, confirmed by {by}.",
    ),
    "SeatRefunded": ("Le siège {seat} est remboursé\u00a0: {lines}.", "Seat {seat} is refunded: {lines}."),
    "refund": ("{spot} {cents} rendus", "{spot} {cents} returned"),
    "carried": ("{spot} {cents} reportés", "{spot} {cents} carried"),
    "RefundTakenBack": (
        "Le remboursement du siège {seat} est repris.",
        "The refund of seat {seat} is taken back.",
    ),
    "covered": (
        "{count} {count:carte n’a jamais été retournée|cartes n’ont jamais été retournées}"
        "\u00a0; personne ne {count:la|les} connaît.",
        "{count} {count:card was|cards were} never turned up; nobody knows {count:it|them}.",
    ),
    "unfinished": ("Le coup n’est pas terminé.", "The round is not over."),
}
_QUIET: Final = frozenset(
    (
        "ShufflerChanged",
        "ShoeChanged",
        "LinesCounted",
        "MachineNamed",
        "DealBegun",
        "SettlementOpened",
        "ContributionAsked",
        "FinishAsked",
        "FinishRecorded",
        "DecisionsOpened",
        "StreetCalled",
        "ChipSeen",
        "ChipLifted",
        "AwardAsked",
        "ClaimAsked",
    )
)
"""Entries that another one's sentence tells as well, or that move nothing."""


def replay_in_words(told: OneRound, language: int) -> Iterator[str]:
    """The lines of the story: a title, then a line a step with its time in UTC."""
    say = _Say(language)
    opened = told.opened
    yield say("title", table=opened["table"], session=opened["session"], round=told.number)
    if opened["simulated"]:
        yield say("simulated")
    dealt: list[tuple[Row, Body]] = []
    for row, body in told:
        if row.kind in ("CardDealt", "CardKeyed"):
            dealt.append((row, body))
            continue
        if row.kind in _QUIET:
            continue
        if dealt:
            yield _at(dealt[0][0], _dealt(say, [one for _, one in dealt]))
            dealt = []
        tell = _TELLERS.get(row.kind)
        yield _at(row, tell(say, body)) if tell else _other(row, body, language)
        if row.kind == "RoundOpened" and told.stakes:
            yield _at(row, say("standing", stakes="; ".join(_standing(say, told.stakes))))
    covered = len(told.withheld())
    ended = any(row.kind in ("RoundClosed", "RoundVoided") for row in told.rows)
    if ended and covered:
        yield say("covered", count=covered)
    if not ended:
        yield say("unfinished")


class _Say:
    """Sentences in one language."""

    def __init__(self, language: int) -> None:
        self._language = language

    def __call__(self, key: str, **facts: object) -> str:
        return worded(SAID[key][self._language], facts, french=self._language == 0)

    def money(self, cents: int) -> str:
        return money(cents, self._language)

    def seats(self, seats: list[int]) -> str:
        return ", ".join(self("seat", seat=seat) for seat in seats) or self("nobody")

    def place(self, text: str) -> str:
        place = parse_place(text)
        assert isinstance(place.pile, Pile)
        return PILES[place.pile][self._language].format(seat=place.seat, slot=place.slot + 1)


def _at(row: Row, sentence: str) -> str:
    return f"{row.seq:>7}  {time_in_words(row.at_ms)}  {sentence}"


def _other(row: Row, body: Body, language: int) -> str:
    """An entry that needs no sentence of its own, as `show` words it."""
    return entry_in_words(row, dict(body), language)


def _dealt(say: _Say, bodies: Sequence[Body]) -> str:
    places = ", ".join(say.place(one["place"]) for one in bodies)
    frames = [frame for one in bodies if (frame := one.get("frame", 0))]
    if not frames:
        return say("dealt", places=places)
    return say("dealt_in", places=places, first=f"{frames[0]:04X}", last=f"{frames[-1]:04X}")


def _standing(say: _Say, stakes: Mapping[int, tuple[int, int]]) -> Iterator[str]:
    for seat, (ante, side) in sorted(stakes.items()):
        yield say("stake", seat=seat, ante=say.money(ante), side=say.money(side))


def _confirmed(say: _Say, body: Body) -> str:
    stakes = {one["seat"]: (one["ante_cents"], one["side_cents"]) for one in body["stakes"]}
    key = "sensed" if body["sensed"] else "StakesConfirmed"
    return say(key, stakes="; ".join(_standing(say, stakes)))


def _card(text: str) -> str:
    return text[:1] + SUITS.get(text[1:], "?")


def _spot(text: str) -> str:
    return text.upper() if text[-1:].isdecimal() else text.replace("_", " ").title()


def _revealed(say: _Say, body: Body) -> str:
    cards = (f"{say.place(one['place'])} {_card(one['card'])}" for one in body["cards"])
    return say("CardsRevealed", cards=", ".join(cards))


def _settled(say: _Say, body: Body) -> str:
    lines = (
        say(
            "line",
            spot=_spot(one["spot"]),
            stake=say.money(one["stake_cents"]),
            returned=say.money(one["returned_cents"]),
            taken=say.money(one["taken_cents"]),
            paid=say.money(one["paid_cents"]),
        )
        for one in body["lines"]
    )
    return say("SeatSettled", seat=body["seat"], lines="; ".join(lines))


def _voided(say: _Say, body: Body) -> str:
    return say("RoundVoided", chef=body["chef"], by=body.get("confirmed_by") or body["chef"])


def _refunded(say: _Say, body: Body) -> str:
    lines = (
        say("carried" if one["carried"] else "refund", spot=_spot(one["spot"]), cents=say.money(one["cents"]))
        for one in body["lines"]
    )
    return say("SeatRefunded", seat=body["seat"], lines=", ".join(lines))


def _closed(say: _Say, body: Body) -> str:
    won = body["bank_cents"]
    return say("RoundClosed", won=say("won" if won >= 0 else "lost"), cents=say.money(abs(won)))


def _plain(kind: str) -> Callable[[_Say, Body], str]:
    return lambda say, body: say(kind, **body)


_TELLERS: Final[dict[str, Callable[[_Say, Any], str]]] = {
    **{
        kind: _plain(kind)
        for kind in (
            *("RoundOpened", "SeatVacated", "SeatChecked", "SeatFolded"),
            *("VoidArmed", "VoidDisarmed", "RefundTakenBack"),
        )
    },
    "StakesSet": lambda say, body: say(
        "StakesSet",
        seat=body["seat"],
        ante=say.money(body["ante_cents"]),
        side=say.money(body["side_cents"]),
    ),
    "StakesConfirmed": _confirmed,
    "StakesTakenBack": lambda say, body: say(
        "StakesTakenBack", seats=say.seats([one["seat"] for one in body["stakes"]])
    ),
    "BetsClosed": lambda say, body: say("BetsClosed", seats=say.seats(body["jp1_seats"])),
    "ContributionRecorded": lambda say, body: say(
        "ContributionRecorded",
        before=say.money(body["meter_before_cents"]),
        after=say.money(body["meter_cents"]),
    ),
    "CardsRevealed": _revealed,
    "PlayBet": lambda say, body: say(
        "PlayBet", seat=body["seat"], cents=say.money(body["cents"]), spot=_spot(body["spot"])
    ),
    "ShowdownOpened": lambda say, body: say(
        "ShowdownOpened",
        qualified=say("qualified" if body["qualified"] else "unqualified"),
        seats=say.seats(body["alive"]),
    ),
    "SeatSettled": _settled,
    "RoundVoided": _voided,
    "SeatRefunded": _refunded,
    "AwardRecorded": lambda say, body: say(
        "AwardRecorded", seat=body["seat"], cents=say.money(body["cents"])
    ),
    "ClaimRecorded": lambda say, body: say(
        "ClaimRecorded", value=say.money(body["value_cents"]), meter=say.money(body["meter_cents"])
    ),
    "RoundClosed": _closed,
}
