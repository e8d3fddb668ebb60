/* SPDX-License-Identifier: Apache-2.0 */
/* The machine's end of a conversation (OPEN_PROTOCOL.md, sections 2 and 3): whole, in order, once. */
#ifndef TAPIS_SESSION_H
#define TAPIS_SESSION_H

#include "tapis_frame.h"

#define TAPIS_WINDOW 4u
#define TAPIS_SAY_AGAIN_MS 80u
#define TAPIS_LOST_AFTER 8u
#ifndef TAPIS_QUEUE
#define TAPIS_QUEUE 64u /* reports kept for a host that does not acknowledge; at least 64, at most 255 */
#endif
#define TAPIS_REPORT_MAX 7u /* bytes of the longest report, that of a shuffler's state */
#define TAPIS_TEXT_MAX 32u

enum tapis_kind {
    TAPIS_HELLO = 0x01,
    TAPIS_WELCOME = 0x02,
    TAPIS_ACK = 0x03,
    TAPIS_HEARTBEAT = 0x04,
    TAPIS_FIRST_NUMBERED = 0x10,
    TAPIS_SHUFFLER_STATE = 0x10,
    TAPIS_SHUFFLER_JAM = 0x11,
    TAPIS_SHUFFLER_SHOWN_EMPTY = 0x12,
    TAPIS_CARD_DRAWN = 0x20,
    TAPIS_CARD_UNREADABLE = 0x21,
    TAPIS_CUT_CARD = 0x22,
    TAPIS_SHOE_STATE = 0x23,
    TAPIS_DECK_ENDED = 0x24,
    TAPIS_LOCK_SHOE = 0x28,
    TAPIS_SHOW_EMPTY = 0x29
};

enum tapis_refusal { TAPIS_ACCEPTED = 0, TAPIS_OTHER_VERSION = 1, TAPIS_OTHER_LIST = 2 };

struct tapis_report {
    uint8_t kind;
    uint8_t bytes;
    uint8_t is_state; /* it tells how the machine stands now: after a power cut that is to be told anew */
    uint8_t payload[TAPIS_REPORT_MAX];
};

/* The reports that nobody acknowledged, oldest first. Those that are no state must outlive a power cut. */
struct tapis_memory {
    uint8_t count;
    struct tapis_report reports[TAPIS_QUEUE];
};

/* What the board gives. Nothing else of it is used. */
struct tapis_port {
    void *context;
    int (*read)(void *context);                                           /* the next byte, or -1 */
    void (*write)(void *context, const uint8_t *data, size_t bytes);      /* all of it, or what the line takes */
    uint32_t (*now_ms)(void *context);                                    /* may begin again after 2^32 - 1 */
    uint32_t (*draw)(void *context);                                      /* a number by chance, for the boot */
    void (*keep)(void *context, const struct tapis_memory *memory);       /* into FRAM or the like, or NULL */
    bool (*recall)(void *context, struct tapis_memory *memory);           /* what was kept, if anything; or NULL */
};

struct tapis_identity {
    const char *name;     /* what people call it; of this and the next two at most 32 bytes of UTF-8 are said */
    const char *machine;  /* "shoe" or "shuffler" */
    const char *firmware; /* the name of its program */
    uint8_t firmware_sha256[32];
};

/* What a machine does about its conversation. */
struct tapis_hooks {
    void (*hear)(void *machine, uint8_t kind, const uint8_t *payload, uint8_t bytes); /* once and in order */
    void (*greeted)(void *machine); /* a handshake is done: the whole state is to be said */
    void (*lost)(void *machine);    /* the host is gone */
};

struct tapis_session {
    const struct tapis_port *port;
    const struct tapis_identity *me;
    const struct tapis_hooks *hooks;
    void *machine;
    struct tapis_decoder decoder;
    struct tapis_memory waiting;
    uint32_t boot;
    uint32_t host_boot; /* of the host it last spoke with, or 0 */
    uint16_t call;      /* of that host's latest handshake */
    uint16_t first;     /* number of the oldest report that waits */
    uint16_t expected;  /* number of the next message of the host */
    uint8_t under_way;  /* how many of those that wait are on the line */
    uint8_t said;       /* how many were ever on the line under their numbers */
    bool met;
    bool resumed;
    bool owes_ack;
    bool retrying;
    uint32_t heartbeat_ms;
    uint32_t heard_ms;
    uint32_t said_ms;
    uint32_t retry_ms; /* when what is under way was put on the line */
};

/* The machine was switched on. */
void tapis_session_start(struct tapis_session *session, const struct tapis_port *port,
                         const struct tapis_identity *me, const struct tapis_hooks *hooks, void *machine);

/* What came is heard, what is due is said. To be called at least every 10 ms. */
void tapis_session_poll(struct tapis_session *session);

/* The report will reach the host once and in order; false when too many wait. */
bool tapis_session_say(struct tapis_session *session, uint8_t kind, const uint8_t *payload, uint8_t bytes);

/* As above, of what is so now: it is told in its order, and after a power cut not again. */
bool tapis_session_say_of_now(struct tapis_session *session, uint8_t kind, const uint8_t *payload, uint8_t bytes);

/* As above, of a state: it takes the place of an older one that was not on the line yet. */
bool tapis_session_say_state(struct tapis_session *session, uint8_t kind, const uint8_t *payload, uint8_t bytes);

/* As above, but where the older one has to be heard too; it gives way only when the queue is nearly full. */
bool tapis_session_say_each_state(struct tapis_session *session, uint8_t kind, const uint8_t *payload,
                                  uint8_t bytes);

/* Whether so much waits that nothing more may happen which would have to be told. */
bool tapis_session_full(const struct tapis_session *session);

/* SHA-256 of the list of messages that this code speaks. */
extern const uint8_t tapis_schema[32];

#endif
