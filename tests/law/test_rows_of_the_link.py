"""The rows LK, PM, AC and DI of the requirements, and four of CS: the tests that hold each sentence.

A row names a scenario of tests/scenarios, or a test as `file.py::name`. Rows that ask for two things (taken,
refused; moved, and not otherwise) name a test for each.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.game.test_scenarios import FOLDER

TESTS = Path(__file__).parents[1]
BOOK, CLAIMS, EXACT = (
    "shell/book/test_book.py::",
    "shell/book/test_book_claims.py::",
    "shell/book/test_book_exact.py::",
)
REPORTS = "shell/registers/test_report_cli.py::"
REFUNDS, STOPS, SQLITE = (
    "shell/book/test_book_refunds.py::",
    "shell/book/test_book_stops.py::",
    "shell/book/test_book_sqlite.py::",
)
KEEPER, VERIFY, JP1 = (
    "shell/book/test_meter_keeper.py::",
    "shell/book/test_book_verify.py::",
    "shell/registers/test_report_jp1.py::",
)
NIGHTS, LOST, AWAY = (
    "link/test_linked_nights.py::",
    "link/test_link_lost.py::",
    "game/test_link_away.py::",
)
PRESS, ASIDE = "game/test_press_unanswered.py::", "link/test_press_set_aside.py::"
DISPLAY, INCIDENTS, SHEETS = (
    "ui/test_jackpot_display.py::",
    "game/test_incidents.py::",
    "game/test_sheets.py::",
)
ROWS: dict[str, tuple[str, ...]] = {
    "LK-01": (
        NIGHTS + "test_a_table_of_another_stake_or_other_rules_is_refused_with_a_sentence",
        "link/test_run_linked.py::test_a_table_with_the_role_of_another_does_not_start",
        "link/test_hostile.py::test_a_table_cannot_act_for_another",
    ),
    "LK-02": (
        AWAY + "test_rounds_are_played_while_the_end_of_an_earlier_one_is_not_in_the_book",
        PRESS + "test_the_deal_is_void_the_base_stakes_go_back_and_the_game_goes_on_without_jp1",
        PRESS + "test_the_book_is_asked_what_it_has_and_never_again_to_add",
        ASIDE + "test_killed_at_every_step_the_press_comes_to_one_answer_once",
        "jp1-ferme-par-la-liaison",
    ),
    "LK-03": (
        LOST + "test_jp1_is_closed_in_less_than_four_seconds_by_design",
        LOST + "test_a_worker_that_is_held_up_is_a_lost_link",
        DISPLAY + "test_silence_is_told_small_after_three_seconds_and_closes_after_ten",
    ),
    "LK-04": (
        LOST + "test_a_lost_link_is_told_and_the_state_read_again_when_it_is_back",
        LOST + "test_a_copy_that_lacks_an_acknowledged_entry_keeps_jp1_closed",
        AWAY + "test_a_restart_owes_the_book_the_same",
    ),
    "LK-05": (
        "link/test_races.py::test_tables_that_claim_at_once_have_one_order_and_equal_shares",
        SQLITE + "test_tables_claiming_at_once_come_in_one_order_and_share_equally",
    ),
    "LK-06": (
        CLAIMS + "test_claims_of_one_generation_share_equally_and_the_remainder_goes_to_the_next_meter",
        CLAIMS + "test_a_claim_of_a_later_generation_has_its_own_value",
        CLAIMS + "test_stakes_after_the_claim_do_not_move_the_frozen_value",
    ),
    "LK-07": (
        "link/test_cuts.py::test_a_cut_claim_and_a_cut_award_are_booked_once",
        "link/test_hostile.py::test_an_old_claim_played_again_pays_nobody",
        "shell/book/test_book_crash.py::test_an_act_killed_at_any_point_and_asked_again_is_done_once",
    ),
    "LK-09": (
        NIGHTS + "test_a_table_of_another_stake_or_other_rules_is_refused_with_a_sentence",
        "shell/settings/test_settings.py::test_the_digest_changes_with_every_rule",
    ),
    "LK-10": (
        SQLITE + "test_a_damaged_file_is_never_read_as_a_sound_book",
        "shell/test_doctor.py::test_a_program_that_is_not_the_signed_one_is_a_fault",
        NIGHTS + "test_a_book_of_another_version_is_refused",
        "journal-et-livre-different",
    ),
    "PM-01": (
        BOOK + "test_a_new_book_stands_at_the_start_amount",
        BOOK + "test_five_stakes_move_the_meter_by_their_share",
    ),
    "PM-02": (SQLITE + "test_a_book_is_made_of_the_jackpots_configuration",),
    "PM-03": (
        EXACT + "test_very_many_stakes_with_odd_shares_lose_nothing",
        BOOK + "test_the_meter_shows_whole_cents_and_carries_the_rest",
    ),
    "PM-04": (
        BOOK + "test_the_house_pays_fixed_prizes_and_the_meter_stands",
        BOOK + "test_the_meter_pays_only_what_is_above_the_start_amount",
    ),
    "PM-05": (
        "par/test_jackpot_returns.py::test_each_further_bettor_is_worth_one_consolation_in_32487",
        "shell/settings/test_settings_draft.py::"
        "test_a_return_above_the_ceiling_is_approved_by_two_beside_who_proposes",
    ),
    "PM-06": (
        JP1 + "test_the_last_wins_and_the_continuous_meters_are_recalled",
        BOOK + "test_the_last_twenty_five_wins_can_be_recalled",
    ),
    "PM-08": (
        "compteur-corrige",
        EXACT + "test_no_sequence_of_acts_makes_or_loses_money",
        PRESS + "test_added_is_returned_seat_by_seat_by_entries_of_its_own_and_then_the_chips",
    ),
    "PM-09": (
        REFUNDS + "test_what_passes_the_limit_goes_to_the_overflow",
        REFUNDS + "test_the_overflow_opens_the_next_cycle_within_the_limit",
    ),
    "PM-10": (KEEPER + "test_no_parameter_changes_while_the_jackpot_runs",),
    "PM-11": (
        "compteur-corrige",
        REFUNDS + "test_one_person_corrects_nothing",
        JP1 + "test_a_notice_for_accounting_tells_the_meter_before_and_after",
    ),
    "PM-12": (CLAIMS + "test_a_claim_opens_the_next_generation_at_start_and_reserve",),
    "PM-13": (
        "contribution-hors-norme",
        BOOK + "test_more_than_seven_stakes_in_one_round_are_refused_over_all_its_attempts",
    ),
    "PM-14": (
        "cagnotte-arretee",
        STOPS + "test_a_stopped_jackpot_takes_no_stake_at_any_table_and_its_meter_stands",
    ),
    "PM-15": (
        INCIDENTS + "test_a_deal_without_jp1_for_a_failure_is_reported_once_and_again_at_the_next_stop",
        INCIDENTS + "test_a_link_away_for_some_seconds_that_no_deal_met_is_no_incident",
        INCIDENTS + "test_a_stop_that_only_persons_can_end_is_reported_at_once_under_the_number_it_has",
        "shell/registers/test_report_incident.py::"
        "test_an_involuntary_stop_goes_to_the_authority_with_its_duration_and_rounds",
        "rapport-arret-du-jp1",
    ),
    "AC-01": (
        "feuilles-ouverture-et-fermeture",
        SHEETS + "test_a_further_avance_equals_the_first_and_is_signed_by_two",
        SHEETS + "test_the_encaisse_is_signed_by_a_cashier_too",
    ),
    "AC-02": (SHEETS + "test_the_avance_is_the_coefficient_times_the_minimum_to_the_cent",),
    "AC-05": (REPORTS + "test_the_slip_tells_the_result_with_jp1_in_a_column_of_its_own",),
    "AC-06": (SHEETS + "test_the_table_result_keeps_the_jackpot_apart_and_counts_every_avance",),
    "AC-07": (
        JP1 + "test_the_history_of_a_session_is_printed_with_who_certified_it",
        "feuilles-ouverture-et-fermeture",
    ),
    "AC-08": (
        JP1 + "test_the_reconciliation_tells_each_sum_apart",
        "ecart-au-rapprochement",
        VERIFY + "test_a_difference_is_found_and_named",
    ),
    "AC-10": (
        SQLITE + "test_entries_answers_and_terms_only_grow",
        "link/test_hostile.py::test_the_owner_of_the_server_cannot_change_the_ledger_by_mistake",
        "rectifier-un-coup-clos",
    ),
    "AC-12": (
        "orphelins",
        "game/test_slips.py::test_a_stake_that_nobody_claims_is_booked_by_a_chef",
    ),
    "AC-13": (REPORTS + "test_the_slip_tells_the_result_with_jp1_in_a_column_of_its_own",),
    "AC-14": ("royale-images-attendues", "royale-bordereau-et-identite"),
    "DI-01": (
        "link/test_linked_floor.py::test_the_displays_of_three_tables_show_what_all_of_them_added",
        DISPLAY + "test_a_meter_of_eight_figures_stays_on_the_screen",
    ),
    "DI-02": (
        DISPLAY + "test_the_meter_rolls_to_the_committed_value_within_800_ms",
        DISPLAY + "test_a_claim_shows_the_new_cycle_and_says_that_the_old_amount_is_kept",
    ),
    "DI-03": (DISPLAY + "test_open_it_says_amount_stake_limits_and_every_prize",),
    "DI-04": (
        DISPLAY + "test_silence_is_told_small_after_three_seconds_and_closes_after_ten",
        DISPLAY + "test_a_closed_jp1_keeps_the_last_value_in_grey_with_its_time",
    ),
    "DI-06": (
        DISPLAY + "test_open_it_says_amount_stake_limits_and_every_prize",
        DISPLAY + "test_the_notice_announces_the_maximum_of_the_next_round",
    ),
    "CS-12": (
        "drivers/test_shuffler.py::"
        "test_the_order_of_undealt_cards_is_dropped_and_alarmed_until_the_machine_is_restarted",
        "drivers/test_capture.py::test_an_order_of_undealt_cards_is_a_fault_and_is_not_read",
    ),
    "CS-16": (
        "drivers/test_usb_allowed.py::test_a_link_opens_what_the_list_allows_and_says_what_it_does_not",
        "drivers/test_usb_allowed.py::test_a_serial_adapter_is_opened_only_if_the_list_allows_it",
        "drivers/test_usb_allowed.py::test_a_stranger_is_told_when_it_comes_and_when_it_goes",
    ),
    "CS-22": (
        "game/test_decks.py::test_a_deck_that_does_not_count_52_is_not_dealt_until_another_is_verified",
        "game/test_decks.py::test_decks_are_shuffled_by_hand_when_a_chef_allows_it_and_every_time_declared",
        "sabot-revient-compte-faux",
    ),
    "CS-24": (
        "memory/test_house_chance.py::test_one_card_too_often_is_seen",
        "memory/test_house_chance.py::test_the_tail_of_chi_square_is_that_of_the_tables",
    ),
}
FAMILIES = ("LK", "PM", "AC", "DI")
NOT_GIVEN = {"LK-08", "PM-07", "AC-03", "AC-04", "AC-09", "AC-11", "DI-05"}


def test_every_row_of_the_four_families_is_here() -> None:
    last = {"LK": 10, "PM": 15, "AC": 14, "DI": 6}
    given = {f"{name}-{n:02}" for name in FAMILIES for n in range(1, last[name] + 1)} - NOT_GIVEN
    assert {row for row in ROWS if row[:2] in FAMILIES} == given


@pytest.mark.parametrize("row", ROWS)
def test_what_holds_the_row_is_there(row: str) -> None:
    for name in ROWS[row]:
        file, _, test = name.partition("::")
        if not file.endswith(".py"):
            assert (FOLDER / f"{name}.toml").is_file(), f"{row}: {name}"
            continue
        text = (TESTS / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {test}", text, re.MULTILINE), f"{row}: {name}"
