"""Cases that say once more what a shorter one says: `make proof` runs them, `make test` does not."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[1]


def long(*values: Any) -> Any:
    """The case of a parametrized test that waits for the trials."""
    return pytest.param(*values, marks=pytest.mark.long)


def walks(names: Iterable[str], seeds: range, each: int = 1) -> list[Any]:
    """Cases of a test that wanders at random, each a name and its seeds: all of them in the trials.

    In the suite each name has so many; they begin one further with each name, so that all kinds come.
    """
    known = list(names)
    begins = [seeds[number % (len(seeds) - each + 1)] for number in range(len(known))]
    few = [(name, range(first, first + each)) for name, first in zip(known, begins, strict=True)]
    return [*few, *(long(name, seeds) for name in known)]


@cache
def has_long_cases(where: str) -> bool:
    """Whether a file of tests, or one function of it (`file::name`), has cases that the suite leaves out.

    Where a fixture or a list of cases is marked every test of the file may have some.
    """
    file, _, name = where.partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    imported = [one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "tests.long"]
    marks = {"pytest.mark.long", *(name.name for one in imported for name in one.names)} - {"has_long_cases"}
    tests = {
        one.name: one
        for one in ast.walk(tree)
        if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")
    }
    own = {
        test: any(_says_long(mark, marks) for mark in one.decorator_list) or test in THINNED
        for test, one in tests.items()
    }
    for one in tests.values():
        one.decorator_list = []
    called = name.partition("[")[0]
    return _says_long(tree, marks) or (own.get(called, False) if name else any(own.values()))


def _says_long(tree: ast.AST, marks: Collection[str]) -> bool:
    return any(
        ast.unparse(node) in marks for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name)
    )


_ONE_IN_THREE = (
    "test_every_step_of_a_lesson_can_be_read_and_touched",
    "test_a_lesson_is_played_to_its_end_by_touches",
    "test_every_state_of_the_table_reads_well_and_can_be_touched",
    "test_every_state_of_the_other_games_reads_well_and_can_be_touched",
    "test_each_key_of_the_table_asks_what_the_key_on_the_screen_asks",
    "test_sheets_open_and_close_by_one_tap_each",
    "test_a_state_of_the_table_holds_longer_words",
    "test_every_text_of_a_state_can_be_read",
    "test_every_page_of_one_table_can_be_read_at_every_size",
    "test_one_to_forty_tables_can_be_read_at_every_size",
    "test_a_fault_at_any_moment_ends_in_the_state_that_the_catalogue_names_and_the_round_in_its_end",
    "test_without_bytes_and_with_them_a_night_is_the_same_to_the_last_hash",
    "test_the_meter_is_what_its_entries_make_of_it_after_every_event",
    "test_every_alarm_fits_its_card",
    "test_a_card_drawn_while_the_shoe_was_out_is_told_by_its_count_or_voids_the_deal",
    "test_a_round_is_settled_though_the_shoe_was_pulled_out_between_two_cards",
    "test_two_persons_can_go_on",
    "test_the_test_of_a_machine_concludes_what_it_saw",
    "test_tab_reaches_every_live_key_once_each_has_a_name_and_can_be_read",
    "test_the_arrows_reach_what_lies_beside",
    "test_the_page_can_be_read",
    "test_a_state_can_be_read_and_touched",
    "test_a_wrong_tap_at_each_step_is_counted_and_the_lesson_still_ends",
    "test_every_sheet_of_the_other_games_reads_well",
    "test_no_two_keys_in_sight_ask_the_same",
    "test_every_word_of_a_console_has_its_own_spaces_and_signs",
    "test_every_sheet_of_the_console_reads_well",
    "test_every_sheet_of_two_side_bets_reads_well",
    "test_a_state_can_be_read",
    "test_a_state_of_the_display_holds_longer_words",
    "test_the_console_of_a_smaller_felt_reads_well",
    "test_a_room_can_be_read_and_touched",
    "test_a_page_holds_the_longest_amounts_and_the_line_on_risks",
    "test_the_tables_can_be_read",
    "test_what_is_wrong_can_be_read",
    "test_who_misses_a_colour_reads_as_well",
    "test_the_darkest_glass_is_still_read",
    "test_the_word_for_it_stands_on_the_glass_whole",
    "test_a_card_that_a_shoe_without_power_forgot_shows_in_its_count_and_voids_the_deal",
    "test_a_shuffler_pulled_out_in_mid_deal_stops_no_deal_and_tells_its_deck_when_it_is_back",
)
_ONE_IN_TWO = (
    "test_a_round_is_dealt_decided_shown_down_and_settled",
    "test_what_comes_of_a_hand_is_told_apart_without_colour",
    "test_the_lamps_of_jp1_are_told_apart_without_colour",
    "test_the_light_is_told_apart_without_colour",
)
THINNED: dict[str, int] = {
    **dict.fromkeys(_ONE_IN_THREE, 3),
    **dict.fromkeys(_ONE_IN_TWO, 2),
    "test_a_finger_that_drums_does_one_act": 6,
}
"""Of the cases of these tests the suite takes one in so many: a landing has twenty minutes."""


def thin_out(items: Iterable[pytest.Item]) -> None:
    """The cases that the suite leaves out are long."""
    met: dict[str, int] = {}
    for item in items:
        name = getattr(item, "originalname", item.name)
        if name in THINNED and "[" in item.name:
            met[name] = met.get(name, -1) + 1
            if met[name] % THINNED[name]:
                item.add_marker(pytest.mark.long)
