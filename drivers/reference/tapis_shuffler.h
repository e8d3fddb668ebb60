/* SPDX-License-Identifier: Apache-2.0 */
/* A shuffler of the open protocol (OPEN_PROTOCOL.md, section 4): what it holds and how it does, never in
   which order. */
#ifndef TAPIS_SHUFFLER_H
#define TAPIS_SHUFFLER_H

#include "tapis_session.h"

enum tapis_colour { TAPIS_NO_DECK = 0, TAPIS_RED = 1, TAPIS_BLUE = 2 };
enum tapis_mode { TAPIS_SHUFFLE = 0, TAPIS_SORT = 1 };
enum tapis_stage { TAPIS_FEED = 0, TAPIS_SHUFFLING = 1, TAPIS_COUNT = 2, TAPIS_EXIT = 3, TAPIS_NO_JAM = 0xff };

struct tapis_shuffler_state {
    uint8_t mode;     /* enum tapis_mode */
    uint8_t deck_in;  /* enum tapis_colour */
    uint8_t deck_out; /* enum tapis_colour */
    uint8_t count;    /* cards counted into the tray */
    uint8_t shuffled; /* 1 if they were shuffled */
    uint8_t lid_open;
    uint8_t cut_card; /* 1 if it lies in the tray */
};

struct tapis_shuffler {
    struct tapis_session session;
    struct tapis_shuffler_state state;
    uint8_t jam;        /* enum tapis_stage */
    bool awaited_empty; /* whether people are asked to show it empty */
};

/* The shuffler was switched on, and holds this by its own sensors. Where they see a card that jams,
   `tapis_shuffler_jammed` is called next: nothing from before is told. */
void tapis_shuffler_start(struct tapis_shuffler *shuffler, const struct tapis_port *port,
                          const struct tapis_identity *me, const struct tapis_shuffler_state *state);

void tapis_shuffler_poll(struct tapis_shuffler *shuffler);

/* What it holds, or how it stands, has changed. */
void tapis_shuffler_changed(struct tapis_shuffler *shuffler, const struct tapis_shuffler_state *state);

/* A card jams at this stage, which ends a jam at another; or TAPIS_NO_JAM: none does any more. */
void tapis_shuffler_jammed(struct tapis_shuffler *shuffler, uint8_t stage);

/* Somebody opened the lid on purpose, and nothing is in it; `tapis_shuffler_changed` has said so before. */
void tapis_shuffler_shown_empty(struct tapis_shuffler *shuffler);

#endif
