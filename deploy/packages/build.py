#!/usr/bin/env python3
"""Build the Debian packages of one target from this checkout and the locked wheels, the same bytes each time.

    python deploy/packages/build.py bookworm-amd64 out/packages [--wheels FOLDER]

Nothing of the target's processor or Debian is run: wheels for it are unpacked. Built is what git knows, as it
lies in the working tree, with the time of the last commit; where the two differ a line names the files.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from email.utils import formatdate
from pathlib import Path

from about import bill_of_materials, copyright_text
from qt import prune
from targets import ROOT, TARGETS, Target, Wheel, locked

HERE = Path(__file__).parent
NO_BYTECODE = HERE / "tapis-no-bytecode.pth"
WHEELS = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tapis-wheels"


def run(*command: str | Path, **named: str) -> None:
    """Raises CalledProcessError."""
    subprocess.run([str(word) for word in command], check=True, env={**os.environ, **named})


def fetched(target: Target | None, cache: Path) -> list[Path]:
    """The locked wheels of the target (None: what makes our own wheel), from the cache or else the index.

    Raises:
        SystemExit: a file is not the one that was locked.
    """
    wheels = locked(target.name if target else "build")
    cache.mkdir(parents=True, exist_ok=True)
    missing = [wheel for wheel in wheels if not (cache / wheel.file).is_file()]
    if missing:
        asked = cache / "asked.txt"
        asked.write_text("".join(f"{w.name}=={w.version} --hash=sha256:{w.sha256}\n" for w in missing))
        words = (target or TARGETS[0]).pip_words()
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
        run(*pip, "--no-deps", "--require-hashes", "--requirement", asked, "--dest", cache, *words)
    return [checked(wheel, cache / wheel.file) for wheel in wheels]


def checked(wheel: Wheel, path: Path) -> Path:
    """The file, which is the locked one."""
    if hashlib.sha256(path.read_bytes()).hexdigest() != wheel.sha256:
        sys.exit(f"{path}: is not the wheel of wheels.lock; remove it and build again")
    return path


def unpacked(wheels: list[Path], target: Target | None, place: Path) -> None:
    """The wheels laid out in `place` as on the target; pip's own notes of it are left out."""
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index")
    words = target.pip_words() if target else []
    run(*pip, "--no-deps", "--no-compile", "--no-warn-script-location", "--target", place, *words, *wheels)
    for note in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json"):
        for path in place.glob(f"*.dist-info/{note}"):
            path.unlink()


def own_wheel(work: Path, cache: Path) -> Path:
    """The program's own wheel."""
    tools = work / "tools"
    unpacked(fetched(None, cache), None, tools)
    source = work / "source"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    for name in filter(None, names.stdout.split("\0")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    command = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", work)
    subprocess.run(
        command,
        cwd=source,
        env={**os.environ, "PYTHONPATH": str(tools)},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (wheel,) = work.glob("tapis-*.whl")
    return wheel


def lay_out(target: Target, work: Path, cache: Path) -> None:
    """The interpreter's folder as it is installed in /usr/lib/tapis."""
    prefix = work / "prefix"
    site = prefix / site_of(target)
    unpacked([*fetched(target, cache), own_wheel(work, cache)], target, site)
    prune(site)
    for unused in (*site.rglob("__pycache__"), *site.rglob("*.pyi")):
        shutil.rmtree(unused) if unused.is_dir() else unused.unlink(missing_ok=True)
    shutil.rmtree(site / "bin", ignore_errors=True)
    shutil.rmtree(site / "share", ignore_errors=True)
    (prefix / "bin").mkdir()
    (prefix / "bin" / "python3").symlink_to(f"/usr/bin/python{target.python}")
    (prefix / "bin" / "tapis").write_text(
        "#!/usr/lib/tapis/bin/python3\nimport sys\n\nfrom controller.cli import main\n\nsys.exit(main())\n"
    )
    (prefix / "pyvenv.cfg").write_text(
        f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {target.python}\n"
    )
    shutil.copy(NO_BYTECODE, site)
    (site / "smartcard").symlink_to("/usr/lib/python3/dist-packages/smartcard")


def site_of(target: Target) -> Path:
    """Where Python keeps packages, below the interpreter's folder."""
    return Path("lib") / f"python{target.python}" / "site-packages"


def stage(target: Target, work: Path, version: str, moment: int) -> None:
    """The folder `debian` beside the program, with this version, this Python and this moment in its files."""
    debian = work / "source" / "debian"
    shutil.copytree(HERE / "debian", debian)
    names = {
        "@VERSION@": version,
        "@SUITE@": f"+deb{target.release}",
        "@PYTHON@": target.python,
        "@NEXT_PYTHON@": target.next_python,
        "@DATE@": formatdate(moment),
    }
    for path in sorted(debian.rglob("*")):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            for name, value in names.items():
                text = text.replace(name, value)
            path.write_text(text, encoding="utf-8")
    place = Path("usr/lib/tapis") / site_of(target)
    licences = copyright_text(work / "prefix" / site_of(target), str(place))
    (debian / "tapis-common.copyright").write_text(licences, encoding="utf-8")
    (work / "prefix").rename(work / "source" / "prefix")


def told(target: Target, work: Path, version: str, moment: int) -> None:
    """The bill of materials and the sums, beside the packages; what debhelper leaves besides is removed."""
    packages = sorted(work.glob("*.deb"))
    site = work / "source" / "prefix" / site_of(target)
    bill = bill_of_materials(target, version, moment, locked(target.name), site, packages)
    (work / f"tapis_{version}+deb{target.release}_{target.arch}.cdx.json").write_text(bill, encoding="utf-8")
    kept = {*packages, *work.glob("*.cdx.json")}
    for path in set(work.iterdir()) - kept:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    sums = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(kept))
    (work / "SHA256SUMS").write_text("".join(sums), encoding="ascii")


def uncommitted(root: Path) -> list[str]:
    """The files that git knows and that are not as the last commit has them."""
    words = ["git", "diff", "--name-only", "-z", "HEAD"]
    said = subprocess.run(words, cwd=root, stdout=subprocess.PIPE, text=True, check=True)
    return [name for name in said.stdout.split("\0") if name]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", choices=[target.name for target in TARGETS])
    parser.add_argument("out", type=Path)
    parser.add_argument("--wheels", type=Path, default=WHEELS)
    asked = parser.parse_args()
    target = next(each for each in TARGETS if each.name == asked.target)
    said = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    moment = int(said.stdout)
    if changed := uncommitted(ROOT):
        sys.stderr.write(f"These packages are of no commit: not committed are {', '.join(changed)}\n")
    os.environ.update(SOURCE_DATE_EPOCH=str(moment), DEB_BUILD_OPTIONS="nocheck")
    os.umask(0o022)
    work = (asked.out / target.name).resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    lay_out(target, work, asked.wheels)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    stage(target, work, version, moment)
    build = (
        "dpkg-buildpackage",
        "--build=binary",
        "--no-sign",
        "--no-check-builddeps",
        "--host-arch",
        target.arch,
    )
    subprocess.run(build, cwd=work / "source", check=True, stdout=subprocess.DEVNULL)
    told(target, work, version, moment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
