#!/usr/bin/env python3
"""A folder from which a bare Debian installs us without a network: our packages, all they need, and an index.

    make stick SUITE=bookworm                       out/stick/bookworm-amd64, from out/packages/bookworm-amd64
    SUITES=trixie-arm64 make stick                  of another target

Debian's packages come from the mirrors that this machine's apt has, verified by Debian's keys. Everything is
fetched that a machine with nothing at all would need: whatever a casino has installed already, versions fit.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

from targets import ROOT, TARGETS, Target

BESIDE = ("pcscd", "polkitd", "systemd-timesyncd", "systemd-sysv", "udev", "dbus", "init")
"""What our packages only recommend, and what a machine that boots has."""
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
PAGES = ("OPERATIONS.md", "ROOM.md")
BLOCK = "# at the table, as root, in the folder of the stick\n"
"""The first line of the block of OPERATIONS.md that installs from a stick."""
README = """Tapis for Debian {release} ({suite}, {arch}), to be installed without a network. As root:

    cd /media/stick/{name}                  # where this folder is
{typed}
Then edit /etc/tapis and restart the machine: OPERATIONS.md beside this file, section 1.
"""


def typed() -> str:
    """What OPERATIONS.md says is typed in the folder of the stick, a line each, as it stands there."""
    page = (ROOT / "deploy" / PAGES[0]).read_text(encoding="utf-8")
    block = page.partition(BLOCK)[2].partition("```")[0]
    return "".join(f"    {line.strip()}\n" for line in block.strip().splitlines())


def readme(target: Target) -> str:
    """What whoever stands before the machine with the stick reads first."""
    names = {"release": target.release, "suite": target.suite, "arch": target.arch, "name": target.name}
    return README.format(**names, typed=typed())


def mirrors(target: Target) -> str:
    """The machine's own sources of Debian, for the suite of the target."""
    form = "$(LABEL) $(REPO_URI)"
    said = subprocess.run(
        ["apt-get", "indextargets", "--format", form, "ORIGIN: Debian"], stdout=subprocess.PIPE, text=True
    )
    known = dict(line.rsplit(" ", 1) for line in said.stdout.splitlines())
    if "Debian" not in known:
        sys.exit("the apt of this machine has no source of Debian: nothing to take its packages from")
    lines = [f"deb [signed-by={KEYS}] {known['Debian']} {target.suite} main"]
    if "Debian-Security" in known:
        lines.append(f"deb [signed-by={KEYS}] {known['Debian-Security']} {target.suite}-security main")
    return "\n".join(lines) + "\n"


def apt_of(target: Target, place: Path) -> list[str]:
    """apt-get of a machine with nothing installed, which keeps all it knows in `place`."""
    for folder in ("lists/partial", "cache/archives/partial", "parts"):
        (place / folder).mkdir(parents=True, exist_ok=True)
    (place / "status").touch()
    (place / "sources.list").write_text(mirrors(target), encoding="utf-8")
    kept = {
        "APT::Architecture": target.arch,
        "APT::Architectures": target.arch,
        "APT::Install-Recommends": "false",
        "APT::Sandbox::User": "root",
        "Acquire::Languages": "none",
        "Dir::State": place,
        "Dir::State::Lists": place / "lists",
        "Dir::State::status": place / "status",
        "Dir::Cache": place / "cache",
        "Dir::Etc::SourceList": place / "sources.list",
        "Dir::Etc::SourceParts": place / "parts",
        "Dir::Etc::Preferences": "/nonexistent",
        "Dir::Etc::PreferencesParts": place / "parts",
    }
    return ["apt-get", "--yes", "--quiet=2", *(f"--option={name}={value}" for name, value in kept.items())]


def filled(target: Target, ours: list[Path], stick: Path, place: Path) -> None:
    """Our packages and all that they need, in the stick."""
    apt = apt_of(target, place)
    subprocess.run([*apt, "update"], check=True, stdout=subprocess.DEVNULL)
    words = ["install", "--download-only", "--no-install-recommends", *map(str, ours), *BESIDE]
    subprocess.run([*apt, *words], check=True, stdout=subprocess.DEVNULL)
    for path in (place / "cache" / "archives").glob("*.deb"):
        # An epoch in a file's name is read as an escape by apt, and some file systems take no colon.
        shutil.copy(path, stick / re.sub(r"_\d+%3a", "_", path.name))
    for path in ours:
        shutil.copy(path, stick)


def indexed(target: Target, stick: Path) -> None:
    """The index for apt, the sums and the words for whoever stands before the machine."""
    scan = ["dpkg-scanpackages", "--multiversion", "--arch", target.arch, "."]
    done = subprocess.run(scan, cwd=stick, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    (stick / "Packages").write_bytes(done.stdout)
    (stick / "README").write_text(readme(target), encoding="utf-8")
    for page in PAGES:
        shutil.copy(ROOT / "deploy" / page, stick)
    files = sorted(path for path in stick.iterdir() if path.is_file())
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (stick / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def main() -> int:
    target = next(each for each in TARGETS if each.name == sys.argv[1])
    packages, out = (Path(word).resolve() for word in sys.argv[2:4])
    ours = sorted((packages / target.name).glob("*.deb"))
    if not ours:
        sys.exit(f"{packages / target.name}: no packages yet: SUITES={target.name} make deb")
    stick, place = out / target.name, out / f".apt-{target.name}"
    shutil.rmtree(stick, ignore_errors=True)
    stick.mkdir(parents=True)
    filled(target, ours, stick, place)
    for bill in (packages / target.name).glob("*.cdx.json"):
        shutil.copy(bill, stick)
    indexed(target, stick)
    size = sum(path.stat().st_size for path in stick.iterdir()) // 1_000_000
    sys.stdout.write(f"{stick}: {len(list(stick.glob('*.deb')))} packages, {size} MB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
