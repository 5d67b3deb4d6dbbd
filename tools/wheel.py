"""Puts the pocket edition into a wheel, where `make pocket` has built it before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLED = "app/bundled/pocket"


class PocketHook(BuildHookInterface[Any]):
    """Asked by hatchling before it builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the built files; there may be none.

        Not those for gzip: it is offered over HTTPS and on the machine itself, and there every
        browser unpacks Brotli.
        """
        pocket = Path(self.root) / "build" / "pocket"
        # An editable install reads the folder itself.
        if version == "editable" or not (pocket / "index.html").exists():
            return
        for path in sorted(pocket.rglob("*")):
            if path.is_file() and path.suffix != ".gz":
                name = path.relative_to(pocket).as_posix()
                build_data["force_include"][str(path)] = f"{BUNDLED}/{name}"
