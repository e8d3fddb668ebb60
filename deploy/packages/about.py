"""What is in a package, for whoever has to know: the licences of its parts, and a bill of materials."""

from __future__ import annotations

import hashlib
import json
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from email.parser import HeaderParser
from pathlib import Path
from typing import Any, Final

from targets import Target, Wheel

SAID: Final = {
    "click-default-group": "Unlicense",
    "lgpio": "Unlicense",
    "num2words": "LGPL-2.1-or-later",
    "pyserial": "BSD-3-Clause",
    "pyusb": "BSD-3-Clause",
    "sqlite-fts4": "Apache-2.0",
}
"""SPDX's word for wheels that name their licence in words of their own."""
TEXTS: Final = ("LICEN", "COPYING", "NOTICE", "AUTHORS")
WHERE: Final = "/usr/share/common-licenses"
SPACE: Final = uuid.UUID("5b0f5b8e-3f7e-5a53-9a50-0b3c5d0b8f11")


@dataclass(frozen=True, slots=True)
class Part:
    """A wheel as it lies in the package: its name, version, licence, and the texts that came with it."""

    name: str
    version: str
    licence: str
    folder: str
    texts: tuple[str, ...]


def parts(site: Path) -> list[Part]:
    """Every wheel that is laid out in `site`, by its name."""
    found = []
    for folder in site.glob("*.dist-info"):
        told = HeaderParser().parsestr((folder / "METADATA").read_text(encoding="utf-8"))
        name = told["Name"].lower().replace("_", "-")
        files = sorted(path for path in folder.rglob("*") if path.name.upper().startswith(TEXTS))
        texts = tuple(path.read_text(encoding="utf-8") for path in files if path.is_file())
        licence = SAID.get(name) or told["License-Expression"] or told["License"]
        found.append(Part(name, told["Version"], licence, folder.name, texts))
    return sorted(found, key=lambda part: part.name)


def copyright_text(site: Path, place: str) -> str:
    """Debian's `copyright`: the program's licence and each wheel's, with its text."""
    text = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
    text += "Upstream-Name: tapis\n\nFiles: *\nCopyright: the authors of Tapis\nLicense: Apache-2.0\n"
    for part in parts(site):
        if part.name == "tapis":
            continue
        lines = [line.strip() for one in part.texts for line in one.splitlines()]
        owners = [line for line in lines if line.lower().startswith(("copyright ", "(c) "))]
        text += f"\nFiles: {place}/{part.folder}/*\n"
        text += f"Comment: {part.name} {part.version}, and all that its wheel has\n"
        text += "Copyright: " + "\n ".join(owners or [f"the authors of {part.name}"]) + "\n"
        text += f"License: {part.name}: {part.licence}\n"
        for line in "\n\n".join(part.texts).splitlines():
            text += f" {line.rstrip()}\n" if line.strip() else " .\n"
    text += (
        "\nLicense: Apache-2.0\n" + f" The text is in {WHERE}/Apache-2.0 of a Debian system. The texts of\n"
    )
    return text + f" LGPL-2.1, LGPL-3, GPL-2 and GPL-3 are in {WHERE} too.\n"


def bill_of_materials(
    target: Target, version: str, moment: int, wheels: list[Wheel], site: Path, packages: list[Path]
) -> str:
    """A CycloneDX 1.6 document of a release for this target: our packages, and the wheels that they carry."""
    licences = {part.name: part.licence for part in parts(site)}
    components: list[dict[str, Any]] = [
        {
            "type": "application",
            "bom-ref": path.name,
            "name": path.name.split("_")[0],
            "version": path.name.split("_")[1],
            "purl": f"pkg:deb/tapis/{path.name.split('_')[0]}@{path.name.split('_')[1].replace('+', '%2B')}"
            f"?arch={path.stem.rsplit('_', 1)[1]}",
            "licenses": [{"license": {"id": "Apache-2.0"}}],
            "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}],
        }
        for path in packages
    ]
    components += [
        {
            "type": "library",
            "bom-ref": wheel.file,
            "name": wheel.name,
            "version": wheel.version,
            "purl": f"pkg:pypi/{wheel.name}@{wheel.version}?file_name={wheel.file}",
            "licenses": [{"expression": licences[wheel.name]}],
            "hashes": [{"alg": "SHA-256", "content": wheel.sha256}],
        }
        for wheel in wheels
    ]
    common = next(path.name for path in packages if path.name.startswith("tapis-common_"))
    told = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": "",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "bom-ref": "tapis", "name": "tapis", "version": version},
            "properties": [{"name": "tapis:target", "value": target.name}],
        },
        "components": components,
        "dependencies": [
            {"ref": "tapis", "dependsOn": [path.name for path in packages]},
            {"ref": common, "dependsOn": [wheel.file for wheel in wheels]},
        ],
    }
    told["serialNumber"] = f"urn:uuid:{uuid.uuid5(SPACE, json.dumps(told))}"
    return json.dumps(told, indent=1) + "\n"
