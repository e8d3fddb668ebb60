/* SPDX-License-Identifier: Apache-2.0 */
#include "tapis_shoe.h"

static void say_state(struct tapis_shoe *shoe)
{
    uint8_t payload[2];

    payload[0] = shoe->locked;
    payload[1] = shoe->cards_left;
    tapis_session_say_state(&shoe->session, TAPIS_SHOE_STATE, payload, sizeof payload);
}

static void turn(struct tapis_shoe *shoe, bool locked)
{
    shoe->wanted = locked;
    shoe->bolt(shoe->session.port->context, locked);
}

/* LOCK_SHOE is a state to reach: asked for what it is already, the shoe says so once more. */
static void hear(void *machine, uint8_t kind, const uint8_t *payload, uint8_t bytes)
{
    struct tapis_shoe *shoe = machine;

    if (kind != TAPIS_LOCK_SHOE || bytes != 1 || payload[0] > 1)
        return;
    if (payload[0] == 0 && tapis_session_full(&shoe->session)) {
        say_state(shoe); /* no card is let out that could not be told */
        return;
    }
    if (shoe->locked == payload[0])
        say_state(shoe);
    turn(shoe, payload[0]);
}

static void greeted(void *machine)
{
    say_state(machine);
}

static void lost(void *machine)
{
    turn(machine, true);
}

static const struct tapis_hooks hooks = {hear, greeted, lost};

void tapis_shoe_start(struct tapis_shoe *shoe, const struct tapis_port *port, const struct tapis_identity *me,
                      void (*bolt)(void *context, bool locked), uint8_t cards_left)
{
    shoe->bolt = bolt;
    shoe->locked = true;
    shoe->cards_left = cards_left;
    tapis_session_start(&shoe->session, port, me, &hooks, shoe);
    turn(shoe, true);
}

void tapis_shoe_poll(struct tapis_shoe *shoe)
{
    tapis_session_poll(&shoe->session);
}

void tapis_shoe_bolted(struct tapis_shoe *shoe, bool locked)
{
    if (shoe->locked == locked)
        return;
    shoe->locked = locked;
    say_state(shoe);
}

void tapis_shoe_card(struct tapis_shoe *shoe, uint8_t card)
{
    uint8_t payload[2];

    if (shoe->cards_left > 0)
        shoe->cards_left--;
    if (card == TAPIS_UNREADABLE) {
        payload[0] = shoe->cards_left;
        tapis_session_say(&shoe->session, TAPIS_CARD_UNREADABLE, payload, 1);
    } else {
        payload[0] = card;
        payload[1] = shoe->cards_left;
        tapis_session_say(&shoe->session, TAPIS_CARD_DRAWN, payload, 2);
    }
    if (shoe->cards_left == 0) {
        payload[0] = shoe->locked;
        tapis_session_say(&shoe->session, TAPIS_DECK_ENDED, payload, 1);
    }
    if (tapis_session_full(&shoe->session))
        turn(shoe, true);
}

void tapis_shoe_cut_card(struct tapis_shoe *shoe)
{
    uint8_t payload[1];

    payload[0] = shoe->cards_left;
    tapis_session_say(&shoe->session, TAPIS_CUT_CARD, payload, 1);
}

void tapis_shoe_deck(struct tapis_shoe *shoe, uint8_t cards)
{
    shoe->cards_left = cards;
    say_state(shoe);
}
