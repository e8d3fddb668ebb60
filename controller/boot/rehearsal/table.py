"""A simulated table in a tester's hands: play, break, look, and hold what came against what was expected.

Rounds, happenings and expectations have the keys of a script (`drivers/sim/SCRIPTS.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from controller.book.port import Book
from controller.boot.practice import Way
from controller.boot.rehearsal.around import NightAround
from controller.boot.rehearsal.conductor import Conductor
from controller.boot.rehearsal.held import Expectation, of_round
from controller.boot.rehearsal.outcome import RoundOutcome, outcomes
from controller.boot.rehearsal.rehearsed import never_came
from controller.boot.rehearsal.script import (
    Checked,
    HappensFile,
    MomentFile,
    RoundExpected,
    RoundFile,
    checked_by,
)
from controller.boot.rehearsal.wrong_script import for_a_tester
from controller.boot.simulated import SimulatedNight, simulated_night
from controller.game import views
from controller.game.events import Event
from controller.game.state import Phase
from controller.settings.rules import DEFAULT_PROFILE, load_profile
from controller.settings.settings_error import SettingsError
from controller.settings.toml import Model, check
from drivers.sim.directed import Directed

ROUNDS: Final = 1_000_000
LOOKS_MAX: Final = 3_000
"""So often people look at a table before a moment is given up."""


class NeverCame(AssertionError):
    """The moment that was waited for did not come; the text says where the table stands instead."""


class SimulatedTable:
    """One table with its machines, people, journal and book, in virtual time. Close it.

    Its people play by themselves what `next_round` says, and stand still between two calls.

    Args:
        folder: where its journals are written.
        seed: of all that nobody says.
        profile: the rules, a name or a file.
        staffed: its people have names, PINs and sheets.
        display_required: JP1 is closed without a working display.

    Raises:
        SettingsError: profile, jackpot or simulator are configured wrongly.
    """

    def __init__(
        self,
        folder: Path,
        *,
        seed: int = 1,
        profile: str = DEFAULT_PROFILE,
        staffed: bool = True,
        display_required: bool = False,
    ) -> None:
        self.folder = folder
        self._checked: Checked = checked_by("round", profile)
        self._conductor = conductor = Conductor(load_profile(profile))

        ways: list[Way] = []

        def reached(own: Book) -> Book:
            ways.append(Way(own))
            return ways[0]

        self.night: SimulatedNight = simulated_night(
            rounds=ROUNDS,
            seed=seed,
            profile=profile,
            journal=folder,
            staffed=staffed,
            direct=False,
            reached_by=reached,
            guests=conductor,
            display_required=display_required,
        )
        conductor.around = NightAround(self.night, ways[0])
        people: Any = self.night.night.tables[0].dealer
        self.people: Directed = people
        self.night.night.start()

    # --- play -------------------------------------------------------------------------------------------

    def next_round(self, **told: Any) -> None:
        """The next round is played like this: the keys of `[[round]]`, but what happens and is expected.

        Raises:
            SettingsError: it cannot be; place, value and what to do are said.
        """
        place = f"round {self.number + 1}"
        self._conductor.rounds.append(
            _read(place, told, RoundFile, lambda said: self._checked.round("", said))
        )

    def until(self, at: str, **when: Any) -> None:
        """The people have played on until this moment: `at`, `cards`, `street`, `deal` as in `happens`.

        Raises:
            SettingsError: these rules have no such moment; value and what to do are said.
            NeverCame: the round ended before, or nothing comes any more.
        """
        looked = self._checked.moment
        moment = _read("until", {"at": at, **when}, MomentFile, lambda said: looked("", said))
        for _ in range(LOOKS_MAX):
            view = self.view
            if self._there(view) and self._conductor.is_now(moment, view):
                return
            if self._is_over():
                break
            self._look()
        words = ", ".join([at, *(f"{name} {value}" for name, value in when.items())])
        raise NeverCame(f"{self._said()} never came to {words}: {self._stands()}{self._went()}")

    def finish(self) -> RoundOutcome:
        """The round has been played to its end; what came of it.

        Raises:
            NeverCame: it does not end.
        """
        for _ in range(LOOKS_MAX):
            if self._is_over():
                return self.came
            self._look()
        raise NeverCame(f"{self._said()} does not end: {self._stands()}")

    def close_table(self) -> dict[str, str]:
        """The people have closed the table; table and hash of its journal's last entry.

        Raises:
            NeverCame: it does not close.
            AssertionError: a fault was ordered and did not take place.
        """
        for _ in range(LOOKS_MAX):
            if self.people.closing and self.night.night.tables[0].done():
                self.all_took_place()
                return {name: kept.head.hash for name, kept in self.night.journals.items()}
            self._look()
        raise NeverCame(f"the table does not close: {self._stands()}")

    def pass_time(self, ms: int) -> None:
        """So much time passes in which the people do nothing."""
        night = self.night.night
        night.pass_time(night.timeline.clock.now_ms() + ms)

    # --- break ------------------------------------------------------------------------------------------

    def happens(self, **what: Any) -> None:
        """This happens now: one of `fault`, `cut`, `link`, `cable`, `chip`, `act`, with the keys beside it.

        Raises:
            SettingsError: it cannot be.
            AssertionError: the table's answer to an act is another than `refused` says.
        """
        told = _read(
            "happens",
            {"at": "betting", **what},
            HappensFile,
            lambda said: self._checked.happens("", said),
        )
        for _ in range(LOOKS_MAX):
            wait_ms = self._conductor.do(told, self.people, self.view)
            self.night.night.tables[0].see_to()
            if wait_ms is None:
                break
            self.pass_time(wait_ms)
        answers, self._conductor.answers = self._conductor.answers, []
        _all_held(answers)

    # --- look and assert --------------------------------------------------------------------------------

    @property
    def view(self) -> Mapping[str, Any]:
        """What the console shows."""
        return views.console(self.night.night.tables[0].table.state)

    @property
    def number(self) -> int:
        """The round that was said last."""
        return len(self._conductor.rounds)

    @property
    def events(self) -> list[Event]:
        """Everything that the journal tells."""
        (journal,) = self.night.journals.values()
        return [entry.event for entry in journal.events()]

    @property
    def came(self) -> RoundOutcome:
        """What came of the round so far."""
        return outcomes(self.events, self.people).get(self.number, RoundOutcome(self.number))

    @property
    def meter_cents(self) -> int:
        """The jackpot's meter, as the book has it."""
        return int(self.night.book.read(check=True).meter_cents)

    def expect(self, **expected: Any) -> None:
        """The round came like this: the keys of `[round.expected]`.

        Raises:
            SettingsError: there is no such key.
            AssertionError: something came otherwise; all of it is said.
        """
        _all_held(list(of_round(_read("expected", expected, RoundExpected), self.came)))

    def all_took_place(self) -> None:
        """Every fault that was ordered has happened. The fixture asks this at the end of the test.

        Raises:
            AssertionError: one found no occasion; it is said once.
        """
        found = never_came(self._conductor)
        self._conductor.ordered.clear()
        _all_held(found)

    def close(self) -> None:
        """Nothing is open any more."""
        self.night.close()

    # --- the people -------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Somebody does one thing, and waits until he looks again."""
        wait_ms = self.people.act()
        self.night.night.tables[0].see_to()
        self.pass_time(wait_ms)

    def _there(self, view: Mapping[str, Any]) -> bool:
        return view["round"] is not None and view["round"]["number"] == self.number

    def _is_over(self) -> bool:
        state = self.night.night.tables[0].table.state
        if self.number == 0:
            return state.phase is Phase.BETTING
        last = state.round.number if state.round is not None else state.last_round
        return last > self.number or (last == self.number and state.phase is Phase.CLEARING)

    def _said(self) -> str:
        return f"round {self.number}" if self.number else "no round was said (next_round), and the table"

    def _went(self) -> str:
        """What else came of the round, so that it is seen why a moment did not."""
        came = self.came
        went = [
            *(["void"] if came.voided else []),
            *(f"held by {cause}" for cause in came.held),
            *([f"alarms {', '.join(sorted(set(came.alarms)))}"] if came.alarms else []),
        ]
        return f"; of round {came.number} came: {', '.join(went)}" if went else ""

    def _stands(self) -> str:
        state = self.night.night.tables[0].table.state
        held = f", held by {state.held.cause}" if state.held is not None else ""
        if state.round is None:
            return f"the table is in {state.phase}, no round under way{held}"
        deciding = state.phase is Phase.DECIDING
        street = f", on the {state.profile.streets[state.round.street].name}" if deciding else ""
        return f"the table is in {state.phase} of round {state.round.number}{street}{held}"


def _read(
    place: str,
    told: Mapping[str, Any],
    model: type[Model],
    looked: Callable[[Model], None] = lambda said: None,
) -> Model:
    """What was told, as this model, looked at further by `looked`.

    Raises:
        SettingsError: it cannot be; place, value and what to do are said.
    """
    try:
        said = check(place, told, model)
        looked(said)
    except SettingsError as error:
        wrong = SettingsError(place, error.key.lstrip("."), error.value, error.reason)
        raise for_a_tester(wrong, model, told) from None
    return said


def _all_held(looked_at: list[Expectation]) -> None:
    other = [one.words for one in looked_at if not one.held]
    if other:
        raise AssertionError("\n".join(other))
