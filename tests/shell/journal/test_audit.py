"""What entries mean, held against each other by `journal verify`: what cannot have been is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from pathlib import Path

import pytest

from controller.boot.simulated import simulated_night
from controller.game.events import Entry, Event
from controller.journal.audit import Audit
from controller.journal.chain import JournalDamaged, Opening, Row, link, opening_of, opening_row
from controller.journal.reading import CODEC
from controller.journal.seal import Sealer, fingerprint, master_of_seed
from controller.journal.verify import verify, verify_rows
from drivers.sim.decks import royal
from tests.game.test_scenarios import SCENARIOS, played, told
from tests.game.test_walk import NAMES, house
from tests.shell.journal.forgeries import linked, numbered
from tests.shell.journal.inspector import INSPECTOR
from tests.shell.journal.journals import OPENING, rows_of
from tests.wander import Wanderer

MASTER = master_of_seed(1)
LINE = r'"stake_cents":\d+,"returned_cents":\d+,"taken_cents":\d+'
NO_LINE = '"stake_cents":0,"returned_cents":0,"taken_cents":0'


def written(entries: list[Entry], opening: Opening = OPENING) -> list[Row]:
    """The rows that these entries make in a journal."""
    rows = [opening_row(opening, entries[0].at_ms, fingerprint(MASTER))]
    sealer = Sealer(MASTER, rows[0].hash)
    for entry in entries:
        kind, body = CODEC.encode(plain(entry.event), sealer)
        last, seq = rows[-1].hash, len(rows) + 1
        rows.append(Row(seq, entry.at_ms, kind, body, last, link(last, seq, entry.at_ms, kind, body)))
    return rows


def plain(event: Event) -> Event:
    """The event as the book or a person would tell it: a wanderer's text may be a name of ours."""
    named = {one.name: getattr(event, one.name) for one in fields(event) if one.type == "str"}
    return replace(event, **{name: str(value) for name, value in named.items()})


def audit(rows: Iterable[Row]) -> None:
    """By the product, and then by the script that shares no line with it."""
    first, *rest = rows
    reading = Audit(opening_of(first))
    for row in rest:
        reading.check(row)
    INSPECTOR.check([first, *rest])


def test_every_scenario_makes_a_journal_that_can_be() -> None:
    for path in SCENARIOS:
        try:
            audit(written(played(told(path)).entries))
        except JournalDamaged as damage:
            raise AssertionError(f"{path.stem}: {damage}") from damage


@pytest.mark.parametrize("name", NAMES)
def test_whatever_people_machines_and_the_book_do_makes_a_journal_that_can_be(name: str) -> None:
    walk(name, seeds=1, steps=900)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_long_walks_make_journals_that_can_be(name: str) -> None:
    walk(name, seeds=40, steps=1_500)


def walk(name: str, seeds: int, steps: int) -> None:
    for seed in range(seeds):
        table = Wanderer(400 + seed, house(name), noise=(30, 15, 5)[seed % 3], register=bool(seed % 2))
        for _ in range(steps):
            table.step()
        audit(written(table.felt.entries))


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """Two rounds, the first of which wins the jackpot and consolations."""
    folder = tmp_path_factory.mktemp("audited")
    night = simulated_night(rounds=2, seed=3, journal=folder, stacked=(royal,))
    night.play()
    night.close()
    return rows_of(next(folder.glob("*.journal")))


def at(rows: list[Row], kind: str, last: bool = False) -> int:
    found = [number for number, row in enumerate(rows) if row.kind == kind]
    return found[-1 if last else 0]


def without(kind: str) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [*rows[: at(rows, kind)], *rows[at(rows, kind) + 1 :]]


def twice(kind: str) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [*rows[: at(rows, kind)], rows[at(rows, kind)], *rows[at(rows, kind) :]]


def told_so(kind: str, pattern: str, put: str) -> Callable[[list[Row]], list[Row]]:
    def forge(rows: list[Row]) -> list[Row]:
        place = at(rows, kind)
        body, count = re.subn(pattern, put, rows[place].body, count=1)
        assert count, rows[place].body
        return [*rows[:place], rows[place]._replace(body=body), *rows[place + 1 :]]

    return forge


def without_a_round(rows: list[Row]) -> list[Row]:
    """The first round is gone, from its opening to the next."""
    first, second = [number for number, row in enumerate(rows) if row.kind == "RoundOpened"][:2]
    return [*rows[:first], *rows[second:]]


def a_card_of_another_place(rows: list[Row]) -> list[Row]:
    """Two places of the board hold the same card, each borne out by a commitment of its own."""
    reveal = at(rows, "CardsRevealed")
    pairs = re.findall(r'"card":"(..)","opens":"([0-9a-f]+)"', rows[reveal].body)
    places = re.findall(r'"place":"([a-z0-9.]+)"', rows[reveal].body)
    body = rows[reveal].body.replace(pairs[1][0], pairs[0][0]).replace(pairs[1][1], pairs[0][1])
    dealt = {
        re.findall(r'"place":"([a-z0-9.]+)"', row.body)[0]: number
        for number, row in enumerate(rows[:reveal])
        if row.kind == "CardDealt"
    }
    one, other = rows[dealt[places[0]]], rows[dealt[places[1]]]
    seal = re.findall(r'"card":({.*?})', one.body)[0]
    forged = [*rows]
    forged[dealt[places[1]]] = other._replace(body=re.sub(r'"card":{.*?}', f'"card":{seal}', other.body))
    forged[reveal] = rows[reveal]._replace(body=body)
    return forged


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (without("SeatSettled"), "before seat . is settled"),
        (twice("SeatSettled"), "is settled twice"),
        (without("ContributionRecorded"), "while ContributionAsked has no answer yet"),
        (without("AwardRecorded"), "while AwardAsked has no answer yet"),
        (without("AwardAsked"), "answers nothing that was asked"),
        (twice("AwardRecorded"), "answers nothing that was asked"),
        (twice("RoundOpened"), "round 1, deal 1 is opened"),
        (without_a_round, "round 2, deal 1 is opened, where round 1, deal 1 is to come"),
        (a_card_of_another_place, "lies at 2 places of this deal"),
        (told_so("AwardRecorded", r'"cents":\d+', '"cents":99000000'), "more than the frozen value"),
        (told_so("ContributionRecorded", r'"meter_cents":', '"meter_cents":9'), "what nobody staked"),
        (told_so("ContributionRecorded", r'"book_seq":\d+', '"book_seq":0'), "the jackpot book goes back"),
        (told_so("SeatSettled", r'"returned_cents":', '"returned_cents":9'), "are not the stake on"),
        (told_so("SeatSettled", LINE, NO_LINE), "other stakes than it laid"),
        (told_so("SeatSettled", r'"paid_cents":', '"paid_cents":9'), "by the lines of the seats"),
        (told_so("RoundClosed", r'"bank_cents":-?', '"bank_cents":9'), "by the lines of the seats"),
        (told_so("PlayBet", r'"cents":', '"cents":1'), "on other stakes than it laid"),
        (told_so("StakesSet", r'"ante_cents":', '"ante_cents":1'), "on other stakes than it laid"),
        (without("StakesSet"), "laid no main bets in this deal"),
        (told_so("CardDealt", r'"attempt":1', '"attempt":2'), "not under way"),
    ],
)  # fmt: skip
def test_what_cannot_have_been_is_found_in_a_chain_that_holds(
    rows: list[Row], forge: Callable[[list[Row]], list[Row]], why: str
) -> None:
    assert verify_rows("honest", rows).ok
    (report,) = verify_rows("forged", linked(numbered(forge(rows)))).files
    assert re.search(why, report.why), report.why
    assert report.first_bad_seq


def test_the_record_of_a_card_is_corrected_only_where_a_hand_was_refused() -> None:
    corrected = next(path for path in SCENARIOS if path.stem == "royale-enregistrement-faux")
    rows = written(played(told(corrected)).entries)
    assert any(row.kind == "RecordCorrected" for row in rows)
    other = [row._replace(body=row.body.replace('"reason":"hand"', '"reason":"images"')) for row in rows]
    assert "no claim was refused for its hand" in verify_rows("forged", linked(other)).files[0].why


def test_stakes_that_stood_are_no_fault_in_a_journal_of_before_they_were_confirmed(rows: list[Row]) -> None:
    """Until format 1.0 the stakes of the deal before were those of the next, and no entry said so."""
    unsaid = linked(numbered(row for row in rows if row.kind != "StakesConfirmed"))
    assert len(unsaid) < len(rows)
    with pytest.raises(JournalDamaged, match="laid no main bets in this deal"):
        audit(unsaid)
    before = rows[0]._replace(body=rows[0].body.replace('"schema":"1.1"', '"schema":"1.0"'))
    audit(linked([before, *unsaid[1:]]))


@pytest.mark.parametrize(("session", "previous"), [(1, "a" * 64), (3, "")])
def test_only_the_first_session_of_a_table_follows_none(session: int, previous: str, rows: list[Row]) -> None:
    opening = replace(opening_of(rows[0]), session=session, previous=previous)
    first = opening_row(opening, rows[0].at_ms, "ab" * 8)
    (report,) = verify_rows("forged", linked([first, *rows[1:]], 1)).files
    assert f"session {session} follows" in report.why


def test_two_tables_files_exchanged_are_found_by_their_names(tmp_path: Path) -> None:
    night = simulated_night(rounds=1, seed=3, journal=tmp_path, tables=2)
    night.play()
    night.close()
    one, two = sorted(tmp_path.glob("*.journal"))
    one.rename(tmp_path / "x")
    two.rename(one)
    (tmp_path / "x").rename(two)
    for heads in tmp_path.glob("*.heads"):
        heads.unlink()
    assert [report.why for report in verify(tmp_path).files] == [
        "named as UTH-2, session 1, and it is UTH-1, session 1",
        "named as UTH-1, session 1, and it is UTH-2, session 1",
    ]
