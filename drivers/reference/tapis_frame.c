/* SPDX-License-Identifier: Apache-2.0 */
#include "tapis_frame.h"

void tapis_put16(uint8_t *at, uint16_t value)
{
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

void tapis_put32(uint8_t *at, uint32_t value)
{
    tapis_put16(at, (uint16_t)(value >> 16));
    tapis_put16(at + 2, (uint16_t)value);
}

uint16_t tapis_get16(const uint8_t *at)
{
    return (uint16_t)((unsigned)at[0] << 8 | at[1]);
}

uint32_t tapis_get32(const uint8_t *at)
{
    return (uint32_t)tapis_get16(at) << 16 | tapis_get16(at + 2);
}

/* By half bytes: a table of 64 bytes instead of 1,024. */
uint32_t tapis_crc32(const uint8_t *data, size_t bytes)
{
    static const uint32_t table[16] = {
        0x00000000u, 0x1db71064u, 0x3b6e20c8u, 0x26d930acu, 0x76dc4190u, 0x6b6b51f4u, 0x4db26158u, 0x5005713cu,
        0xedb88320u, 0xf00f9344u, 0xd6d6a3e8u, 0xcb61b38cu, 0x9b64c2b0u, 0x86d3d2d4u, 0xa00ae278u, 0xbdbdf21cu,
    };
    uint32_t crc = 0xffffffffu;

    while (bytes-- > 0) {
        crc ^= *data++;
        crc = crc >> 4 ^ table[crc & 15u];
        crc = crc >> 4 ^ table[crc & 15u];
    }
    return ~crc;
}

size_t tapis_pack(const struct tapis_frame *frame, uint8_t *out)
{
    uint8_t raw[TAPIS_RAW_MAX];
    size_t bytes = TAPIS_HEADER_BYTES, code_at = 0, put = 1, i;

    raw[0] = frame->version;
    raw[1] = frame->kind;
    tapis_put16(raw + 2, frame->seq);
    tapis_put16(raw + 4, frame->ack);
    tapis_put32(raw + 6, frame->boot);
    for (i = 0; i < frame->payload_bytes && i < TAPIS_PAYLOAD_MAX; i++)
        raw[bytes++] = frame->payload[i];
    tapis_put32(raw + bytes, tapis_crc32(raw, bytes));
    bytes += TAPIS_CRC_BYTES;
    /* A run without a zero never grows to 254 bytes: the frame is shorter. */
    for (i = 0; i < bytes; i++) {
        if (raw[i] == 0) {
            out[code_at] = (uint8_t)(put - code_at);
            code_at = put++;
        } else {
            out[put++] = raw[i];
        }
    }
    out[code_at] = (uint8_t)(put - code_at);
    out[put++] = 0;
    return put;
}

/* COBS, in place: what is written never overtakes what is read. The length, or 0 for what is damaged. */
static size_t uncobs(uint8_t *piece, size_t bytes)
{
    size_t at = 0, put = 0;

    while (at < bytes) {
        size_t code = piece[at++], end = at + code - 1;

        if (code == 0 || end > bytes)
            return 0;
        while (at < end) {
            if (piece[at] == 0)
                return 0;
            piece[put++] = piece[at++];
        }
        if (code < 0xff && at < bytes)
            piece[put++] = 0;
    }
    return put;
}

bool tapis_unpack(uint8_t *piece, size_t bytes, struct tapis_frame *frame)
{
    if (bytes > TAPIS_PACKED_MAX)
        return false;
    bytes = uncobs(piece, bytes);
    if (bytes < TAPIS_RAW_MIN || bytes > TAPIS_RAW_MAX)
        return false;
    bytes -= TAPIS_CRC_BYTES;
    if (tapis_crc32(piece, bytes) != tapis_get32(piece + bytes))
        return false;
    frame->version = piece[0];
    frame->kind = piece[1];
    frame->seq = tapis_get16(piece + 2);
    frame->ack = tapis_get16(piece + 4);
    frame->boot = tapis_get32(piece + 6);
    frame->payload_bytes = (uint8_t)(bytes - TAPIS_HEADER_BYTES);
    frame->payload = piece + TAPIS_HEADER_BYTES;
    return true;
}

void tapis_decoder_start(struct tapis_decoder *decoder)
{
    decoder->count = 0;
    decoder->skipping = false;
    decoder->damaged = 0;
}

bool tapis_decode(struct tapis_decoder *decoder, uint8_t byte, struct tapis_frame *frame)
{
    size_t count = decoder->count;

    if (byte != 0) {
        if (decoder->skipping)
            return false;
        if (count == TAPIS_PACKED_MAX) {
            decoder->skipping = true;
            decoder->count = 0;
            decoder->damaged++;
            return false;
        }
        decoder->held[decoder->count++] = byte;
        return false;
    }
    decoder->count = 0;
    if (decoder->skipping) {
        decoder->skipping = false;
        return false;
    }
    if (count == 0)
        return false;
    if (tapis_unpack(decoder->held, count, frame))
        return true;
    decoder->damaged++;
    return false;
}
