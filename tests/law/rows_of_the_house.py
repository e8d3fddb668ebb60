"""The rows of the house, 1.7 to 1.11 of the requirements: accounts, security, displays, recovery, roles.

What shows a row is a scenario of tests/scenarios, or a test as `module::name`; `test_every_row` checks them.
"""

from __future__ import annotations

from typing import Final

HOUSE: Final[dict[str, tuple[str, ...]]] = {
    # 1.7 Accounting and reports
    "AC-01": (
        "feuilles-ouverture-et-fermeture",
        "sheets::a_further_avance_is_at_least_the_minimum_too_and_is_signed_by_two",
        "sheets::the_encaisse_is_signed_by_a_cashier_too",
    ),
    "AC-02": ("sheets::the_avance_is_at_least_the_coefficient_times_the_minimum",),
    "AC-05": (
        "report_cli::the_slip_tells_the_result_with_jp1_in_a_column_of_its_own",
        "registers::days_sum_their_sittings_over_all_tables",
        "registers::another_minimum_opens_another_carnet",
    ),
    "AC-06": ("sheets::the_table_result_keeps_the_jackpot_apart_and_counts_every_avance",),
    "AC-07": (
        "report_jp1::the_history_of_a_session_is_printed_with_who_certified_it",
        "feuilles-ouverture-et-fermeture",
    ),
    "AC-08": (
        "report_jp1::the_reconciliation_tells_each_sum_apart",
        "ecart-au-rapprochement",
        "book_verify::a_difference_is_found_and_named",
    ),
    "AC-10": (
        "book_sqlite::entries_answers_and_terms_only_grow",
        "hostile::the_owner_of_the_server_cannot_change_the_ledger_by_mistake",
        "rectifier-un-coup-clos",
    ),
    "AC-12": (
        "orphelins",
        "slips::a_stake_that_nobody_claims_is_booked_by_a_chef",
    ),
    "AC-13": ("report_cli::the_slip_tells_the_result_with_jp1_in_a_column_of_its_own",),
    "AC-14": (
        "records_kept::what_rotates_and_clears_leaves_journals_and_book_as_they_are",
        "records_kept::the_program_takes_no_file_away_but_those_that_are_named",
        "records_kept::whoever_keeps_the_machine_is_told_how_long",
        "console_words::every_hold_asks_for_the_images_to_be_kept_and_says_how_long_they_are",
        "royale-images-attendues",
        "registers::identity_checks_are_references_and_no_names",
    ),
    # 1.8 Audit and security
    "SE-01": (
        "journal_verify::tampering_with_an_entry_is_found_and_the_entry_named",
        "journal_verify::every_flipped_bit_is_found_or_changes_nothing",
        "forged_journals::every_forged_journal_is_found",
    ),
    "SE-03": (
        "rows_of_the_record::every_entry_has_its_instant_its_code_and_the_next_number",
        "rows_of_the_record::what_is_significant_has_a_code_of_its_own",
        "report_win::local_time_and_utc_stand_side_by_side_to_the_millisecond",
    ),
    "SE-04": (
        "approval::a_table_whose_program_was_changed_stays_inoperable",
        "approval::a_manifest_that_the_maker_did_not_sign_is_refused",
    ),
    "SE-05": (
        "approval::a_table_whose_program_was_changed_stays_inoperable",
        "round_holds::a_restart_in_a_held_round_ends_with_the_felt_confirmed_and_the_hold_by_the_chef",
        "walk::a_table_left_to_chance_stays_sound",
        "touch::a_second_touch_within_a_quarter_of_a_second_is_not_a_second_act",
    ),
    "SE-08": (
        "book_refunds::one_person_corrects_nothing",
        "hostile::the_pit_cannot_play",
        "hostile::a_table_corrects_no_account_but_the_meter",
    ),
    "SE-09": (
        "approval::an_edition_older_than_one_that_has_run_here_does_not_start",
        "approval::a_table_keeps_which_edition_has_run",
        "approval::any_difference_is_named_in_one_sentence",
    ),
    "SE-11": (
        "people::a_revoked_badge_counts_for_nothing_at_once",
        "people::a_pin_counts_for_ninety_seconds",
        "people::wrong_pins_are_kept_and_counted_and_the_fifth_locks",
        "people::a_pause_locks_the_console_to_its_dealer_and_the_chefs",
        "access::the_fifth_wrong_pin_locks_for_fifteen_minutes",
    ),
    "SE-12": (
        "slips::an_inspector_moves_nothing",
        "papers_by_touch::an_inspector_finds_the_recall_open_and_no_act_of_his",
        "registers::exports_are_signed_with_the_heads_of_the_journals",
    ),
    "SE-14": (
        "run::a_real_table_refuses_to_go_on_with_a_simulated_journal",
        "keys::a_simulation_has_keys_of_its_own",
        "signed_heads::a_simulated_head_is_never_taken_for_a_live_one",
        "approval::every_screen_says_what_the_table_is",
    ),
    "SE-15": (
        "jackpot_display::the_map_holds_no_seat_no_card_and_no_name",
        "report_win::the_winner_is_a_line_to_write_on_and_no_field",
        "registers::identity_checks_are_references_and_no_names",
    ),
    # 1.9 Displays
    "DI-01": (
        "linked_floor::the_displays_of_three_tables_show_what_all_of_them_added",
        "jackpot_display::a_meter_of_eight_figures_stays_on_the_screen",
    ),
    "DI-02": (
        "jackpot_display::the_meter_rolls_to_the_committed_value_within_800_ms",
        "jackpot_display::a_claim_shows_the_new_cycle_and_the_amount_that_is_kept_to_the_cent",
    ),
    "DI-03": (
        "jackpot_display::open_it_says_amount_stake_limits_and_every_prize",
        "jackpot_display::the_public_reads_which_part_of_a_stake_feeds_the_jackpot",
        "jackpot_display::the_page_has_the_ranking_of_hands_and_what_each_spot_pays",
    ),
    "DI-04": (
        "jackpot_display::silence_is_told_small_after_three_seconds_and_closes_after_ten",
        "jackpot_display::a_closed_jp1_keeps_the_last_value_in_grey_with_its_time",
    ),
    "DI-06": (
        "jackpot_display::the_notice_of_the_table_has_its_number_its_avance_its_minimum_and_maximum",
        "jackpot_display::the_notice_announces_the_maximum_of_the_next_round",
    ),
    # 1.10 Recovery
    "RC-01": (
        "round_money::a_contribution_is_wanted_until_the_book_has_answered",
        "server_crash::no_acknowledged_stake_is_lost_when_the_server_dies",
        "book_sqlite::the_file_is_written_with_a_rollback_journal_and_fully_synchronised",
    ),
    "RC-02": (
        "run::a_table_killed_in_a_deal_comes_back_in_the_same_deal",
        "jackpot_win::restarted_after_every_step_the_win_ends_as_if_it_had_not_been",
        "sensors::a_restart_after_each_step_finds_lamps_marks_and_money_as_they_were",
    ),
    "RC-03": (
        "crash_journal::a_round_killed_at_every_boundary_is_the_round_nobody_killed",
        "crash_journal::a_night_killed_anywhere_and_often_ends_like_the_uninterrupted",
    ),
    "RC-04": (
        "journal-et-livre-different",
        "sessions::a_book_that_differs_at_the_start_closes_jp1_until_people_accept",
        "link_lost::a_copy_that_lacks_an_acknowledged_entry_keeps_jp1_closed",
        "any_difference::two_persons_can_go_on",
    ),
    "RC-06": (
        "sabot-revient-compte-juste",
        "sabot-revient-compte-faux",
        "round_holds::a_shoe_whose_count_is_not_that_of_the_deal_holds_it_until_it_is_void",
    ),
    # 1.11 Roles
    "RO-01": (
        "rights::these_roles_and_no_others_may_send_it",
        "decks::the_dealer_silences_a_warning_and_no_more",
        "rights::the_dealer_has_no_part_in_releasing_what_he_dealt",
    ),
    "RO-02": (
        "rights::a_chef_with_two_tables_elsewhere_does_nothing_here",
        "coup-nul-avant-abattage",
        "decks::a_warning_stays_after_its_cause_until_a_chef_gives_a_reason",
    ),
    "RO-03": (
        "royale-chaque-pas-refuse",
        "voiding::from_the_first_board_card_on_the_comite_confirms_whatever_the_cards_are",
        "sheets::the_avance_is_signed_by_a_chef_and_by_the_comite_two_persons",
    ),
    "RO-04": (
        "drafting::only_the_director_proposes",
        "cagnotte-arretee",
        "rows_of_play::a_technician_s_card_moves_no_money_no_meter_and_no_claim",
    ),
    "RO-05": (
        "royale-bordereau-contresigne",
        "sheets::the_encaisse_is_signed_by_a_cashier_too",
        "slips::an_inspector_moves_nothing",
    ),
}
