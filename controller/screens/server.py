"""The table's side of its screens: one Unix socket a role, views out, taps in.

Everything here runs on the deciding thread but `open` and `close`; the bytes are carried by a thread of
their own (`socket_thread`), which only puts what came into the inbox. A tick is sent when the deciding thread
has answered for it: a screen that hears ticks knows that the table decides, not merely that a socket is
open.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from controller.clock import Clock
from controller.game import inputs as i
from controller.game.acts import ACTS
from controller.game.inputs import (
    DisplaysObserved,
    Intent,
    Machine,
    Observation,
    PitCardGoneObserved,
    ScreenGarbageObserved,
    SheetLine,
)
from controller.game.jackpot.owed_at_closing import owed_acts
from controller.game.meter.acts import unexplained
from controller.game.people.at_pit import PIT_ACTS, AtPit
from controller.game.rectification.show import past_round
from controller.game.refusals import Refusal
from controller.game.rights import right_to
from controller.game.settings.drafts import ACTS as DRAFTING
from controller.game.state import TableState
from controller.people.pit_code import with_code
from controller.ports import Figures, FrameLine
from controller.screens import taps, wire
from controller.screens.last_word import LAST_WORD_S, RESTARTING_LINE, SLOW, unwritten, unwritten_line
from controller.screens.pit_card import SEE, Asked, CardShown, CardTaken, NonceAsked, PitDesk, Verify
from controller.screens.screen_line import Screen
from controller.screens.socket_thread import STALLED_MS, Courier, Ears
from controller.screens.taps import Ask
from controller.screens.unix_socket import Doors
from controller.screens.wire import ScreenRole
from controller.screens.wire_views import Frame, Telling
from controller.table.pump import Call

View = Mapping[str, Any]
Put = Callable[[object], None]
Take = Callable[[Intent | Observation], Refusal | None]

ANSWERS_KEPT: Final = 256
FIGURES_FOR: Final = ("dealer", "pit")
"""Who is told how the lines of the machines do."""
PACE_MS: Final[Mapping[str, int]] = {"pit": 200}
"""A pit looks at many tables: it is told of each at most five times a second, and always of the newest."""
Counts = Callable[[int | None], int | None]
"""How many displays work, of how many were found to; None where nobody can know yet."""
ON_WRITING: Final = (i.DropDraft, i.ProposeSettings)
ON_A_PROPOSAL: Final = (i.ApproveMeterAct, i.WithdrawMeterAct)
ON_A_DRAFT: Final = (i.ApproveSettings, i.RefuseSettings, i.WithdrawSettings)
NOT_THIS_SCREEN: Final = Refusal("not_this_screen")


class Screens:
    """The screens of one table.

    Args:
        doors: where they are let in: `dealer.sock`, `pit.sock` and `jackpot.sock`.
        views: how each role's view is built from the state. Called on the deciding thread, once for a
            state, and only while a screen of that role is connected.
        clock: the table's time, sent with each tick.
        pace_ms: how long the screens of a role wait from one view to the next.
        figures: how the lines of the machines do now; asked with each tick, sent when it changed.
        pit_cards: whose a card is that was read at the pit; None where no such card counts.
        frames: the latest lines of a machine's frame log, masked, which the pit may look at.
        frame_log: why that log cannot be written now, or an empty text; told with the figures.
        displays: how many displays count of those that show; at a real table, all.
    """

    def __init__(
        self,
        doors: Doors,
        views: Mapping[str, Callable[[TableState], View]],
        clock: Clock,
        *,
        stalled_ms: int = STALLED_MS,
        pace_ms: Mapping[str, int] = PACE_MS,
        figures: Callable[[], Mapping[Machine, Figures]] = dict,
        pit_cards: Verify | None = None,
        frames: Callable[[Machine], Sequence[FrameLine]] = lambda machine: (),
        frame_log: Callable[[], str] = str,
        displays: Counts = lambda showing: showing,
    ) -> None:
        self._frame_log = frame_log
        self._displays = displays
        self._frames_of = frames
        self._pit_cards = pit_cards
        self._doors = doors
        self._figures = figures
        self._views = dict(views)
        self._clock = clock
        self._stalled_ms = stalled_ms
        self._pace_ms = pace_ms
        self._courier: Courier | None = None
        self._state: TableState | None = None
        self._frames: dict[str, Frame] = {}
        self._tellings = {role: Telling() for role in self._views}
        self._answered: dict[str, OrderedDict[str, bytes]] = {role: OrderedDict() for role in self._views}
        self._meant: dict[type[Intent] | Intent, tuple[object, int]] = {}
        self._pulse_open = threading.Event()
        self._signer: Screen | None = None
        self._unwritten = ""

    def open(self, put: Put, take: Take) -> None:
        """Screens may connect; what they ask is put in the inbox with `put` and decided with `take`.

        Raises:
            SocketTaken: a live table already serves in this directory, or no socket can be made there.
        """
        self._put = put
        self._take = take
        self._pit_desk = PitDesk(self._pit_cards, take)
        self._doors.make(*self._views)
        ears = Ears(
            joined=lambda screen: put(Call(partial(self._joined, screen))),
            asked=lambda screen, ask: put(Call(partial(self._asked, screen, ask))),
            garbage=lambda role, why: put(ScreenGarbageObserved(role, why)),
            pulse=self._pulse,
            watched=lambda screen, machine: put(Call(partial(self._watched, screen, machine))),
            recalled=lambda screen, number: put(Call(partial(self._recalled, screen, number))),
        )
        doors = {role: self._doors.of(role) for role in self._views}
        self._courier = Courier(doors, ears, stalled_ms=self._stalled_ms, pace_ms=self._pace_ms)
        self._courier.start()

    def close(self) -> None:
        """Every screen is disconnected and the sockets are gone."""
        if self._courier is not None:
            self._courier.close()
            self._courier = None
        self._doors.close()

    def say_unwritten(self, why: str) -> None:
        """The journal cannot be written: every screen has been told why, and no tap is taken any more."""
        self._unwritten = why
        if self._courier is not None:
            self._courier.tell_all(unwritten_line(why), wait_s=LAST_WORD_S)

    def say_restarting(self) -> None:
        """The table ends to be started again at once: every screen has been told."""
        if self._courier is not None:
            self._courier.tell_all(RESTARTING_LINE, wait_s=LAST_WORD_S)

    def say_slow(self) -> None:
        """The disk keeps the table waiting; said from whatever thread is patient."""
        if self._courier is not None:
            self._courier.tell_all(unwritten_line(SLOW))

    def show(self, state: TableState) -> None:
        """The screens that listen will show this state, or a newer one."""
        self._note_meanings(state)
        self._state = state
        self._frames.clear()
        if self._courier is not None and (roles := self._courier.roles()):
            self._courier.show({role: self._frame(role, state) for role in roles})

    def _frame(self, role: ScreenRole, state: TableState) -> Frame:
        frame = self._frames.get(role)
        if frame is None:
            frame = self._frames[role] = Frame(self._views[role](state), self._tellings[role])
        return frame

    def _joined(self, screen: Screen) -> None:
        """A screen that came is given the present view."""
        if self._courier is not None and self._unwritten:
            self._courier.tell(screen, unwritten_line(self._unwritten))
        elif self._courier is not None and self._state is not None:
            self._courier.show_one(screen, self._frame(screen.role, self._state))

    def _asked(self, screen: Screen, ask: Ask | NonceAsked | CardShown | CardTaken) -> None:
        """A tap has had its effect or is refused, and the screen is told which."""
        if not isinstance(ask, Ask):
            self._pit_asked(screen, ask)
            return
        kept = self._answered[screen.role]
        line = kept.get(ask.id)
        if line is None:
            refusal = self._decide(screen.role, ask, screen)
            seq = self._state.seq if self._state is not None else 0
            line = kept[ask.id] = wire.answer_line(ask.id, seq, refusal)
            if len(kept) > ANSWERS_KEPT:
                kept.popitem(last=False)
        if self._courier is not None:
            self._courier.answer(screen, line)

    def _pit_asked(self, screen: Screen, ask: NonceAsked | CardShown | CardTaken) -> None:
        """A card at the pit counts or does not, and the pit is told; each nonce is good for one card."""
        if self._courier is None or self._state is None:
            return
        asked, screen.asked = screen.asked, Asked()
        if isinstance(ask, NonceAsked):
            screen.asked, said = self._pit_desk.nonce(self._state, ask.act)
        elif isinstance(ask, CardTaken):
            self._card_taken(screen)
            said = {"card": ""}
        elif ask.act == SEE:
            screen.named, why = self._pit_desk.named(ask, asked, self._clock.now_ms())
            said = {"card": why}
        else:
            said = {"card": self._pit_desk.show(ask, asked, self._state, self._clock.now_ms())}
            if ask.act and not said["card"]:
                self._signer = screen
        self._courier.answer(screen, wire.encode(said))

    def _card_taken(self, screen: Screen) -> None:
        """Nothing that a card at this screen has signed counts any more."""
        screen.named = ""
        if self._signer is screen:
            self._signer = None
            self._take(PitCardGoneObserved())

    def _watched(self, screen: Screen, machine: Machine) -> None:
        """The pit that looks at a machine is told its latest frames."""
        if self._courier is not None:
            self._courier.answer(screen, wire.frames_line(machine, self._frames_of(machine)))

    def _recalled(self, screen: Screen, number: int) -> None:
        """The console that asks for a closed round is told it, if it may be put right now."""
        if self._courier is not None:
            told = past_round(self._state, number) if self._state is not None else None
            self._courier.answer(screen, wire.round_line(number, told))

    def _decide(self, role: ScreenRole, ask: Ask, screen: Screen | None = None) -> Refusal | None:
        """What the table says to the tap; a card at the pit acts on the line that showed it."""
        if self._unwritten:
            return unwritten(self._unwritten)
        kind = type(ask.intent)
        signed = screen is not None and screen is self._signer and kind.__name__ in PIT_ACTS
        if not signed and not taps.may_send(role, kind):
            return self._not_from(role, kind)
        if self._state is not None:
            phase_seq = 0 if ACTS[kind].in_any_view else self._state.phase_seq
            since = max(phase_seq, *(self._meant.get(one, (None, 0))[1] for one in (kind, ask.intent)))
            if ask.view < since:
                return Refusal("stale_view", "", (("view", ask.view), ("since", since)))
        if role == "pit" and (signed or kind not in DRAFTING):
            return self._take_at_pit(ask.intent, screen)
        # What is drafted needs no card; what is done with a draft needs one here if not at the pit's reader.
        return self._take(with_code(ask.intent))

    def _take_at_pit(self, intent: Intent, screen: Screen | None) -> Refusal | None:
        """The act with the screen's name; whose card has just signed there is named, once."""
        if screen is None:
            return self._take(AtPit(intent))
        person, screen.named = screen.named, ""
        return self._take(AtPit(intent, screen.name, person))

    def _not_from(self, role: ScreenRole, kind: type[Intent]) -> Refusal:
        """Why this screen may not send it: from the pit, what needs a card is not done by a click."""
        if role != "pit" or self._state is None:
            return NOT_THIS_SCREEN
        right = right_to(self._state, kind)
        return Refusal("physical_card", right.source) if right.refusal is not None else NOT_THIS_SCREEN

    def _note_meanings(self, state: TableState) -> None:
        """Remember since when the acts that name no object mean what they mean now.

        Undo takes back whatever came last and Resume ends whatever holds the round: the second tap of an
        impatient finger must not take back, or end, the next one. Nor is a draft or a proposal approved, a
        residual noted, a history certified, what is owed signed, a changed program allowed, or a call
        answered that was not seen.
        """
        now: dict[type[Intent] | Intent, object] = {
            i.Undo: state.round.undo if state.round is not None else (),
            i.Resume: state.held,
            i.LiftBlock: state.blocked,
            i.SeeCall: (state.call_ms, state.call_last_ms),
            **(_signed_for(state) if state.sheet.closing else {}),
            **dict.fromkeys(ON_A_PROPOSAL, state.upkeep.proposal),
            **dict.fromkeys(ON_WRITING, state.settings.writing),
            **dict.fromkeys(ON_A_DRAFT, state.settings.draft),
        }
        for act, means in now.items():
            if act not in self._meant or self._meant[act][0] != means:
                self._meant[act] = (means, state.seq)

    def _pulse(self) -> None:
        """Ask the deciding thread for a sign of life, unless the last question is still open."""
        if not self._pulse_open.is_set():
            self._pulse_open.set()
            self._put(Call(self._alive))

    def _alive(self) -> None:
        self._pulse_open.clear()
        if self._courier is not None and not self._unwritten:
            self._count_displays(self._displays(self._courier.showing()))
            self._courier.tick(self._clock.now_ms())
            line = wire.figures_line(self._figures(), self._frame_log())
            self._courier.figures(line, FIGURES_FOR)

    def _count_displays(self, count: int | None) -> None:
        """The table is told how many displays work, when it counts them and knows another number."""
        state = self._state
        if state is None or count is None or not state.facts.display_required:
            return
        if count != state.displays:
            self._take(DisplaysObserved(count))


def _signed_for(state: TableState) -> dict[type[Intent] | Intent, object]:
    """What each line of the closing sheet says that the comité signs for what it saw."""
    left = unexplained(state)
    return {
        i.TickLine(SheetLine.RECONCILIATION): left,
        i.TickLine(SheetLine.JACKPOT_HISTORY): (state.upkeep.session, left),
        i.TickLine(SheetLine.BOOK_OWED): owed_acts(state),
    }
