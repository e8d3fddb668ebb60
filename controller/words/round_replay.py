"""A round told step by step, in French or English, from what its journal shows and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from controller.game import events as e
from controller.game.cards import Card
from controller.game.felt import Place, Spot
from controller.journal.chain import Row
from controller.journal.entries import fields_of_event
from controller.journal.one_round import OneRound, body_of
from controller.journal.rounds import Stake, stake_of
from controller.words.cards import card_in_words
from controller.words.journal_entries import entry_in_words
from controller.words.journal_values import PILES, time_in_words
from controller.words.money import money
from controller.words.plurals import in_language

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
        "Le siège {seat} mise {ante} d’Ante et autant en face\u202f; à côté {side}.",
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
    "keyed": ("Saisie par une personne\u00a0: {places}.", "Keyed by a person: {places}."),
    "dealt_in": (
        "Le sabot donne, face cachée\u00a0: {places} (trames {first} à {last}).",
        "The shoe deals, face down: {places} (frames {first} to {last}).",
    ),
    "CardsRevealed": ("Sont retournées\u00a0: {cards}.", "Turned up: {cards}."),
    "PlayBet": ("Le siège {seat} mise {cents} ({spot}).", "Seat {seat} bets {cents} ({spot})."),
    "SeatChecked": ("Le siège {seat} dit check.", "Seat {seat} checks."),
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
        "Le jackpot est figé à {value}\u202f; le suivant commence à {meter}.",
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
    "ante.back": ("{cents} de l’Ante payée repris", "{cents} of the paid Ante taken back"),
    "RefundTakenBack": (
        "Le remboursement du siège {seat} est repris.",
        "The refund of seat {seat} is taken back.",
    ),
    "covered": (
        "{count} {count:carte n’a jamais été retournée|cartes n’ont jamais été retournées}"
        "\u202f; personne ne {count:la|les} connaît.",
        "{count} {count:card was|cards were} never turned up; nobody knows {count:it|them}.",
    ),
    "unfinished": ("Le coup n’est pas terminé.", "The round is not over."),
}
_QUIET: Final = (
    *(e.ShufflerChanged, e.ShoeChanged, e.LinesCounted, e.MachineNamed, e.HeadsWitnessed, e.DealBegun),
    *(e.SettlementOpened, e.ContributionAsked, e.FinishAsked, e.FinishRecorded, e.DecisionsOpened),
    *(e.StreetCalled, e.ChipSeen, e.ChipLifted, e.AwardAsked, e.ClaimAsked),
)
"""Entries that another one's sentence tells as well, or that move nothing."""


def replay_in_words(told: OneRound, language: int) -> Iterator[str]:
    """The lines of the story: a title, then a line a step with its time in UTC."""
    say = _Say(language)
    opened = told.opened
    yield say("title", table=opened["table"], session=opened["session"], round=told.number)
    if opened["simulated"]:
        yield say("simulated")
    deal = _Deal()
    loud = (one for one in told if not isinstance(one[1], _QUIET))
    for kind, run in groupby(loud, key=lambda one: type(one[1])):
        steps = list(run)
        if kind in (e.CardDealt, e.CardKeyed):
            cards = [one for _, one in steps if isinstance(one, e.CardDealt | e.CardKeyed)]
            yield _at(steps[0][0], _dealt(say, cards))
            continue
        tell = _TELLERS.get(kind)
        for row, event in steps:
            deal.take(event)
            if isinstance(event, e.BetsClosed):
                yield _at(row, say("BetsClosed", seats=say.seats(sorted({*deal.carried, *event.jp1_seats}))))
            else:  # an entry that needs no sentence of its own is worded as `show` words it
                yield (
                    _at(row, tell(say, event)) if tell else entry_in_words(row, dict(body_of(row)), language)
                )
            if isinstance(event, e.RoundOpened) and told.stakes:
                yield _at(row, say("standing", stakes="; ".join(_standing(say, told.stakes))))
    covered = len(told.withheld())
    if deal.over and covered:
        yield say("covered", count=covered)
    if not deal.over:
        yield say("unfinished")


@dataclass
class _Deal:
    """Whether the last deal of the round is over, and whose JP1 stakes the one before it carried to it."""

    over: bool = False
    carried: tuple[int, ...] = ()

    def take(self, event: e.Event) -> None:
        if isinstance(event, e.RoundOpened):
            self.over = False
        elif isinstance(event, e.RoundVoided):
            self.over, self.carried = True, event.jp1_carried
        elif isinstance(event, e.RoundClosed):
            self.over = True
        elif isinstance(event, e.SeatVacated):
            self.carried = tuple(seat for seat in self.carried if seat != event.seat)


class _Say:
    """Sentences in one language."""

    def __init__(self, language: int) -> None:
        self._language = language

    def __call__(self, key: str, **facts: object) -> str:
        return in_language(SAID[key], self._language, facts)

    def money(self, cents: int) -> str:
        return money(cents)

    def seats(self, seats: Iterable[int]) -> str:
        return ", ".join(self("seat", seat=seat) for seat in seats) or self("nobody")

    def place(self, place: Place) -> str:
        return PILES[place.pile][self._language].format(seat=place.seat, slot=place.slot + 1)


def _at(row: Row, sentence: str) -> str:
    return f"{row.seq:>7}  {time_in_words(row.at_ms)}  {sentence}"


def _dealt(say: _Say, dealt: Sequence[e.CardDealt | e.CardKeyed]) -> str:
    places = ", ".join(say.place(one.place) for one in dealt)
    if isinstance(dealt[0], e.CardKeyed):
        return say("keyed", places=places)
    frames = [one.frame for one in dealt if isinstance(one, e.CardDealt) and one.frame]
    if not frames:
        return say("dealt", places=places)
    return say("dealt_in", places=places, first=f"{frames[0]:04X}", last=f"{frames[-1]:04X}")


def _standing(say: _Say, stakes: Mapping[int, Stake]) -> Iterator[str]:
    for seat, stake in sorted(stakes.items()):
        yield say("stake", seat=seat, ante=say.money(stake.ante_cents), side=_sides(say, stake))


def _sides(say: _Say, stake: Stake) -> str:
    """What lies on the side bets: on the first of the felt, and by their spots on the others."""
    first = [say.money(stake.side_cents)] if stake.side_cents or not stake.further else []
    return ", ".join([*first, *(f"{_spot(Spot(spot))} {say.money(cents)}" for spot, cents in stake.further)])


def _confirmed(say: _Say, event: e.StakesConfirmed) -> str:
    stakes = {one.seat: stake_of(one) for one in event.stakes}
    key = "sensed" if event.sensed else "StakesConfirmed"
    return say(key, stakes="; ".join(_standing(say, stakes)))


def _card(card: Card) -> str:
    return card_in_words(card.text)


def _spot(spot: Spot) -> str:
    return spot.upper() if spot[-1:].isdecimal() else spot.replace("_", " ").title()


def _revealed(say: _Say, event: e.CardsRevealed) -> str:
    cards = (f"{say.place(one.place)} {_card(one.card)}" for one in event.cards)
    return say("CardsRevealed", cards=", ".join(cards))


def _settled(say: _Say, event: e.SeatSettled) -> str:
    lines = (
        say(
            "line",
            spot=_spot(one.spot),
            stake=say.money(one.stake_cents),
            returned=say.money(one.returned_cents),
            taken=say.money(one.taken_cents),
            paid=say.money(one.paid_cents),
        )
        for one in event.lines
    )
    return say("SeatSettled", seat=event.seat, lines="; ".join(lines))


def _voided(say: _Say, event: e.RoundVoided) -> str:
    return say("RoundVoided", chef=event.chef, by=event.confirmed_by or event.chef)


def _refunded(say: _Say, event: e.SeatRefunded) -> str:
    lines = (
        say("carried" if one.carried else "refund", spot=_spot(one.spot), cents=say.money(one.cents))
        for one in event.lines
    )
    back = [say("ante.back", cents=say.money(event.ante_back_cents))] if event.ante_back_cents else []
    return say("SeatRefunded", seat=event.seat, lines=", ".join([*lines, *back]))


def _closed(say: _Say, event: e.RoundClosed) -> str:
    won = event.bank_cents
    return say("RoundClosed", won=say("won" if won >= 0 else "lost"), cents=say.money(abs(won)))


def _plain(say: _Say, event: e.Event) -> str:
    return say(type(event).__name__, **fields_of_event(event))


_TELLERS: Final[dict[type[e.Event], Callable[[_Say, Any], str]]] = {
    **dict.fromkeys(
        (
            *(e.RoundOpened, e.SeatVacated, e.SeatChecked, e.SeatFolded),
            *(e.VoidArmed, e.VoidDisarmed, e.RefundTakenBack),
        ),
        _plain,
    ),
    e.StakesSet: lambda say, event: say(
        "StakesSet",
        seat=event.seat,
        ante=say.money(event.ante_cents),
        side=_sides(say, stake_of(event)),
    ),
    e.StakesConfirmed: _confirmed,
    e.StakesTakenBack: lambda say, event: say(
        "StakesTakenBack", seats=say.seats([one.seat for one in event.stakes])
    ),
    e.ContributionRecorded: lambda say, event: say(
        "ContributionRecorded",
        before=say.money(event.meter_before_cents),
        after=say.money(event.meter_cents),
    ),
    e.CardsRevealed: _revealed,
    e.PlayBet: lambda say, event: say(
        "PlayBet", seat=event.seat, cents=say.money(event.cents), spot=_spot(event.spot)
    ),
    e.ShowdownOpened: lambda say, event: say(
        "ShowdownOpened",
        qualified=say("qualified" if event.qualified else "unqualified"),
        seats=say.seats(event.alive),
    ),
    e.SeatSettled: _settled,
    e.RoundVoided: _voided,
    e.SeatRefunded: _refunded,
    e.AwardRecorded: lambda say, event: say("AwardRecorded", seat=event.seat, cents=say.money(event.cents)),
    e.ClaimRecorded: lambda say, event: say(
        "ClaimRecorded", value=say.money(event.value_cents), meter=say.money(event.meter_cents)
    ),
    e.RoundClosed: _closed,
}
