"""`python -m controller.boot.demo.table`: one table of a demonstration, a process that can be killed.

JSON lines on the standard output, for who started it:

    {"ready": true}                                  its sockets are open
    {"rounds": 3, "round": 4}                        so many are closed, this one is played
    {"script": {"held": true, "of": 9, "other": {}}} the script was played to its end
    {"ask": "display", ...}                          as `DemoWorld` asks
    {"refused": "..."} {"halted": "..."}             why it could not begin, or stopped by itself

It ends well by SIGTERM, by `AGAIN` with a word to its screens that it comes again, and with `EXIT_AGAIN`
when it is to take new settings. Killed or ended so, it is started again with the next number and goes on
where it stood.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from controller.book.at_url import open_book
from controller.book.port import BookMismatch, BookUnreachable
from controller.boot.demo.floor import PICTURED_DECKS, DemoFloor, demo_floor
from controller.boot.demo.plan import AGAIN, EXIT_AGAIN, Plan
from controller.boot.rehearsal.conductor import Conductor
from controller.boot.rehearsal.held import expectations
from controller.boot.rehearsal.outcome import outcomes
from controller.boot.rehearsal.rehearsed import otherwise
from controller.boot.rehearsal.script import Script, read_script
from controller.game.profile import RuleProfile
from controller.game.state import Phase
from controller.screens.unix_socket import SocketTaken
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.simulation.tally import Tally
from controller.table.halted import TableHalted
from controller.table.pump import Call
from controller.words.money import CODES
from drivers.sim.directed import Directed

LOOKS_S: Final = 0.3
EXIT_REFUSED: Final = 2
EXIT_HALTED: Final = 1
_SAYING: Final = threading.Lock()


def say(message: Mapping[str, Any]) -> None:
    """A line for who started this process."""
    with _SAYING:
        sys.stdout.write(json.dumps(message, ensure_ascii=False) + "\n")
        sys.stdout.flush()


class TableProcess:
    """One table at work, and what is told of it."""

    def __init__(self, folder: Path, table: str, plan: Plan, start: int) -> None:
        """Raises: BookMismatch, BookUnreachable, SettingsError, as `demo_floor`."""
        self._script = read_script(plan.script) if plan.script else None
        self._conductor: Conductor | None = None
        rules = load_profile(self._script.profile if self._script else plan.profile)
        if self._script is not None:
            self._conductor = Conductor(rules, list(self._script.rounds))
        self.place: DemoFloor = demo_floor(
            folder,
            seed=plan.seed,
            table=table,
            faults=plan.faults,
            pace=plan.pace,
            stacked=_stacked(plan, self._conductor, rules) if start == 1 else (),
            profile=rules if self._script is not None else None,
            book=plan.book,
            linked=plan.tables > 1 or bool(plan.book),
            guests=self._conductor,
            plan=plan,
            start=start,
            display_required=self._script is None or self._script.has_display,
            ask=say,
        )
        if start == 1:
            self.place.playing = not plan.by_hand
        self._book = plan.book or str(folder / "jackpot.book")
        self._told: Mapping[str, Any] = {}
        self._stopping = threading.Event()

    def run(self) -> None:
        """The table is at work until it is stopped."""
        watching = threading.Thread(target=self._watch, name="told", daemon=True)
        watching.start()
        try:
            self.place.run()
        finally:
            self._stopping.set()
            watching.join(2)

    def _watch(self) -> None:
        say({"ready": True})
        while not self._stopping.wait(LOOKS_S):
            self.place.floor.pump.put(Call(self._tell))

    def _tell(self) -> None:
        state = self.place.floor.table.state
        number = state.round.number if state.round is not None else state.last_round
        # A void deal is dealt again under the same number.
        whole = {done.number for done in state.last_rounds if done.voided is None}
        told = {"rounds": len(whole), "round": number}
        if told != self._told:
            self._told = told
            say(told)
        if self._conductor is not None and self.place.dealer.closing and state.phase is Phase.CLOSED:
            script, self._script = self._script, None
            if script is not None:
                say({"script": self._came(script, self._conductor)})

    def _came(self, script: Script, conductor: Conductor) -> dict[str, Any]:
        """What came of the script: of how many expectations, and by language the lines of those not held."""
        people = self.place.dealer
        assert isinstance(people, Directed)
        events = [entry.event for entry in self.place.journal.events()]
        jackpot = load_jackpot()
        tally = Tally(jackpot.stake_cents)
        tally.count(events)
        book = open_book(self._book, jackpot)
        meter_cents = book.read().meter_cents
        book.close()
        night = {
            "rounds": tally.rounds,
            "voided": tally.voided,
            "meter_cents": meter_cents,
            "jp1": dict(tally.jp1),
        }
        looked_at = [*expectations(script, outcomes(events, people), night), *otherwise(conductor, "")]
        other = [one for one in looked_at if not one.held]
        told = {lang: [one.told(lang) for one in other] for lang in CODES}
        return {"held": not other, "of": len(looked_at), "other": told}


def _stacked(plan: Plan, conductor: Conductor | None, rules: RuleProfile) -> Any:
    """The decks that are dealt first: of a script, whose people bring their own unless nobody deals."""
    if conductor is not None:
        return conductor.decks() if plan.by_hand else ()
    if not plan.pictured or rules.options.burn:
        return ()  # those decks are put in order for a table that burns no card
    return PICTURED_DECKS if rules.jp1 else PICTURED_DECKS[:1]


def main(words: list[str]) -> int:
    """The table is at work until SIGTERM; the exit code of the process."""
    parser = argparse.ArgumentParser(prog="python -m controller.boot.demo.table")
    parser.add_argument("folder", type=Path)
    parser.add_argument("table")
    parser.add_argument("plan", type=Plan.parse)
    parser.add_argument("start", type=int)
    asked = parser.parse_args(words)
    try:
        made = TableProcess(asked.folder, asked.table, asked.plan, asked.start)
    except (BookMismatch, BookUnreachable) as error:
        say({"refused": str(error)})
        return EXIT_REFUSED
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: made.place.stop())
    signal.signal(AGAIN, lambda *_: made.place.stop(again=True))
    try:
        made.run()
    except SocketTaken as error:
        say({"refused": str(error)})
        return EXIT_REFUSED
    except TableHalted as error:
        say({"halted": str(error)})
        return EXIT_HALTED
    return EXIT_AGAIN if made.place.floor.over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
