/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of the open protocol (OPEN_PROTOCOL.md, section 1): CRC-32, COBS, and finding them in a stream. */
#ifndef TAPIS_FRAME_H
#define TAPIS_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TAPIS_VERSION 1u
#define TAPIS_HEADER_BYTES 10u
#define TAPIS_CRC_BYTES 4u
#define TAPIS_PAYLOAD_MAX 200u
#define TAPIS_RAW_MIN (TAPIS_HEADER_BYTES + TAPIS_CRC_BYTES)
#define TAPIS_RAW_MAX (TAPIS_RAW_MIN + TAPIS_PAYLOAD_MAX)
#define TAPIS_PACKED_MAX (TAPIS_RAW_MAX + 1u)

struct tapis_frame {
    uint8_t version;
    uint8_t kind;
    uint16_t seq;
    uint16_t ack;
    uint32_t boot;
    uint8_t payload_bytes;
    const uint8_t *payload;
};

struct tapis_decoder {
    uint8_t held[TAPIS_PACKED_MAX];
    uint8_t count;
    bool skipping;    /* what was held grew too long: everything up to the next zero is noise */
    uint32_t damaged; /* pieces between two zeros that were no frame */
};

uint32_t tapis_crc32(const uint8_t *data, size_t bytes);

/* The packed frame and its closing zero are in `out`, TAPIS_PACKED_MAX + 1 bytes; how many there are. */
size_t tapis_pack(const struct tapis_frame *frame, uint8_t *out);

/* Whether the piece, its closing zero taken off, is a frame. It is unpacked in place: `payload` lies in it. */
bool tapis_unpack(uint8_t *piece, size_t bytes, struct tapis_frame *frame);

void tapis_decoder_start(struct tapis_decoder *decoder);

/* Whether this byte completes a frame; its payload stands until the next byte. */
bool tapis_decode(struct tapis_decoder *decoder, uint8_t byte, struct tapis_frame *frame);

void tapis_put16(uint8_t *at, uint16_t value);
void tapis_put32(uint8_t *at, uint32_t value);
uint16_t tapis_get16(const uint8_t *at);
uint32_t tapis_get32(const uint8_t *at);

#endif
