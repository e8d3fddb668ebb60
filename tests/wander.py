"""A table left to chance: people mostly sensible, machines mostly right, a book mostly answering.

A `Wanderer` takes one step at a time: the next sensible thing, or noise (an act at random, legal or not, a
card twice, a chip bouncing, an old answer of the book again). It keeps what the table must not show, the
cards really lying there, and what the book really committed, so that a test can compare.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.aside import UNANSWERED, aside_acts
from controller.game.at_pit import PIT_CODE_MS, AtPit, purpose_of
from controller.game.bets import legal_now
from controller.game.by_hand import as_cards, compared, hands_to_enter, seats_to_key, telling, to_turn
from controller.game.cards import FaceDown
from controller.game.entered import Outcome, outcome_of
from controller.game.felt import SEATS, Pile, Place, Spot, board, burn, dealer, hole
from controller.game.hands import HandClass, hand_of, rank_cards
from controller.game.inputs import Health, Intent, Machine, Observation, Role
from controller.game.meter import CorrectionReason, Difference, StopCause, StopFate
from controller.game.permits import may_key
from controller.game.profile import RuleProfile
from controller.game.react import react
from controller.game.refusals import Refusal
from controller.game.sensing import doubted, lamp_by_hand
from controller.game.sheets import closing_lines, opening_lines
from controller.game.showdown import BOARD, DEALER, antes_first, holes
from controller.game.slips import open_slips
from controller.game.state import Phase, TableState
from controller.game.truth import Moved
from controller.game.upkeep import closed_for_good
from controller.game.verification import Verification
from controller.game.winning_hand import hand_places, payees
from tests.builders import CASHIER, CHEF, COMITE, FLOAT, TERMS, Felt, card
from tests.stacked import CARDS, deck, royal
from tests.wander_record import any_proposal, rectified
from tests.wander_settings import SETTINGS, settings_step

PEOPLE = (
    ("Chef 1", Role.CHEF),
    ("Comité 1", Role.COMITE),
    ("Comité 2", Role.COMITE),
    ("Vidéo 1", Role.VIDEO),
    ("Croupier 7", Role.DEALER),
    ("Croupier 8", Role.DEALER),
)
PLACES = (
    *(hole(seat, slot) for seat in SEATS for slot in (0, 1)),
    *map(dealer, range(2)),
    *map(board, range(5)),
    *map(burn, range(3)),
)
DECK_TROUBLES = ("wrong_colour", "recount_due", "cut_card_missing")
DECK = ("deck_again", "deck_colour", "deck_count", "deck_blocked", "shuffler_away", "shuffler_sorts")
SIMPLE: tuple[Intent, ...] = tuple(kind() for kind in i.INTENTS.values() if not kind.__dataclass_fields__)
"""Every intent without an argument."""


class Wanderer:
    """One table, one seed. `noise` is how many steps of a hundred are not sensible.

    With a `register` of people a dealer signs on and badges are shown with their PINs, mostly right.
    """

    def __init__(
        self, seed: int, profile: RuleProfile | None = None, noise: int = 15, *, register: bool = False
    ) -> None:
        self.rng = random.Random(seed)
        self.noise = noise
        # One house in two has the chef confirm a fixed prize from a full house on.
        prize_cents = 4_999 if seed % 2 else None
        terms = None if register else TERMS  # the people of the sheets show no PIN
        self.felt = Felt(
            profile,
            jp1=False,
            register=register,
            dealer_prize_cents=prize_cents,
            cash=terms,
            display_required=register and seed % 3 == 0,
            settings=SETTINGS,
            pit_cards=True,
        )
        self.dice = random.Random(seed)  # of what is done about settings
        self.pit_dice = random.Random(seed)  # and at the pit
        self.felt.see(i.DisplaysObserved(1))
        self.felt.answering = False
        self.deal: tuple[int, int] = (0, 0)
        self.pack: list[str] = []
        self.out: list[str] = []
        self.truth: dict[Place, str] = {}
        self.committed: dict[r.Request, Observation] = {}
        self.refused: set[r.Request] = set()
        self.said: list[Observation] = []
        self.refusals: list[tuple[Intent, Refusal]] = []
        self.felt.see(i.HealthObserved(Machine.SHOE, Health.UP))

    @property
    def state(self) -> TableState:
        """The table as it is now."""
        return self.felt.state

    def chance(self, percent: int) -> bool:
        """True so many times of a hundred."""
        return self.rng.randrange(100) < percent

    # --- one step -------------------------------------------------------------------------------

    def step(self) -> None:
        """Something has happened at the table."""
        if self.chance(self.noise):
            self.rng.choice(NOISE)(self)
        else:
            self._sensible()

    def tap(self, intent: Intent) -> Refusal | None:
        """The intent was asked for, and taken or refused."""
        refusal = self.felt.tap(intent)
        if refusal is not None:
            self.refusals.append((intent, refusal))
        return refusal

    def see(self, *observations: Observation) -> None:
        """The observations were judged; what lies where is remembered."""
        for observation in observations:
            if isinstance(observation, i.BookObserved):
                self.said.append(observation)
            self.felt.see(observation)

    def badge(self, *roles: Role) -> None:
        """Somebody of these roles has a badge in the reader."""
        person, role = self.rng.choice([one for one in PEOPLE if one[1] in roles])
        self.see(i.BadgeObserved(person, role))
        badge = self.state.badge
        if not self.state.facts.register or badge is None:
            return
        if self.chance(self.noise):
            self.see(self.rng.choice(wrong_answers(person, badge.shown, self.felt.now_ms)))
        else:
            self.see(i.PinAnswered(person, badge.shown, True))
            self.see(i.ChargeObserved(person, True))

    # --- sensible -------------------------------------------------------------------------------

    def _sensible(self) -> None:
        state = self.state
        if state.facts.register and state.dealer is None:
            self.badge(Role.DEALER)
            self.tap(i.SignOn())
        elif state.resumed:
            self.tap(i.ConfirmFelt())
        elif state.paused:
            if state.facts.register:
                self.badge(Role.CHEF)
            self.tap(i.EndPause())
        elif self._wanted() and self.chance(70):
            self.book()
        elif state.held is not None:
            self._end_hold()
        elif state.record.open is not None and self.chance(60):
            rectified(self)
        elif state.sheet.closing:
            self._closing()
        else:
            _SENSIBLE[state.phase](self)

    def _end_hold(self) -> None:
        if self.chance(60):
            self.badge(Role.CHEF, Role.COMITE)
        held = self.state.held
        correcting = held is not None and held.cause.startswith("jp1_correction")
        if correcting and self.chance(50):
            self.badge(Role.COMITE)
            return  # he looks at the felt first
        void = i.VoidRound(i.Incident.IRREGULAR_DEAL)
        if self.chance(20):
            self.badge(Role.VIDEO, Role.COMITE)
            self.tap(i.ReviewVideo(True, "C-3", True))
            self.badge(Role.COMITE)
        if held is not None and held.cause == UNANSWERED and self.chance(70):
            for act in aside_acts(self.state):
                self.tap(act)
            return
        choices = [i.Resume(), i.Resume(), i.RegisterJp1Now(), i.GiveJp1Back()]
        if correcting:
            choices = [i.ApproveCorrection(), i.ApproveCorrection(), i.Resume()]
        self.tap(void if self.chance(15) else self.rng.choice(choices))

    def _closed(self) -> None:
        if not settings_step(self, self.dice):
            self.tap(i.OpenTable())

    def _opening(self) -> None:
        """The hand goes over the sensors, and may forget one."""
        for seat in SEATS:
            if self.chance(95):
                self.see(i.ChipObserved(seat, False), i.ChipObserved(seat, True), i.ChipObserved(seat, False))
        if self.state.facts.cash is not None:
            self._fill_sheet()
        self.badge(Role.CHEF)
        refused = self.tap(i.ConfirmOpening()) if self.chance(80) else None
        if refused is not None and refused.code == "table_blocked":
            self.badge(Role.COMITE)
            self.tap(i.LiftBlock("replaced"))

    def _fill_sheet(self) -> None:
        """The lines that are still missing are done; now and then one is forgotten."""
        for colour in ("red", "blue"):
            self.tap(i.DeclareSerial(colour, f"{colour}-1"))
            self.tap(i.CountDeck(colour, 52))
        self._tick(opening_lines(self.state))
        self._count_cash(FLOAT)

    def _tick(self, lines: tuple[tuple[str, bool], ...]) -> None:
        for name, done in lines:
            if not done and name in set(i.SheetLine) and self.chance(95):
                self.badge(Role.COMITE)
                self.tap(i.TickLine(i.SheetLine(name)))

    def _count_cash(self, pieces: dict[str, int]) -> None:
        count = self.state.sheet.count
        if count is None or not count.done:
            for name, number in pieces.items():
                self.tap(i.CountPieces(int(name[1:]), number))
            self.see(i.BadgeObserved(*CHEF))
            if self.chance(10):
                return  # he counts once more
            self.tap(i.SignCash())
            self.see(i.BadgeObserved(*(CASHIER if self.state.sheet.closing else COMITE)))
            self.tap(i.SignCash())

    def _closing(self) -> None:
        """The closing sheet is filled and the table closed; or it is put away."""
        if self.chance(20):
            self.badge(Role.CHEF)
            self.tap(i.LeaveClosing())
            return
        self._count_cash(FLOAT | {"p500": self.rng.randrange(400)})
        self.see(i.BadgeObserved(*CASHIER))
        for slip in open_slips(self.state):
            self.tap(i.SignSlip(slip.round, slip.payment.seat))
        if self.chance(90):
            self.tap(i.CountJp1Chips(self.state.upkeep.session.chips_due + self.chance(3)))
        if self._wanted():
            self.book()
        self._tick(closing_lines(self.state))
        self.badge(Role.CHEF)
        if self.tap(i.CloseTable()):
            self.deck()

    def two_persons(self, proposed: Intent) -> None:
        """One of the comité proposes what is to become of the meter, another approves, or does not."""
        for person, acts in (("Comité 1", (proposed,)), ("Comité 2", (i.ApproveMeterAct(),))):
            self.see(i.BadgeObserved(person, Role.COMITE))
            badge = self.state.badge
            if self.state.facts.register and badge is not None:
                self.see(i.PinAnswered(person, badge.shown, True))
            if person == "Comité 2" and self.chance(30):
                return  # he thinks it over
            for act in (i.WithdrawMeterAct(),) if self.chance(8) else acts:
                self.tap(act)

    def the_meter(self) -> None:
        """The meter is corrected, or the jackpot stopped, or JP1 reported to be out of order."""
        if self.chance(60):
            by_cents = self.rng.choice((-1, 1)) * self.rng.randrange(1, 900)
            self.two_persons(i.CorrectMeter(by_cents, self.rng.choice(tuple(CorrectionReason))))
        elif self.chance(50):
            self.two_persons(i.StopJackpot(self.rng.choice(tuple(StopFate))))
        else:
            self.badge(Role.CHEF)
            self.tap(self.rng.choice((i.Reconcile(), i.ReportStop(self.rng.choice(tuple(StopCause))))))

    def the_book_says(self) -> None:
        """Another table has stopped the jackpot or reopened it; or the book is not the one it was."""
        felt = self.felt
        if self.chance(10):
            other = Difference("finish 3/1", 9, 1_000_000, "finish 2/1", 5, 1_000_000)
            self.see(i.BookRefused("start", "book_differs", other))
        else:
            felt.stop = "" if felt.stop else self.rng.choice(tuple(StopFate))
            self.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq, stop=felt.stop))

    def _reopened(self) -> bool:
        """JP1 waits for two persons, and mostly they come."""
        if not closed_for_good(self.state) or not self.chance(40):
            return False
        stop = self.state.upkeep.stop
        if stop is not None and stop.voluntary and self.chance(50):
            # The increment goes first where its stop said.
            self.two_persons(i.CorrectMeter(-self.rng.randrange(1, 900), CorrectionReason(stop.fate)))
        self.two_persons(i.ReopenJackpot())
        return True

    def _betting(self) -> None:
        if self._reopened():
            return
        if self.state.aside is not None and self.chance(30):
            self.badge(Role.CHEF)
            self.tap(i.OpenSeal(len(self.state.aside.seats)))
            return
        dice = self.rng.randrange(100)
        seat = self.rng.choice(SEATS)
        if self.state.playing.attempt > 1 and dice < 10:
            self.tap(i.VacateSeat(self.rng.choice(self.state.jp1_seats or SEATS)))
        elif len(self.state.players) < 2 or dice < 15:
            self.tap(self._legal_stakes(seat))
        elif dice < 65:
            self.chip(self.rng.choice(self.state.players))
        elif self.state.hand_lamps is not None and self.state.hand_lamps.rounds > 9:
            self.badge(Role.CHEF)
            self.tap(i.CountersignTotals())
        elif dice < 68:
            self.tap(i.VacateSeat(seat))
        elif dice < 71:
            self.tap(i.Undo())
        elif dice < 76 and not self.state.profile.options.stakes_stand:
            self.tap(self.rng.choice((i.DoubleStakes, i.UndoStakes))(self.rng.choice(self.state.players)))
        elif dice < 79:
            self.clock_runs_out()
        elif dice < 82:
            self.the_sensors()
        elif self.tap(i.CloseBets()):
            self.deck()

    def deck(self) -> None:
        """The dealer may not deal: the way out of it has been taken, or a step of it."""
        state = self.state
        code = self.refusals[-1][1].code
        if code == "table_blocked":
            badge = self.state.badge
            if badge is None or badge.role is not Role.COMITE:
                self.badge(Role.COMITE)
            elif self.chance(50):
                self.tap(i.LiftBlock("replaced"))
        elif code == "deck_to_declare":
            if self.chance(50) and not state.shuffler.verified:
                self.shuffled()
            elif self.chance(40):
                self.tap(i.LeaveMode(i.Mode.HAND_SHUFFLE))
            else:
                self.tap(i.DeclareDeck(self.rng.choice(("red", "blue")), 52))
        elif code in DECK:
            if self.chance(45):
                self.badge(Role.CHEF)
                self.tap(i.AllowMode(i.Mode.HAND_SHUFFLE))
            else:
                self.shuffled()
                self.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "", 0, False))

    def shuffled(self) -> None:
        """The shuffler is well, and a whole deck of the colour in turn lies in its tray."""
        self.see(i.HealthObserved(Machine.SHUFFLER, Health.UP))
        self.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "", 0, False))
        for trouble in DECK_TROUBLES:
            self.see(i.TroubleObserved(Machine.SHUFFLER, trouble, active=False))
        colour = {"red": "blue"}.get(self.state.decks.dealt, "red")
        self.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", colour, 52, True))

    def chip(self, seat: int) -> None:
        """A JP1 chip lies there: its sensor says so, or the dealer where no sensor is listened to."""
        state = self.state
        if lamp_by_hand(state, seat):
            self.tap(i.SetLamp(seat, True))
        elif not doubted(state, seat):
            self.see(i.ChipObserved(seat, True))
        elif self.chance(30):
            self.see(i.ChipObserved(seat, False), i.ChipObserved(seat, True), i.ChipObserved(seat, False))
        else:
            self.badge(Role.CHEF)
            self.tap(i.SeatByHand(seat))

    def _legal_stakes(self, seat: int) -> Intent:
        ante = 100 * self.rng.randint(5, 150)
        most = min(300, ante // 5) if self.state.profile.side is Spot.BONUS else 300
        side = 50 * self.rng.randint(10, most) if self.chance(50) else 0
        again = self.state.seat(seat).before[0] and not self.state.seat(seat).seated
        return i.RepeatStakes(seat) if again and self.chance(70) else i.SetStakes(seat, ante, side)

    def _latched(self) -> None:
        seat = self.rng.choice(SEATS)
        if self.state.playing.count_disputed:
            self.badge(Role.CHEF)
            acts = (i.NoChip(seat), i.ChipReturned(seat), i.ChipCounts(seat), i.CountAgrees())
            self.tap(self.rng.choice(acts))
        elif self.chance(10):
            self.tap(i.TellDifference())
        elif self.chance(85):
            self.tap(i.CollectJp1())
        else:
            self.badge(Role.CHEF)
            self.tap(self.rng.choice((i.GiveJp1Back(), i.ReopenBets())))

    def _collected(self) -> None:
        self.book()

    def _dealing(self) -> None:
        unread = [place for place in self.state.unread if may_key(self.state, place)]
        if unread:
            self.key(unread[0])
        elif not self.state.playing.drawn and self.state.jp1_seats and self.chance(20):
            self.tap(i.ProposeCorrection(self.rng.choice(self.state.jp1_seats)))
        elif self.state.playing.drawn and self.state.jp1_seats and self.chance(2):
            self.badge(Role.CHEF)
            self.tap(i.ProposeCorrection(self.rng.choice(self.state.jp1_seats)))
        elif self.state.by_hand:
            # Dealt face up, a card that the shoe had not read before it went mute lies open to be keyed.
            waiting = [place for place in self.state.unread if may_key(self.state, place)]
            if waiting:
                self.key(waiting[0])
            else:
                self.tap(i.ConfirmDealt())
        else:
            self.draw()

    def _deciding(self) -> None:
        state = self.state
        if telling(state):
            self._tell()
            return
        turned = to_turn(state)
        if turned and (not state.playing.street_open or self.chance(30)):
            self.key(turned[0])
            return
        if not state.playing.street_open:
            self._key_or_draw()
            return
        last = state.playing.street + 1 == len(state.profile.streets)
        if last and not state.waited_for and (not state.undecided or self.chance(50)):
            self._key_or_open()
        elif self.chance(55):
            decisions = i.BetPlay | i.BetOn | i.Check | i.Fold
            legal = [one for one in legal_now(state) if isinstance(one, decisions)]
            self.tap(self.rng.choice(legal) if legal else i.CallStreet())
        elif state.profile.clocks.decision_ms and self.chance(60):
            self.clock_runs_out()
        elif state.waited_for:
            self.tap(self.rng.choice((i.FoldRest(), i.BetRest(), i.CheckRest(), i.Undo())))
        else:
            self.tap(i.Undo() if last else i.CallStreet())

    def clock_runs_out(self) -> None:
        """Nobody did anything until the table's own deadline, if it has one."""
        due = [request.at_ms for request in react(self.state) if isinstance(request, r.WakeAt)]
        if due:
            self.felt.now_ms = max(self.felt.now_ms, due[0])
            self.see(i.TimeObserved(self.felt.now_ms))

    def _key_or_draw(self) -> None:
        waiting = [place for place in self.state.unread if may_key(self.state, place)]
        if waiting:
            self.key(waiting[0])
        else:
            self.draw()

    def _key_or_open(self) -> None:
        self.tap(i.OpenHands())
        waiting = [place for place in self.state.unread if may_key(self.state, place)]
        if waiting and self.state.phase is Phase.DECIDING:
            self.key(waiting[0])

    def key(self, place: Place) -> None:
        """The dealer keys the card that lies there; if it lies face up elsewhere too, the deck is wrong."""
        self.tap(i.KeyCard(place, card(self.lies(place))))
        if self.refusals and self.refusals[-1][1].code == "card_face_up":
            self.tap(i.DeclareIncident(i.Incident.EXTRA_CARD))

    def _tell(self) -> None:
        """The dealer's cards are keyed, then every hand that plays is told by class, or as cards."""
        unread = [place for place in self.state.unread if may_key(self.state, place)]
        dealt = [*to_turn(self.state), *(place for place in unread if place.pile is Pile.DEALER)]
        if dealt:
            self.key(dealt[0])
        elif not self._tell_a_hand():
            self.tap(i.Undo() if self.chance(5) else i.OpenHands())

    def _tell_a_hand(self) -> bool:
        waiting = hands_to_enter(self.state)
        if waiting:
            self._tell_hand_of(waiting[0])
        return bool(waiting)

    def _tell_hand_of(self, seat: int) -> None:
        state = self.state
        shown = state.playing.shown
        unknown = [place for place in holes([seat]) if state.playing.cards[place] is None]
        common = [shown[place] for place in BOARD]
        own = [card(self._lying(place)) for place in holes([seat])]
        if len({*own, *common}) < 7 and unknown:
            self.key(unknown[0])  # a card of another deck lies there: keyed, it is found
            return
        rank = rank_cards([*own, *common])
        told = hand_of(rank).hand_class
        begun = len(self.refusals)
        if len(unknown) == 2 and self.chance(80) and not as_cards(state, seat, told):
            against = outcome_of(rank, rank_cards([*(shown[place] for place in DEALER), *common]))
            outcome = against if compared(state, seat) else Outcome.NONE
            self.tap(i.EnterHand(seat, outcome, told))
        if len(unknown) < 2 or as_cards(state, seat, told) or len(self.refusals) > begun:
            self.key(unknown[0])

    def _lying(self, place: Place) -> str:
        known = self.state.playing.cards[place]
        return known.turned_up().text if known is not None else self.lies(place)

    def _showdown(self) -> None:
        if self.state.playing.antes_paid_ms and self._tell_a_hand():
            return
        self.see(i.ChipObserved(self.rng.choice(SEATS), False))
        verification = self.state.playing.verification
        if antes_first(self.state, self.state.playing.qualified):
            self.tap(i.PayAntes())
        elif verification is None or verification.over:
            self.tap(i.OpenSettlement())
        elif verification.doubt is not None and self.chance(50):
            self.badge(Role.VIDEO, Role.COMITE)
            self.tap(i.RefuseAward(verification.doubt))
        else:
            self._prove(verification)

    def _prove(self, verification: Verification) -> None:
        """The next step of a supervised payment, by whoever is there."""
        self.badge(Role.COMITE, Role.VIDEO)
        if self.chance(5):
            self.tap(i.ProposeRefusal(self.rng.choice(tuple(i.ClaimDoubt))))
        elif not verification.confirmed_by:
            self._identify(verification)
        elif not verification.conform:
            viewed = i.ReviewVideo(self.chance(80), "camera 3", self.chance(90))
            self.tap(i.WaitForVideo() if self.chance(20) else viewed)
        elif not verification.amounts_read:
            self._read_amount()
        elif waiting := [seat for seat in payees(self.state) if verification.payment(seat) is None]:
            self.tap(i.PreparePayment(waiting[0], i.PaymentMode.CHEQUE, "B-7", "ID-7"))
        else:
            self.tap(i.ReleaseAward() if verification.armed_by else i.ArmRelease())
        if self.chance(30):
            self.badge(Role.COMITE, Role.VIDEO)

    def _read_amount(self) -> None:
        """At the table, or at the pit by a card that may be taken out before it acts."""
        purpose = purpose_of(self.state, "ReadAmount")
        if not purpose or self.pit_dice.randrange(2):
            self.tap(i.ReadAmount())
            return
        person, role = self.pit_dice.choice([one for one in PEOPLE if one[1] in (Role.COMITE, Role.VIDEO)])
        self.see(i.PitCardObserved(person, role, "ReadAmount", purpose))
        if self.state.pit_card is not None and self.state.facts.register:
            self.see(i.PinAnswered(person, self.state.pit_card.badge.shown, True))
        if not self.pit_dice.randrange(6):
            self.see(i.PitCardGoneObserved())
        self.tap(AtPit(i.ReadAmount()))

    def _identify(self, verification: Verification) -> None:
        """The cards one by one; now and then another card is found, or the comité does not come."""
        if not self.state.call_ms:
            self.tap(i.CallChef())
        if self.chance(10):
            self.see(i.BadgeGone())
            self.felt.now_ms += 120_000
            self.see(i.TimeObserved(self.felt.now_ms))
            return
        for place, _, _ in verification.others:
            if self.chance(50):
                self.tap(i.WithdrawReport(place))
        waiting = [place for place in hand_places(self.state) if place not in verification.same]
        if waiting:
            found = i.ReportCard(waiting[0], card(self.rng.choice(CARDS)))
            self.tap(found if self.chance(6) else i.ConfirmCard(waiting[0]))
        else:
            self.tap(i.ConfirmHand())

    def _settling(self) -> None:
        legal = [
            one
            for one in legal_now(self.state)
            if isinstance(one, i.SettleSeat | i.ContestSeat | i.ConfirmPrize | i.Undo)
        ]
        if not any(isinstance(one, i.SettleSeat) for one in legal):
            self.badge(Role.CHEF)
        contested = seats_to_key(self.state)
        if contested and self.chance(70):
            unknown = [place for place in holes(contested) if self.state.playing.cards[place] is None]
            self.key(unknown[0])
        elif not legal:
            self.book()
        elif self.chance(85) or len(legal) == 1:
            self.tap(legal[0])
        else:
            self.tap(self.rng.choice(legal))

    def _clearing(self) -> None:
        for seat in SEATS:
            if self.state.seat(seat).chip:
                self.see(i.ChipObserved(seat, False))
        if self.chance(4):
            self.badge(Role.DEALER)
            self.tap(i.SignOn())
        if self._reopened():
            return
        if self.state.sheet.deals_left == 0:
            self.badge(Role.CHEF)
            self.tap(i.BeginClosing())
        elif self.chance(50) or self.state.blocked:
            if self.tap(i.NextRound()):
                self.deck()
        else:
            self.felt.now_ms += 3_000
            self.see(i.TimeObserved(self.felt.now_ms))

    # --- the shoe -------------------------------------------------------------------------------

    def new_deal(self) -> tuple[int, int]:
        """A deck for this deal is there; which deal it is."""
        played = self.state.round
        now = (played.number, played.attempt) if played is not None else (0, 0)
        if now != self.deal:
            self.deal, self.out, self.truth = now, [], {}
            self.pack = self._pack(len(self.state.players))
        return now

    def lies(self, place: Place) -> str:
        """The card that lies at the place, or is turned there now, dealt by hand from the same deck."""
        self.new_deal()
        if place not in self.truth:
            left = self.pack or [text for text in CARDS if text not in self.truth.values()]
            self.truth[place] = left.pop(0)
            self.out.append(self.truth[place])
        return self.truth[place]

    def draw(self, percent_unreadable: int = 3) -> None:
        """The next card has left the shoe, read or not."""
        played = self.state.round
        now = self.new_deal()
        if not self.pack:
            return
        text = self.pack.pop(0)
        self.out.append(text)
        before = set(played.cards) if played is not None else set()
        self.see(
            i.UnreadableObserved()
            if self.chance(percent_unreadable)
            else i.CardObserved(FaceDown(card(text)))
        )
        after = self.state.round
        if after is not None and (after.number, after.attempt) == now:
            for place in set(after.cards) - before:
                self.truth[place] = text

    def _pack(self, players: int) -> list[str]:
        common, hands = deck(self.rng, players + 1, royal if self.chance(20) else None)
        dealt = [text for hand in hands for text in hand] + common
        rest = [text for text in CARDS if text not in dealt]
        self.rng.shuffle(rest)
        return dealt + rest

    def sealed(self) -> set[str]:
        """The cards that lie on the felt or left the shoe in this deal and were not turned up."""
        played = self.state.round
        if played is None:
            return set()
        lying = {known.turned_up().text for known in played.cards.values() if known is not None}
        if (played.number, played.attempt) == self.deal:
            lying |= set(self.out)
        return lying - {shown.text for shown in played.shown.values()}

    # --- the book -------------------------------------------------------------------------------

    def _wanted(self) -> r.Request | None:
        for request in react(self.state):
            if isinstance(request, r.BookRequest | r.ReadMeter):
                return request
        return None

    def book(self) -> None:
        """The book was reached or not; what it committed it answers in the same words for ever."""
        request = self._wanted()
        act = type(request).__name__.lower()
        if request is None:
            return
        if self.chance(8):
            self.see(i.BookUnreachable(act, "timeout"))
        elif self.chance(1) and not isinstance(request, r.Contribute | r.ReadMeter):
            self.see(i.BookRefused(act, "try_again_with_people"))
        elif isinstance(request, r.Forgo):
            self._forgone(request)
        elif isinstance(request, r.ReadMeter):
            felt = self.felt
            self.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq, stop=felt.stop))
        elif request in self.refused or (request not in self.committed and self._book_says_no(request)):
            self.refused.add(request)
            self.see(i.BookRefused(act, "stake_mismatch"))
        else:
            if request not in self.committed:
                self.committed[request] = self.felt.answer(request)
            if self.chance(90):
                self.see(self.committed[request])

    def _forgone(self, request: r.Forgo) -> None:
        """The book had the stakes all along and says so; or it never had them, and never will."""
        press = r.Contribute(request.round, request.attempt, request.seats, request.stake_cents)
        if press not in self.committed and self.chance(30):
            self.committed[press] = self.felt.answer(press)  # it was on its way
        if press in self.committed:
            self.see(self.committed[press])
        else:
            self.refused.add(press)
            self.see(i.BookRefused("Forgo", "forgone"))

    def _book_says_no(self, request: r.Request) -> bool:
        return isinstance(request, r.Contribute) and self.chance(2)

    # --- noise ----------------------------------------------------------------------------------

    def a_legal_act(self) -> None:
        """Any act that the console offers."""
        legal = legal_now(self.state)
        if legal:
            self.tap(self.rng.choice(legal))

    def any_act(self) -> None:
        """An act nobody thought about."""
        self.tap(any_intent(self.rng))

    def a_card(self) -> None:
        """A card leaves the shoe whatever the table is doing."""
        self.draw(percent_unreadable=30)

    def a_card_again(self) -> None:
        """A card that is out is read again, or one from another deck."""
        text = self.rng.choice(self.out) if self.out and self.chance(70) else self.rng.choice(CARDS)
        before = set(self.state.round.cards) if self.state.round is not None else set()
        self.see(i.CardObserved(FaceDown(card(text))))
        played = self.state.round
        if played is not None:
            for place in set(played.cards) - before:
                self.truth[place] = text

    def a_wrong_key(self) -> None:
        """A card is keyed at a place, rarely the right one."""
        unread = self.state.unread
        place = self.rng.choice(unread or PLACES)
        self.tap(i.KeyCard(place, card(self.rng.choice(CARDS))))

    def a_chip(self) -> None:
        """A chip is put down or lifted anywhere."""
        self.see(i.ChipObserved(self.rng.choice(SEATS), self.chance(60)))

    def the_sensors(self) -> None:
        """The sensors go, or come back, and what a chef then says; or their raw moves are told."""
        dice = self.rng.randrange(100)
        if dice < 30:
            self.see(i.SpotsObserved((i.SpotSense(Spot.BLIND, self.rng.randint(1, 7), self.chance(50)),)))
            self.see(i.SensorMovesObserved((i.SensorMove(self.felt.now_ms, "3", self.chance(50)),)))
            return
        if self.state.hand_lamps is not None and self.chance(60):
            self.see(i.HealthObserved(Machine.CHIPS, Health.UP))
        elif dice < 60:
            health = self.rng.choice((Health.UP, Health.UP, Health.LOST, Health.ABSENT))
            self.see(i.HealthObserved(Machine.CHIPS, health))
        self.badge(Role.CHEF)
        away = self.state.hand_lamps is None
        self.tap(i.AllowHandLamps() if away else self.rng.choice((i.EndHandLamps(), i.CountersignTotals())))

    def a_badge(self) -> None:
        """A badge comes or goes."""
        if self.state.facts.register and self.chance(10):
            self.see(i.RevokedObserved(self.rng.choice(PEOPLE)[0]))
        elif self.chance(40):
            self.see(i.BadgeGone())
        else:
            self.badge(*Role)

    def a_machine(self) -> None:
        """A machine says something about itself."""
        rng = self.rng
        machine = rng.choice(tuple(Machine))
        trouble = rng.choice(
            (
                *("jam", "jam_inlet", "lid_open", "foreign_message", "chip_stuck_3", "chip_bouncing_9"),
                *("firmware_changed", "firmware_changed", *DECK_TROUBLES),
            )
        )
        count = rng.choice((51, 52, 52, 52))
        self.see(
            rng.choice(
                (
                    i.HealthObserved(machine, rng.choice(tuple(Health)), "code_7"),
                    i.TroubleObserved(machine, trouble, self.chance(50)),
                    i.ShoeObserved(self.chance(50), rng.randrange(53)),
                    i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "red", "blue", count, True, self.chance(20)),
                    i.HealthObserved(Machine.BADGE, Health.LOST, "silence"),
                    i.ShownEmptyObserved(True, rng.choice((0, 0, 1))),
                    i.CutCardObserved(),
                    i.LinesObserved((i.LineCount(machine, 300_000, rng.choice((2, 400)), rng.randrange(9)),)),
                    i.IdentityObserved(i.MachineIdentity(machine, "shoe 17", firmware=f"1.{count}")),
                    i.ScreenGarbageObserved("dealer", "no map"),
                    i.TimeObserved(self.felt.now_ms + rng.randrange(-5_000, 50_000)),
                )
            )
        )

    def the_shoe_dies(self) -> None:
        """The shoe is mute, and a chef lets the dealer deal by hand."""
        self.see(i.HealthObserved(Machine.SHOE, self.rng.choice((Health.LOST, Health.ABSENT))))
        self.badge(Role.CHEF, Role.COMITE)
        self.tap(i.DealByHand())

    def the_shuffler_dies(self) -> None:
        """The shuffler is away, and a chef lets the decks be shuffled by hand."""
        self.see(i.HealthObserved(Machine.SHUFFLER, Health.LOST, "silence"))
        self.badge(Role.CHEF)
        self.tap(i.AllowMode(i.Mode.HAND_SHUFFLE))

    def the_sheets(self) -> None:
        """A chef announces the last deals, brings an avance or begins to close."""
        self.badge(Role.CHEF)
        self.tap(
            self.rng.choice(
                (i.AnnounceLastDeals(), i.WithdrawLastDeals(), i.BeginAdvance(), i.BeginClosing())
            )
        )
        if self.state.sheet.count is not None and not self.state.sheet.closing:
            self._count_cash({"p100000": 25})

    def the_shoe_is_back(self) -> None:
        """The shoe is heard again, mostly with the count that it should have."""
        played = self.state.round
        self.see(i.HealthObserved(Machine.SHOE, Health.UP))
        drawn = played.drawn if played is not None else 0
        if self.chance(80):
            self.see(i.ShoeObserved(False, 52 - drawn if self.chance(80) else self.rng.randrange(53)))
        self.badge(Role.CHEF, Role.COMITE)
        self.tap(i.DealByShoe())

    def an_old_answer(self) -> None:
        """The book's answer of some time ago comes once more."""
        if self.said:
            self.felt.see(self.rng.choice(self.said[-12:] if self.chance(70) else self.said))

    def an_alarm_is_seen(self) -> None:
        """Somebody acknowledges an alarm that is up, or stops its sound."""
        if self.state.alarms:
            if self.chance(50):
                self.badge(Role.CHEF)
            if not self.state.alarms:
                return  # it was the badge's own, and went with it
            number = self.rng.choice(self.state.alarms).number
            seen = i.SeeAlarm(number, self.rng.choice(("", *i.Acknowledgement)))
            self.tap(seen if self.chance(80) else i.SilenceAlarm(number))

    def an_incident_is_reported(self) -> None:
        """The form is filled, sensibly or not, and the reports that wait are signed by whoever is there."""
        self.tap(any_report(self.rng))
        self.badge(Role.CHEF, Role.COMITE, Role.CASHIER)
        for report in self.state.incidents.reports:
            if not report.answered:
                self.tap(i.SignIncident(report.number))

    def the_pit_is_asked(self) -> None:
        """The reader is away, and somebody shows a badge at the pit, with the right code or another."""
        if not self.pit_dice.randrange(4):
            self.see(i.BadgeGone(), i.HealthObserved(Machine.BADGE, Health.LOST, "silence"))
        self.tap(i.AskPit("4711"))
        if self.state.pit_code and self.pit_dice.randrange(2):  # nobody comes to the pit in time
            self.felt.now_ms += PIT_CODE_MS
            self.see(i.TimeObserved(self.felt.now_ms))
        person, role = self.rng.choice(PEOPLE)
        if self.chance(25):
            why = self.rng.choice(("card_revoked", "unknown_card"))
            self.see(i.PitCardRefused(self.rng.choice((person, "")), why))
        else:
            self.see(i.RemoteBadgeObserved(person, role, self.rng.choice(("4711", "4711", "0815"))))

    def a_display_goes_or_comes(self) -> None:
        """The last screen that shows the jackpot goes out, or one is there again."""
        self.see(i.DisplaysObserved(0 if self.state.displays and self.chance(50) else 1))

    def the_link_fails(self) -> None:
        """The book cannot be reached."""
        self.see(i.BookUnreachable("read", "timeout"))

    def nobody_answers(self) -> None:
        """The book cannot be reached for long; a chef seals the chips of a press, or opens them."""
        self.see(i.BookUnreachable("contribute", "timeout"))
        self.see(i.TimeObserved(self.felt.now_ms + self.state.facts.unanswered_ms))
        self.badge(Role.CHEF)
        for act in aside_acts(self.state):
            self.tap(act)

    def a_restart(self) -> None:
        """The program comes back: the felt is to be confirmed."""
        if not self.state.resumed and self.chance(20):
            self.felt._step([e.SessionResumed()])


def wrong_answers(person: str, shown: int, now_ms: int) -> tuple[Observation, ...]:
    """What a register and a PIN pad say when something is not as it should be."""
    return (
        i.PinAnswered(person, shown, False, 3),
        i.PinAnswered(person, shown - 1, True),
        i.PinAnswered("nobody", shown, True),
        i.PinAnswered(person, shown, False, 0, now_ms + 900_000),
        i.ChargeObserved(person, False, ("UTH-1", "UTH-3")),
    )


def any_report(rng: random.Random) -> Intent:
    """The form of an incident, mostly one that may be."""
    return i.ReportIncident(
        rng.choice(tuple(i.Incident)),
        rng.choice(tuple(i.Finding)),
        rng.choice(tuple(i.Measure)),
        rng.choice((0, 1, 4, 9)),
        rng.choice(("", "", str(rng.choice(PLACES)), "nowhere")),
        rng.choice(("", "red", "green")),
        rng.choice((0, 51, 52, 200)),
        rng.random() < 0.5,
    )


def any_intent(rng: random.Random) -> Intent:
    """An intent with arguments at random, most of them senseless."""
    seat = rng.randrange(-1, 9)
    with_arguments: tuple[Intent, ...] = (
        i.SetStakes(
            seat,
            rng.choice((-500, 0, 1, 450, 500, 550, 600, 14_900, 15_000, 15_100)),
            50 * rng.randrange(400),
        ),
        i.VacateSeat(seat),
        i.SetStakesAside(seat),
        i.OpenSeal(seat),
        i.CountPieces(rng.choice((0, 500, 777)), rng.randrange(-1, 60)),
        i.DeclareSerial(rng.choice(("red", "green")), rng.choice(("", "R-0001", "é"))),
        i.CountDeck(rng.choice(("blue", "green")), rng.choice((51, 52))),
        i.TickLine(rng.choice(tuple(i.SheetLine))),
        i.SignSlip(rng.randrange(3), seat),
        i.BookOrphan(rng.choice((-1, 0, 500)), rng.choice(tuple(i.OrphanPlace))),
        i.ChangeMaximum(rng.choice((0, 5_000, 10_000, 15_000, 20_000))),
        i.BetPlay(seat, rng.randrange(-1, 6)),
        i.BetOn(seat, rng.choice(tuple(Spot))),
        i.Check(seat),
        i.RepeatStakes(seat),
        i.DoubleStakes(seat),
        i.UndoStakes(seat),
        i.SetLamp(seat, rng.random() < 0.5),
        i.SeatByHand(seat),
        i.NoChip(seat),
        i.ChipReturned(seat),
        i.ChipCounts(seat),
        i.ProposeCorrection(seat),
        i.Fold(seat),
        i.SettleSeat(seat),
        i.ContestSeat(seat),
        i.KeyCard(rng.choice(PLACES), card(rng.choice(CARDS))),
        i.EnterHand(seat, rng.choice(tuple(Outcome)), rng.choice(tuple(HandClass))),
        i.SeeAlarm(rng.randrange(20), rng.choice(("", "checked", "nonsense"))),
        i.SilenceAlarm(rng.randrange(20)),
        i.LiftBlock(rng.choice(("", "replaced"))),
        i.AllowMode(rng.choice(tuple(i.Mode))),
        i.LeaveMode(rng.choice(tuple(i.Mode))),
        i.DeclareDeck(rng.choice(("red", "blue", "green")), rng.choice((51, 52))),
        i.ShowEmpty(rng.choice(tuple(i.Occasion))),
        i.AskPit(rng.choice(("", "4711"))),
        i.DeclareIncident(rng.choice(tuple(i.Incident))),
        i.VoidRound(rng.choice(tuple(i.Incident))),
        i.ReviewVideo(rng.random() < 0.5, "camera 1", rng.random() < 0.5),
        i.ProposeRefusal(rng.choice(tuple(i.ClaimDoubt))),
        i.RefuseAward(rng.choice(tuple(i.ClaimDoubt))),
        i.ConfirmCard(rng.choice(PLACES)),
        i.ReportCard(rng.choice(PLACES), card(rng.choice(CARDS))),
        i.WithdrawReport(rng.choice(PLACES)),
        i.PreparePayment(seat, rng.choice(tuple(i.PaymentMode)), rng.choice(("", "B-1")), "ID-1"),
        i.ConfirmPrize(seat),
        any_report(rng),
        any_proposal(rng),
        i.SettleRectification(rng.choice(tuple(Moved))),
        i.SignIncident(rng.randrange(5)),
        i.CorrectMeter(rng.choice((-(10**12), -700, 0, 700)), rng.choice(tuple(CorrectionReason))),
        i.StopJackpot(rng.choice(tuple(StopFate))),
        i.ReportStop(rng.choice(tuple(StopCause))),
        i.CountJp1Chips(rng.choice((-1, 0, 3))),
    )
    return rng.choice((*with_arguments, *with_arguments, *SIMPLE))


NOISE: tuple[Callable[[Wanderer], None], ...] = (
    Wanderer.a_legal_act,
    Wanderer.an_incident_is_reported,
    Wanderer.a_legal_act,
    Wanderer.any_act,
    Wanderer.any_act,
    Wanderer.a_card,
    Wanderer.a_card_again,
    Wanderer.a_wrong_key,
    Wanderer.a_chip,
    Wanderer.the_sensors,
    Wanderer.a_badge,
    Wanderer.a_machine,
    Wanderer.a_display_goes_or_comes,
    Wanderer.an_old_answer,
    Wanderer.an_alarm_is_seen,
    Wanderer.the_pit_is_asked,
    Wanderer.the_link_fails,
    Wanderer.nobody_answers,
    Wanderer.a_restart,
    Wanderer.the_shoe_dies,
    Wanderer.the_shuffler_dies,
    Wanderer.the_sheets,
    Wanderer.the_shoe_is_back,
    Wanderer.the_meter,
    Wanderer.the_book_says,
    rectified,
)

_SENSIBLE: dict[Phase, Callable[[Wanderer], Any]] = {
    Phase.CLOSED: Wanderer._closed,
    Phase.OPENING: Wanderer._opening,
    Phase.BETTING: Wanderer._betting,
    Phase.LATCHED: Wanderer._latched,
    Phase.COLLECTED: Wanderer._collected,
    Phase.DEALING: Wanderer._dealing,
    Phase.DECIDING: Wanderer._deciding,
    Phase.SHOWDOWN: Wanderer._showdown,
    Phase.SETTLING: Wanderer._settling,
    Phase.CLEARING: Wanderer._clearing,
}
