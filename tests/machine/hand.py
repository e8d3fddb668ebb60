"""The test's hand inside the box: a small root service at a virtio port, which runs what it is told.

It is no part of any package: `laid_into` puts it into the box's image alone, as `/usr/local/lib/box/hand`
with its unit. It needs nothing but Perl, which every Debian has, so that it is there before anything is
installed.

On the wire, towards the guest: a line `NUMBER SECONDS SCRIPT_BYTES INPUT_BYTES`, then those bytes. Back:
`ready BOOT_ID` when the service starts, and `done NUMBER CODE OUT_BYTES ERR_BYTES` with the bytes of both.
"""

from __future__ import annotations

import select
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PORT: Final = "box.hand"

UNIT: Final = """\
[Unit]
Description=The hand of the test (this box only)
DefaultDependencies=no
After=local-fs.target
Conflicts=shutdown.target
Before=shutdown.target
StartLimitIntervalSec=0

[Service]
ExecStart=/usr/local/lib/box/hand
Restart=always
RestartSec=1
# What it runs is looked at from outside: nothing of it is put away.
StandardOutput=journal

[Install]
WantedBy=sysinit.target
"""

PROGRAM: Final = r"""#!/usr/bin/perl
# The hand of the test, in the box's image only: runs what comes over the virtio port, as root.
use strict;
use warnings;
use POSIX ();

my $port;
until (open($port, '+<:raw', '/dev/virtio-ports/box.hand')) { select(undef, undef, undef, 0.1) }

sub put {
    my ($data) = @_;
    my $done = 0;
    while ($done < length $data) {
        my $n = syswrite($port, $data, length($data) - $done, $done);
        die "port: $!" unless defined $n;
        $done += $n;
    }
}

sub take {
    my ($want) = @_;
    my $data = '';
    while (length $data < $want) {
        my $n = sysread($port, $data, $want - length $data, length $data);
        die "port: $!" unless defined $n;
        select(undef, undef, undef, 0.05) unless $n;    # nobody is at the other end
    }
    return $data;
}

sub line {
    my $line = '';
    while (1) { my $byte = take(1); return $line if $byte eq "\n"; $line .= $byte }
}

sub read_all {
    my ($path) = @_;
    local $/;
    open(my $in, '<:raw', $path) or return '';
    return <$in> // '';
}

my $folder = '/run/box-hand';
mkdir $folder, 0700;
my $boot = read_all('/proc/sys/kernel/random/boot_id');
chomp $boot;
put("ready $boot\n");
while (1) {
    my ($number, $seconds, $script, $input) = split ' ', line();
    for my $part (['script', $script], ['input', $input]) {
        open(my $to, '>:raw', "$folder/$part->[0]") or die $!;
        print $to take($part->[1]);
        close $to;
    }
    my $child = fork() // die $!;
    if (!$child) {
        POSIX::setsid();
        close $port;
        chdir '/root';
        $ENV{PATH} = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
        $ENV{HOME} = '/root';
        $ENV{LC_ALL} = 'C.UTF-8';
        open(STDIN, '<', "$folder/input");
        open(STDOUT, '>', "$folder/out");
        open(STDERR, '>', "$folder/err");
        exec 'timeout', '-k', '5', $seconds, 'bash', "$folder/script";
        POSIX::_exit(127);
    }
    waitpid $child, 0;
    my $code = $? & 127 ? 128 + ($? & 127) : $? >> 8;
    my ($out, $err) = (read_all("$folder/out"), read_all("$folder/err"));
    put("done $number $code " . length($out) . ' ' . length($err) . "\n$out$err");
}
"""


def laid_into(root: Path) -> None:
    """The hand's program and unit are in this root file system, and started at each boot."""
    program = root / "usr/local/lib/box/hand"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(PROGRAM, encoding="utf-8")
    program.chmod(0o755)
    unit = root / "etc/systemd/system/box-hand.service"
    unit.write_text(UNIT, encoding="utf-8")
    wants = root / "etc/systemd/system/sysinit.target.wants"
    wants.mkdir(parents=True, exist_ok=True)
    (wants / unit.name).symlink_to(f"/etc/systemd/system/{unit.name}")


class GuestGone(RuntimeError):
    """The guest's end of the hand is closed: the hypervisor has ended."""


class GuestLate(TimeoutError):
    """The guest did not do it within the deadline."""


class Failed(AssertionError):
    """A command of the guest ended with another code than 0."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command of the guest came to."""

    script: str
    code: int
    out: str
    err: str

    def good(self) -> Done:
        """Itself.

        Raises:
            Failed: its code is not 0; with all that it said.
        """
        if self.code != 0:
            raise Failed(f"exit {self.code} of: {self.script}\n{self.out}\n{self.err}")
        return self


class Hand:
    """The host's end, over the Unix socket that the hypervisor listens at."""

    def __init__(self, path: Path, deadline_s: float = 30) -> None:
        self._number = 0
        self._held = b""
        self.boots: list[str] = []
        """The boot ids that were heard, the newest last."""
        late_s = time.monotonic() + deadline_s
        self._socket = socket.socket(socket.AF_UNIX)
        while True:
            try:
                self._socket.connect(str(path))
                return
            except OSError:
                if time.monotonic() > late_s:
                    raise
                time.sleep(0.05)

    def run(self, script: str, *, deadline_s: float, stdin: bytes = b"") -> Done:
        """What the script came to, run by bash as root in `/root`; it is killed at the deadline (code 124).

        Raises:
            GuestLate: no answer came, well after the deadline.
            GuestGone: the hypervisor has ended.
        """
        self._number += 1
        words = script.encode()
        head = f"{self._number} {max(1, int(deadline_s))} {len(words)} {len(stdin)}\n".encode()
        self._socket.settimeout(deadline_s + 30)
        self._socket.sendall(head + words + stdin)
        late_s = time.monotonic() + deadline_s + 30
        while True:
            kind, *rest = self._line(late_s).split()
            if kind == "ready":
                self.boots.append(rest[0])
            elif kind == "done":
                number, code, out, err = (int(word) for word in rest)
                said = self._bytes(out + err, late_s)
                if number == self._number:
                    texts = (said[:out].decode(errors="replace"), said[out:].decode(errors="replace"))
                    return Done(script, code, *texts)

    def wait_for_boot(self, deadline_s: float) -> None:
        """The service said that it started: the guest has booted (again).

        Raises:
            GuestLate, GuestGone: as `run`.
        """
        late_s = time.monotonic() + deadline_s
        while True:
            kind, *rest = self._line(late_s).split()
            if kind == "ready":
                self.boots.append(rest[0])
                return
            if kind == "done":
                self._bytes(int(rest[2]) + int(rest[3]), late_s)

    def close(self) -> None:
        """The line is closed."""
        self._socket.close()

    def _line(self, late_s: float) -> str:
        while b"\n" not in self._held:
            self._hear(late_s)
        line, self._held = self._held.split(b"\n", 1)
        return line.decode()

    def _bytes(self, count: int, late_s: float) -> bytes:
        while len(self._held) < count:
            self._hear(late_s)
        data, self._held = self._held[:count], self._held[count:]
        return data

    def _hear(self, late_s: float) -> None:
        left_s = late_s - time.monotonic()
        if left_s <= 0 or not select.select([self._socket], [], [], left_s)[0]:
            raise GuestLate("the guest does not answer")
        data = self._socket.recv(1 << 16)
        if not data:
            raise GuestGone("the hypervisor has ended")
        self._held += data
