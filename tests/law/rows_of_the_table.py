"""The rows of the table, 1.5 and 1.6 of the requirements: cards and machines, the round and its errors.

What shows a row is a scenario of tests/scenarios, or a test as `module::name`; `test_every_row` checks them.
"""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, tuple[str, ...]]] = {
    # 1.5 Cards, shuffler, shoe
    "CS-01": (
        "feuilles-refusees",
        "sheets::the_opening_is_refused_with_the_missing_line_named_until_none_is",
        "sheets::two_decks_never_have_the_same_serial_number",
    ),
    "CS-03": (
        "decks::a_player_may_ask_to_see_the_shuffler_empty_between_two_rounds",
        "decks::the_shuffler_is_shown_empty_before_the_table_closes",
        "shuffler::over_a_pty_the_machine_is_asked_pulled_out_and_shown_empty_when_it_is_back",
        "shuffler::being_shown_empty_is_kept_with_its_instant",
    ),
    "CS-04": (
        "decks::a_colour_is_not_dealt_twice_in_a_row",
        "decks::the_cut_card_put_back_gives_the_deck_free",
        "shuffler::the_second_deck_waits_inside_for_the_tray",
    ),
    "CS-06": (
        "melangeur-compte-51",
        "decks::a_deck_that_does_not_count_52_is_not_dealt_until_another_is_verified",
    ),
    "CS-07": (
        "decks::a_warning_stays_after_its_cause_until_a_chef_gives_a_reason",
        "decks::the_dealer_silences_a_warning_and_no_more",
    ),
    "CS-08": (
        "carte-en-double",
        "round_holds::a_deal_with_a_card_twice_is_only_voided",
        "decks::a_deck_with_the_wrong_back_or_no_cut_card_is_not_dealt",
    ),
    "CS-10": (
        "rapport-carte-manquante",
        "report_incident::a_missing_card_goes_to_the_police_officer_with_the_rounds_of_its_deck",
    ),
    "CS-11": (
        "carte-illisible-du-board",
        "carte-illisible-du-joueur",
        "sans-sabot-royale",
    ),
    "CS-12": (
        "shuffler::the_order_of_undealt_cards_is_dropped_and_alarmed_until_the_machine_is_restarted",
        "capture::an_order_of_undealt_cards_is_a_fault_and_is_not_read",
    ),
    "CS-13": (
        "secrecy::no_view_no_text_and_no_entry_names_a_card_that_lies_face_down",
        "journal::no_byte_of_the_files_holds_a_card_before_its_reveal",
    ),
    "CS-14": (
        "melangeur-qui-trie",
        "shuffler::a_sorted_deck_says_so",
    ),
    "CS-15": (
        "decks::a_changed_program_closes_the_table_until_the_comite_gives_a_reason",
        "open_shoe::another_firmware_than_the_approved_one_is_a_trouble",
        "shuffler::a_program_that_the_house_has_not_approved_is_a_trouble_until_the_approved_one_is_back",
    ),
    "CS-16": (
        "usb_allowed::a_link_opens_what_the_list_allows_and_says_what_it_does_not",
        "usb_allowed::a_serial_adapter_is_opened_only_if_the_list_allows_it",
        "usb_allowed::a_stranger_is_told_when_it_comes_and_when_it_goes",
    ),
    "CS-18": (
        "melange-a-la-main",
        "decks::after_a_jam_the_deck_is_dealt_when_it_counted_52_again",
        "shuffler::the_way_out_of_a_jam_leads_step_by_step_to_a_full_count",
        "decks::a_jam_may_be_left_for_the_hand_shuffle_by_the_chef_alone",
    ),
    "CS-21": (
        "profile::a_round_takes_two_cards_a_player_two_and_five",
        "profile::burned_cards_lie_before_those_of_their_street",
        "carte-en-trop",
    ),
    "CS-22": (
        "decks::with_a_counting_shuffler_stub_and_dealt_cards_are_52_again_before_every_deal",
        "decks::a_table_without_a_shuffler_deals_nothing_that_was_not_counted_to_52",
        "decks::decks_are_shuffled_by_hand_when_a_chef_allows_it_and_every_time_declared",
    ),
    "CS-23": (
        "sheets::the_closing_is_refused_with_the_missing_line_named",
        "registers::a_deck_is_followed_by_its_serial_number",
    ),
    "CS-24": (
        "house_chance::one_card_too_often_is_seen",
        "house_chance::the_tail_of_chi_square_is_that_of_the_tables",
    ),
    # 1.6 Round procedure and errors
    "RP-01": (
        "article_55_20_at_the_table::ante_and_blind_are_equal_by_construction",
        "stakes::an_ante_within_the_limits_is_taken",
        "stakes::a_refused_stake_comes_with_the_nearest_legal_ones",
    ),
    "RP-02": (
        "article_55_20::the_maximum_is_ten_twenty_or_thirty_times_the_minimum",
        "sheets::the_maximum_is_chosen_at_the_opening",
        "maximum-change",
        "maximum-attend-l-ecran",
        "drafting::nothing_is_drafted_or_approved_while_the_table_is_open",
    ),
    "RP-05": (
        "article_55_20_at_the_table::two_cards_go_to_each_player_from_left_to_right_then_to_the_dealer_face_down",
        "paroles-illegales",
    ),
    "RP-07": (
        "banque-non-qualifiee-joueur-meilleur",
        "banque-non-qualifiee-croupier-meilleur",
        "paire-au-board",
    ),
    "RP-08": (
        "banque-qualifiee-joueur-meilleur",
        "banque-qualifiee-croupier-meilleur",
        "egalite-banque-qualifiee",
        "blind-et-trips-par-la-table",
    ),
    "RP-09": (
        "settle::trips_is_paid_by_the_hand_folded_or_not",
        "settle::trips_is_paid_to_the_loser",
    ),
    "RP-10": (
        "money::three_for_two_on_an_odd_stake_is_refused_not_rounded",
        "stakes::whatever_is_taken_is_paid_to_the_chip_and_whatever_is_offered_is_taken",
    ),
    "RP-11": (
        "rows_of_play::nothing_is_dealt_while_a_seat_is_not_settled",
        "siege-conteste",
        "rectify::no_other_round_is_dealt_while_a_difference_is_neither_paid_nor_taken",
    ),
    "RP-12": (
        "people::the_dealer_is_not_relieved_from_the_first_stake_to_the_round_s_end",
        "people::a_round_to_be_dealt_again_is_not_over",
    ),
    "RP-13": (
        "rights::a_chef_with_two_tables_elsewhere_does_nothing_here",
        "access::a_third_table_is_refused",
    ),
    "RP-14": (
        "article_55_20_at_the_table::at_most_seven_hands_are_dealt",
        "article_55_20_at_the_table::a_player_has_one_hand_and_one_stake_a_spot",
        "article_55_20_at_the_table::nobody_bets_on_a_vacant_place",
    ),
    "RP-16": (
        "carte-exposee",
        "rights::the_dealer_ends_the_hold_of_an_exposed_card_and_no_other",
    ),
    "RP-18": (
        "coup-nul-avant-abattage",
        "poker-de-casino-coup-nul",
        "poker-de-casino-autre-langue",
        "voiding::a_void_is_armed_and_then_confirmed",
        "voiding::a_deal_whose_first_seat_is_settled_is_resumed_by_the_chef_and_settled",
        "offers::a_round_is_voided_only_by_a_chef_and_before_any_payment",
    ),
    "RP-19": (
        "coup-nul-jp1-reporte",
        "coup-nul-jp1-rembourse",
        "coup-nul-joueur-parti",
    ),
    "RP-20": (
        "coup-nul-comite-confirme-une-grosse-main",
        "coup-nul-comite-confirme-une-main-sans-rien",
        "coup-nul-jp1-mort-avec-la-main",
        "voiding::from_the_first_board_card_on_the_comite_confirms_whatever_the_cards_are",
        "voiding::before_it_the_chef_confirms_whatever_the_cards_are",
    ),
    "RP-21": (
        "annuler",
        "rectifier-un-siege-au-reglement",
        "rectify::a_closed_round_takes_two_persons_and_neither_is_the_dealer",
    ),
    "RP-22": (
        "round_money::a_round_number_is_never_used_twice_and_a_new_deal_keeps_it",
        "live-numero-de-jeu",
        "rows_of_play::the_number_of_the_round_stands_on_the_console",
    ),
    "RP-23": (
        "feuilles-ouverture-et-fermeture",
        "sheets::three_last_deals_are_played_and_then_only_the_closing_is_left",
        "console_words::the_console_says_when_the_last_deals_are_to_be_announced",
        "jackpot_display::the_last_deals_are_announced_to_the_public_too",
    ),
    "RP-24": (
        "bad_nights::one_card_too_many_holds_the_round_and_changes_no_card",
        "every_shoe_unplugged::a_round_is_settled_though_the_shoe_was_pulled_out_between_two_cards",
        "live-suspendu-puis-repris",
    ),
}
