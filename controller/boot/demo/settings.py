"""The settings of a demonstrated table: a `table.toml` of its own, which people change as at a real one.

Its machines are not in it, for they are simulated; the record of its settings lies beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.boot.demo.plan import Plan
from controller.boot.sessions import Session, table_facts
from controller.boot.settings_check import settings_desk
from controller.clock import Clock
from controller.game.jackpot.rules import JackpotConfig
from controller.game.profile import RuleProfile
from controller.game.session_terms import TableFacts
from controller.game.settings.types import SettingsTerms
from controller.settings.draft import SettingsDesk, settings_in_force
from controller.settings.keys import settings_terms
from controller.settings.limits import rules_of
from controller.settings.table import DisplayFile, SimulatorFile, TableFile
from controller.settings.worker import Put, SettingsWorker

FILE: Final = "table.toml"
JACKPOT: Final = "jackpot.toml"
BOOK: Final = "jackpot.book"
SHARED: Final = ("journals", BOOK)
"""In the folder of the demonstration, and for this table's settings where a real table has them."""


@dataclass(frozen=True, slots=True)
class DemoSettings:
    """What a demonstrated table is set to at this start, and the desk at which that is changed."""

    file: TableFile
    desk: SettingsDesk

    @property
    def rules(self) -> RuleProfile:
        """The rules in force, with the house's limits."""
        return rules_of(self.file)

    @property
    def terms(self) -> SettingsTerms:
        """What may be drafted."""
        return settings_terms(self.file)

    def facts(
        self,
        rules: RuleProfile,
        jackpot: JackpotConfig,
        pace: float,
        linked: bool,
        display_required: bool,
        drafted: bool,
        session: int,
        first_round: int,
    ) -> TableFacts:
        """The facts of a session under these settings; what nobody decides on is `pace` times quicker."""
        file, times = self.file, self.file.pace
        quick = {name: int(getattr(times, name) / pace) for name in ("showdown_ms", "clearing_ms")}
        return table_facts(
            *(file.table.id, session, rules, jackpot),
            simulated=True,
            first_round=first_round,
            pace=times.model_copy(update=quick),
            opening=file.opening,
            video=file.video,
            payments=file.payments,
            linked=linked,
            register=True,
            seats=file.table.seats,
            display=DisplayFile(required=True) if display_required else None,
            settings=self.terms if drafted else None,
        )

    def worker(self, session: Session, clock: Clock, put: Put) -> SettingsWorker:
        """The table's hand on the record."""
        return SettingsWorker(self.desk, self.terms.digest, session.settings, clock, put)


def demo_settings(folder: Path, table: str, plan: Plan, world: SimulatorFile) -> DemoSettings:
    """The settings of this table in the folder of a demonstration; its file is made at the first start.

    Raises:
        SettingsError: file or record cannot be read.
    """
    own = folder / table
    data, file = own / "data", own / FILE
    data.mkdir(parents=True, exist_ok=True)
    for name in SHARED:
        there = data / name
        if not there.is_symlink():
            there.symlink_to(folder / name)
    if not file.exists():
        file.write_text(_toml(own, data, table, plan, world), encoding="utf-8")
    return DemoSettings(settings_in_force(file), settings_desk(file))


def _toml(own: Path, data: Path, table: str, plan: Plan, world: SimulatorFile) -> str:
    identity = {
        "id": table,
        "profile": plan.profile,
        "jackpot": JACKPOT,
        "data": str(data),
        "run": str(own / "run"),
        "book": plan.book,
        "seats": world.table.seats,
    }
    parts: dict[str, Mapping[str, Any]] = {"table": identity}
    if world.opening is not None:
        parts["opening"] = world.opening.model_dump(exclude={"serials"})
        parts["opening.serials"] = {str(colour): serial for colour, serial in world.opening.serials.items()}
    return "\n".join(f"[{name}]\n{_lines(values)}" for name, values in parts.items())


def _lines(values: Mapping[str, Any]) -> str:
    """Texts, numbers and lists of them are written in TOML as in JSON."""
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
