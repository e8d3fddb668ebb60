"""`python -m tests.bench.growth`: what grows ends the trial, in a real night that is then told otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bench.growth import BESIDE, GROWTH_MB, SLOWER, TABLE_MB, hold_session, hold_tables, told_of

pytestmark = pytest.mark.long
ROUNDS = 210
"""Ten rounds after those that warm up, looked at five by five."""


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """A real session, all of it as calm as one may wish."""
    found = told_of(ROUNDS, 1)
    assert found["looked_at"] == 5
    for name in ("first", "last"):
        assert found[name]["rss_mb"] > 10
    for name in ("first_rate", "last_rate", "rate"):
        assert found[name] > 0
    return {**found, "last": found["first"], "last_rate": found["first_rate"]}


def larger(night: dict[str, Any], by_mb: float) -> dict[str, Any]:
    return {**night, "last": {**night["last"], "rss_mb": night["last"]["rss_mb"] + by_mb}}


def test_a_session_that_grew_or_became_slower_does_not_hold(told: dict[str, Any]) -> None:
    hold_session(larger(told, 0.9 * GROWTH_MB))
    with pytest.raises(AssertionError, match=r"memory grew by 8\.8 MB"):
        hold_session(larger(told, 1.1 * GROWTH_MB))
    hold_session({**told, "last_rate": told["first_rate"] * (SLOWER + 0.01)})
    with pytest.raises(AssertionError, match="became slower"):
        hold_session({**told, "last_rate": told["first_rate"] * (SLOWER - 0.01)})


def test_tables_that_take_too_much_each_or_slow_one_another_down_do_not_hold(told: dict[str, Any]) -> None:
    forty = {**told, "tables": 40}
    hold_tables(told, larger(forty, 39 * 0.9 * TABLE_MB))
    with pytest.raises(AssertionError, match=r"a table more takes 2\.2 MB"):
        hold_tables(told, larger(forty, 39 * 1.1 * TABLE_MB))
    hold_tables(told, {**forty, "rate": told["rate"] * (BESIDE + 0.01)})
    with pytest.raises(AssertionError, match="40 tables are slow"):
        hold_tables(told, {**forty, "rate": told["rate"] * (BESIDE - 0.01)})
