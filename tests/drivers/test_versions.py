"""The rule of versions: a list only grows, and each end speaks every list that it ever knew."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from controller.boot.devices import NoDevice
from controller.boot.machine_examination import examined
from controller.clock import SystemClock
from controller.game.inputs import Health
from controller.settings.table import load_table
from drivers.lines import session as sessions
from drivers.lines.messages import (
    FORMS,
    MESSAGES,
    MINOR,
    SCHEMA_SHA256,
    SCHEMA_TEXT,
    SPOKEN,
    TABLE,
    Kind,
    digest_of,
    schema_text,
)
from drivers.lines.session import Session
from drivers.lines.session_types import Condition, Heard, Identity, Malformed, PeerRefused
from drivers.sim.ptys import PtyCarrier
from drivers.sim.shuffler import ShufflerTwin
from tests.shell.live_table import write_settings

PUBLISHED: Final = ("a31fb265af20eea855c0cc092ecb74b23077e047271a436f1757c31063075cff",)
"""The digest of each minor version, the oldest first; a line is added for each, and none is ever changed."""
US, SHOE = Identity("tapis", "table", ""), Identity("example", "shoe", "1.0")
LATER = digest_of(SCHEMA_TEXT + "what minor version 1 may add\n")
BOTH = {LATER: MINOR + 1, **SPOKEN}


def test_every_list_that_was_published_is_still_what_it_was() -> None:
    assert [digest.hex() for digest in reversed(SPOKEN)] == [*PUBLISHED]
    assert next(iter(SPOKEN)) == SCHEMA_SHA256


def test_a_later_list_only_adds() -> None:
    added = [
        message._replace(since=MINOR + 1) if message.kind is Kind.TEMPERATURE else message
        for message in TABLE
    ]
    before, after = schema_text(MINOR, added), schema_text(MINOR + 1, added)
    assert after == SCHEMA_TEXT
    assert before.splitlines() == [line for line in SCHEMA_TEXT.splitlines() if "temperature" not in line]
    for minor in range(MINOR):
        assert set(schema_text(minor).splitlines()) <= set(schema_text(minor + 1).splitlines())
    for message in TABLE:  # what a message needs is there when it is
        assert all(FORMS[field.form].since <= message.since for field in message.fields)


@pytest.fixture
def temperature_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the next minor version had brought this message."""
    later = MESSAGES[Kind.TEMPERATURE]._replace(since=MINOR + 1)
    monkeypatch.setattr(sessions, "MESSAGES", {**MESSAGES, Kind.TEMPERATURE: later})


def met(
    table: Mapping[bytes, int], machine: Mapping[bytes, int]
) -> tuple[Session, Session, list[Any], list[Any]]:
    """A table and a shoe that know these lists, after a second; what each made of it."""
    host = Session(US, 0xA001, expects="shoe", spoken=table)
    shoe = Session(SHOE, 0xB007, spoken=machine)
    told: tuple[list[Any], list[Any]] = ([], [])
    host.opened(0)
    shoe.opened(0)
    exchange(host, shoe, told)
    return host, shoe, *told


def exchange(host: Session, shoe: Session, told: tuple[list[Any], list[Any]]) -> None:
    for now_ms in range(0, 1_000, 50):
        host.tick(now_ms)
        told[1].extend(shoe.feed(host.take(), now_ms))
        told[0].extend(host.feed(shoe.take(), now_ms))


OLDER_END: Final = {"the machine": (BOTH, SPOKEN), "the table": (SPOKEN, BOTH), "nobody": (BOTH, BOTH)}


@pytest.mark.parametrize("older", OLDER_END)
def test_ends_of_two_minor_versions_meet_by_the_older_list(older: str, temperature_is_new: None) -> None:
    host, shoe, by_host, by_shoe = met(*OLDER_END[older])
    assert by_host[-1] == Condition(Health.UP, "")
    shoe.send(Kind.TEMPERATURE, 0, celsius=40, limit_celsius=55)
    shoe.send(Kind.SHOE_STATE, 0, locked=True, cards_left=52)
    exchange(host, shoe, (by_host, by_shoe))
    heard = [one.kind for one in by_host if isinstance(one, Heard)]
    assert heard == [*([Kind.TEMPERATURE] if older == "nobody" else []), Kind.SHOE_STATE]
    assert not any(isinstance(one, Malformed) for one in by_host)


def test_a_message_that_the_agreed_list_has_not_is_dropped_and_told(temperature_is_new: None) -> None:
    host, shoe, by_host, by_shoe = met(SPOKEN, SPOKEN)
    shoe._spoken = {SCHEMA_SHA256: MINOR + 1}  # it says all the same what is not in the list
    shoe.send(Kind.TEMPERATURE, 0, celsius=40, limit_celsius=55)
    exchange(host, shoe, (by_host, by_shoe))
    assert [one for one in by_host if isinstance(one, Heard | Malformed)] == [Malformed(Kind.TEMPERATURE)]
    assert shoe.outstanding == 0


def test_a_list_that_the_other_end_never_knew_is_refused_with_both_digests() -> None:
    host, _, by_host, by_shoe = met(SPOKEN, {LATER: 0})
    ours, theirs = SCHEMA_SHA256.hex(), LATER.hex()
    assert PeerRefused("schema_hash", ours, theirs) in by_host
    assert PeerRefused("schema_hash", theirs, ours) in by_shoe
    assert not host.met


@pytest.mark.long
def test_the_technician_is_told_both_digests(tmp_path: Path) -> None:
    twin = ShufflerTwin(Random(1), boot=8)
    twin._session = Session(twin.identity, 8, spoken={LATER: 0})
    settings = load_table(write_settings(tmp_path))
    carrier = PtyCarrier(twin, tmp_path / "lines" / "shuffler", SystemClock())
    try:
        with pytest.raises(NoDevice) as refused:
            list(examined(settings, "shuffler", 5))
    finally:
        carrier.close()
    said = str(refused.value)
    assert "the machine has another list of messages: have its program updated" in said
    assert f"(the machine: {LATER.hex()}; the table: {SCHEMA_SHA256.hex()})" in said
