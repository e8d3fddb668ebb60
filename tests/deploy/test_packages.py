"""What the Debian packages carry: all that the program asks for, locked, and nothing that tests need."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.requirements import Requirement

PACKAGES = Path(__file__).parents[2] / "deploy" / "packages"
PROJECT = tomllib.loads((PACKAGES.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CARRIED = ("link", "gpiod", "pins")
NEVER = {"pytest", "hypothesis", "mypy", "ruff", "numpy", "numba", "pip", "setuptools", "tapis"}
MOMENT = 1_795_000_000


@pytest.fixture
def targets(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(PACKAGES))
    return importlib.import_module("targets")


@pytest.mark.usefixtures("targets")
def test_who_builds_what_is_not_committed_is_told_which_files(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=who", "-c", "user.email=who@localhost")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, stdout=subprocess.PIPE)

    build = importlib.import_module("build")
    git("init", "--quiet")
    (tmp_path / "program.py").write_text("as committed\n")
    git("add", ".")
    git("commit", "--quiet", "--message", "one file")
    (tmp_path / "of-nobody").write_text("git does not know it: it is not built\n")
    assert build.uncommitted(tmp_path) == []
    (tmp_path / "program.py").write_text("changed\n")
    assert build.uncommitted(tmp_path) == ["program.py"]


@pytest.fixture
def about(targets: ModuleType) -> ModuleType:
    return importlib.import_module("about")


def test_every_target_carries_what_the_program_asks_for(targets: ModuleType) -> None:
    extras = PROJECT["optional-dependencies"]
    asked = [*PROJECT["dependencies"], *(each for extra in CARRIED for each in extras[extra])]
    for target in targets.TARGETS:
        versions = {wheel.name: wheel.version for wheel in targets.locked(target.name)}
        for requirement in map(Requirement, asked):
            name = requirement.name.lower().replace("_", "-")
            if name not in target.without:
                assert requirement.specifier.contains(versions[name]), (target.name, name)
        assert not NEVER & set(versions), target.name


def test_the_chip_sensors_of_the_shipped_settings_have_their_library_on_every_target(
    targets: ModuleType,
) -> None:
    """lgpio, under gpiozero, has a wheel for one Debian alone, and for none of a Raspberry Pi."""
    shipped = tomllib.loads((PACKAGES.parents[1] / "config" / "table.toml").read_text(encoding="utf-8"))
    needed = {"gpiod": "gpiod", "gpiozero": "lgpio"}[shipped["chips"]["backend"]]
    for target in targets.TARGETS:
        assert needed in {wheel.name for wheel in targets.locked(target.name)}, target.name


def test_the_reader_of_cards_is_debians_own() -> None:
    """pyscard has no wheel: the package is needed, and nothing else of Debian's Python is let in."""
    control = (PACKAGES / "debian" / "control").read_text(encoding="utf-8")
    assert "python3-pyscard" in control.replace(",", " ").split()
    build = (PACKAGES / "build.py").read_text(encoding="utf-8")
    assert '"smartcard").symlink_to("/usr/lib/python3/dist-packages/smartcard")' in build
    assert "include-system-site-packages = false" in build


def test_every_wheel_is_known_by_its_sum_and_all_targets_have_one_version(targets: ModuleType) -> None:
    wheels = [wheel for target in targets.TARGETS for wheel in targets.locked(target.name)]
    versions: dict[str, str] = {}
    for wheel in (*wheels, *targets.locked("build")):
        assert re.fullmatch(r"[0-9a-f]{64}", wheel.sha256), wheel.file
        assert wheel.file.endswith(".whl"), wheel.file
    for wheel in wheels:
        assert versions.setdefault(wheel.name, wheel.version) == wheel.version, wheel.name


def test_the_list_is_written_as_it_is_kept(targets: ModuleType) -> None:
    kept = tomllib.loads(targets.LOCK.read_text(encoding="utf-8"))["wheel"]
    wheels = [targets.Wheel(**{**each, "targets": tuple(each["targets"])}) for each in kept]
    assert targets.lock_text(wheels[::-1]) == targets.LOCK.read_text(encoding="utf-8")


def test_the_readme_of_a_stick_is_what_the_page_says(targets: ModuleType) -> None:
    """OPERATIONS.md has the lines, and the stick carries that page: they stand in one place."""
    stick = importlib.import_module("stick")
    lines = [line.strip() for line in stick.readme(targets.TARGETS[0]).splitlines() if line[:4] == "    "]
    assert lines[0].startswith("cd /media/stick/bookworm-amd64")
    page = (PACKAGES.parent / "OPERATIONS.md").read_text(encoding="utf-8")
    assert "\n".join(f"   {line}" for line in lines[1:]) in page
    assert any(line.startswith('echo "deb ') for line in lines), "the stick is a source of apt"
    assert any(line.startswith("apt install ./tapis-table_*.deb") for line in lines)


def test_a_wheel_that_is_not_the_locked_one_is_not_built_with(targets: ModuleType, tmp_path: Path) -> None:
    build = importlib.import_module("build")
    wheel = targets.locked("build")[0]
    (tmp_path / wheel.file).write_bytes(b"of somebody else")
    with pytest.raises(SystemExit, match=r"is not the wheel of wheels\.lock"):
        build.checked(wheel, tmp_path / wheel.file)


@pytest.fixture
def bill(targets: ModuleType, about: ModuleType, tmp_path: Path) -> dict[str, Any]:
    """The bill of a release of two wheels and two packages."""
    site, made = tmp_path / "site", []
    for name, licence in (("click", "License-Expression: BSD-3-Clause"), ("pyusb", "License: of its own")):
        folder = site / f"{name}-1.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(f"Name: {name}\nVersion: 1\n{licence}\n")
        (folder / "LICENSE").write_text(f"Copyright 2020 who wrote {name}\n\nDo what you like.\n")
        made.append(targets.Wheel(name, "1", f"{name}-1-py3-none-any.whl", "a" * 64, ("trixie-amd64",)))
    debs = [tmp_path / f"tapis-{part}_2.0+deb13_amd64.deb" for part in ("common", "table")]
    for deb in debs:
        deb.write_bytes(deb.name.encode())
    texts = {about.bill_of_materials(targets.TARGETS[1], "2.0", MOMENT, made, site, debs) for _ in range(2)}
    (text,) = texts
    told: dict[str, Any] = json.loads(text)
    return told


def test_the_bill_of_materials_names_every_part_its_sum_and_its_licence(bill: dict[str, Any]) -> None:
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", bill["serialNumber"])
    assert bill["metadata"]["timestamp"] == "2026-11-18T11:06:40Z"
    components = {each["name"]: each for each in bill["components"]}
    assert set(components) == {"click", "pyusb", "tapis-common", "tapis-table"}
    assert components["pyusb"]["licenses"] == [{"expression": "BSD-3-Clause"}]
    assert components["tapis-common"]["purl"] == "pkg:deb/tapis/tapis-common@2.0%2Bdeb13?arch=amd64"
    assert all(len(each["hashes"][0]["content"]) == 64 for each in bill["components"])
    known = {"tapis", *(each["bom-ref"] for each in bill["components"])}
    assert all({each["ref"], *each["dependsOn"]} <= known for each in bill["dependencies"])


def test_the_bill_of_materials_has_what_its_schema_requires(bill: dict[str, Any]) -> None:
    """The rules of CycloneDX 1.6 for the fields that we write; a whole bill passes its strict schema too."""
    top = {"$schema", "bomFormat", "specVersion", "serialNumber", "version", "metadata"}
    assert set(bill) == top | {"components", "dependencies"}
    assert (type(bill["version"]), bill["version"]) == (int, 1)
    assert set(bill["metadata"]) == {"timestamp", "component", "properties"}
    assert all(set(one) == {"name", "value"} for one in bill["metadata"]["properties"])
    refs = [bill["metadata"]["component"]["bom-ref"], *(each["bom-ref"] for each in bill["components"])]
    assert len(refs) == len(set(refs)), "each bom-ref stands once"
    asked = {"type", "bom-ref", "name", "version", "purl", "licenses", "hashes"}
    for each in bill["components"]:
        assert set(each) == asked
        assert each["type"] in ("application", "library")
        (licence,) = each["licenses"]
        assert set(licence) == {"expression"} or set(licence["license"]) == {"id"}
        (sum_,) = each["hashes"]
        assert (sum_["alg"], bool(re.fullmatch(r"[0-9a-f]{64}", sum_["content"]))) == ("SHA-256", True)
        assert re.fullmatch(r"pkg:(deb/tapis|pypi)/[\w.+%-]+@[\w.+%-]+\?[\w=.+%-]+", each["purl"]), each[
            "purl"
        ]
    for one in bill["dependencies"]:
        assert set(one) == {"ref", "dependsOn"}
        assert len(one["dependsOn"]) == len(set(one["dependsOn"]))


def test_the_licence_of_each_wheel_is_in_the_copyright(
    about: ModuleType, bill: dict[str, Any], tmp_path: Path
) -> None:
    text = about.copyright_text(tmp_path / "site", "usr/lib/tapis/lib/python3.13/site-packages")
    for name in ("click", "pyusb"):
        assert f"Copyright: Copyright 2020 who wrote {name}\n" in text
        assert f"License: {name}: BSD-3-Clause\n Copyright 2020" in text
    assert "\n .\n Do what you like." in text


def enabled_by_hand(package: str) -> list[str]:
    """The units of this package that a page has somebody enable: debhelper is told of the others."""
    lay_out = (PACKAGES / "debian" / "lay-out").read_text(encoding="utf-8").replace("\\\n", " ")
    rules = (PACKAGES / "debian" / "rules").read_text(encoding="utf-8")
    units = [
        word.removeprefix("deploy/")
        for line in lay_out.splitlines()
        if line.startswith(f"into tapis-{package} usr/lib/systemd/system ")
        for word in line.split()
        if word.startswith("deploy/") and word.endswith((".service", ".timer", ".socket"))
    ]
    deploy = PACKAGES.parent
    installs = [unit for unit in units if "\n[Install]\n" in (deploy / unit).read_text(encoding="utf-8")]
    return [unit for unit in installs if unit not in rules.split()]


def test_no_script_of_a_package_touches_what_a_table_keeps_or_starts_anything() -> None:
    """An upgrade restarts nothing, and neither removal nor purge deletes a journal, a book or a key."""
    scripts = [
        path
        for path in (PACKAGES / "debian").iterdir()
        if path.suffix in (".preinst", ".postinst", ".prerm", ".postrm")
    ]
    assert len(scripts) == 9
    for script in scripts:
        lines = script.read_text(encoding="utf-8").splitlines()
        done = "\n".join(line for line in lines if not line.lstrip().startswith(("echo ", "#")))
        assert "/var/lib" not in done, script.name
        assert not re.search(r"systemctl\b.*\b(start|restart|try-restart)\b", done), script.name
    for package, unit in (("table", "tapis-table.service"), ("pit", "tapis-witness.service")):
        prerm = (PACKAGES / "debian" / f"tapis-{package}.prerm").read_text(encoding="utf-8")
        assert re.search(rf'"\$1" = remove .*\n +systemctl stop .*\b{unit}', prerm), "a removal stops it"
        postrm = (PACKAGES / "debian" / f"tapis-{package}.postrm").read_text(encoding="utf-8")
        for each in enabled_by_hand(package):
            assert each in prerm, f"a removal stops {each}"
            assert each in postrm, f"a purge takes the links of {each} away"
    rules = (PACKAGES / "debian" / "rules").read_text(encoding="utf-8")
    for line in rules.splitlines():
        if line.strip().startswith("dh_installsystemd"):
            assert {"--no-start", "--no-stop-on-upgrade"} <= set(line.split())
