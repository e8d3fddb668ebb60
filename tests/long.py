"""What waits for `make proof`: too slow for each landing, or saying once more what a shorter case says."""

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


_ONE_IN: Final[dict[int, tuple[str, ...]]] = {
    13: (
        "test_a_fault_at_any_moment_ends_in_the_state_that_the_catalogue_names_and_the_round_in_its_end",
        "test_a_finger_that_drums_does_one_act",
        "test_a_state_of_the_table_holds_longer_words",
        "test_every_alarm_fits_its_card",
        "test_every_state_of_the_other_games_reads_well_and_can_be_touched",
        "test_every_state_of_the_table_reads_well_and_can_be_touched",
        "test_every_text_of_a_state_can_be_read",
        "test_what_keeps_a_machine_from_opening_is_one_sentence_and_the_rest_starts",
        "test_without_bytes_and_with_them_a_night_is_the_same_to_the_last_hash",
    ),
    7: (
        "test_a_card_drawn_while_the_shoe_was_out_is_told_by_its_count_or_voids_the_deal",
        "test_a_file_that_is_no_witness_is_a_fault_whatever_else_is_here",
        "test_a_lesson_is_played_to_its_end_by_touches",
        "test_a_room_can_be_read_and_touched",
        "test_a_round_is_settled_though_the_shoe_was_pulled_out_between_two_cards",
        "test_a_state_can_be_read_and_touched",
        "test_a_whole_round_of_n_players_takes_two_n_and_four_touches_and_one_less_with_sensors_of_the_main_bets",
        "test_every_jam_can_be_read",
        "test_every_place_of_a_card_can_be_read",
        "test_every_sheet_of_the_console_reads_well",
        "test_every_sheet_of_the_other_games_reads_well",
        "test_tab_reaches_every_live_key_once_each_has_a_name_and_can_be_read",
        "test_the_page_can_be_read",
        "test_two_persons_can_go_on",
        "test_what_a_full_disk_does_not_take_leaves_everything_as_it_was",
    ),
    5: (
        "test_a_clumsy_learner_always_comes_to_an_end",
        "test_a_finger_that_bounces_on_a_decision_flips_it_once",
        "test_a_page_can_be_read_and_touched",
        "test_a_seat_that_is_paid_and_taken_from_says_both_in_its_column_and_on_the_card",
        "test_a_tap_that_is_none_is_refused_in_a_sentence_and_changes_nothing",
        "test_any_table_is_two_touches_away_on_a_page_of_the_house",
        "test_each_key_asks_exactly_what_it_carries",
        "test_every_question_can_be_read_and_touched",
        "test_every_state_can_be_read_and_touched",
        "test_every_state_of_two_side_bets_reads_well_and_can_be_touched",
        "test_every_word_of_a_report_is_in_its_file",
        "test_no_honest_room_is_accused",
        "test_no_night_outlives_who_started_it",
        "test_the_list_of_every_table_can_be_read_and_touched_at_every_size",
        "test_the_sheet_reads_well_at_its_longest",
        "test_the_start_page_shows_all_lessons_and_how_they_went",
        "test_their_keys_are_a_finger_high_and_apart",
        "test_what_asks_for_somebody_beside_the_dealer_is_never_his",
        "test_who_does_what_is_asked_has_ten_points",
        "test_with_a_register_no_badge_counts_without_its_pin",
        "test_with_a_register_the_dealer_has_a_name",
    ),
    3: (
        "test_a_card_that_a_shoe_without_power_forgot_shows_in_its_count_and_voids_the_deal",
        "test_a_count_is_entered_once_and_not_signed_by_the_same_rhythm",
        "test_a_fault_planted_in_the_book_is_found_by_its_rule",
        "test_a_figure_is_slower_by_more_than_a_twentieth",
        "test_a_file_of_a_table_that_is_damaged",
        "test_a_journal_that_is_damaged_or_none",
        "test_a_kill_at_any_boundary_leaves_whole_steps",
        "test_a_machines_warning_is_acknowledged_with_its_reason_whatever_lies_open",
        "test_a_page_holds_the_longest_amounts_and_the_line_on_risks",
        "test_a_register_has_as_many_rows_as_its_page_shows_whole",
        "test_a_round_is_dealt_decided_shown_down_and_settled",
        "test_a_shuffler_pulled_out_in_mid_deal_stops_no_deal_and_tells_its_deck_when_it_is_back",
        "test_a_smaller_felt_plays_its_night_on_its_own_places_and_the_same_one_again",
        "test_a_state_can_be_read",
        "test_a_state_of_the_display_holds_longer_words",
        "test_a_table_left_to_chance_stays_sound",
        "test_a_touch_of_a_row_reaches_its_table_at_every_size",
        "test_a_view_without_any_one_of_its_parts_is_refused_or_can_be_done_without",
        "test_a_wrong_tap_at_each_step_is_counted_and_the_lesson_still_ends",
        "test_an_act_killed_at_any_point_and_asked_again_is_done_once",
        "test_an_incident_is_declared_once_and_what_comes_under_the_finger_is_not_asked",
        "test_an_orphelin_is_booked_once",
        "test_damaged_frames_give_no_more_cards_than_chance_allows_and_cost_little",
        "test_each_key_of_the_table_asks_what_the_key_on_the_screen_asks",
        "test_enter_twice_or_held_does_not_sign",
        "test_every_sheet_of_two_side_bets_reads_well",
        "test_every_word_of_a_console_has_its_own_spaces_and_signs",
        "test_killed_in_the_book_the_act_is_asked_again_and_done_once",
        "test_last_deals_are_not_withdrawn_by_the_tap_that_announces_them",
        "test_no_two_keys_in_sight_ask_the_same",
        "test_nothing_in_the_bar_covers_anything",
        "test_restarted_after_every_step_the_win_ends_as_if_it_had_not_been",
        "test_settings_that_are_wrong",
        "test_sheets_open_and_close_by_one_tap_each",
        "test_the_arrows_reach_what_lies_beside",
        "test_the_console_of_a_smaller_felt_reads_well",
        "test_the_darkest_glass_is_still_read",
        "test_the_keys_below_a_round_do_not_lie_on_one_another",
        "test_the_keys_of_an_alarm_stand_on_one_line_at_every_size",
        "test_the_longest_words_of_a_felt_and_of_its_alarm_stand_clear_at_every_size",
        "test_the_meter_is_what_its_entries_make_of_it_after_every_event",
        "test_the_page_can_be_read_and_touched_at_the_pit_and_on_its_own",
        "test_the_reason_of_every_void_is_read_whole_among_the_last_rounds",
        "test_the_tables_can_be_read",
        "test_the_test_of_a_machine_concludes_what_it_saw",
        "test_the_word_for_it_stands_on_the_glass_whole",
        "test_under_all_faults_every_message_arrives_once_and_in_order",
        "test_very_many_stakes_with_odd_shares_lose_nothing",
        "test_what_cannot_be_said_is_no_success_and_no_traceback",
        "test_what_is_wrong_can_be_read",
        "test_whatever_comes_in_whatever_order_every_driver_goes_on",
        "test_who_misses_a_colour_reads_as_well",
    ),
    2: (
        "test_a_folder_too_long_for_a_socket_is_refused_with_what_to_do",
        "test_a_port_that_another_program_took_meanwhile_does_not_cost_the_reader",
        "test_a_restart_killed_at_every_boundary_of_its_own_is_taken_up_again",
        "test_a_sum_stands_with_the_row_above_it",
        "test_an_act_killed_at_every_point_is_in_the_book_once",
        "test_differences_of_a_whole_night_come_to_what_the_whole_views_tell",
        "test_every_script_that_came_with_the_program_can_be_read",
        "test_every_state_of_a_small_table_has_its_way_out",
        "test_rooms_of_all_sizes_can_be_read",
        "test_row_place_tile_and_card_say_the_same_of_a_cause_that_is_gone",
        "test_the_amount_is_whole_at_its_size_up_to_ten_millions",
        "test_the_lamps_of_jp1_are_told_apart_without_colour",
        "test_the_light_is_told_apart_without_colour",
        "test_the_primary_button_never_moves",
        "test_what_comes_of_a_hand_is_told_apart_without_colour",
    ),
}
THINNED: Final = {name: one_in for one_in, names in _ONE_IN.items() for name in names}
"""Of the cases of these tests the suite takes one in so many: a landing has twenty minutes.

Cases are sizes times languages times states: by an odd step all of them come, by an even one half.
"""


def thin_out(items: Iterable[pytest.Item]) -> None:
    """The cases that the suite leaves out are long."""
    met: dict[str, int] = {}
    for item in items:
        name = getattr(item, "originalname", item.name)
        if name in THINNED and "[" in item.name:
            met[name] = met.get(name, -1) + 1
            if met[name] % THINNED[name]:
                item.add_marker(pytest.mark.long)
