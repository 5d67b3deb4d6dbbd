"""Runs in Pyodide during the build: finds the modules that are imported, and compiles them.

``/work`` has the folders ``project`` and ``standard``, ``/libraries`` the installed packages. The
bytecode of what `app.pocket.app` imports is written into ``/work/compiled``.
"""

import ast
import importlib.util
import json
import marshal
import sys
from modulefinder import ModuleFinder
from pathlib import Path
from typing import Any

WORK = Path("/work")
ROOTS = [WORK / "project", Path("/libraries"), WORK / "standard"]
BYTECODE_HEAD = importlib.util.MAGIC_NUMBER + bytes([1, 0, 0, 0]) + bytes(8)
"""The head of bytecode that is not compared with its source."""
PACKAGE = 5
"""What a folder is called where modules are looked for."""
USE_DOCSTRINGS = ("pyodide", "_pyodide")
"""Packages that read their own docstrings."""


# What is known of the types of its class is not true of this Python.
Everything: Any = ModuleFinder


class Finder(Everything):  # type: ignore[misc]
    """Follows every import, in functions too, also into packages that are only folders."""

    def find_module(self, name: str, path: list[str] | None, parent: Any = None) -> Any:
        """Where a module is, in the words of its parent class."""
        try:
            return super().find_module(name, path, parent)
        except AttributeError as error:
            folders = [Path(root, name) for root in path or self.path]
            folder = next((folder for folder in folders if folder.is_dir()), None)
            if folder is None:
                raise ImportError(name) from error
            return None, str(folder), ("", "", PACKAGE)

    def _safe_import_hook(self, name: str, *about: Any, **more: Any) -> None:
        # What was not there by this name in one package may be there in another.
        self.badmodules.pop(name, None)
        super()._safe_import_hook(name, *about, **more)

    def load_package(self, fqname: str, pathname: str) -> Any:
        """A package, which need not have a module of its own."""
        if (Path(pathname) / "__init__.py").exists():
            return super().load_package(fqname, pathname)
        package = self.add_module(fqname)
        package.__path__ = [pathname]
        return package


def find(wanted: dict[str, list[str]]) -> dict[str, Path]:
    """The files of all modules that are reached, by the names that they have below their root."""
    finder = Finder([str(root) for root in ROOTS], excludes=wanted["without"])
    for name in wanted["modules"]:
        finder.import_hook(name)
    files = {}
    for module in finder.modules.values():
        if module.__file__:
            path = Path(module.__file__)
            root = next(root for root in ROOTS if root in path.parents)
            files[f"{root.name}/{path.relative_to(root)}"] = path
    return files


def compiled(path: Path, name: str) -> bytes:
    """Bytecode without docstrings. Only our own assertions stay: they guard what is scored."""
    root, package = Path(name).parts[:2]
    tree = ast.parse(path.read_bytes())
    if package not in USE_DOCSTRINGS:
        for node in ast.walk(tree):
            drop_docstring(node)
    code = compile(tree, name, "exec", dont_inherit=True, optimize=0 if root == "project" else 1)
    return BYTECODE_HEAD + marshal.dumps(code)


def drop_docstring(node: ast.AST) -> None:
    """Take the docstring out of a module, a class or a function."""
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    match node.body:
        case [ast.Expr(ast.Constant(str())), *rest]:
            node.body = rest or [ast.copy_location(ast.Pass(), node.body[0])]


def main() -> None:
    wanted = json.loads((WORK / "wanted.json").read_text())
    for name, path in sorted(find(wanted).items()):
        target = WORK / "compiled" / Path(name).with_suffix(".pyc")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(compiled(path, name))
    print(sys.version.split()[0])


main()
