"""The two best hands as an inspector reads them: proved, viewed, approved by two, frozen, posted, paid."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

from controller.game import events as e
from controller.game.felt import Spot, board, hole
from controller.game.hands import HandClass, best_hand
from controller.game.payment.winning_hand import SUPERVISED_KINDS
from controller.house.inspected_round import (
    BOOK,
    CONSOLE,
    JOURNAL,
    OUTSIDE,
    READER,
    RECOMPUTED,
    RECORDED,
    SHOE,
    Case,
    Found,
    Look,
    Pair,
    not_shown,
    worked_out,
)
from controller.house.inspected_shares import jackpot_cents, not_on_slip_cents, sharers
from controller.journal.chain import Row
from controller.words.cards import card_in_words
from controller.words.money import money

PROVEN: Final = (e.PersonProven, e.PersonKnown)
PAID_OUT: Final = ("caisse", "cash desk")
IMAGES: Final = ("salle vidéo", "video room")


def _step(case: Case, french: str, english: str) -> Found:
    """A step that one of the two best hands asks for is not there."""
    at = case.last(e.AwardReleased) or case.last(e.ShowdownOpened) or (case.told.rows[0],)
    return not_shown(at[0].seq, JOURNAL, french, english)


def _owned(case: Case) -> bool:
    """A seat won the jackpot, by the cards shown or by anything that was done about it."""
    settled = worked_out(case)
    won = not isinstance(settled, str) and settled.claimed
    kinds = [one.kind for _, event in case.all(e.AwardAsked) for one in event.awards]
    told = bool(case.all(e.ClaimAsked) or case.all(e.ClaimRecorded) or "jackpot" in kinds)
    return not case.void and (won or told)


def _proven(case: Case, before: int) -> set[str]:
    """Who had shown his code in the round before this entry."""
    return {event.person for row, event in case.told if row.seq < before and isinstance(event, PROVEN)}


def _royal(case: Case) -> Found | None:
    """The best five of the seven of the seat that claims, worked out from the cards shown.

    A claim that was refused was made on the cards that lay open then: a record that is put right after it
    makes it no false one. That nothing of it is paid is looked at with the prizes.
    """
    claim = case.last(e.ClaimAsked)
    if claim is None:
        return _step(case, "aucune annonce", "no claim") if _owned(case) else None
    refused = any(row.seq > claim[0].seq for row, _ in case.all(e.AwardRefused))
    seat, shown = claim[1].seat, case.shown_in(claim[1].attempt, claim[0].seq if refused else None)
    places = (*map(board, range(5)), hole(seat, 0), hole(seat, 1))
    if any(place not in shown for place in places):
        return not_shown(claim[0].seq, SHOE, "les sept cartes", "the seven cards")
    seven = [shown[place] for place in places]
    five = next(
        (one for one in combinations(seven, 5) if best_hand(one).hand_class is HandClass.ROYAL_FLUSH), ()
    )
    cards = " ".join(card_in_words(card.text) for card in five or seven)
    own = sum(card in five for card in seven[-2:])
    ok = bool(own)
    said = (
        f"{cards}, place {seat}, dont {own} en main",
        f"{cards}, seat {seat}, {own} of them its own",
    )
    return Found(RECOMPUTED, ok, said, claim[0].seq, SHOE)


def _hold(case: Case) -> Found | None:
    """From the showdown to the release nothing of the seat is settled."""
    claim, end = case.last(e.ClaimAsked), case.last(e.AwardReleased) or case.last(e.AwardRefused)
    if claim is None and end is not None:
        return _all_hold(case, end[0])
    if claim is None or end is None:
        return (
            _step(case, "ni libération ni refus", "neither release nor refusal") if case.supervised else None
        )
    early = [
        row.seq
        for row, event in case.all(e.SeatSettled)
        if event.seat == claim[1].seat and claim[0].seq < row.seq < end[0].seq
    ]
    times = f"{case.time(claim[0].at_ms)} – {case.time(end[0].at_ms)}"
    said = (f"{times}, place {claim[1].seat} en attente", f"{times}, seat {claim[1].seat} on hold")
    return Found(RECOMPUTED, not early, said, claim[0].seq, CONSOLE)


def _all_hold(case: Case, end: Row) -> Found | None:
    """Where nobody claims, as of a royal that lies on the board, no prize of JP1 is in force before it."""
    paid: dict[int, int] = {}
    for row, event in case.told:
        if row.seq < end.seq and isinstance(event, e.SeatSettled | e.SettlementTakenBack):
            lines = event.lines if isinstance(event, e.SeatSettled) else ()
            paid[event.seat] = sum(one.paid_cents for one in lines if one.spot is Spot.JP1)
    until = case.time(end.at_ms)
    said = (f"aucun gain JP1 réglé avant {until}", f"no JP1 prize settled before {until}")
    return Found(RECOMPUTED, not any(paid.values()), said, end.seq, CONSOLE)


def _identified(case: Case) -> Found | None:
    hand = case.last(e.HandConfirmed)
    if hand is None:
        return (
            _step(case, "personne n’a identifié la main", "nobody identified the hand")
            if case.released
            else None
        )
    proven = hand[1].person in _proven(case, hand[0].seq)
    who, at = hand[1].person, case.time(hand[0].at_ms)
    if not proven:
        return not_shown(hand[0].seq, READER, f"le code de {who}", f"the code of {who}")
    said = (f"{who}, carte et code, {at}", f"{who}, card and code, {at}")
    return Found(RECORDED, True, said, hand[0].seq, READER)


def _same_cards(case: Case) -> Found | None:
    same, other = case.all(e.HandCardConfirmed), case.all(e.HandCardDiffers)
    if not same and not other:
        return _step(case, "aucune carte comparée", "no card was compared") if case.released else None
    said = (
        f"{len(same)} cartes lues comme données, {len(other)} autres",
        f"{len(same)} cards read as dealt, {len(other)} others",
    )
    taken = len(case.all(e.CardReportWithdrawn))
    last = max(row.seq for row, _ in (*same, *other))
    return Found(RECOMPUTED, len(other) <= taken, said, last, SHOE)


def _viewed(case: Case) -> Found | None:
    seen, released = case.last(e.VideoReviewed), case.last(e.AwardReleased)
    if seen is None:
        return _step(case, "aucun visionnage", "no video review") if case.released else None
    told = seen[1]
    times = f"{case.time(told.from_ms)} – {case.time(told.to_ms)}" if told.from_ms else ""
    said = (", ".join(part for part in (told.person, told.camera, times) if part),) * 2
    ok = released is None or (told.conform and seen[0].seq < released[0].seq)
    return Found(RECORDED, ok, said, seen[0].seq, READER)


def _two(case: Case) -> Found | None:
    """Who armed and who confirmed are two persons, neither of them the dealer (I9)."""
    end = case.last(e.AwardReleased) or case.last(e.AwardRefused)
    if end is None:
        return (
            _step(case, "ni libération ni refus", "neither release nor refusal") if case.supervised else None
        )
    persons = end[1].persons
    ok = len({*persons}) == 2 and all(persons) and case.dealer not in persons
    if ok and isinstance(end[1], e.AwardReleased):
        armed = [event.person for row, event in case.all(e.ReleaseArmed) if row.seq < end[0].seq]
        if not armed:
            return not_shown(
                end[0].seq, READER, "personne n’a armé la libération", "nobody armed the release"
            )
        read = {event.person for row, event in case.all(e.AmountRead) if row.seq < end[0].seq}
        if len(read) < 2:
            return not_shown(end[0].seq, READER, "le montant, lu par deux", "the amount, read by two")
        if not {*persons} <= _proven(case, end[0].seq):
            return not_shown(end[0].seq, READER, "le code des deux", "the code of both")
        ok = armed[-1] == persons[0]
    names = ", ".join(persons)
    said = (f"{names}\u202f; croupier {case.dealer}", f"{names}; dealer {case.dealer}")
    return Found(RECOMPUTED, ok, said, end[0].seq, READER)


def _frozen(case: Case) -> Found | None:
    """What was frozen is what the book has posted, if it was released."""
    claim = case.last(e.ClaimRecorded)
    if claim is None:
        return _step(case, "aucune valeur gelée", "no value was frozen") if _owned(case) else None
    told, seats = claim[1], {event.seat for _, event in case.all(e.ClaimAsked)}
    if seats & case.unanswered:
        return not_shown(claim[0].seq, BOOK, "le livre n’a pas répondu", "the book has not answered")
    acts = [one for _, one in case.all(e.ActSetAside) if any(_award_of(one, seat) for seat in seats)]
    paid, value = jackpot_cents(case), money(told.value_cents)
    if paid is None and case.released and not case.all(e.ActSetAside):
        return not_shown(claim[0].seq, BOOK, f"{value} gelés, aucun versement", f"{value} frozen, no posting")
    if paid is None:
        said = (f"{value} gelés, rien versé", f"{value} frozen, nothing posted")
        return Found(RECOMPUTED, True, said, claim[0].seq, BOOK)
    count, here = sharers(case)
    if not here:
        return not_shown(
            claim[0].seq,
            BOOK,
            f"{value} gelés, partagés par {count}, dont un journal n’est pas ici",
            f"{value} frozen, shared by {count}, of which a journal is not here",
        )
    ok = paid == told.value_cents // count
    shared = (f", partagés par {count}", f", shared by {count}") if count > 1 else ("", "")
    said = (
        f"{value} gelés{shared[0]}, {money(paid)} versés, génération {told.generation}",
        f"{value} frozen{shared[1]}, {money(paid)} posted, generation {told.generation}",
    )
    if acts:  # the book never does it, and two persons are shown so (rules, section 7, point 10)
        said = (
            f"{value} gelés, {money(paid)} payés, que le livre a refusé d’inscrire",
            f"{value} frozen, {money(paid)} paid, which the book refused to post",
        )
    return Found(RECOMPUTED, ok, said, claim[0].seq, BOOK)


def _consoled(case: Case) -> Found | None:
    """Every other seat of the table with a JP1 stake, and none besides."""
    asked = case.all(e.AwardAsked)
    given = {event.seat for _, event in asked if any(one.kind == "consolation" for one in event.awards)}
    if not given and not (_owned(case) and case.released):
        return None
    winners = {event.seat for _, event in asked if any(one.kind == "jackpot" for one in event.awards)}
    ok = given == {*case.round.jp1} - winners if winners else given <= {*case.round.jp1}
    seats = ", ".join(map(str, sorted(given)))
    cents = sum(one.cents for _, event in asked for one in event.awards if one.kind == "consolation")
    if not asked:
        others = {*case.round.jp1} - {event.seat for _, event in case.all(e.ClaimAsked)}
        return _step(case, "aucune consolation demandée", "no consolation asked for") if others else None
    said = (f"places {seats}\u00a0: {money(cents)}", f"seats {seats}: {money(cents)}")
    return Found(RECOMPUTED, ok, said, asked[-1][0].seq, BOOK)


_OF_OTHERS: Final = (
    *(e.MeterRead, e.FinishRecorded, e.JackpotStopped, e.JackpotReopened, e.JackpotInterrupted),
    *(e.HistoryCertified, e.ResultRecorded),
)
"""They tell the meter and move nothing of it: what it moved since, other tables did."""


def _put_right(case: Case) -> tuple[list[int], list[int]]:
    """The corrections of the meter that do not add up, or begin where it was not; and all of them."""
    every = [*case.all(e.MeterCorrected), *case.all(e.IncrementMoved)]
    wrong = []
    for row, event in every:
        seq, _, meter = case.before[row.seq].book
        next_to_it = meter >= 0 and event.book_seq == seq + 1
        if event.after_cents != event.before_cents + event.cents or (
            next_to_it and event.before_cents != meter
        ):
            wrong.append(row.seq)
    return sorted(wrong), sorted(row.seq for row, _ in every)


def _falls(case: Case) -> Found | None:
    """The meter falls where a claim was recorded and nowhere else in the round, or as a correction says."""
    falls = []
    for row, event in case.told:
        meter = getattr(event, "meter_cents", None)
        if meter is None or isinstance(event, _OF_OTHERS):
            continue
        before = getattr(event, "meter_before_cents", case.before[row.seq].meter_cents)
        if 0 <= meter < before and not isinstance(event, e.ClaimRecorded):
            falls.append((row.seq, type(event).__name__))
    prizes, (other, corrected) = case.last(e.ClaimRecorded), _put_right(case)
    if other:
        said = ("correction\u00a0: ses montants ne s’accordent pas", "correction: its amounts do not agree")
        return Found(RECOMPUTED, False, said, other[0], BOOK)
    if prizes is None and not falls and not corrected:
        return None
    refunds = {"RefundRecorded", "MeterCorrected", "AwardRecorded"}
    if prizes is not None:  # what is taken back of a claim is the next meter for the one that was frozen
        refunds.add("ClaimWithdrawn")
    ok = all(name in refunds for _, name in falls)
    count = len(case.all(e.ClaimRecorded))
    linked = len(falls) + len(corrected)
    said = (
        f"{count} baisse par un gain, {linked} par un acte lié",
        f"{count} fall by a win, {linked} by a linked act",
    )
    first = next(iter([seq for seq, _ in falls] or corrected), case.seq(e.ClaimRecorded))
    return Found(RECOMPUTED, ok, said, first, BOOK)


def _slip(case: Case) -> Found | None:
    paid = next(reversed(case.slips), None)
    if paid is None:
        return _step(case, "aucun bordereau", "no slip") if _owned(case) and case.released else None
    refused = {event.seat for _, event in case.all(e.StakeRefused)}
    other = [
        event.seat
        for row, event in case.slips
        if _on_slip(case, event) * (event.seat not in refused) != _posted(case, event.seat)
        or not event.slip
        or any(
            (one.cents, one.slip) != (_on_slip(case, event), event.slip) for one in _signed(case, event.seat)
        )
    ]
    cents = money(_on_slip(case, paid[1]))
    said = (
        f"bordereau {paid[1].slip}, {cents}\u202f; nom et signature sur le papier",
        f"slip {paid[1].slip}, {cents}; name and signature on paper",
    )
    if other:
        named = ", ".join(map(str, other))
        said = (
            f"place {named}\u00a0: le bordereau n’est pas le montant versé",
            f"seat {named}: the slip is not the amount posted",
        )
    return Found(RECOMPUTED if other else OUTSIDE, not other, said, paid[0].seq, PAID_OUT)


def _on_slip(case: Case, event: e.PaymentPrepared) -> int:
    return event.cents - not_on_slip_cents(case, event.seat)


def _signed(case: Case, seat: int) -> list[e.SlipSigned]:
    return [event for _, event in case.all(e.SlipSigned) if event.seat == seat]


def _posted(case: Case, seat: int) -> int:
    """What the book posted of the prizes of a seat that its slip is of, in cents; a jackpot's asks for 0."""
    cents: int = sum(event.cents for _, event in case.all(e.AwardRecorded) if event.seat == seat)
    cents += sum(event.act.cents for _, event in case.all(e.ActSetAside) if _award_of(event, seat))
    asked = (one for _, event in case.all(e.AwardAsked) if event.seat == seat for one in event.awards)
    apart: int = sum(one.cents for one in asked if one.kind not in SUPERVISED_KINDS)
    return cents - apart


def _award_of(event: e.ActSetAside, seat: int) -> bool:
    return event.act.kind == "award" and event.act.seat == seat


def _identity(case: Case) -> Found | None:
    """Who is paid by a slip has shown who he is: the reference of the check, on the register that has it."""
    paid = next(reversed(case.slips), None)
    if paid is None:
        return _step(case, "aucune référence", "no reference") if _owned(case) and case.released else None
    bare = [event.seat for _, event in case.slips if not event.identity]
    said = (
        f"référence {paid[1].identity or '–'}, notée par {paid[1].person}",
        f"reference {paid[1].identity or '–'}, noted by {paid[1].person}",
    )
    return Found(RECORDED, not bare, said, paid[0].seq, PAID_OUT)


def _images(case: Case) -> Found | None:
    seen = case.last(e.VideoReviewed)
    if seen is None:
        return _step(case, "aucune caméra nommée", "no camera was named") if case.released else None
    said = (
        f"{seen[1].camera}, gardées\u00a0: à demander",
        f"{seen[1].camera}, kept: to be asked for",
    )
    return Found(OUTSIDE, True, said, seen[0].seq, IMAGES)


OF_A_WIN: Final[tuple[tuple[str, Pair, Look], ...]] = (
    ("JW-01", ("Les cinq meilleures de sept", "Best five of seven"), _royal),
    ("JW-05", ("La place attend jusqu’à la libération", "The seat waits until the release"), _hold),
    (
        "JW-06",
        ("Identifié par le comité, carte et code", "Identified by the casino manager, card and code"),
        _identified,
    ),
    ("JW-08", ("Cartes montrées, cartes données", "Cards shown are the cards dealt"), _same_cards),
    ("JW-07", ("Payé seulement après visionnage", "Paid only after a recorded video review"), _viewed),
    ("PM-11", ("Deux personnes, aucune le croupier", "Two persons, neither the dealer"), _two),
    ("JW-09", ("Valeur gelée à l’annonce, et versée", "Value frozen at the claim, and posted"), _frozen),
    ("JW-11", ("Consolation à chaque autre mise JP1", "Consolation to every other JP1 bettor"), _consoled),
    ("PM-08", ("Le compteur ne baisse que par un gain", "The meter falls by a validated win"), _falls),
    ("JW-15", ("Bordereau signé, nom du gagnant", "Slip signed, the winner’s name"), _slip),
    ("JW-16", ("Identité contrôlée, référence notée", "Identity checked, reference noted"), _identity),
    ("AC-14", ("Images gardées", "Images kept"), _images),
)
"""As `OF_A_ROUND`."""

BY_TWO: Final = (
    *(e.AwardReleased, e.AwardRefused, e.StakeRefused, e.SeatRuled, e.RecordCorrected),
    *(e.CorrectionApproved, e.RectificationRecorded, e.JackpotReopened),
    *(e.MeterCorrected, e.IncrementMoved, e.JackpotStopped),
)
"""Acts that take two persons."""


def approvals(case: Case) -> list[dict[str, Any]]:
    """Every act of the round that takes two persons: `{seq, at_ms, kind, persons, ok}`."""
    found = []
    for row, event in case.told:
        if not isinstance(event, BY_TWO):
            continue
        persons = [one for one in event.persons if one]
        ok = _of_two(case, row.seq, event)
        found.append({"seq": row.seq, "at_ms": row.at_ms, "kind": row.kind, "persons": persons, "ok": ok})
    return found


def _of_two(case: Case, seq: int, event: Any) -> bool:
    """Whether the two persons that the rules ask for had their part in it, neither of them the dealer.

    A stake of JP1 before the first card, and a seat in the settlement, the dealer asks to put right and a
    chef allows it: who deals asks without a badge, and has no name where nobody had signed on (rules,
    section 7, point 3).
    """
    dealing = case.dealing(seq)
    if len(event.persons) != 2:
        return False
    if _dealer_asks(case, seq, event):
        asked, allowed = event.persons
        return bool(allowed) and allowed not in (asked, dealing) and bool(asked or not dealing)
    closed = case.last(e.RoundClosed)
    dealers = {dealing}
    if isinstance(event, e.RectificationRecorded):  # of a closed round who dealt it, though another does now
        dealers = {case.dealer, closed[1].dealer if closed is not None else ""}
    return len({*event.persons}) == 2 and all(event.persons) and not dealers & {*event.persons}


def _dealer_asks(case: Case, seq: int, event: Any) -> bool:
    """The dealer is the one to ask for it: before the first card, or while the round is settled."""
    if isinstance(event, e.RectificationRecorded):
        closed = case.last(e.RoundClosed)
        asked = [
            row.seq
            for row, one in case.all(e.RectificationProposed)
            if one.rectification == event.rectification and not one.closed
        ]
        return bool(asked) and (closed is None or asked[-1] < closed[0].seq)
    if not isinstance(event, e.CorrectionApproved):
        return False
    out = (e.CardDealt, e.CardUnread, e.CardsDealtByHand)
    return not any(
        isinstance(one, out) and row.seq < seq and one.attempt == event.attempt for row, one in case.told
    )
