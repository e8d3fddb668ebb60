"""What every entry of the journal says, whatever happened (SE-03)."""

from __future__ import annotations

import json
from pathlib import Path

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Health, Machine, ShufflerMode
from controller.game.machines.alarms import resumption
from tests.builders import Felt
from tests.law.requirements import requirement
from tests.shell.journal.journals import rows_of
from tests.shell.registers.test_report_win import journal_of, royal


@requirement("SE-03")
def test_every_entry_has_its_instant_its_code_and_the_next_number(tmp_path: Path) -> None:
    """UTC in milliseconds, a code, numbers without a gap; the table in the first row, who acted by name."""
    felt = royal(Felt()).prove_hand().release().settle()
    rows = rows_of(journal_of(tmp_path / "UTH-2-000001.journal", felt))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert all(1_700_000_000_000 < row.at_ms < 2_000_000_000_000 for row in rows)
    assert [row.at_ms for row in rows] == sorted(row.at_ms for row in rows)
    assert all(row.kind for row in rows)
    assert json.loads(rows[0].body)["table"] == "UTH-2"
    acted = {row.kind: json.loads(row.body) for row in rows}
    assert acted["TableOpened"]["chef"] == "Chef 1"
    assert acted["HandConfirmed"]["person"] == "Durand"
    assert acted["VideoReviewed"]["person"] == "Petit"


@requirement("SE-03")
def test_what_is_significant_has_a_code_of_its_own() -> None:
    """Power reset, jackpot hit, device fault, jam, lid, lost communication, clock step: each can be found."""
    felt = royal(Felt())
    assert felt.events(e.ClaimRecorded)
    felt.prove_hand().release().settle()
    felt.see(i.ShufflerObserved(ShufflerMode.SHUFFLE, "", "", 0, False, lid_open=True))
    assert felt.events(e.ShufflerChanged)[-1].lid_open  # type: ignore[attr-defined]
    felt.see(i.TroubleObserved(Machine.SHUFFLER, "jam_feed", True))
    assert felt.events(e.AlarmRaised)[-1].detail == "jam_feed"  # type: ignore[attr-defined]
    felt.see(i.HealthObserved(Machine.SHOE, Health.LOST, "silence"))
    assert felt.events(e.MachineChanged)[-1].health is Health.LOST  # type: ignore[attr-defined]
    felt.see(i.BookUnreachable("ReadMeter", "no answer"))
    assert felt.events(e.Jp1Closed)
    felt.see(i.HostObserved(i.HostTrouble.CLOCK, detail="ahead_7200"))
    raised = felt.events(e.AlarmRaised)[-1]
    assert (raised.code, raised.detail) == ("A-104", "ahead_7200")  # type: ignore[attr-defined]
    felt._step(resumption(felt.state))
    assert felt.events(e.SessionResumed)
