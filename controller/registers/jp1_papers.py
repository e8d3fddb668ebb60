"""The jackpot of one session on paper: its certified history, reconciliations, notices for accounting.

Source: AC-07 (history certified by a member of the comité), AC-08 (each difference apart), PM-11 (notices).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import tzinfo
from typing import Final

from controller.game import events as e
from controller.game.meter.types import SessionFigures
from controller.journal.entries import JournalEntry
from controller.registers.layout import Facts, Grid, Note, Paper, Signatures
from controller.registers.reading import Session
from controller.registers.sittings import sittings_of
from controller.words.codes import code_word
from controller.words.instants import both
from controller.words.money import grouped, money

Movement = e.MeterCorrected | e.IncrementMoved

MICRO: Final = 1_000_000
WORDS: Final = {
    "history": ("Historique du JP1", "JP1 history"),
    "acts": ("Chaque acte sur le compteur", "Every act on the meter"),
    "certified": ("Certifié par", "Certified by"),
    "at": ("Le", "On"),
    "not_certified": ("Aucun membre du comité ne l’a certifié.", "No casino manager has certified it."),
    "stakes": ("Mises, rendues déduites", "Stakes, less those given back"),
    "chips": ("Jetons comptés", "Chips counted"),
    "prizes": ("Lots fixes", "Fixed prizes"),
    "wins": ("Jackpots payés", "Jackpots paid"),
    "start": ("Compteur à l’ouverture", "Meter at the opening"),
    "contributed": ("Contributions", "Contributions"),
    "awarded": ("Gains et nouveaux cycles", "Wins and new cycles"),
    "refunded": ("Remboursements", "Refunds"),
    "corrected": ("Corrections", "Corrections"),
    "others": ("Autres tables, pendant un acte", "Other tables, during an act"),
    "elsewhere.first_read": ("Compteur lu après l’ouverture", "Meter read after the opening"),
    "elsewhere.same_cycle": ("Autres tables, entre deux actes", "Other tables, between two acts"),
    "elsewhere.new_cycle": (
        "Autres tables, jackpot gagné et nouveau cycle",
        "Other tables, jackpot won and new cycle",
    ),
    "elsewhere.undivided": (
        "Cette table et les autres, sans partage connu",
        "This table and the others, shares not known",
    ),
    "accepted": ("Écarts acceptés", "Differences accepted"),
    "not_told": ("Ce que ces chiffres n’expliquent pas", "What these figures do not explain"),
    "aside": ("Actes refusés par le livre, lots", "Acts refused by the book, prizes"),
    "meter": ("Compteur affiché", "Meter displayed"),
    "residual": ("Écart du livre", "Difference of the book"),
    "unexplained": ("Écart de l’affichage", "Difference of the display"),
    "reconciliation": ("Rapprochement", "Reconciliation"),
    "occasion.closing": ("à la fermeture", "at the closing"),
    "occasion.demand": ("à la demande", "on demand"),
    "book": ("Livre, toutes tables, depuis l’origine", "Book, all tables, since its origin"),
    "seed": ("Départs", "Start amounts"),
    "frozen": ("Figé par des gains", "Frozen by wins"),
    "table": ("Cette table, cette séance", "This table, this session"),
    "notice": ("Avis à la comptabilité", "Notice for accounting"),
    "reason": ("Motif", "Reason"),
    "before": ("Compteur avant", "Meter before"),
    "after": ("Compteur après", "Meter after"),
    "by": ("Mouvement", "Movement"),
    "persons": ("Proposé par, approuvé par", "Proposed by, approved by"),
    "settled_by": ("Différence dite réglée par", "Difference said settled by"),
    "entry": ("Écriture du livre", "Entry of the book"),
    "round": ("Coup, siège", "Round, seat"),
    "dealer": ("Croupier du coup", "Dealer of the round"),
    "bank_before": ("Résultat de la banque avant", "Bank’s result before"),
    "bank_after": ("Résultat de la banque après", "Bank’s result after"),
    "player": ("Différence du joueur", "Difference of the player"),
    "orphans": ("Aux orphelins", "To the orphan stakes"),
    "accounting": ("Comptabilité", "Accounting"),
    "sign": ("Date et signature", "Date and signature"),
}


def _say(key: str, language: int) -> str:
    return WORDS[key][language]


def movements(session: Session) -> list[tuple[JournalEntry, Movement]]:
    """Every movement of the meter that two persons made."""
    found: list[tuple[JournalEntry, Movement]] = [*session.told(e.MeterCorrected)]
    found += session.told(e.IncrementMoved)
    return sorted(found, key=lambda one: one[0].seq)


def rectified(session: Session) -> list[tuple[JournalEntry, e.RectificationRecorded, str]]:
    """Every rectification of a settled round that moved money, with who dealt the round (AC-10)."""
    dealers = {one.seq: one.dealer for sitting in sittings_of(session) for one in sitting.rectified}
    return [
        (told, event, dealers.get(told.seq, ""))
        for told, event in session.told(e.RectificationRecorded)
        if event.cents or event.bank_cents
    ]


def rectification(
    session: Session,
    told: JournalEntry,
    event: e.RectificationRecorded,
    dealer: str,
    language: int,
    zone: tzinfo | None,
) -> Paper:
    """A rectification for accounting: the bank’s result before and after, why, by whom (PM-11, AC-10)."""
    before_cents = sum(line.taken_cents - line.paid_cents for line in event.first)
    reason = f"wrong_{event.truth.mistake}+by_{event.reason}+moved_{event.moved}"
    orphans = event.orphans_cents
    rows = (
        (_say("at", language), both(told.at_ms, zone)),
        (_say("round", language), f"{event.round} · {event.seat}"),
        *(((_say("dealer", language), dealer),) if dealer else ()),
        (_say("reason", language), code_word(reason, language)),
        (_say("bank_before", language), money(before_cents)),
        (_say("by", language), money(event.bank_cents)),
        (_say("bank_after", language), money(before_cents + event.bank_cents)),
        (_say("player", language), money(event.cents)),
        *(((_say("orphans", language), money(orphans)),) if orphans else ()),
        (_say("persons", language), ", ".join(event.persons)),
        *(((_say("settled_by", language), event.settled_by),) if event.settled_by else ()),
    )
    signed = Signatures(((_say("accounting", language), ""),), _say("sign", language))
    return Paper(_say("notice", language), f"{session.name}/{told.seq}", (Facts("", rows), signed))


def certificate(session: Session, language: int, zone: tzinfo | None) -> Paper:
    """The session's figures as a member of the comité certified them, or that nobody has."""
    found = session.told(e.HistoryCertified)
    if not found:
        note = Note(_say("not_certified", language), loud=True)
        return Paper(_say("history", language), session.name, (note,))
    told, event = found[-1]
    rows = (
        (_say("certified", language), f"{event.person} · {both(told.at_ms, zone)}"),
        *_of_session(event.session, language),
        *_not_told(event.session, event.meter_cents, language),
        (_say("meter", language), money(event.meter_cents)),
        (_say("residual", language), money(-(-event.residual_micro // MICRO))),
    )
    return Paper(_say("history", language), session.name, (Facts("", rows),))


def history(certified: Paper, acts: Paper, read: Paper, language: int) -> Paper:
    """What was certified, each act below it, and what was read: one paper, without a page begun too early."""
    lists = [replace(part, heading=_say("acts", language)) for part in acts.parts if isinstance(part, Grid)]
    notes = [part for part in acts.parts if not isinstance(part, Grid)]
    proofs = [replace(part, heading=read.title) if isinstance(part, Facts) else part for part in read.parts]
    lead = f"{certified.lead} · {acts.lead}"
    return Paper(certified.title, lead, (*certified.parts, *notes, *lists, *proofs))


def _of_session(figures: SessionFigures, language: int) -> tuple[tuple[str, str], ...]:
    count = figures.stakes - figures.refunds - figures.refunds_aside
    chips, aside = figures.chips, figures.acts_aside
    stakes = f"{grouped(count)} · {money(figures.stakes_cents)}"
    prizes = money(figures.prizes_aside_cents)
    wins = f"{figures.wins} · {money(figures.wins_cents)}"
    return (
        (_say("stakes", language), stakes),
        (_say("chips", language), grouped(chips) if chips >= 0 else "–"),
        (_say("prizes", language), money(figures.prizes_cents)),
        (_say("wins", language), wins),
        *(
            (_say(name, language), money(getattr(figures, f"{name}_cents")))
            for name in ("start", "contributed", "awarded", "refunded", "corrected", "others")
        ),
        *((_say(f"elsewhere.{one.kind}", language), money(one.cents)) for one in figures.elsewhere),
        (_say("accepted", language), money(figures.accepted_cents)),
        *(((_say("aside", language), f"{aside} · {prizes}"),) if aside else ()),
    )


def _not_told(figures: SessionFigures, meter_cents: int, language: int) -> tuple[tuple[str, str], ...]:
    """What the figures lack to come to the meter: the session's difference of the display, or, in a journal
    from before the others' moves were told apart, what other tables put to it and took of it."""
    left_cents = meter_cents - figures.start_cents - figures.moved_cents
    return ((_say("not_told", language), money(left_cents)),) if left_cents else ()


def reconciliation(
    session: Session, told: JournalEntry, event: e.ReconciliationRecorded, language: int, zone: tzinfo | None
) -> Paper:
    """One reconciliation, each sum apart: the book since its origin, the table since it opened."""
    book = event.figures
    occasion = _say(f"occasion.{event.occasion}", language)
    sums = tuple(
        (_say(name, language), money(getattr(book, f"{key}_micro") // MICRO))
        for name, key in (
            ("seed", "seed"),
            ("contributed", "contributed"),
            ("awarded", "awarded"),
            ("corrected", "corrected"),
            ("meter", "meter"),
            ("frozen", "frozen"),
        )
    )
    left = ((_say("residual", language), money(-(-book.residual_micro // MICRO))),)
    table = (
        *_of_session(event.session, language),
        *(() if event.unexplained_cents else _not_told(event.session, event.display_cents, language)),
        (_say("meter", language), money(event.display_cents)),
        (_say("unexplained", language), money(event.unexplained_cents)),
    )
    lead = f"{session.name} · {occasion} · {both(told.at_ms, zone)} · {event.person or '–'}"
    parts = (Facts(_say("book", language), (*sums, *left)), Facts(_say("table", language), table))
    return Paper(_say("reconciliation", language), lead, parts)


def notice(
    session: Session, told: JournalEntry, event: Movement, language: int, zone: tzinfo | None
) -> Paper:
    """A correction for accounting: the meter before and after, why, and who proposed and approved it."""
    rows = (
        (_say("at", language), both(told.at_ms, zone)),
        (_say("reason", language), code_word(event.reason, language)),
        (_say("before", language), money(event.before_cents)),
        (_say("by", language), money(event.cents)),
        (_say("after", language), money(event.after_cents)),
        (_say("persons", language), ", ".join(event.persons)),
        (_say("entry", language), grouped(event.book_seq)),
    )
    signed = Signatures(((_say("accounting", language), ""),), _say("sign", language))
    lead = f"{session.name}/{told.seq}"
    return Paper(_say("notice", language), lead, (Facts("", rows), signed))
