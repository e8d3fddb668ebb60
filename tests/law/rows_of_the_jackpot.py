"""The rows of the jackpot, 1.1 to 1.4 of the requirements: its meter, its stakes, its win, its link.

What shows a row is a scenario of tests/scenarios, or a test as `module::name`; `test_every_row` checks them.
"""

from __future__ import annotations

from typing import Final

JACKPOT: Final[dict[str, tuple[str, ...]]] = {
    # 1.1 Progressive meter
    "PM-01": (
        "book::a_new_book_stands_at_the_start_amount",
        "book::five_stakes_move_the_meter_by_their_share",
    ),
    "PM-02": (
        "settings::base_reset_increment_reserve_limit_and_threshold_are_parameters_of_their_own",
        "book_cli::the_parameters_of_a_jackpot_are_shown_each_by_its_name",
        "house_pages::the_jackpot_s_page_shows_each_of_its_six_parameters_by_its_name",
        "meter_by_touch::the_sheet_of_the_jackpot_names_each_parameter",
    ),
    "PM-03": (
        "book_exact::very_many_stakes_with_odd_shares_lose_nothing",
        "book::the_meter_shows_whole_cents_and_carries_the_rest",
    ),
    "PM-04": (
        "book::the_house_pays_fixed_prizes_and_the_meter_stands",
        "book::the_meter_pays_only_what_is_above_the_start_amount",
    ),
    "PM-05": (
        "jackpot_returns::each_further_bettor_is_worth_one_consolation_in_32487",
        "settings_draft::a_return_above_the_ceiling_is_approved_by_two_beside_who_proposes",
    ),
    "PM-06": (
        "report_jp1::the_last_wins_and_the_continuous_meters_are_recalled",
        "book::the_last_twenty_five_wins_can_be_recalled",
    ),
    "PM-08": (
        "compteur-corrige",
        "book_exact::no_sequence_of_acts_makes_or_loses_money",
        "press_unanswered::added_is_returned_seat_by_seat_by_entries_of_its_own_and_then_the_chips",
    ),
    "PM-09": (
        "book_refunds::what_passes_the_limit_goes_to_the_overflow",
        "book_refunds::the_overflow_opens_the_next_cycle_within_the_limit",
    ),
    "PM-10": ("meter_keeper::no_parameter_changes_while_the_jackpot_runs",),
    "PM-11": (
        "compteur-corrige",
        "book_refunds::one_person_corrects_nothing",
        "report_jp1::a_notice_for_accounting_tells_the_meter_before_and_after",
    ),
    "PM-12": (
        "book_claims::a_claim_opens_the_next_generation_at_start_and_reserve",
        "book_claims::a_reset_of_nothing_opens_the_next_generation_at_the_reserve_alone",
    ),
    "PM-13": (
        "contribution-hors-norme",
        "book::more_than_seven_stakes_in_one_round_are_refused_over_all_its_attempts",
        "book::fewer_stakes_a_round_are_the_limit_where_the_house_says_so",
    ),
    "PM-14": (
        "cagnotte-arretee",
        "book_stops::a_stopped_jackpot_takes_no_stake_at_any_table_and_its_meter_stands",
    ),
    "PM-15": (
        "incidents::a_deal_without_jp1_for_a_failure_is_reported_once_and_again_at_the_next_stop",
        "incidents::a_link_away_for_some_seconds_that_no_deal_met_is_no_incident",
        "incidents::a_stop_that_only_persons_can_end_is_reported_at_once_under_the_number_it_has",
        "report_incident::an_involuntary_stop_goes_to_the_authority_with_its_duration_and_rounds",
        "rapport-arret-du-jp1",
    ),
    # 1.2 JP1 bet capture
    "BC-01": (
        "jeton-avant-les-mises",
        "article_55_20_at_the_table::jp1_comes_after_the_main_stakes",
    ),
    "BC-02": (
        "book::a_wrong_stake_is_refused",
        "bad_nights::a_chip_without_main_bets_is_refused_and_moves_nothing",
        "chips::seven_chips_put_down_together_are_seven",
        "chips::pins_that_are_too_few_or_named_twice_are_refused",
    ),
    "BC-04": (
        "article_55_20_at_the_table::a_chip_seen_moves_no_meter_and_the_registered_stakes_do",
        "walk::a_chip_at_every_seat_makes_no_stake_by_itself",
    ),
    "BC-05": (
        "rows_of_play::a_lamp_invites_tells_the_chip_and_then_that_it_is_registered",
        "chips::each_state_of_a_lamp_has_its_rhythm",
    ),
    "BC-06": (
        "carte-avant-jp1-enregistre",
        "carte-qui-ferme-les-mises-avec-jp1",
        "article_55_20_at_the_table::no_card_may_leave_before_all_stakes_are_down",
    ),
    "BC-07": (
        "jeton-apres-la-fermeture",
        "jeton-leve-apres-la-fermeture",
    ),
    "BC-09": (
        "jetons-jp1-un-de-moins",
        "jetons-jp1-un-de-plus",
        "jetons-jp1-recomptes",
    ),
    "BC-11": (
        "capteur-douteux-a-la-main",
        "sensors::a_stake_registered_by_hand_is_told_as_such_in_the_recall",
        "sensors::a_repaired_seat_is_listened_to_again",
    ),
    "BC-12": (
        "chips::a_chip_counts_once_its_level_stood_still_for_150_ms",
        "capteurs-eprouves-a-l-ouverture",
        "chips::a_chip_left_through_two_registered_rounds_is_a_stuck_sensor",
        "capteur-couvert-table-fermee",
        "sensor_nights::the_raw_moves_of_a_round_are_in_its_page_of_the_journal",
    ),
    "BC-14": (
        "rows_of_play::the_record_of_a_round_tells_its_jp1_stakes_in_full",
        "registers::the_history_of_jp1_sums_to_what_the_events_say",
    ),
    # 1.3 JP1 win procedure
    "JW-01": (
        "jp1-full-carre-quinte-flush",
        "jackpot::less_than_a_full_house_wins_nothing",
    ),
    "JW-02": (
        "jp1-full-carre-quinte-flush",
        "jp1-mort-apres-abandon",
    ),
    "JW-03": (
        "jp1-full-du-board",
        "jackpot::without_a_jp1_stake_there_is_no_outcome",
    ),
    "JW-04": (
        "royale-communautaire",
        "royale-du-croupier",
    ),
    "JW-05": (
        "royale-du-joueur-acceptee",
        "royale-chaque-pas-refuse",
    ),
    "JW-06": (
        "royale-du-joueur-acceptee",
        "rights::with_a_register_no_badge_counts_without_its_pin",
    ),
    "JW-07": (
        "royale-images-attendues",
        "royale-chaque-pas-refuse",
    ),
    "JW-08": (
        "royale-du-joueur-acceptee",
        "royale-cartes-echangees",
    ),
    "JW-09": (
        "royale-du-joueur-acceptee",
        "royale-du-joueur-refusee",
        "jackpot_display::a_claim_shows_the_new_cycle_and_the_amount_that_is_kept_to_the_cent",
        "jackpot_win::restarted_after_every_step_the_win_ends_as_if_it_had_not_been",
    ),
    "JW-10": (
        "book_claims::a_claim_opens_the_next_generation_at_start_and_reserve",
        "book_claims::stakes_after_the_claim_do_not_move_the_frozen_value",
    ),
    "JW-11": (
        "royale-du-joueur-acceptee",
        "royale-sans-jp1-sans-consolation",
    ),
    "JW-13": (
        "royale-sans-jp1-consolation",
        "royale-sans-jp1-sans-consolation",
    ),
    "JW-14": (
        "book_claims::claims_of_one_generation_share_equally_and_the_remainder_goes_to_the_next_meter",
        "book_claims::payment_waits_for_the_verification_of_the_other_claims",
    ),
    "JW-15": (
        "royale-bordereau-et-identite",
        "report_win::the_slip_says_what_the_law_asks_for",
        "report_win::a_refused_claim_has_minutes_of_its_own_and_no_slip",
    ),
    "JW-16": (
        "royale-bordereau-et-identite",
        "royale-chaque-pas-refuse",
    ),
    "JW-18": (
        "royale-du-joueur-refusee",
        "meme-personne-deux-fois",
    ),
    "JW-19": (
        "journal_round::evidence_holds_what_the_round_needs_and_verifies",
        "journal_round::evidence_that_somebody_changed_does_not_hold",
    ),
    "JW-21": ("lot-confirme-par-le-chef",),
    # 1.4 Link and several tables
    "LK-01": (
        "linked_nights::a_table_of_another_stake_or_other_rules_is_refused_with_a_sentence",
        "run_linked::a_table_with_the_role_of_another_does_not_start",
        "hostile::a_table_cannot_act_for_another",
    ),
    "LK-02": (
        "link_away::rounds_are_played_while_the_end_of_an_earlier_one_is_not_in_the_book",
        "press_unanswered::the_deal_is_void_the_base_stakes_go_back_and_the_game_goes_on_without_jp1",
        "press_unanswered::the_book_is_asked_what_it_has_and_never_again_to_add",
        "press_set_aside::killed_at_every_step_the_press_comes_to_one_answer_once",
        "jp1-ferme-par-la-liaison",
    ),
    "LK-03": (
        "link_lost::jp1_is_closed_in_less_than_four_seconds_by_design",
        "link_lost::jp1_opens_only_after_an_act_went_the_whole_way",
        "link_lost::a_worker_that_is_held_up_is_a_lost_link",
        "jackpot_display::silence_is_told_small_after_three_seconds_and_closes_after_ten",
        "jackpot_display::the_table_sets_after_how_long_a_silence_closes_jp1",
        "desk_settings::how_long_an_amount_counts_without_news_is_a_fact_of_the_session",
    ),
    "LK-04": (
        "link_lost::a_lost_link_is_told_and_the_state_read_again_when_it_is_back",
        "link_lost::a_copy_that_lacks_an_acknowledged_entry_keeps_jp1_closed",
        "book_reopens::jp1_closes_with_the_book_and_opens_again_with_it",
        "link_away::a_restart_owes_the_book_the_same",
    ),
    "LK-05": (
        "races::tables_that_claim_at_once_have_one_order_and_equal_shares",
        "book_sqlite::tables_claiming_at_once_come_in_one_order_and_share_equally",
    ),
    "LK-06": (
        "book_claims::claims_of_one_generation_share_equally_and_the_remainder_goes_to_the_next_meter",
        "book_claims::a_claim_of_a_later_generation_has_its_own_value",
        "book_claims::stakes_after_the_claim_do_not_move_the_frozen_value",
    ),
    "LK-07": (
        "cuts::a_cut_claim_and_a_cut_award_are_booked_once",
        "hostile::an_old_claim_played_again_pays_nobody",
        "book_crash::an_act_killed_at_any_point_and_asked_again_is_done_once",
    ),
    "LK-09": (
        "linked_nights::a_table_of_another_stake_or_other_rules_is_refused_with_a_sentence",
        "settings::the_digest_changes_with_every_rule",
    ),
    "LK-10": (
        "book_sqlite::a_damaged_file_is_never_read_as_a_sound_book",
        "doctor::a_program_that_is_not_the_signed_one_is_a_fault",
        "linked_nights::a_book_of_another_version_is_refused",
        "journal-et-livre-different",
    ),
}
