/* SPDX-License-Identifier: Apache-2.0 */
#include "tapis_shuffler.h"

static void say_state(struct tapis_shuffler *shuffler)
{
    const struct tapis_shuffler_state *state = &shuffler->state;
    uint8_t payload[7];

    payload[0] = state->mode;
    payload[1] = state->deck_in;
    payload[2] = state->deck_out;
    payload[3] = state->count;
    payload[4] = state->shuffled;
    payload[5] = state->lid_open;
    payload[6] = state->cut_card;
    /* Were a deck to come and go unheard, the other would be heard of twice in a row, and be blocked. */
    tapis_session_say_each_state(&shuffler->session, TAPIS_SHUFFLER_STATE, payload, sizeof payload);
}

static void say_jam(struct tapis_shuffler *shuffler, uint8_t stage, uint8_t active)
{
    uint8_t payload[2];

    payload[0] = stage;
    payload[1] = active;
    tapis_session_say_of_now(&shuffler->session, TAPIS_SHUFFLER_JAM, payload, sizeof payload);
}

static void hear(void *machine, uint8_t kind, const uint8_t *payload, uint8_t bytes)
{
    struct tapis_shuffler *shuffler = machine;

    if (kind == TAPIS_SHOW_EMPTY && bytes == 1 && payload[0] <= 1)
        shuffler->awaited_empty = payload[0] == 1;
}

static void greeted(void *machine)
{
    struct tapis_shuffler *shuffler = machine;

    shuffler->awaited_empty = false; /* the table asks again */
    say_state(shuffler);
    if (shuffler->jam != TAPIS_NO_JAM)
        say_jam(shuffler, shuffler->jam, 1);
}

static void lost(void *machine)
{
    (void)machine; /* it goes on shuffling */
}

static const struct tapis_hooks hooks = {hear, greeted, lost};

void tapis_shuffler_start(struct tapis_shuffler *shuffler, const struct tapis_port *port,
                          const struct tapis_identity *me, const struct tapis_shuffler_state *state)
{
    shuffler->state = *state;
    shuffler->jam = TAPIS_NO_JAM;
    shuffler->awaited_empty = false;
    tapis_session_start(&shuffler->session, port, me, &hooks, shuffler);
}

void tapis_shuffler_poll(struct tapis_shuffler *shuffler)
{
    tapis_session_poll(&shuffler->session);
}

void tapis_shuffler_changed(struct tapis_shuffler *shuffler, const struct tapis_shuffler_state *state)
{
    shuffler->state = *state;
    say_state(shuffler);
}

void tapis_shuffler_jammed(struct tapis_shuffler *shuffler, uint8_t stage)
{
    uint8_t before = shuffler->jam;

    if (before == stage)
        return;
    shuffler->jam = stage;
    if (before != TAPIS_NO_JAM)
        say_jam(shuffler, before, 0); /* the end names the stage that the beginning named */
    if (stage != TAPIS_NO_JAM)
        say_jam(shuffler, stage, 1);
}

void tapis_shuffler_shown_empty(struct tapis_shuffler *shuffler)
{
    shuffler->awaited_empty = false;
    tapis_session_say_of_now(&shuffler->session, TAPIS_SHUFFLER_SHOWN_EMPTY, NULL, 0);
}
