"""The jackpot of one session on paper: its certified history, reconciliations, notices for accounting.

Source: AC-07 (history certified by a member of the comité), AC-08 (each difference apart), PM-11 (notices).
"""

from __future__ import annotations

from datetime import tzinfo
from typing import Any, Final

from controller.registers.code_words import code_word
from controller.registers.layout import Facts, Note, Paper, Signatures
from controller.registers.reading import Session, Told
from controller.registers.sittings import sittings_of
from controller.words.instants import both
from controller.words.money import grouped, money

MICRO: Final = 1_000_000
NOTICES: Final = frozenset({"MeterCorrected", "IncrementMoved"})
WORDS: Final = {
    "history": ("Historique du JP1", "JP1 history"),
    "certified": ("Certifié par", "Certified by"),
    "at": ("Le", "On"),
    "not_certified": ("Aucun membre du comité ne l’a certifié.", "No member of the comité has certified it."),
    "stakes": ("Mises, rendues déduites", "Stakes, less those given back"),
    "chips": ("Jetons comptés", "Chips counted"),
    "prizes": ("Lots fixes", "Fixed prizes"),
    "wins": ("Jackpots payés", "Jackpots paid"),
    "start": ("Compteur à l’ouverture", "Meter at the opening"),
    "contributed": ("Contributions", "Contributions"),
    "awarded": ("Gains et nouveaux cycles", "Wins and new cycles"),
    "refunded": ("Remboursements", "Refunds"),
    "corrected": ("Corrections", "Corrections"),
    "others": ("Autres tables, entre-temps", "Other tables, meanwhile"),
    "accepted": ("Écarts acceptés", "Differences accepted"),
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


def certifications(session: Session) -> list[Told]:
    """The certifications of the session's history, the last one last."""
    return [told for told in session.entries if told.kind == "HistoryCertified"]


def reconciliations(session: Session) -> list[Told]:
    """Every recorded reading of the whole book."""
    return [told for told in session.entries if told.kind == "ReconciliationRecorded"]


def notices(session: Session) -> list[Told]:
    """Every movement of the meter that two persons made."""
    return [told for told in session.entries if told.kind in NOTICES]


def rectified(session: Session) -> list[tuple[Told, str]]:
    """Every rectification of a settled round that moved money, with who dealt the round (AC-10)."""
    dealers = {one.seq: one.dealer for sitting in sittings_of(session) for one in sitting.rectified}
    return [
        (told, dealers.get(told.seq, ""))
        for told in session.entries
        if told.kind == "RectificationRecorded" and (told.body["cents"] or told.body["bank_cents"])
    ]


def rectification(session: Session, told: Told, dealer: str, language: int, zone: tzinfo | None) -> Paper:
    """A rectification for accounting: the bank’s result before and after, why, by whom (PM-11, AC-10)."""
    body = told.body
    before_cents = sum(line["taken_cents"] - line["paid_cents"] for line in body["first"])
    reason = f"wrong_{body['truth']['mistake']}+by_{body['reason']}+moved_{body['moved']}"
    orphans = body["orphans_cents"]
    rows = (
        (_say("at", language), both(told.at_ms, zone)),
        (_say("round", language), f"{body['round']} · {body['seat']}"),
        *(((_say("dealer", language), dealer),) if dealer else ()),
        (_say("reason", language), code_word(reason, language)),
        (_say("bank_before", language), money(before_cents, language)),
        (_say("by", language), money(body["bank_cents"], language)),
        (_say("bank_after", language), money(before_cents + body["bank_cents"], language)),
        (_say("player", language), money(body["cents"], language)),
        *(((_say("orphans", language), money(orphans, language)),) if orphans else ()),
        (_say("persons", language), ", ".join(body["persons"])),
    )
    signed = Signatures(((_say("accounting", language), ""),), _say("sign", language))
    return Paper(_say("notice", language), f"{session.name}/{told.seq}", (Facts("", rows), signed))


def certificate(session: Session, language: int, zone: tzinfo | None) -> Paper:
    """The session's figures as a member of the comité certified them, or that nobody has."""
    found = certifications(session)
    if not found:
        note = Note(_say("not_certified", language), loud=True)
        return Paper(_say("history", language), session.name, (note,))
    told = found[-1]
    body = told.body
    rows = (
        (_say("certified", language), str(body["person"])),
        (_say("at", language), both(told.at_ms, zone)),
        *_of_session(body["session"], language),
        (_say("meter", language), money(body["meter_cents"], language)),
        (_say("residual", language), money(-(-body["residual_micro"] // MICRO), language)),
    )
    return Paper(_say("history", language), session.name, (Facts("", rows),))


def _of_session(figures: dict[str, Any], language: int) -> tuple[tuple[str, str], ...]:
    count = figures["stakes"] - figures["refunds"] - figures.get("refunds_aside", 0)
    chips, aside = figures["chips"], figures.get("acts_aside", 0)
    stakes = f"{grouped(count, language)} · {money(figures['stakes_cents'], language)}"
    prizes = money(figures.get("prizes_aside_cents", 0), language)
    wins = f"{figures['wins']} · {money(figures['wins_cents'], language)}"
    return (
        (_say("stakes", language), stakes),
        (_say("chips", language), grouped(chips, language) if chips >= 0 else "–"),
        (_say("prizes", language), money(figures["prizes_cents"], language)),
        (_say("wins", language), wins),
        *(
            (_say(name, language), money(figures.get(f"{name}_cents", 0), language))
            for name in ("start", "contributed", "awarded", "refunded", "corrected", "others", "accepted")
        ),
        *(((_say("aside", language), f"{aside} · {prizes}"),) if aside else ()),
    )


def reconciliation(session: Session, told: Told, language: int, zone: tzinfo | None) -> Paper:
    """One reconciliation, each sum apart: the book since its origin, the table since it opened."""
    body = told.body
    book = body["figures"]
    occasion = _say(f"occasion.{body['occasion']}", language)
    sums = tuple(
        (_say(name, language), money(book[f"{key}_micro"] // MICRO, language))
        for name, key in (
            ("seed", "seed"),
            ("contributed", "contributed"),
            ("awarded", "awarded"),
            ("corrected", "corrected"),
            ("meter", "meter"),
            ("frozen", "frozen"),
        )
    )
    left = ((_say("residual", language), money(-(-book["residual_micro"] // MICRO), language)),)
    table = (
        *_of_session(body["session"], language),
        (_say("meter", language), money(body["display_cents"], language)),
        (_say("unexplained", language), money(body["unexplained_cents"], language)),
    )
    lead = f"{session.name} · {occasion} · {both(told.at_ms, zone)} · {body['person'] or '–'}"
    parts = (Facts(_say("book", language), (*sums, *left)), Facts(_say("table", language), table))
    return Paper(_say("reconciliation", language), lead, parts)


def notice(session: Session, told: Told, language: int, zone: tzinfo | None) -> Paper:
    """A correction for accounting: the meter before and after, why, and who proposed and approved it."""
    body = told.body
    rows = (
        (_say("at", language), both(told.at_ms, zone)),
        (_say("reason", language), code_word(body["reason"], language)),
        (_say("before", language), money(body["before_cents"], language)),
        (_say("by", language), money(body["cents"], language)),
        (_say("after", language), money(body["after_cents"], language)),
        (_say("persons", language), ", ".join(body["persons"])),
        (_say("entry", language), grouped(body["book_seq"], language)),
    )
    signed = Signatures(((_say("accounting", language), ""),), _say("sign", language))
    lead = f"{session.name}/{told.seq}"
    return Paper(_say("notice", language), lead, (Facts("", rows), signed))
