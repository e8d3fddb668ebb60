"""The French help of `tapis doctor`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "doctor": """
        Dire ce qui est bon, à voir ou en défaut sur cette machine, et qu’y faire.

        Code de sortie 0 si rien n’est en défaut. Les machines qui ne sont pas branchées sont des
        avertissements.
        """,
    "doctor --witness": "Les têtes d’un témoin, auxquelles comparer les journaux.",
}
