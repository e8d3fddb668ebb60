"""A felt of several side bets in the journal: honest nights hold, and no stake of theirs is forged unseen.

Judged by the product and by the verifier that shares no line with it, in a chain that holds.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from controller.boot.simulated import simulated_night
from controller.game import inputs as i
from controller.game.felt import Spot
from controller.game.side_bets import SideStake
from controller.journal.one_round import one_round
from controller.journal.verify import verify, verify_rows
from controller.words.round_replay import replay_in_words
from tests.builders import Felt
from tests.game.oracle_rounds import HOUSE_FILES, HOUSES, profile_called
from tests.shell.journal.forged_files import at, told, without
from tests.shell.journal.forgeries import Rows, linked, numbered
from tests.shell.journal.inspector import INSPECTOR
from tests.shell.journal.journals import rows_of
from tests.shell.registers.test_report_win import journal_of

POCKET = (SideStake(Spot.POCKET, 1000),)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seat 1 has Trips and Pocket, seat 2 Pocket alone, of one amount; the second round is voided."""
    felt = Felt(profile_called("trips-and-pocket")).open()
    felt.do(i.SetStakes(1, 1000, 1000, POCKET), i.SetStakes(2, 2000, 0, POCKET), i.SetStakes(4, 1000, 500))
    felt.close().draw("As Ah 2c 7d 3c 8d 9s 4h").play(4, 1).do(i.CallStreet()).draw("Ks Jd 6h")
    felt.do(i.CallStreet()).draw("5s Qs").do(i.FoldRest(), i.OpenHands()).settle().do(i.NextRound())
    felt.as_before(1).do(i.SetStakes(2, 1000, 500, POCKET)).do(i.VacateSeat(4)).close().draw("2c 7d 3c")
    felt.void()
    return journal_of(tmp_path_factory.mktemp("sides") / "UTH-2-000001.journal", felt)


@pytest.mark.parametrize("house", HOUSES)
def test_a_night_of_several_side_bets_holds_by_both_verifiers(
    house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = str(HOUSE_FILES / f"{house}.toml")
    night = simulated_night(rounds=8, seed=5, profile=rules, journal=tmp_path, faults="some")
    night.play()
    night.close()
    assert verify(tmp_path).ok
    (written,) = tmp_path.glob("*.journal")
    assert any('"further":[{' in row.body for row in rows_of(written))
    monkeypatch.setattr(sys, "argv", ["verify_journal", str(written)])
    assert INSPECTOR.main() == 0, capsys.readouterr()


def test_an_honest_journal_holds_and_tells_each_side_bet_by_its_spot(path: Path) -> None:
    assert verify_rows("honest", rows_of(path)).ok
    INSPECTOR.check(rows_of(path))
    round_ = one_round(path, 1)
    assert round_ is not None
    french, english = ("\n".join(replay_in_words(round_, language)) for language in (0, 1))
    assert re.search(
        "Le siège 1 mise 10,00\\s€ d’Ante et autant en face\\s; à côté 10,00\\s€, Pocket 10,00", french
    )
    assert re.search("Le siège 2 mise 20,00\\s€ d’Ante et autant en face\\s; à côté Pocket 10,00", french)
    assert "Seat 4 stakes 10,00\u00a0€ on the Ante and as much on its pair; side bet 5,00\u00a0€." in english


def of(kind: str, seat: int, old: str, new: str, rows: Rows) -> Rows:
    """Another text in what an entry says of this seat."""
    here = next(n for n, row in enumerate(rows) if row.kind == kind and f'"seat":{seat},' in row.body)
    body, count = re.subn(old, new, rows[here].body, count=1)
    assert count, rows[here].body
    return [*rows[:here], rows[here]._replace(body=body), *rows[here + 1 :]]


def everywhere_in(kind: str, old: str, new: str, rows: Rows) -> Rows:
    return [row._replace(body=row.body.replace(old, new)) if row.kind == kind else row for row in rows]


def last_back_short(rows: Rows) -> Rows:
    here = at(rows, "SeatRefunded")
    body = re.sub(r'{"spot":"pocket","cents":1000', '{"spot":"pocket","cents":100', rows[here].body)
    assert body != rows[here].body
    return [*rows[:here], rows[here]._replace(body=body), *rows[here + 1 :]]


def named_like_the_first(rows: Rows) -> Rows:
    """Seat 2 laid and lost Trips by its name; seat 4 has the side bet that is laid without one."""
    rows = of("StakesSet", 2, '"pocket"', '"trips"', rows)
    settled = next(n for n, row in enumerate(rows) if row.kind == "SeatSettled" and '"seat":2,' in row.body)
    body = rows[settled].body.replace('"pocket', '"trips')
    return [*rows[:settled], rows[settled]._replace(body=body), *rows[settled + 1 :]]


FURTHER = r',"further":\[.*?\]'
FORGERIES: dict[str, Callable[[Rows], Rows]] = {
    "a further stake dropped": partial(of, "StakesSet", 1, FURTHER, ""),
    "the only side bet dropped": partial(of, "StakesSet", 2, FURTHER, ""),
    "a further stake doubled": partial(of, "StakesSet", 2, '"cents":1000', '"cents":2000'),
    "a further stake told twice": partial(of, "StakesSet", 2, r"\[({.*?})\]", r"[\1,\1]"),
    "a further stake moved to another spot": partial(of, "StakesSet", 1, '"pocket"', '"bonus"'),
    "a further stake named like the first": partial(of, "StakesSet", 2, '"pocket"', '"trips"'),
    "a further stake of one amount named like the first": partial(
        of, "StakesSet", 1, '"pocket"', '"trips"'
    ),
    "a further stake told as the first": partial(
        of, "StakesSet", 2, '"side_cents":0(.*)' + FURTHER, r'"side_cents":1000\1'
    ),
    "a further stake on a main bet": partial(of, "StakesSet", 1, '"pocket"', '"play"'),
    "a further stake of nothing": partial(of, "StakesSet", 1, '"cents":1000', '"cents":0'),
    "no further stake written out": partial(of, "StakesSet", 4, "}$", ',"further":[]}'),
    "a further stake with another word": partial(of, "StakesSet", 1, '"cents":1000}', '"cents":1000,"to":1}'),
    "a further stake of a confirmed seat dropped": partial(of, "StakesConfirmed", 1, FURTHER, ""),
    "a line dropped": partial(of, "SeatSettled", 2, r'{"spot":"pocket".*?},?', ""),
    "a line told twice": partial(of, "SeatSettled", 2, r'({"spot":"pocket".*?})', r"\1,\1"),
    "settled under the spot of the first": partial(of, "SeatSettled", 2, '"spot":"pocket"', '"spot":"trips"'),
    "settled under a spot that the felt has not": partial(
        of, "SeatSettled", 2, '"spot":"pocket"', '"spot":"bonus"'
    ),
    "settled by the rule of another spot": partial(of, "SeatSettled", 2, '"pocket_lost"', '"trips_lost"'),
    "the first settled under another spot": partial(of, "SeatSettled", 4, '"trips"', '"pocket"'),
    "the first settled as another, rule and all": partial(everywhere_in, "SeatSettled", "trips", "bonus"),
    "one side bet settled as the first by its name, rule and all": named_like_the_first,
    "refunded less": last_back_short,
    "to be refunded less": partial(told, "RoundVoided", r'("pocket","cents":)1000', r"\g<1>500"),
    "to be refunded on another spot": partial(told, "RoundVoided", '"spot":"pocket"', '"spot":"bonus"'),
    "refunded on another spot": partial(told, "SeatRefunded", '"spot":"pocket"', '"spot":"bonus"'),
    "a refund dropped": partial(without, "SeatRefunded"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_no_stake_on_a_side_bet_is_forged_unseen(name: str, path: Path) -> None:
    rows = rows_of(path)
    forged = linked(numbered(FORGERIES[name](rows)))
    assert forged != rows, "nothing was forged"
    assert not verify_rows("forged", forged).ok
    with pytest.raises(INSPECTOR.Bad):
        INSPECTOR.check(forged)
