"""Lines from the host to the sockets inside the box: a virtio port each, with a small relay in the guest.

A console on the host, a display, a witness: each has an end here, a Unix socket of this machine, and
connects inside with the account that the product asks of it. Who connects here connects there; when one end
hangs up, so does the other. Like the hand, the relay is no part of any package and needs nothing but Perl.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol


@dataclass(frozen=True)
class Line:
    """One line: its name, the account that connects inside, and the socket it connects to."""

    name: str
    user: str
    to: str


DEALER: Final = Line("dealer", "tapis-dealer", "/run/tapis/dealer.sock")
DISPLAY: Final = Line("jackpot", "tapis-jackpot", "/run/tapis/jackpot.sock")
WITNESS: Final = Line("witness", "tapis-witness", "/run/tapis/witness.sock")
PIT: Final = Line("pit", "tapis-pit", "/run/tapis/pit.sock")
HOUSE: Final = Line("house", "tapis-witness", "/run/tapis-house/house.sock")
LINES: Final = (DEALER, DISPLAY, WITNESS)
"""Those that every table of the box has."""

PROGRAM: Final = r"""#!/usr/bin/perl
# A line of the test, in the box only: port NAME, account USER, connected to TO. Whoever opens the host's end
# is connected inside; either end hangs up for both.
use strict;
use warnings;
use IO::Socket::UNIX;

my ($name, $user, $to) = @ARGV;
my ($uid, $gid) = (getpwnam $user)[2, 3];
defined $uid or die "nobody is called $user";
my $port;
until (open($port, '+<:raw', "/dev/virtio-ports/box.$name")) { select(undef, undef, undef, 0.1) }

sub readable {
    my ($seconds, @of) = @_;
    my $wanted = '';
    vec($wanted, fileno $_, 1) = 1 for @of;
    select(my $ready = $wanted, undef, undef, $seconds);
    return map { vec($ready, fileno $_, 1) } @of;
}

sub far {
    # The other end asks the kernel for the account at this instant: it is the effective one.
    $) = "$gid $gid";
    $> = $uid;
    my $line = IO::Socket::UNIX->new(Peer => $to);
    $> = 0;
    $) = '0 0';
    return $line;
}

sub put {
    my ($end, $data) = @_;
    while (length $data) {
        my $n = syswrite($end, $data);
        return 0 unless defined $n;
        substr($data, 0, $n) = '';
    }
    return 1;
}

$SIG{PIPE} = 'IGNORE';
while (1) {
    my $said = '';    # the end of the file: nobody is at the host's end
    my ($ready) = readable(0.2, $port);
    if ($ready && !sysread($port, $said, 65536)) { select(undef, undef, undef, 0.5); next }
    my $line = far() or do { select(undef, undef, undef, 0.25); next };
    put($line, $said);
    while (1) {
        my ($near, $away) = readable(1, $port, $line);
        if ($near) { sysread($port, my $data, 65536) or last; put($line, $data) or last }
        if ($away) { sysread($line, my $data, 65536) or last; put($port, $data) or last }
    }
    close $line;
    # A half line of the one that hung up is not the beginning of the next one's.
    put($port, "\n");
}
"""

UNIT: Final = """\
[Unit]
Description=A line of the test to {to} (this box only)
StartLimitIntervalSec=0

[Service]
ExecStart=/usr/bin/perl /usr/local/lib/box/line {name} {user} {to}
Restart=always
RestartSec=1

[Install]
WantedBy=sysinit.target
"""


class Guest(Protocol):
    """What a guest does for its lines."""

    def put(self, path: str, data: bytes | str, mode: str = "0644") -> None:
        """The file is there."""
        ...


def words(folder: Path, lines: Iterable[Line] = LINES) -> list[str]:
    """The hypervisor's words for these lines; their ends on the host are `end`s of the folder."""
    made: list[str] = []
    for line in lines:
        made += ["-chardev", f"socket,id=line-{line.name},path={end(folder, line)},server=on,wait=off"]
        made += ["-device", f"virtserialport,chardev=line-{line.name},name=box.{line.name}"]
    return made


def end(folder: Path, line: Line) -> Path:
    """The host's end: whoever connects here is connected inside."""
    return folder / f"{line.name}.line"


def laid_into(guest: Guest, lines: Iterable[Line] = LINES) -> str:
    """The relays are on the guest's disk; what is to be typed there to start them, now and at each boot."""
    guest.put("/usr/local/lib/box/line", PROGRAM, "0755")
    names = []
    for line in lines:
        unit = UNIT.format(name=line.name, user=line.user, to=line.to)
        guest.put(f"/etc/systemd/system/box-line-{line.name}.service", unit)
        names.append(f"box-line-{line.name}")
    return f"systemctl daemon-reload && systemctl enable --now {' '.join(names)}"
