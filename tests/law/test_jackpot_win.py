"""The jackpot win to the letter: every step of its scenarios (`royale-...`), done, refused, restarted.

What shows a row JW is marked with it.
Killing the program at every boundary of such a round is in tests/simulation/test_crash_journal.py.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.boot.sessions import Session, open_session
from controller.clock import VirtualClock
from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.machines.alarms import resumption
from controller.game.react import shoe_locked
from controller.game.refusals import ART_JP1, Refusal
from controller.game.state import Phase
from controller.journal.seal import master_of_seed
from controller.journal.verify import verify
from controller.settings.table import PaymentsFile
from tests.builders import SHARE, STAKE_CENTS, START_MS, Felt
from tests.game.test_scenarios import FOLDER, check, found
from tests.law.requirements import requirement
from tests.scenarios.sentences import tell
from tests.shell.registers.test_report_win import community, royal
from ui.texts.alarms import alarm_text

WON, REFUSED_STEPS = "royale-du-joueur-acceptee", "royale-chaque-pas-refuse"
EXCHANGED, PAPER = "royale-cartes-echangees", "royale-bordereau-et-identite"
NO_CONSOLATION, CLAIM_REFUSED = "royale-sans-jp1-sans-consolation", "royale-du-joueur-refusee"
STEPS = {
    "1 gel": ("il faut: cagnotte figée", "refusé (verification): le règlement commence"),
    "2 appel": ("badge: comité", "refusé (badge_comite): carte"),
    "3 identification": ("carte As conforme", "refusé (badge_comite): carte"),
    "4 cartes": ("main confirmée", "refusé (cards_to_confirm): main confirmée"),
    "5 images": ("images conformes", "refusé (same_person): images conformes"),
    "6 montant": ("montants lus", "refusé (video_first): montants lus"),
    "7 paiement": ("paiement siège 1", "refusé (slip): paiement siège 1"),
    "8 libération": ("gain libéré", "refusé (arm_first): gain libéré"),
}
"""The steps of the procedure, in order: what the scenario that walks them all does, and what it refuses."""
RESTARTED = (
    *(WON, REFUSED_STEPS, EXCHANGED, PAPER, CLAIM_REFUSED, NO_CONSOLATION),
    "royale-communautaire",
    "royale-couchee",
    "royale-images-attendues",
    "royale-sans-jp1-consolation",
    "royale-signalement-retire",
    "meme-personne-deux-fois",
    "lot-confirme-par-le-chef",
)
BADGE = re.compile(r"badge: .+")


def test_every_step_is_taken_and_refused_in_its_order() -> None:
    told = scenario(REFUSED_STEPS)["coup"]
    before = -1
    for step, (done, refused) in STEPS.items():
        at = [number for number, text in enumerate(told) if text.startswith(done) and number > before]
        assert at, step
        assert any(text.startswith(refused) for text in told), step
        before = at[0]


def scenario(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


class Kept(Felt):
    """A felt whose events are in a real journal, as soon as they have happened."""

    session: Session
    written: int

    def kept_in(self, folder: Path) -> Kept:
        """All that has happened so far is in the journal, and so will be what comes."""
        self.folder, self.written = folder, 0
        self.session = self._open()
        self._write()
        return self

    def _open(self) -> Session:
        facts = self.state.facts
        clock = VirtualClock(START_MS)
        return open_session(
            self.folder, lambda *_: facts, facts.table, clock, master_of_seed(1), durable=False
        )

    def _step(self, events: Any) -> None:
        super()._step(events)
        if hasattr(self, "session"):
            self._write()

    def _write(self) -> None:
        for entry in self.entries[self.written :]:
            self.session.journal.append((entry.event,), entry.at_ms)
        self.written = len(self.entries)

    def restart(self) -> None:
        """The program is gone, and another takes the table up from the file alone."""
        self.session.journal.close()
        self.session = self._open()
        again, before = self.session.state, self.state
        assert again.seq == before.seq + 1, "the journal's opening row is its first"
        assert again.jackpot == before.jackpot
        assert again.playing == before.playing
        assert again.round == before.round
        if before.phase is not Phase.CLOSED:
            self._step(resumption(self.state))
            self.do(i.ConfirmFelt())


@requirement("JW-09", "RC-02")
@pytest.mark.parametrize("name", RESTARTED)
def test_restarted_after_every_step_the_win_ends_as_if_it_had_not_been(name: str, tmp_path: Path) -> None:
    """From the showdown on, after every sentence: the same steps are open, the meter right to the cent."""
    told = scenario(name)
    felt = found(told)
    felt.__class__ = Kept
    assert isinstance(felt, Kept)
    felt.kept_in(tmp_path)
    badge, restarts, hands_open = "badge retiré", 0, False
    for text in told["coup"]:
        if BADGE.fullmatch(text) or text == "badge retiré":
            badge = text
        tell(felt, text)
        hands_open = hands_open or text == "abattage"
        if hands_open and felt.state.round is not None and not felt.state.resumed:
            felt.restart()
            restarts += 1
            tell(felt, badge)
            assert_the_meter_conserves(felt)
    check(felt, {key: value for key, value in told["attendu"].items() if key != "alarmes"})
    assert restarts >= 3
    felt.session.journal.close()
    assert verify(tmp_path).ok


def assert_the_meter_conserves(felt: Felt) -> None:
    """Start and contributions, less refunds, are the meter, what is frozen and what was paid, to the cent."""
    start, moved, frozen, paid = 1_000_000, 0, 0, 0
    for entry in felt.entries:
        match entry.event:
            case e.ContributionRecorded() as told:
                moved += told.meter_cents - told.meter_before_cents
            case e.RefundRecorded():
                moved -= STAKE_CENTS * SHARE // 1_000_000
            case e.ClaimRecorded() as told:
                frozen, start = frozen + told.value_cents, start + told.meter_cents
            case e.ClaimWithdrawn() as told:
                start, frozen = start - 1_000_000, 0
            case e.AwardRecorded() as told if frozen and any(
                prize.kind == "jackpot" for prize in _asked(felt, told.seat)
            ):
                frozen, paid = frozen - told.cents, paid + told.cents
    assert felt.state.jackpot.meter_cents + frozen + paid == start + moved


def _asked(felt: Felt, seat: int) -> tuple[Any, ...]:
    return next(
        entry.event.awards
        for entry in reversed(felt.entries)
        if isinstance(entry.event, e.AwardAsked) and entry.event.seat == seat
    )


WORTH_CENTS = 1_000_375
"""The jackpot of that royal: the start amount and the shares of three stakes."""


@requirement("JW-16")
@pytest.mark.parametrize("from_cents", [PaymentsFile().identity_from_cents, WORTH_CENTS, WORTH_CENTS + 1])
def test_from_the_threshold_on_no_slip_is_ready_without_the_reference_of_an_identity_check(
    from_cents: int,
) -> None:
    """JW-16: 2 000 € as shipped, and any other that the house sets; below it none is asked for."""
    assert PaymentsFile().identity_from_cents == 200_000
    felt = royal(Felt(identity_from_cents=from_cents)).identify().view_images().read_amounts()
    felt.badge("Durand", Role.COMITE)
    refused = felt.tap(i.PreparePayment(1, i.PaymentMode.CHEQUE, "B-1"))
    if from_cents > WORTH_CENTS:
        assert refused is None
        return
    assert refused == Refusal("identity", "JW-16", (("seat", 1), ("from_cents", from_cents)))
    assert felt.tap(i.ArmRelease()) == Refusal("payment_first", "JW-15", (("seat", 1),))
    felt.do(i.PreparePayment(1, i.PaymentMode.CHEQUE, "B-1", "ID-1"), i.ArmRelease())


@requirement("JW-05")
@pytest.mark.parametrize("hold", [royal, community])
def test_from_the_claim_to_the_release_no_card_leaves_the_shoe_and_nobody_touches_the_felt(
    hold: Callable[[], Felt],
) -> None:
    """JW-05: the shoe is locked, the dealer told to leave the cards; nothing is settled, no round opens."""
    felt = hold()
    assert [up.code for up in felt.state.alarms] == ["A-105"]
    assert "Ne touchez plus aux cartes" in str(alarm_text("fr", "A-105"))
    for step in (None, felt.identify, felt.view_images, felt.read_amounts, felt.prepare_payments):
        if step is not None:
            step()
        assert shoe_locked(felt.state)
        assert felt.tap(i.OpenSettlement()) == Refusal("verification", ART_JP1)
        for act in (*(i.SettleSeat(seat) for seat in felt.state.players), i.NextRound(), i.CloseTable()):
            assert felt.tap(act) is not None, act
    felt.release().do(i.OpenSettlement())
