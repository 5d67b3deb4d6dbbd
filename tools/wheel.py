"""Puts into a wheel what is built before: the languages, and the pocket edition if there is one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Container
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLED = "app/bundled"


class BuildHook(BuildHookInterface[Any]):
    """Asked by hatchling before it builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files of each language that the app reads, and those that `make pocket` built.

        Of these not those for gzip: it is offered over HTTPS and on the machine itself, and there
        every browser unpacks Brotli.
        """
        # An editable install reads the folders themselves.
        if version == "editable":
            return
        root = Path(self.root)
        command = [sys.executable, "-m", "tools.messages", "compile"]
        subprocess.run(command, cwd=root, check=True)
        self.include(build_data, "translations", root / "translations", {".toml", ".mo"})
        pocket = root / "build" / "pocket"
        if (pocket / "index.html").exists():
            endings = {path.suffix for path in pocket.rglob("*")} - {".gz"}
            self.include(build_data, "pocket", pocket, endings)

    def include(
        self, build_data: dict[str, Any], name: str, folder: Path, endings: Container[str]
    ) -> None:
        """Name the files of a folder that end so, to lie beside the program under `name`."""
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in endings:
                within = path.relative_to(folder).as_posix()
                build_data["force_include"][str(path)] = f"{BUNDLED}/{name}/{within}"
