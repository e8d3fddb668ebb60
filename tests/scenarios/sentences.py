"""The sentences of a scenario, and what each does to a table.

A scenario is a TOML file in the words of a chef de table: `titre`, `article`, `profil` where it is not the
law in force, `options` of the house where they differ, `coup` (what happens, sentence by sentence) and
`attendu` (what must follow). Amounts are euros
(`7,50`), cards are rank then suit (`As`), seats are numbered from the dealer's left.

`il faut: ...` inside `coup` asks at that moment; `refusé (code): ...` says that the act must be refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.bets import Refusal
from controller.game.cards import DECK
from controller.game.entered import Outcome
from controller.game.felt import SEATS, Pile, Place, Spot, board, burn, dealer, hole
from controller.game.hands import HandClass
from controller.game.inputs import Intent, Machine, Role
from controller.game.react import buzzer, lamps, shoe_locked
from controller.game.requests import Sound
from controller.game.slips import open_slips
from controller.game.state import Phase
from controller.game.winning_hand import hand_places
from tests.builders import Felt, card

INCIDENTS = {
    "carte exposée": i.Incident.EXPOSED_CARD,
    "donne irrégulière": i.Incident.IRREGULAR_DEAL,
    "carte manquante": i.Incident.MISSING_CARD,
    "carte en trop": i.Incident.EXTRA_CARD,
    "carte marquée": i.Incident.MARKED_CARD,
    "jetons contestés": i.Incident.CONTESTED_CHIPS,
    "cartes sous la table": i.Incident.CARDS_BELOW_TABLE,
    "échange entre joueurs": i.Incident.PLAYERS_TALKING,
    "panne": i.Incident.EQUIPMENT,
    "évacuation": i.Incident.EVACUATION,
}
ORPHANS = {
    "sur le tapis": i.OrphanPlace.FELT,
    "à une place quittée": i.OrphanPlace.SEAT_LEFT,
    "case JP1": i.OrphanPlace.JP1_SPOT,
    "au sol": i.OrphanPlace.FLOOR,
    "dans une machine": i.OrphanPlace.MACHINE,
}
FINDINGS = {
    "en jeu": i.Finding.IN_PLAY,
    "par un joueur": i.Finding.PLAYER,
    "au compte du mélangeur": i.Finding.SHUFFLER_COUNT,
    "au compte à la main": i.Finding.HAND_COUNT,
    "à l'examen": i.Finding.EXAMINATION,
    "aux images": i.Finding.IMAGES,
}
MEASURES = {
    "le jeu continue": i.Measure.PLAYED_ON,
    "coup nul": i.Measure.ROUND_VOIDED,
    "mise retenue": i.Measure.STAKE_HELD,
    "carte gardée": i.Measure.CARD_KEPT,
    "jeu retiré": i.Measure.DECK_REMOVED,
    "table fermée": i.Measure.TABLE_CLOSED,
}
ROLES = {
    "chef": Role.CHEF,
    "comité": Role.COMITE,
    "vidéo": Role.VIDEO,
    "croupier": Role.DEALER,
    "caisse": Role.CASHIER,
    "directeur": Role.DIRECTOR,
}
JP1_WORDS = {
    "aucun": "none",
    "retenu": "latched",
    "enregistré": "registered",
    "reporté": "carried",
    "rendu": "given_back",
}
OUTCOMES = {
    "gagne": Outcome.WIN,
    "égalité": Outcome.TIE,
    "perd": Outcome.LOSE,
    None: Outcome.NONE,
}
HAND_WORDS = {
    "carte haute": HandClass.HIGH_CARD,
    "paire": HandClass.PAIR,
    "deux paires": HandClass.TWO_PAIR,
    "brelan": HandClass.THREE_OF_A_KIND,
    "quinte": HandClass.STRAIGHT,
    "couleur": HandClass.FLUSH,
    "full": HandClass.FULL_HOUSE,
    "carré": HandClass.QUADS,
    "quinte flush": HandClass.STRAIGHT_FLUSH,
    "quinte flush royale": HandClass.ROYAL_FLUSH,
}
SIDES = {"trips": Spot.TRIPS, "bonus": Spot.BONUS}
A_BETS = {"A4": Spot.A4, "A3": Spot.A3, "A2": Spot.A2, "A0,5T": Spot.A05T, "A0,5R": Spot.A05R}
DECK_IN_ORDER = [one.text for one in DECK]
ACTS: dict[str, Intent] = {
    "rien ne va plus": i.CloseBets(),
    "JP1 ramassé": i.CollectJp1(),
    "JP1 enregistré maintenant": i.RegisterJp1Now(),
    "JP1 rendu aux joueurs": i.GiveJp1Back(),
    "mises rouvertes": i.ReopenBets(),
    "la parole est passée": i.CallStreet(),
    "les autres jouent x1": i.BetRest(),
    "les autres se couchent": i.FoldRest(),
    "les autres misent A0,5T": i.BetRest(),
    "les autres abandonnent": i.FoldRest(),
    "les autres passent": i.CheckRest(),
    "les Antes sont payées": i.PayAntes(),
    "abattage": i.OpenHands(),
    "le règlement commence": i.OpenSettlement(),
    "annuler": i.Undo(),
    "reprise": i.Resume(),
    "main confirmée": i.ConfirmHand(),
    "images conformes": i.ReviewVideo(True, "caméra 3", True),
    "images conformes, conservation non demandée": i.ReviewVideo(True, "caméra 3"),
    "images conformes, caméra non dite": i.ReviewVideo(True, "", True),
    "images non conformes": i.ReviewVideo(False, "caméra 3"),
    "images attendues": i.WaitForVideo(),
    "montants lus": i.ReadAmount(),
    "libération armée": i.ArmRelease(),
    "gain libéré": i.ReleaseAward(),
    "coup suivant": i.NextRound(),
    "pause": i.Pause(),
    "fin de pause": i.EndPause(),
    "appel du chef": i.CallChef(),
    "le tapis correspond": i.ConfirmFelt(),
    "donne à la main": i.DealByHand(),
    "le sabot reprend la donne": i.DealByShoe(),
    "les mains sont données": i.ConfirmDealt(),
    "ouverture": i.OpenTable(),
    "feuille d'ouverture validée": i.ConfirmOpening(),
    "table fermée": i.CloseTable(),
    "lampes JP1 à la main": i.AllowHandLamps(),
    "capteurs repris": i.EndHandLamps(),
    "totaux JP1 contresignés": i.CountersignTotals(),
    "différence de jetons JP1": i.TellDifference(),
    "le compte est bon": i.CountAgrees(),
    "correction approuvée": i.ApproveCorrection(),
}


class UnknownSentence(ValueError):
    """Nobody at the table would understand this."""


def cents(text: str) -> int:
    """An amount in euros, `10` or `7,50`, in cents."""
    whole, _, part = text.replace(" ", "").partition(",")
    return 100 * int(whole) + int(part.ljust(2, "0") or 0)


def numbers(text: str) -> list[int]:
    """The seats of `1 2 5`."""
    return [int(word) for word in text.split()]


# --- what a sentence does ------------------------------------------------------------------------

Teller = Callable[..., "Intent | None"]
_SENTENCES: list[tuple[re.Pattern[str], Teller]] = []


def sentence(pattern: str) -> Callable[[Teller], Teller]:
    """The function tells every sentence of this pattern; it may hand back the act to be taken."""

    def told_by(teller: Teller) -> Teller:
        _SENTENCES.append((re.compile(pattern), teller))
        return teller

    return told_by


def tell(felt: Felt, text: str) -> None:
    """The sentence has happened at the table, and was true where it asks something.

    Raises:
        UnknownSentence: no pattern fits.
    """
    refused = re.fullmatch(r"refusé \((\w+)\): (.+)", text)
    if refused is None:
        intent = _act(felt, text)
        if intent is not None:
            felt.do(intent)
        return
    intent = _act(felt, refused[2])
    assert intent is not None, f"{text!r}: this is no act that could be refused"
    refusal = felt.tap(intent)
    assert isinstance(refusal, Refusal), f"{text!r}: it was not refused"
    assert refusal.code == refused[1], f"{text!r}: refused as {refusal}"


def _act(felt: Felt, text: str) -> Intent | None:
    if text in ACTS:
        return ACTS[text]
    for pattern, teller in _SENTENCES:
        found = pattern.fullmatch(text)
        if found is not None:
            return teller(felt, *found.groups())
    raise UnknownSentence(text)


@sentence(r"mises: (.+)")
def _stakes(felt: Felt, text: str) -> Intent | None:
    intents = []
    for part in text.split("; "):
        found = re.fullmatch(r"siège (-?\d+) ante ([\d, ]+?)(?: (trips|bonus) ([\d, ]+))?", part)
        if found is None:
            raise UnknownSentence(part)
        if found[3]:
            assert felt.state.profile.side is SIDES[found[3]], f"this felt has no {found[3]}"
        intents.append(i.SetStakes(int(found[1]), cents(found[2]), cents(found[4] or "0")))
    felt.do(*intents[:-1])
    return intents[-1]


@sentence(r"siège (\d) quitte la table")
def _leaves(felt: Felt, seat: str) -> Intent:
    return i.VacateSeat(int(seat))


@sentence(r"siège (\d) répète ses mises")
def _repeats(felt: Felt, seat: str) -> Intent:
    return i.RepeatStakes(int(seat))


@sentence(r"siège (\d) double ses mises")
def _doubles(felt: Felt, seat: str) -> Intent:
    return i.DoubleStakes(int(seat))


@sentence(r"siège (\d) annule sa dernière mise")
def _takes_back(felt: Felt, seat: str) -> Intent:
    return i.UndoStakes(int(seat))


@sentence(r"jetons? JP1 sur sièges? ([\d ]+)")
def _chips(felt: Felt, seats: str) -> None:
    felt.chips(*numbers(seats))


@sentence(r"jetons? JP1 enlevés? sièges? ([\d ]+)")
def _lifted(felt: Felt, seats: str) -> None:
    felt.see(*(i.ChipObserved(seat, False) for seat in numbers(seats)))


@sentence(r"les cases JP1 sont vides")
def _swept(felt: Felt) -> None:
    felt.sweep()


@sentence(r"donne: (.+)")
def _deal(felt: Felt, text: str) -> None:
    """Two cards to each seat and to the dealer, each said to lie where it must."""
    for part in text.split("; "):
        who, first, second = part.rsplit(" ", 2)
        expected = [dealer(0), dealer(1)]
        if who != "croupier":
            seat = int(who.removeprefix("siège "))
            expected = [hole(seat, 0), hole(seat, 1)]
        lie = _lie(felt, f"{first} {second}")
        assert lie == expected, f"{part!r} went to {[str(place) for place in lie]}"


def _lie(felt: Felt, cards: str) -> list[Place]:
    """Where these cards lie, now that they have left the shoe."""
    before = set(felt.state.playing.cards)
    felt.draw(cards)
    return [place for place in felt.state.playing.cards if place not in before]


@sentence(r"(?:flop|turn et river|turn|river): (.+)")
def _street(felt: Felt, text: str) -> None:
    """Cards of the board, said to lie there."""
    lie = _lie(felt, text)
    assert [place.pile for place in lie] == [Pile.BOARD] * len(text.split()), [str(place) for place in lie]


@sentence(r"brûlée: (.+)")
def _burned(felt: Felt, text: str) -> None:
    """A burned card, said to lie with those."""
    lie = _lie(felt, text)
    assert [place.pile for place in lie] == [Pile.BURN], [str(place) for place in lie]


@sentence(r"cartes?: (.+)")
def _drawn(felt: Felt, text: str) -> None:
    felt.draw(text)


@sentence(r"siège (\d) joue x(\d)")
def _plays(felt: Felt, seat: str, multiple: str) -> Intent:
    return i.BetPlay(int(seat), int(multiple))


@sentence(r"siège (\d) mise (A\S+)")
def _bets_on(felt: Felt, seat: str, spot: str) -> Intent:
    return i.BetOn(int(seat), A_BETS[spot])


@sentence(r"siège (\d) passe")
def _checks(felt: Felt, seat: str) -> Intent:
    return i.Check(int(seat))


@sentence(r"siège (\d) (?:se couche|abandonne)")
def _folds(felt: Felt, seat: str) -> Intent:
    return i.Fold(int(seat))


@sentence(r"maximum: (\d+)")
def _maximum(felt: Felt, euros: str) -> Intent:
    return i.ChangeMaximum(cents(euros))


@sentence(r"règlement")
def _settlement(felt: Felt) -> None:
    felt.settle()


@sentence(r"siège (\d) réglé")
def _settled(felt: Felt, seat: str) -> Intent:
    return i.SettleSeat(int(seat))


@sentence(r"siège (\d) contesté")
def _contested(felt: Felt, seat: str) -> Intent:
    return i.ContestSeat(int(seat))


@sentence(r"badge: (chef|comité|vidéo|croupier|caisse|directeur) (.+)")
def _badge(felt: Felt, role: str, person: str) -> None:
    felt.badge(person, ROLES[role])


@sentence(r"badge retiré")
def _badge_gone(felt: Felt) -> None:
    felt.see(i.BadgeGone())


DOUBTS = {
    "main": i.ClaimDoubt.HAND,
    "cartes échangées": i.ClaimDoubt.EXCHANGED,
    "images": i.ClaimDoubt.IMAGES,
    "mise": i.ClaimDoubt.STAKE,
}


@sentence(r"refus proposé: (.+)")
def _doubts(felt: Felt, reason: str) -> Intent:
    return i.ProposeRefusal(DOUBTS[reason])


@sentence(r"gain refusé: (.+)")
def _refuses(felt: Felt, reason: str) -> Intent:
    return i.RefuseAward(DOUBTS[reason])


@sentence(r"cartes conformes")
def _all_cards(felt: Felt) -> None:
    """Every card of the hand that nobody has looked at yet is found as recorded."""
    told = felt.state.playing.verification
    assert told is not None
    felt.do(*(i.ConfirmCard(place) for place in hand_places(felt.state) if place not in told.same))


@sentence(r"carte (\w\w) conforme")
def _one_card(felt: Felt, text: str) -> Intent:
    return i.ConfirmCard(_lies(felt, text))


@sentence(r"à la place de (\w\w): (\w\w)")
def _another_card(felt: Felt, text: str, found: str) -> Intent:
    return i.ReportCard(_lies(felt, text), card(found))


@sentence(r"signalement de (\w\w) retiré")
def _report_back(felt: Felt, text: str) -> Intent:
    return i.WithdrawReport(_lies(felt, text))


def _lies(felt: Felt, text: str) -> Place:
    return next(place for place, shown in felt.state.playing.shown.items() if shown == card(text))


@sentence(r"paiement siège (\d): (jetons|chèque|virement) (\S*?)(?:, identité (\S+))?")
def _pays(felt: Felt, seat: str, mode: str, slip: str, identity: str | None) -> Intent:
    modes = {"jetons": i.PaymentMode.CHIPS, "chèque": i.PaymentMode.CHEQUE}
    return i.PreparePayment(int(seat), modes.get(mode, i.PaymentMode.TRANSFER), slip, identity or "")


@sentence(r"bordereau du coup (\d+), siège (\d) signé")
def _slip(felt: Felt, round_: str, seat: str) -> Intent:
    return i.SignSlip(int(round_), int(seat))


@sentence(r"il faut: bordereaux à signer ([\w -]+)")
def _slips(felt: Felt, wanted: str) -> None:
    waiting = [slip.payment.slip for slip in open_slips(felt.state)]
    assert waiting == ([] if wanted == "aucun" else wanted.split()), waiting


@sentence(r"orphelins ([\d ,]+) (sur le tapis|à une place quittée|case JP1|au sol|dans une machine)")
def _orphan(felt: Felt, euros: str, where: str) -> Intent:
    return i.BookOrphan(cents(euros), ORPHANS[where])


@sentence(r"lot du siège (\d) confirmé")
def _prize(felt: Felt, seat: str) -> Intent:
    return i.ConfirmPrize(int(seat))


@sentence(r"incident: (.+)")
def _incident(felt: Felt, what: str) -> Intent:
    return i.DeclareIncident(INCIDENTS[what])


@sentence(
    r"rapport: ([\w ]+)(?:, siège (\d))?(?:, carte (\w\w))?(?:, jeu (rouge|bleu)(?: de (\d+) cartes)?)?"
    r", constaté ([\w' ]+), ([\w ]+?)(, images demandées)?"
)
def _report(
    felt: Felt,
    what: str,
    seat: str | None,
    text: str | None,
    colour: str | None,
    count: str | None,
    finding: str,
    measure: str,
    images: str | None,
) -> Intent:
    """A card is named by the place where it lies open, or by one where it does not."""
    place = ""
    if text is not None:
        place = next(
            str(place)
            for place, known in felt.state.playing.cards.items()
            if known is not None and known.is_card(card(text))
        )
    return i.ReportIncident(
        INCIDENTS[what],
        FINDINGS[finding],
        MEASURES[measure],
        int(seat or 0),
        place,
        COLOURS[colour] if colour else "",
        int(count or 0),
        images is not None,
    )


@sentence(r"rapport (\d+) signé")
def _report_signed(felt: Felt, number: str) -> Intent:
    return i.SignIncident(int(number))


@sentence(r"il faut: rapport (\d+) (signé|à signer)")
def _must_be_signed(felt: Felt, number: str, word: str) -> None:
    (report,) = [one for one in felt.state.incidents.reports if one.number == int(number)]
    assert report.answered == (word == "signé"), report


@sentence(r"il faut: rapport d'arrêt du JP1 \((\w+)\)")
def _must_report_the_stop(felt: Felt, code: str) -> None:
    told = [one.cause for one in felt.events(e.JackpotInterrupted) if isinstance(one, e.JackpotInterrupted)]
    assert told[-1:] == [code], told
    assert felt.state.incidents.stop == felt.state.incidents.told


@sentence(r"il faut: aucun rapport d'arrêt du JP1")
def _must_report_no_stop(felt: Felt) -> None:
    assert felt.state.incidents.stop == 0


@sentence(r"coup nul: (.+)")
def _void(felt: Felt, reason: str) -> Intent:
    return i.VoidRound(INCIDENTS[reason])


def place(text: str) -> Place:
    """`siège 4 carte 2`, `croupier carte 1`, `board carte 5` or `brûlée carte 1`."""
    who, slot = text.split(" carte ")
    if who == "croupier":
        return dealer(int(slot) - 1)
    if who == "board":
        return board(int(slot) - 1)
    if who == "brûlée":
        return burn(int(slot) - 1)
    return hole(int(who.removeprefix("siège ")), int(slot) - 1)


@sentence(r"saisie: (.+) = (\w\w)")
def _keyed(felt: Felt, where: str, text: str) -> Intent:
    return i.KeyCard(place(where), card(text))


@sentence(r"saisie deux fois: (.+) = (\w\w(?: \w\w)*)")
def _keyed_twice(felt: Felt, where: str, texts: str) -> None:
    """`croupier` or `siège 4` and their two cards, or `board` and the cards that are turned there now."""
    begun = sum(place.pile is Pile.BOARD for place in felt.state.playing.shown)
    first = begun if where == "board" else 0
    for slot, text in enumerate(texts.split(), first + 1):
        keyed = i.KeyCard(place(f"{where} carte {slot}"), card(text))
        felt.do(keyed, keyed)


@sentence(r"main saisie: siège (\d) (?:(gagne|égalité|perd) )?(.+)")
def _entered(felt: Felt, seat: str, outcome: str | None, words: str) -> Intent:
    return i.EnterHand(int(seat), OUTCOMES[outcome], HAND_WORDS[words])


@sentence(r"le sabot ne répond plus")
def _shoe_lost(felt: Felt) -> None:
    felt.see(i.HealthObserved(Machine.SHOE, i.Health.LOST))


@sentence(r"le sabot répond(?:, il compte (\d+) cartes)?")
def _shoe_back(felt: Felt, count: str | None) -> None:
    felt.see(i.HealthObserved(Machine.SHOE, i.Health.UP))
    if count is not None:
        felt.see(i.ShoeObserved(True, int(count)))


@sentence(r"le livre ne répond plus")
def _book_silent(felt: Felt) -> None:
    felt.answering = False


@sentence(r"le livre répond")
def _book_answers(felt: Felt) -> None:
    felt.answering = True
    felt.see(i.CutCardObserved())


@sentence(r"le livre refuse: (\w+)")
def _book_refuses(felt: Felt, code: str) -> None:
    felt.see(i.BookRefused("contribute", code))


@sentence(r"liaison perdue")
def _link_lost(felt: Felt) -> None:
    felt.see(i.BookUnreachable("read", "timeout"))


@sentence(r"liaison rétablie")
def _link_back(felt: Felt) -> None:
    felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq))


@sentence(r"la table exige un écran du jackpot")
def _display_required(felt: Felt) -> None:
    felt.state = replace(felt.state, facts=replace(felt.state.facts, display_required=True))


@sentence(r"écrans du jackpot: (\d)")
def _displays(felt: Felt, count: str) -> None:
    felt.see(i.DisplaysObserved(int(count)))


@sentence(r"le mélangeur trie")
def _sorting(felt: Felt) -> None:
    felt.see(i.HealthObserved(Machine.SHUFFLER, i.Health.UP))
    felt.see(i.ShufflerObserved(i.ShufflerMode.SORT, "rouge", "bleu", 52, False))


@sentence(r"(deux|\d+) secondes passent")
def _time(felt: Felt, seconds: str) -> None:
    felt.now_ms += 1_000 * (2 if seconds == "deux" else int(seconds))
    felt.see(i.TimeObserved(felt.now_ms))


@sentence(r"le programme redémarre")
def _restart(felt: Felt) -> None:
    felt._step([e.SessionResumed()])


@sentence(r"capteurs JP1 (présents|muets|absents)")
def _sensors(felt: Felt, word: str) -> None:
    health = {"présents": i.Health.UP, "muets": i.Health.LOST, "absents": i.Health.ABSENT}[word]
    felt.see(i.HealthObserved(Machine.CHIPS, health))


@sentence(r"capteurs? JP1 éprouvés?(?: sièges? ([\d ]+))?")
def _proven(felt: Felt, seats: str | None) -> None:
    """A hand covers the spot and uncovers it."""
    felt.prove(*(numbers(seats) if seats else SEATS))


@sentence(r"capteur JP1 siège (\d) (bloqué|instable|calmé)")
def _sensor(felt: Felt, seat: str, word: str) -> None:
    name = {"bloqué": "stuck", "instable": "bouncing", "calmé": "bouncing"}[word]
    felt.see(i.TroubleObserved(Machine.CHIPS, f"chip_{name}_{seat}", word != "calmé"))


@sentence(r"lampe JP1 siège (\d) à la main")
def _seat_by_hand(felt: Felt, seat: str) -> Intent:
    return i.SeatByHand(int(seat))


@sentence(r"lampe JP1 siège (\d) (allumée|éteinte)")
def _lamp(felt: Felt, seat: str, word: str) -> Intent:
    return i.SetLamp(int(seat), word == "allumée")


@sentence(r"pas de jeton JP1 siège (\d)")
def _no_chip(felt: Felt, seat: str) -> Intent:
    return i.NoChip(int(seat))


@sentence(r"jeton JP1 en trop siège (\d): (rendu|il compte)")
def _extra_chip(felt: Felt, seat: str, word: str) -> Intent:
    return i.ChipReturned(int(seat)) if word == "rendu" else i.ChipCounts(int(seat))


@sentence(r"correction proposée: siège (\d)")
def _correction(felt: Felt, seat: str) -> Intent:
    return i.ProposeCorrection(int(seat))


@sentence(r"(\d+) coups se jouent, JP1 à la main siège (\d)")
def _rounds_by_hand(felt: Felt, count: str, seat: str) -> None:
    """Ordinary rounds in which everybody folds at the end."""
    for _ in range(int(count)):
        felt.do(i.SetLamp(int(seat), True)).close()
        felt.draw(" ".join(DECK_IN_ORDER[: 2 * len(felt.state.players) + 2]))
        for start, end in ((40, 43), (43, 45)):
            felt.do(i.CallStreet()).draw(" ".join(DECK_IN_ORDER[start:end]))
        felt.do(i.FoldRest(), i.OpenHands()).settle().do(i.NextRound())


# --- what must be true ---------------------------------------------------------------------------


@sentence(r"il faut: le coup est tenu \((\w+)\)(?: siège (\d))?")
def _must_be_held(felt: Felt, cause: str, seat: str | None) -> None:
    held = felt.state.held
    assert held is not None, "the round is not held"
    assert (held.cause, held.seat) == (cause, int(seat or 0))


@sentence(r"il faut: le coup n'est pas tenu")
def _must_not_be_held(felt: Felt) -> None:
    assert felt.state.held is None, felt.state.held


COLOURS = {"rouge": "red", "bleu": "blue"}


@sentence(r"le chef acquitte (A-\d+)(?:: (\w+))?")
def _acknowledged(felt: Felt, code: str, reason: str | None) -> None:
    number = next(alarm.number for alarm in felt.state.alarms if alarm.code == code)
    felt.do(i.SeeAlarm(number, reason or i.Acknowledgement.CHECKED.value))


@sentence(r"le son de (A-\d+) est coupé")
def _silenced(felt: Felt, code: str) -> Intent:
    return i.SilenceAlarm(next(alarm.number for alarm in felt.state.alarms if alarm.code == code))


@sentence(r"le mélangeur change de programme")
def _firmware(felt: Felt) -> None:
    felt.see(i.TroubleObserved(Machine.SHUFFLER, "firmware_changed"))


SOUNDS = {"coupé": Sound.SILENT, "bref": Sound.TICK, "haut": Sound.HIGH, "critique": Sound.CRITICAL}


@sentence(r"il faut: le signal sonore est (coupé|bref|haut|critique)")
def _must_sound(felt: Felt, word: str) -> None:
    assert buzzer(felt.state).sound is SOUNDS[word], buzzer(felt.state)


@sentence(r"il faut: le pit (est|n'est pas) appelé pour (A-\d+)")
def _must_call_the_pit(felt: Felt, word: str, code: str) -> None:
    (up,) = [alarm for alarm in felt.state.alarms if alarm.code == code]
    assert (up.pit_ms > 0 and not up.seen_ms) == (word == "est"), up


@sentence(r"le mélangeur a compté (\d+) cartes du jeu (rouge|bleu)")
def _counted(felt: Felt, count: str, colour: str) -> None:
    felt.see(i.HealthObserved(Machine.SHUFFLER, i.Health.UP))
    felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", COLOURS[colour], int(count), True))


@sentence(r"le jeu est pris dans le bac")
def _taken_out(felt: Felt) -> None:
    felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "", 0, False))


@sentence(r"le mélangeur ne répond plus")
def _shuffler_lost(felt: Felt) -> None:
    felt.see(i.HealthObserved(Machine.SHUFFLER, i.Health.LOST, "silence"))


@sentence(r"mélange à la main")
def _hand_shuffle(felt: Felt) -> i.Intent:
    return i.AllowMode(i.Mode.HAND_SHUFFLE)


@sentence(r"le mélangeur reprend")
def _shuffler_again(felt: Felt) -> i.Intent:
    return i.LeaveMode(i.Mode.HAND_SHUFFLE)


@sentence(r"jeu (rouge|bleu) mélangé et compté: (\d+)")
def _declared(felt: Felt, colour: str, count: str) -> i.Intent:
    return i.DeclareDeck(COLOURS[colour], int(count))


@sentence(r"il faut: le coup porte la marque (\w+)")
def _must_be_flagged(felt: Felt, flag: str) -> None:
    assert flag in felt.state.playing.flags, felt.state.playing.flags


@sentence(r"il faut: alarme (A-\d+)(?: siège (\d))?")
def _must_alarm(felt: Felt, code: str, seat: str | None) -> None:
    up = [(alarm.code, alarm.seat) for alarm in felt.state.alarms]
    assert (code, int(seat or 0)) in up, up


@sentence(r"il faut: aucune alarme")
def _must_be_quiet(felt: Felt) -> None:
    assert not felt.state.alarms, felt.state.alarms


@sentence(r"il faut: phase (\w+)")
def _must_be_in(felt: Felt, phase: str) -> None:
    assert felt.state.phase is Phase(phase), felt.state.phase


@sentence(r"il faut: compteur ([\d, ]+)")
def _must_show(felt: Felt, amount: str) -> None:
    assert felt.state.jackpot.meter_cents == cents(amount), felt.state.jackpot.meter_cents


@sentence(r"il faut: JP1 (ouvert|fermé)(?: \((\w+)\))?")
def _must_jp1(felt: Felt, word: str, code: str | None) -> None:
    assert felt.state.jackpot.open == (word == "ouvert")
    assert code is None or felt.state.jackpot.closed_code == code


@sentence(r"il faut: JP1 siège (\d) (\w+)")
def _must_stand(felt: Felt, seat: str, word: str) -> None:
    assert felt.state.seat(int(seat)).jp1.value == JP1_WORDS[word]


@sentence(r"il faut: jeton siège (\d) (accepté|refusé \((\w+)\))")
def _must_judge(felt: Felt, seat: str, word: str, code: str | None) -> None:
    judged = felt.state.seat(int(seat))
    assert judged.chip, "no chip lies there"
    assert judged.chip_refused == (code or "")


@sentence(r"il faut: capteur JP1 siège (\d) (éprouvé|cru|à la main|douteux \((\w+)\))")
def _must_believe(felt: Felt, seat: str, word: str, why: str | None) -> None:
    sensor = felt.state.sensors[int(seat) - 1]
    if word == "éprouvé":
        assert sensor.proven, sensor
    assert sensor.manual == (word == "à la main"), sensor
    assert word == "à la main" or sensor.doubt == (why or ""), sensor


@sentence(r"il faut: lampe JP1 siège (\d) (éteinte|invitée|vue|enregistrée)")
def _must_light_lamp(felt: Felt, seat: str, word: str) -> None:
    lamp = {"éteinte": "dark", "invitée": "invited", "vue": "seen", "enregistrée": "registered"}[word]
    assert lamps(felt.state).lamps[int(seat) - 1] == lamp, lamps(felt.state)


@sentence(r"il faut: mise JP1 siège (\d) (à la main|par capteur)")
def _must_be_marked(felt: Felt, seat: str, word: str) -> None:
    assert felt.state.seat(int(seat)).manual == (word == "à la main"), felt.state.seat(int(seat))


@sentence(r"il faut: coups par capteurs absents (\d+)")
def _must_have_counted(felt: Felt, count: str) -> None:
    assert felt.state.hand_lamps is not None
    assert felt.state.hand_lamps.rounds == int(count), felt.state.hand_lamps


@sentence(r"il faut: (\d+) cartes? visibles?")
def _must_see(felt: Felt, count: str) -> None:
    assert len(felt.state.playing.shown) == int(count), felt.state.playing.shown


@sentence(r"il faut: mains ouvertes(?: sièges? ([\d ]+)|: aucune)")
def _must_open(felt: Felt, seats: str | None) -> None:
    """Exactly these players' hands are face up."""
    opened = sorted({place.seat for place in felt.state.playing.shown if place.pile is Pile.HOLE})
    assert opened == numbers(seats or ""), opened


@sentence(r"il faut: (\d+) cartes? brûlées? cachées?")
def _must_burn(felt: Felt, count: str) -> None:
    burned = [place for place in felt.state.playing.cards if place.pile is Pile.BURN]
    assert len(burned) == int(count), burned
    assert not set(burned) & set(felt.state.playing.shown), "a burned card lies face up"


@sentence(r"il faut: feu (vert|jaune|rouge)")
def _must_light(felt: Felt, colour: str) -> None:
    light = views.display(felt.state)["light"]
    if light["state"] != "bets":
        assert colour == "rouge", light
        return
    last = bool(light["until_ms"]) and felt.now_ms >= light["warn_ms"]
    assert colour == ("jaune" if last else "vert"), (felt.now_ms, light)


@sentence(r"il faut: l'écran affiche (\d+) à (\d+)(?:, puis (\d+))?")
def _limits_shown(felt: Felt, lowest: str, highest: str, coming: str | None) -> None:
    told = views.display(felt.state)
    shown = (told["minimum_cents"], told["maximum_cents"], told["maximum_coming_cents"])
    assert shown == (cents(lowest), cents(highest), cents(coming or "0")), shown


@sentence(r"il faut: total des mises ([\d, ]+)")
def _must_total(felt: Felt, amount: str) -> None:
    assert views.console(felt.state)["total_cents"] == cents(amount)


@sentence(r"il faut: numéro de jeu (.+)")
def _must_number(felt: Felt, label: str) -> None:
    assert views.console(felt.state)["round"]["label"] == label, views.console(felt.state)["round"]["label"]


@sentence(r"il faut: l'écran (dit|ne dit pas) que le coup est à l'examen")
def _must_investigate(felt: Felt, word: str) -> None:
    assert views.display(felt.state)["held"] == (word == "dit")


@sentence(r"il faut: siège (\d) (vérifié|couché) automatiquement")
def _must_be_answered(felt: Felt, seat: str, word: str) -> None:
    """The decision clock has answered for the seat: a check, or at the end a fold."""
    told = felt.state.seat(int(seat))
    assert (told.folded, told.by_clock) == (word == "couché", True), told


@sentence(r"il faut: le sabot (est fermé|donne)")
def _must_lock(felt: Felt, word: str) -> None:
    assert shoe_locked(felt.state) == (word == "est fermé")


@sentence(r"il faut: siège (\d) (mise|n'a pas de mises)(?: ante ([\d, ]+))?(?: (?:trips|bonus) ([\d, ]+))?")
def _must_stake(felt: Felt, seat: str, word: str, ante: str | None, side: str | None) -> None:
    told = felt.state.seat(int(seat))
    assert told.seated == (word == "mise")
    assert (told.ante_cents, told.side_cents) == (cents(ante or "0"), cents(side or "0"))


@sentence(r"il faut: siège (\d) n'a pas parlé")
def _must_be_undecided(felt: Felt, seat: str) -> None:
    assert int(seat) in felt.state.undecided


@sentence(r"il faut: cagnotte figée ([\d, ]+)")
def _must_freeze(felt: Felt, amount: str) -> None:
    verification = felt.state.playing.verification
    assert verification is not None
    assert verification.claimed
    assert verification.value_cents == cents(amount)


@sentence(r"il faut: vérification de (\w+) sièges ([\d ]+)")
def _must_verify(felt: Felt, kind: str, seats: str) -> None:
    verification = felt.state.playing.verification
    assert verification is not None, "nothing is to be verified"
    assert (verification.kind, list(verification.seats)) == (kind, numbers(seats))


@sentence(r"il faut: aucune vérification")
def _must_not_verify(felt: Felt) -> None:
    assert felt.state.playing.verification is None


@sentence(r"il faut: le chef est appelé")
def _must_call(felt: Felt) -> None:
    assert felt.state.call_ms, "nobody has called the chef"


@sentence(r"il faut: coup (manuel|pas manuel)")
def _must_be_manual(felt: Felt, word: str) -> None:
    assert views.console(felt.state)["by_hand"]["round"] == (word == "manuel")


@sentence(r"il faut: dernier coup (manuel|pas manuel)")
def _must_have_been_manual(felt: Felt, word: str) -> None:
    assert views.console(felt.state)["last_rounds"][0]["by_hand"] == (word == "manuel")


@sentence(r"il faut: mains à saisir(?: sièges? ([\d ]+)|: aucune)")
def _must_ask_for(felt: Felt, seats: str | None) -> None:
    asked = views.console(felt.state)["dealing_by_hand"]["left"]
    assert asked == numbers(seats or ""), asked


@sentence(r"il faut: coup (\d+) donne (\d+)")
def _must_be_round(felt: Felt, number: str, attempt: str) -> None:
    assert (felt.state.playing.number, felt.state.playing.attempt) == (int(number), int(attempt))
