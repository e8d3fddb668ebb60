"""Our own codec and the reference device are held to the files that a maker tries his own with."""

from __future__ import annotations

import json
import subprocess
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

from drivers.lines.frame import FrameDecoder, encode_frame
from drivers.lines.messages import Kind
from tests.drivers import vectors
from tests.drivers.reference_machine import FOLDER as REFERENCE
from tests.drivers.reference_machine import STRICT, OnItsPty, compiled, sources
from tests.patience import PATIENCE_S

READER = """
#include <stdio.h>
#include "tapis_frame.h"
int main(void)
{
    struct tapis_decoder decoder;
    struct tapis_frame frame;
    uint8_t out[TAPIS_PACKED_MAX + 1];
    unsigned byte;
    size_t bytes, i;

    tapis_decoder_start(&decoder);
    while (scanf("%2x", &byte) == 1) {
        if (tapis_decode(&decoder, (uint8_t)byte, &frame)) {
            bytes = tapis_pack(&frame, out);
            printf("%u %u %u %u ", frame.version, frame.kind, frame.seq, frame.ack);
            printf("%lu ", (unsigned long)frame.boot);
            for (i = 0; i < bytes; i++)
                printf("%02x", out[i]);
            printf("\\n");
        } else if (byte == 0) {
            printf("dropped\\n");
        }
    }
    return 0;
}
"""


def stored(name: str) -> Any:
    return json.loads((vectors.FOLDER / name).read_text(encoding="utf-8"))


def test_the_files_are_what_our_own_ends_say() -> None:
    there = {path.name: path.read_text(encoding="utf-8") for path in vectors.FOLDER.iterdir()}
    assert {name: text for name, text in there.items() if name != "README.md"} == vectors.files()


def test_the_list_is_that_of_its_digest() -> None:
    text = (vectors.FOLDER / "list-1.0.txt").read_bytes()
    assert sha256(text).hexdigest() == stored("frames.json")["list_sha256"]


def test_our_codec_reads_and_packs_every_frame_of_the_file_and_drops_the_others() -> None:
    said = stored("frames.json")["frames"]
    assert sum(one["frame"] for one in said) >= 20
    assert sum(not one["frame"] for one in said) >= 80
    for one in said:
        decoder = FrameDecoder()
        read = decoder.feed(bytes.fromhex(one["bytes"]))
        assert (len(read), decoder.damaged) == ((1, 0) if one["frame"] else (0, 1)), one["what"]
        for frame in read:
            fields = (one["kind"], one["seq"], one["ack"], one["boot"], bytes.fromhex(one["payload"]))
            assert (frame.kind, frame.seq, frame.ack, frame.boot, frame.payload) == fields
            assert encode_frame(*fields, one["version"]).hex() == one["bytes"]


def test_the_codec_in_c_reads_and_packs_every_frame_of_the_file_and_drops_the_others(tmp_path: Path) -> None:
    (tmp_path / "reader.c").write_text(READER, encoding="utf-8")
    program = tmp_path / "reader"
    how = [f"-I{REFERENCE}", "-o", str(program), str(tmp_path / "reader.c"), str(REFERENCE / "tapis_frame.c")]
    subprocess.run(["cc", *STRICT, *how], check=True)
    said = stored("frames.json")["frames"]
    stream = "".join(one["bytes"] for one in said)
    read = subprocess.run([str(program)], input=stream, capture_output=True, text=True, check=True).stdout
    wanted = [
        f"{one['version']} {one['kind']} {one['seq']} {one['ack']} {one['boot']} {one['bytes']}"
        if one["frame"]
        else "dropped"
        for one in said
    ]
    assert read.splitlines() == wanted


def shoe_of_the_page() -> OnItsPty:
    """The reference shoe with the boot of the vectors."""
    changed = sources()
    assert changed["host_port.c"].count("    return number;") == 1
    fixed = changed["host_port.c"].replace("    return number;", f"    return {vectors.SHOE_BOOT};")
    return OnItsPty("shoe", compiled(changed | {"host_port.c": fixed}))


def without_acks(data: bytes) -> list[bytes]:
    """The packed frames but for an ACK alone, which a report may carry, and heartbeats."""
    decoder, found = FrameDecoder(), []
    for piece in data.split(b"\0"):
        for frame in decoder.feed(piece + b"\0"):
            if frame.kind not in (Kind.ACK, Kind.HEARTBEAT):
                found.append(piece)
    return found


def heard(shoe: OnItsPty, wanted: list[bytes]) -> list[bytes]:
    """What the shoe said first, as many frames as are wanted."""
    data, end_s = b"", time.monotonic() + PATIENCE_S
    while len(without_acks(data)) < len(wanted) and time.monotonic() < end_s:
        time.sleep(0.002)
        data += shoe.said()
    return without_acks(data)[: len(wanted)]


def test_the_device_in_c_says_the_conversation_byte_for_byte() -> None:
    shoe = shoe_of_the_page()
    steps = stored("conversation.json")["conversation"]
    try:
        shoe.process.do("deck 52")
        for step in steps:
            data = bytes.fromhex(step["bytes"])
            if step["end"] == "table":
                if "call 2" in step["says"]:  # the line was gone so long that the host counts as lost
                    while shoe.process.do("ask")[1][3]:
                        shoe.said()
                        time.sleep(0.01)
                    shoe.said()
                shoe.put(data)
                continue
            if "CARD_DRAWN As 51, which" in step["says"]:
                shoe.process.do("card 51")
            assert heard(shoe, without_acks(data)) == without_acks(data), step["says"]
    finally:
        shoe.close()


def test_the_device_in_c_refuses_byte_for_byte() -> None:
    shoe = shoe_of_the_page()
    try:
        for step in stored("conversation.json")["refusals"]:
            data = bytes.fromhex(step["bytes"])
            if step["end"] == "table":
                shoe.put(data)
            else:
                assert heard(shoe, without_acks(data)) == without_acks(data)
    finally:
        shoe.close()
