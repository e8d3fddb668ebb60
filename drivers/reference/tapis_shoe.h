/* SPDX-License-Identifier: Apache-2.0 */
/* A card-reading shoe of the open protocol (OPEN_PROTOCOL.md, section 4): its lock, its count, its cards. */
#ifndef TAPIS_SHOE_H
#define TAPIS_SHOE_H

#include "tapis_session.h"

#define TAPIS_UNREADABLE 0xffu

struct tapis_shoe {
    struct tapis_session session;
    void (*bolt)(void *context, bool locked); /* the bolt is to move; `tapis_shoe_bolted` when it has */
    bool wanted;                              /* the lock that it is to have */
    bool locked;                              /* the lock that it has, by its sensor */
    uint8_t cards_left;
};

/* The shoe was switched on, and so is locked; so many cards lie in it, by its own sensor. */
void tapis_shoe_start(struct tapis_shoe *shoe, const struct tapis_port *port, const struct tapis_identity *me,
                      void (*bolt)(void *context, bool locked), uint8_t cards_left);

void tapis_shoe_poll(struct tapis_shoe *shoe);

/* The bolt stands there now. */
void tapis_shoe_bolted(struct tapis_shoe *shoe, bool locked);

/* A card has left: its index in the list of OPEN_PROTOCOL.md, section 4, or TAPIS_UNREADABLE. */
void tapis_shoe_card(struct tapis_shoe *shoe, uint8_t card);

/* The cut card has left. */
void tapis_shoe_cut_card(struct tapis_shoe *shoe);

/* A deck of so many cards was put in; 0, it was taken out. */
void tapis_shoe_deck(struct tapis_shoe *shoe, uint8_t cards);

#endif
