"""Whatever honest people do in a round, no line of the authority's page says that it does not hold."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from controller.house.answers import Answers
from controller.house.archive import House
from tests.game.test_scenarios import SCENARIOS, played, told
from tests.long import long
from tests.shell.journal.journals import OPENING, create, rewrite
from tests.shell.journal.test_audit import written

DIFFERS = {
    "royale-cartes-echangees": {"JW-08"},
    "royale-cartes-echangees-jp1-reporte": {"JW-08"},
    "royale-cartes-echangees-sur-l-enregistrement": {"JW-08"},
    "royale-couchee-enregistrement-faux": {"JW-08"},
    "royale-enregistrement-faux": {"JW-01", "JW-08"},
}
"""Rounds whose cards were not those of the record: that is what the page is for."""
NAMED = ("coup-nul", "royale")
"""Where most is decided by people; the others are long."""


def case_of(path: Path) -> object:
    return path if path.stem.startswith(NAMED) else long(path)


AS_SHIPPED = [path for path in SCENARIOS if not told(path).get("options")]
"""A journal of other options than those of the profile that it names is none of a house's."""


@pytest.mark.parametrize("path", [*map(case_of, AS_SHIPPED)], ids=[path.stem for path in AS_SHIPPED])
def test_an_honest_round_has_no_line_that_does_not_hold(path: Path, tmp_path: Path) -> None:
    scenario = told(path)
    felt = played(scenario)
    opening = replace(OPENING, profile_digest=felt.state.profile.digest)
    journal = tmp_path / f"{opening.table}-000001.journal"
    create(journal, opening).close()
    rewrite(journal, written(felt.entries, opening))
    with closing(House([tmp_path], ":memory:")) as house:
        house.read_all()
        page = Answers(house, None).answer({"ask": "inspect", "period": "all"})
    wrong = {line["id"] for line in page["requirements"] if not line["ok"] and line["mark"] != "missing"}
    assert wrong == DIFFERS.get(path.stem, set())
