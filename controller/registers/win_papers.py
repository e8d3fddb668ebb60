"""The papers of a win: a slip for every payment, the minutes, or the minutes of a refusal (JW-15, JW-18)."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, tzinfo
from typing import Any, Final

from controller.game.inputs import Role
from controller.registers.layout import Blank, Facts, Grid, Note, Paper, Part, Signatures
from controller.registers.reading import Session
from controller.registers.win_words import place_text, say
from controller.registers.wins import DoneBy, Payment, Ruled, Win
from controller.words.cards import card_in_words
from controller.words.instants import both, clock, local, utc
from controller.words.letters import in_words
from controller.words.money import money
from controller.words.roles import role_title

FORMAT: Final = "tapis-win/1"


def papers_of(session: Session, win: Win, language: int, zone: tzinfo | None = None) -> list[Paper]:
    """The slips of the win's payments, then its minutes; for a refused claim the minutes alone."""
    told = _Told(session, win, language, zone)
    slips = [told.slip(payment) for payment in win.payments] if win.released is not None else []
    return [*slips, told.minutes()]


def as_json(session: Session, win: Win, zone: tzinfo | None = None) -> dict[str, Any]:
    """The same facts for machines; amounts in cents, instants in milliseconds since 1970 UTC."""
    payments = [
        {
            **asdict(one),
            "due_cents": win.due_cents(one),
            "in_words": {"fr": in_words(win.due_cents(one), 0), "en": in_words(win.due_cents(one), 1)},
        }
        for one in win.payments
    ]
    opening = session.opening
    return {
        "format": FORMAT,
        "table": opening.table,
        "session": opening.session,
        "simulated": opening.simulated,
        "approval": session.approval,
        "standing": win.standing,
        **asdict(win),
        "cards": [list(one) for one in win.cards],
        "payments": payments,
        "winners": win.winners,
        "remainder_cents": win.remainder_cents,
        "consolation": [{"seat": seat, "cents": cents} for seat, cents in win.consolation],
        "local": local(win.claimed_ms or win.shown_ms, zone),
        "utc": utc(win.claimed_ms or win.shown_ms),
        **proof(session),
    }


def proof(session: Session) -> dict[str, Any]:
    """What a paper is held against: the journal, its head, the last head that the table signed."""
    return {
        "journal_id": session.journal_id,
        "journal_entries": session.head.seq,
        "journal_head": session.head.hash,
        "rules": session.opening.profile_digest,
        "signed_head": session.signed.line if session.signed is not None else None,
    }


class _Told:
    """One win in one language."""

    def __init__(self, session: Session, win: Win, language: int, zone: tzinfo | None) -> None:
        self._session, self._win, self._language, self._zone = session, win, language, zone

    def _say(self, key: str, **facts: object) -> str:
        return say(key, self._language, **facts)

    def _money(self, cents: int) -> str:
        return money(cents)

    def _by(self, act: DoneBy | None) -> str:
        return f"{act.person} · {both(act.at_ms, self._zone)}" if act is not None else "–"

    @property
    def _at_ms(self) -> int:
        return self._win.claimed_ms or self._win.shown_ms

    def _lead(self, seat: int) -> str:
        table, number = self._session.opening.table, self._win.number
        return self._say("lead" if seat else "lead.board", table=table, number=number, seat=seat)

    # --- the slip --------------------------------------------------------------------------------

    def slip(self, payment: Payment) -> Paper:
        """What the cashier pays on: printed items of art. 56-3-3, and two signatures (JW-15)."""
        win = self._win
        due = win.due_cents(payment)
        kinds = [
            self._say(f"award.{kind}") for kind in win.prizes.get(payment.seat, {}) or self._expected(payment)
        ]
        paid = Facts(
            self._say("amount"),
            (
                (self._say("seat"), str(payment.seat)),
                (self._say("of"), ", ".join(kinds)),
                (self._say("amount"), self._money(due)),
                (self._say("words"), in_words(due, self._language)),
                *self._shares(payment),
                (self._say("mode"), self._say(payment.mode)),
                (self._say("slip.ref"), payment.slip),
                (self._say("identity"), payment.identity or self._say("identity.none")),
            ),
            frozenset({self._say("amount"), self._say("words")}),
        )
        assert win.released is not None
        released = f"{' · '.join(win.released)} · {both(win.released_ms, self._zone)}"
        signed = self._by(payment.signed) if payment.signed is not None else self._say("cashier.open")
        people = Facts(
            "",
            (
                (self._say("identified"), self._by(win.identified)),
                (self._say("released"), released),
                (self._say("cashier"), signed),
            ),
        )
        cashier = payment.signed.person if payment.signed is not None else ""
        comite = win.armed.person if win.armed is not None else ""
        parts: tuple[Part, ...] = (
            Facts("", self._head()),
            paid,
            Blank(self._say("winner")),
            Note(self._say("winner.text")),
            people,
            self._proof(),
            Signatures(
                (
                    (role_title(Role.CASHIER, self._language), cashier),
                    (role_title(Role.COMITE, self._language), comite),
                    (self._say("sign.player"), ""),
                ),
                self._say("sign.below"),
            ),
        )
        return Paper(self._say("slip"), self._lead(payment.seat), parts)

    def _expected(self, payment: Payment) -> list[str]:
        """What the payment is for, while the book has not been asked."""
        if self._win.kind == "community_royal":
            return ["community_royal"]
        return ["jackpot" if payment.seat == self._win.seat else "consolation"]

    def _shares(self, payment: Payment) -> tuple[tuple[str, str], ...]:
        win = self._win
        if win.value_cents is None or payment.seat != win.seat:
            return ()
        return ((self._say("shares"), self._shared()),)

    def _shared(self) -> str:
        win = self._win
        if win.share_cents is None:
            return self._say("shares.open")
        if win.winners == 1:
            return self._say("shares.one", remainder=self._money(win.remainder_cents))
        return self._say(
            "shares.text",
            count=win.winners,
            share=self._money(win.share_cents),
            remainder=self._money(win.remainder_cents),
        )

    def _head(self) -> tuple[tuple[str, str], ...]:
        win, opening = self._win, self._session.opening
        cards = " ".join(card_in_words(card) for _, card in win.cards)
        again = ((self._say("attempt"), str(win.attempt)),) if win.attempt > 1 else ()
        return (
            (self._say("game"), self._say("game.uth")),
            (self._say("table"), self._say("table.text", table=opening.table, session=opening.session)),
            (self._say("round"), str(win.number)),
            *again,
            (self._say("hand"), self._say(win.kind) if win.kind else "–"),
            (self._say("cards"), cards or "–"),
            (self._say("local"), local(self._at_ms, self._zone)),
            (self._say("utc"), f"{clock(self._at_ms, UTC)} UTC"),
        )

    # --- the minutes -----------------------------------------------------------------------------

    def minutes(self) -> Paper:
        """The eight steps with their persons and instants, and the result."""
        win = self._win
        titles = {"refused": "refusal", "open": "unfinished", "voided": "unfinished"}
        notes = {"open": "unfinished.text", "voided": "voided.text"}
        loud = (Note(self._say(notes[win.standing]), loud=True),) if win.standing in notes else ()
        dealer = ((self._say("dealer"), win.dealer),) if win.dealer else ()
        parts: tuple[Part, ...] = (
            *loud,
            Facts("", (*self._head(), *dealer, *self._value())),
            *self._refusal(),
            Facts(self._say("steps"), tuple(self._steps())),
            *self._money_parts(),
            Note(self._say("keep")),
            self._proof(),
            Signatures(
                (
                    (role_title(Role.CASHIER, self._language), ""),
                    (role_title(Role.COMITE, self._language), ""),
                    (self._say("sign.second"), ""),
                ),
                self._say("sign.below"),
            ),
        )
        return Paper(self._say(titles.get(win.standing, "minutes")), self._lead(win.seat), parts)

    def _value(self) -> tuple[tuple[str, str], ...]:
        win = self._win
        if win.value_cents is None:
            return ((self._say("value"), self._say("value.none")),)
        meter = self._money(win.next_meter_cents)
        follows = self._say("generation.text", old=win.generation, new=win.next_generation, meter=meter)
        return (
            (self._say("value"), self._money(win.value_cents)),
            (self._say("words"), in_words(win.value_cents, self._language)),
            (self._say("generation"), follows),
            *(((self._say("shares"), self._shared()),) if win.refused is None else ()),
        )

    def _refusal(self) -> tuple[Facts, ...]:
        refused = self._win.refused
        if refused is None:
            return ()
        if self._win.value_cents is None:
            restored = self._say("restored.none")
        elif refused.kept:
            restored = self._say("restored.kept")
        elif self._win.aside:
            restored = self._say("restored.aside")
        elif refused.restored_cents is None:
            restored = self._say("restored.open")
        else:
            restored = self._money(refused.restored_cents)
        rows = (
            (self._say("refused"), f"{self._say(f'reason.{refused.reason}')} ({refused.reason})"),
            (self._say("refused.by"), f"{' · '.join(refused.persons)} · {both(refused.at_ms, self._zone)}"),
            *((self._say("corrected"), self._corrected(one)) for one in refused.corrected),
            (self._say("restored"), restored),
            *((self._say("ruled"), self._ruled(one)) for one in self._win.rulings),
        )
        return (Facts("", rows),)

    def _corrected(self, one: tuple[str, str, str]) -> str:
        place, recorded, card = one
        facts = {"card": card_in_words(recorded), "true": card_in_words(card)}
        return self._say("corrected.text", place=place_text(place, self._language), **facts)

    def _ruled(self, one: Ruled) -> str:
        persons = f"{' · '.join(one.persons)} · {both(one.at_ms, self._zone)}"
        return self._say("ruled.text", seat=one.seat, ruling=self._say(f"ruling.{one.ruling}"), by=persons)

    def _steps(self) -> list[tuple[str, str]]:
        win = self._win
        rows = [(self._say("shown"), both(win.shown_ms, self._zone))]
        if win.called_again:
            rows.append((self._say("called"), self._say("times", count=win.called_again)))
        rows.append((self._say("confirmed"), self._say("confirmed.text", count=len(win.confirmed))))
        recorded = dict(win.cards)
        for place, (found, by) in win.differs.items():
            facts = {
                "place": place_text(place, self._language),
                "found": card_in_words(found),
                "card": card_in_words(recorded[place]) if place in recorded else "–",
                "person": self._by(by),
            }
            rows.append((self._say("differs"), self._say("differs.text", **facts)))
        rows.append((self._say("identified"), self._by(win.identified)))
        for one in win.reviews:
            facts = {
                "person": self._by(one.by),
                "camera": one.camera,
                "start": clock(one.from_ms, self._zone),
                "end": clock(one.to_ms, self._zone),
                "result": self._say("conform" if one.conform else "not_conform"),
                "kept": self._say("kept" if one.kept else "not_kept"),
            }
            rows.append((self._say("review"), self._say("review.text", **facts)))
        rows += [(self._say("read"), self._by(one)) for one in win.read_by]
        rows += [(self._say("ruled"), self._ruled(one)) for one in win.stakes_refused]
        rows.append((self._say("armed"), self._by(win.armed)))
        if win.released is not None:
            released = f"{' · '.join(win.released)} · {both(win.released_ms, self._zone)}"
            rows.append((self._say("released"), released))
        return rows

    def _money_parts(self) -> tuple[Part, ...]:
        """Payments and consolation; of a refused claim at most the consolation of the others."""
        win = self._win
        if win.refused is not None:
            return (self._consolation(),) if win.consolation else ()
        columns = ("seat", "amount", "mode", "slip.ref", "identity", "cashier")
        rows = tuple(
            (
                str(one.seat),
                self._money(win.due_cents(one)),
                self._say(one.mode),
                one.slip,
                one.identity or "–",
                one.signed.person if one.signed is not None else self._say("cashier.waits"),
            )
            for one in win.payments
        )
        payments = Grid(
            self._say("payments"),
            tuple(self._say(name) for name in columns),
            rows,
            frozenset({1}),
            empty=self._say("payments.none"),
        )
        return (payments, self._consolation())

    def _consolation(self) -> Grid:
        win = self._win
        given = tuple(
            (str(seat), self._money(cents), in_words(cents, self._language))
            for seat, cents in win.consolation
        )
        return Grid(
            self._say("consolation"),
            tuple(self._say(name) for name in ("seat", "amount", "words")),
            given,
            frozenset({1}),
            empty=self._say("consolation.none" if win.settled else "consolation.open"),
        )

    def _proof(self) -> Facts:
        session, win = self._session, self._win
        seq, head = session.head
        signed = session.signed
        round_hash = win.round_hash or self._say("round.open")
        rows = [
            (self._say("journal"), session.journal_id),
            (self._say("head", seq=seq), head),
            (self._say("round.hash"), round_hash),
        ]
        if signed is None:
            rows.append((self._say("signed.word"), self._say("signed.none")))
        else:
            rows.append((self._say("signed", seq=signed.size), signed.hash))
            rows.append((self._say("key"), signed.key))
        rows.append((self._say("rules"), session.opening.profile_digest))
        if session.approval:
            rows.append((self._say("approval"), session.approval))
        return Facts(self._say("proof"), tuple(rows), small=True)
