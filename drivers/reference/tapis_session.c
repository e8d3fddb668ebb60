/* SPDX-License-Identifier: Apache-2.0 */
#include "tapis_session.h"

#define ROOM_LEFT 8u              /* places in the queue kept for what must still be told of a locked machine */
#define HEARTBEAT_MAX_MS 3600000u /* so that eight of them fit the clock */
#define BYTES_A_POLL 512u         /* a line that never falls silent does not stop the clock */

const uint8_t tapis_schema[32] = {
    0xa3, 0x1f, 0xb2, 0x65, 0xaf, 0x20, 0xee, 0xa8, 0x55, 0xc0, 0xcc, 0x09, 0x2e, 0xcb, 0x74, 0xb2,
    0x30, 0x77, 0xe0, 0x47, 0x27, 0x1a, 0x43, 0x6f, 0x17, 0x57, 0xc3, 0x10, 0x63, 0x07, 0x5c, 0xff,
};

/* --- speaking ------------------------------------------------------------------------------------ */

static void say_frame(struct tapis_session *s, uint8_t kind, uint16_t seq, const uint8_t *payload, uint8_t bytes)
{
    uint8_t packed[TAPIS_PACKED_MAX + 1];
    struct tapis_frame frame;

    frame.version = TAPIS_VERSION;
    frame.kind = kind;
    frame.seq = seq;
    frame.ack = s->expected;
    frame.boot = s->boot;
    frame.payload_bytes = bytes;
    frame.payload = payload;
    s->port->write(s->port->context, packed, tapis_pack(&frame, packed));
    s->said_ms = s->port->now_ms(s->port->context);
    s->owes_ack = false; /* every frame carries the acknowledgement */
}

static void beat(struct tapis_session *s)
{
    uint8_t payload[4];

    tapis_put32(payload, s->met ? s->host_boot : 0);
    say_frame(s, TAPIS_HEARTBEAT, 0, payload, sizeof payload);
}

/* Put on the line what the window allows. */
static void transmit(struct tapis_session *s)
{
    if (s->under_way == 0) {
        s->retrying = s->waiting.count > 0;
        s->retry_ms = s->port->now_ms(s->port->context);
    }
    while (s->under_way < TAPIS_WINDOW && s->under_way < s->waiting.count) {
        const struct tapis_report *report = &s->waiting.reports[s->under_way];
        uint16_t number = (uint16_t)(s->first + s->under_way);

        s->under_way++;
        if (s->said < s->under_way)
            s->said = s->under_way;
        say_frame(s, report->kind, number, report->payload, report->bytes);
    }
}

static void keep(struct tapis_session *s)
{
    if (s->port->keep != NULL)
        s->port->keep(s->port->context, &s->waiting);
}

static bool put(struct tapis_session *s, uint8_t at, uint8_t kind, const uint8_t *payload, uint8_t bytes,
                bool is_state)
{
    struct tapis_report *report = &s->waiting.reports[at];
    uint8_t i;

    report->kind = kind;
    report->bytes = bytes;
    report->is_state = is_state;
    for (i = 0; i < bytes; i++)
        report->payload[i] = payload[i];
    if (at == s->waiting.count)
        s->waiting.count++;
    keep(s);
    if (s->met)
        transmit(s);
    return true;
}

static bool say(struct tapis_session *s, uint8_t kind, const uint8_t *payload, uint8_t bytes, bool is_state)
{
    if (s->waiting.count >= TAPIS_QUEUE || bytes > TAPIS_REPORT_MAX)
        return false;
    return put(s, s->waiting.count, kind, payload, bytes, is_state);
}

bool tapis_session_say(struct tapis_session *s, uint8_t kind, const uint8_t *payload, uint8_t bytes)
{
    return say(s, kind, payload, bytes, false);
}

bool tapis_session_say_of_now(struct tapis_session *s, uint8_t kind, const uint8_t *payload, uint8_t bytes)
{
    return say(s, kind, payload, bytes, true);
}

bool tapis_session_say_state(struct tapis_session *s, uint8_t kind, const uint8_t *payload, uint8_t bytes)
{
    uint8_t last = (uint8_t)(s->waiting.count - 1);

    if (s->waiting.count > s->said && s->waiting.reports[last].kind == kind)
        return put(s, last, kind, payload, bytes, true);
    return say(s, kind, payload, bytes, true);
}

bool tapis_session_say_each_state(struct tapis_session *s, uint8_t kind, const uint8_t *payload, uint8_t bytes)
{
    return tapis_session_full(s) ? tapis_session_say_state(s, kind, payload, bytes)
                                 : say(s, kind, payload, bytes, true);
}

bool tapis_session_full(const struct tapis_session *s)
{
    return s->waiting.count >= TAPIS_QUEUE - ROOM_LEFT;
}

/* --- hearing ------------------------------------------------------------------------------------- */

/* What the host has heard is forgotten; an acknowledgement of nothing new, or of more than was said, is none. */
static bool acknowledge(struct tapis_session *s, uint16_t ack)
{
    uint16_t count = (uint16_t)(ack - s->first);
    uint8_t i;

    if (count == 0 || count > s->said)
        return false;
    for (i = (uint8_t)count; i < s->waiting.count; i++)
        s->waiting.reports[i - count] = s->waiting.reports[i];
    s->waiting.count = (uint8_t)(s->waiting.count - count);
    s->said = (uint8_t)(s->said - count);
    s->under_way = (uint8_t)(s->under_way > count ? s->under_way - count : 0);
    s->first = ack;
    keep(s);
    return true;
}

static void hear(struct tapis_session *s, const struct tapis_frame *frame)
{
    s->heard_ms = s->port->now_ms(s->port->context);
    if (acknowledge(s, frame->ack)) {
        s->retry_ms = s->heard_ms;
        transmit(s);
    }
    if (frame->kind < TAPIS_FIRST_NUMBERED)
        return;
    s->owes_ack = true;
    if (frame->seq != s->expected)
        return;
    s->expected++;
    s->hooks->hear(s->machine, frame->kind, frame->payload, frame->payload_bytes);
}

/* --- meeting ------------------------------------------------------------------------------------- */

struct hello {
    uint16_t call;
    uint32_t heartbeat_ms;
    uint32_t heard_boot;
    const uint8_t *schema;
};

static bool read_hello(const struct tapis_frame *frame, struct hello *hello)
{
    const uint8_t *payload = frame->payload;
    unsigned at = 10, texts = 3;

    if (frame->payload_bytes < at)
        return false;
    hello->call = tapis_get16(payload);
    hello->heartbeat_ms = tapis_get32(payload + 2);
    hello->heard_boot = tapis_get32(payload + 6);
    while (texts-- > 0) {
        if (at >= frame->payload_bytes || payload[at] > TAPIS_TEXT_MAX)
            return false;
        at += 1u + payload[at];
    }
    hello->schema = payload + at + 32 + 1;
    return at + 32 + 1 + 32 == frame->payload_bytes;
}

/* What is too long is cut before a character of UTF-8, never within one: the table reads no broken text. */
static uint8_t put_text(uint8_t *at, const char *text)
{
    uint8_t bytes = 0;

    while (bytes < TAPIS_TEXT_MAX && text[bytes] != 0) {
        at[1 + bytes] = (uint8_t)text[bytes];
        bytes++;
    }
    while (bytes > 0 && ((uint8_t)text[bytes] & 0xc0u) == 0x80u)
        bytes--; /* what would come next is the rest of a character */
    at[0] = bytes;
    return (uint8_t)(bytes + 1);
}

static void put_digest(uint8_t *at, const uint8_t *digest)
{
    uint8_t i;

    for (i = 0; i < 32; i++)
        at[i] = digest[i];
}

static void welcome(struct tapis_session *s, uint16_t call, enum tapis_refusal refused)
{
    uint8_t payload[TAPIS_PAYLOAD_MAX], bytes = 4;

    tapis_put16(payload, call);
    payload[2] = refused == TAPIS_ACCEPTED && s->resumed;
    payload[3] = (uint8_t)refused;
    bytes = (uint8_t)(bytes + put_text(payload + bytes, s->me->name));
    bytes = (uint8_t)(bytes + put_text(payload + bytes, s->me->machine));
    bytes = (uint8_t)(bytes + put_text(payload + bytes, s->me->firmware));
    put_digest(payload + bytes, s->me->firmware_sha256);
    bytes = (uint8_t)(bytes + 32);
    payload[bytes++] = TAPIS_VERSION;
    put_digest(payload + bytes, tapis_schema);
    bytes = (uint8_t)(bytes + 32);
    say_frame(s, TAPIS_WELCOME, 0, payload, bytes);
}

static bool same_list(const uint8_t *schema)
{
    uint8_t i;

    for (i = 0; i < 32; i++)
        if (schema[i] != tapis_schema[i])
            return false;
    return true;
}

static bool is_older(uint16_t call, uint16_t latest)
{
    uint16_t behind = (uint16_t)(latest - call);

    return behind > 0 && behind < 0x8000u;
}

static void on_hello(struct tapis_session *s, const struct tapis_frame *frame)
{
    struct hello hello;
    bool known = frame->boot == s->host_boot, again;

    if (frame->boot == 0 || !read_hello(frame, &hello))
        return;
    if (!same_list(hello.schema)) {
        welcome(s, hello.call, TAPIS_OTHER_LIST);
        return;
    }
    if (known && is_older(hello.call, s->call))
        return; /* late on the line */
    again = known && hello.call == s->call;
    if (!again) {
        s->resumed = known && hello.heard_boot == s->boot;
        if (s->resumed)
            acknowledge(s, frame->ack);
        else
            s->first = s->expected = s->said = 0; /* what waits is said under new numbers */
    }
    s->host_boot = frame->boot;
    s->call = hello.call;
    s->heartbeat_ms = hello.heartbeat_ms < HEARTBEAT_MAX_MS ? hello.heartbeat_ms : HEARTBEAT_MAX_MS;
    if (s->heartbeat_ms == 0)
        s->heartbeat_ms = 1;
    s->heard_ms = s->port->now_ms(s->port->context);
    s->under_way = 0;
    welcome(s, hello.call, TAPIS_ACCEPTED);
    if (!again) {
        s->met = false; /* so that the state goes out behind what waits, and with it */
        s->hooks->greeted(s->machine);
    }
    s->met = true;
    transmit(s);
}

static void take(struct tapis_session *s, const struct tapis_frame *frame)
{
    if (frame->version != TAPIS_VERSION) {
        if (frame->kind == TAPIS_HELLO)
            welcome(s, 0, TAPIS_OTHER_VERSION);
    } else if (frame->boot == s->boot) {
        return; /* its own word, given back by the line: an answer would come back too, and so without end */
    } else if (frame->kind == TAPIS_HELLO) {
        on_hello(s, frame);
    } else if (s->met && frame->boot == s->host_boot) {
        hear(s, frame);
    } else if (frame->kind != TAPIS_WELCOME) {
        beat(s); /* tells the caller whom this machine knows, if anybody */
    }
}

/* --- time ---------------------------------------------------------------------------------------- */

/* What a machine that was without power had still to say: its cards. How it stood then is no news. */
static void recall(struct tapis_session *s)
{
    struct tapis_memory *waiting = &s->waiting;
    uint8_t at, kept = 0;

    if (s->port->recall == NULL || !s->port->recall(s->port->context, waiting) || waiting->count > TAPIS_QUEUE)
        waiting->count = 0;
    for (at = 0; at < waiting->count; at++)
        if (!waiting->reports[at].is_state)
            waiting->reports[kept++] = waiting->reports[at];
    waiting->count = kept;
}

void tapis_session_start(struct tapis_session *s, const struct tapis_port *port, const struct tapis_identity *me,
                         const struct tapis_hooks *hooks, void *machine)
{
    s->port = port;
    s->me = me;
    s->hooks = hooks;
    s->machine = machine;
    tapis_decoder_start(&s->decoder);
    recall(s);
    do
        s->boot = port->draw(port->context);
    while (s->boot == 0);
    s->host_boot = 0;
    s->call = s->first = s->expected = 0;
    s->under_way = s->said = 0;
    s->met = s->resumed = s->owes_ack = s->retrying = false;
    s->heartbeat_ms = 250;
    s->heard_ms = s->said_ms = s->retry_ms = port->now_ms(port->context);
}

static void pass_time(struct tapis_session *s)
{
    uint32_t now_ms = s->port->now_ms(s->port->context);

    if (now_ms - s->heard_ms >= TAPIS_LOST_AFTER * s->heartbeat_ms) {
        s->met = false;
        s->owes_ack = false;
        s->hooks->lost(s->machine);
        return;
    }
    if (s->retrying && now_ms - s->retry_ms >= TAPIS_SAY_AGAIN_MS) {
        s->under_way = 0;
        transmit(s);
    }
    if (now_ms - s->said_ms >= s->heartbeat_ms)
        beat(s);
}

void tapis_session_poll(struct tapis_session *s)
{
    struct tapis_frame frame;
    unsigned count;
    int byte;

    for (count = 0; count < BYTES_A_POLL && (byte = s->port->read(s->port->context)) >= 0; count++)
        if (tapis_decode(&s->decoder, (uint8_t)byte, &frame))
            take(s, &frame);
    if (s->met && s->owes_ack)
        say_frame(s, TAPIS_ACK, 0, NULL, 0);
    if (s->met)
        pass_time(s);
}
