"""What the pocket carries: which modules are compiled, and which files go with them."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sysconfig
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from app.paths import APP, GAMES_FOLDER, RULES, STATIC, TEMPLATES

HERE = Path(__file__).parent
MODULES = (
    *("app.pocket.app", "jinja2.ext"),
    # Python looks for these by itself, or by a name that is made while it runs.
    *("_strptime", "encodings.ascii", "encodings.cp437", "encodings.idna", "encodings.latin_1"),
    *("encodings.unicode_escape", "encodings.utf_8", "encodings.utf_8_sig", "site", "zipimport"),
    *("_sysconfigdata__emscripten_wasm32-emscripten", "importlib.readers", "traceback"),
)
"""From here every import is followed."""
OF_THE_ENGINE = ("_pyodide", "pyodide")
"""Packages that the engine imports by itself, and so all of them."""
WITHOUT = (
    # What belongs to a server, to a command line, or to whoever writes programs.
    *("multiprocessing", "concurrent.futures.process", "concurrent.futures.thread"),
    *("concurrent.futures.interpreter", "concurrent.interpreters", "asyncio.windows_events"),
    *("asyncio.windows_utils", "asyncio.tools", "asyncio.__main__", "_pyrepl", "pdb", "bdb", "cmd"),
    *("code", "doctest", "unittest", "pydoc", "pydoc_data", "webbrowser", "curses", "readline"),
    *("tkinter", "turtle", "distutils", "setuptools", "pip", "ensurepip", "idlelib", "profile"),
    *("cProfile", "pstats", "tracemalloc", "xmlrpc", "ftplib", "smtplib", "imaplib", "poplib"),
    # Whether these are there depends on where it is built.
    *("pkg_resources", "_distutils_hack"),
    *("netrc", "nturl2path", "wsgiref", "tarfile", "_pyio", "_pydatetime", "_pydecimal", "pty"),
    *("ctypes.wintypes", "ctypes.macholib", "ctypes.util", "test", "lib2to3", "optparse"),
    *("xml.parsers", "xml.dom", "xml.etree", "pyexpat", "rlcompleter", "this", "antigravity"),
    # What prints, packs and limits at the server.
    *("weasyprint", "fontTools", "brotli", "zopfli", "limits", "flask_limiter", "flask_compress"),
    *(
        "waitress",
        "pysqlite3",
        "psycopg",
        "psycopg_pool",
        "PIL",
        "cffi",
        "tinycss2",
        "cssselect2",
        "pydyf",
        "pyphen",
    ),
    # Ways of the libraries that the app never takes.
    *("click.shell_completion", "click.testing", "click._winconsole", "click._termui_impl"),
    *("werkzeug.debug", "werkzeug._reloader", "watchdog"),
    *("dotenv", "asgiref", "cryptography", "simplejson", "babel.messages"),
    *("jinja2.nativetypes", "pysqlite2"),
    *("sqlite_utils.cli", "sqlite_dump", "sqlean", "numpy", "greenlet", "trio", "curio"),
    *("segno.writers", "png", "pandas", "IPython", "pygments", "linkify_it", "psutil"),
    *("rapidfuzz.fuzz_cpp", "rapidfuzz.process_cpp", "rapidfuzz.utils_cpp"),
)
"""What is left out though something says that it might be imported."""
LOCALES = ("root", "en")
"""The languages that are offered."""
PAPER_ONLY = ("fonts", "pictures")
"""Folders of static files that only paper or a readme needs."""


def compile_all(pyodide: Path, work: Path) -> None:
    """Find every module that is reached and compile it, into the folder ``compiled`` of `work`."""
    shutil.rmtree(work, ignore_errors=True)
    (work / "house").mkdir(parents=True)
    shutil.copytree(APP, work / "house" / "app", ignore=shutil.ignore_patterns("__pycache__"))
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as library:
        library.extractall(work / "standard")
    standard = work / "standard"
    engine = [path for name in OF_THE_ENGINE for path in sorted((standard / name).rglob("*.py"))]
    modules = [*MODULES, *(module_at(path.relative_to(standard)) for path in engine)]
    (work / "wanted.json").write_text(json.dumps({"modules": modules, "without": WITHOUT}))
    inside = (HERE / "inside.py").read_text("utf-8")
    libraries = sysconfig.get_path("purelib")
    subprocess.run(["node", HERE / "compile.mjs", pyodide, work, libraries, inside], check=True)


def module_at(path: Path) -> str:
    """The name of the module in a file."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def standard_library(work: Path) -> bytes:
    """The standard library, as Python reads it before there is anything else."""
    return as_zip(files_below(work / "compiled" / "standard"))


def house(work: Path) -> bytes:
    """Everything else: our modules and those of others, and the files that they read."""
    compiled = work / "compiled"
    files = {
        **under("libraries", files_below(compiled / "libraries")),
        **under("libraries", data_of_libraries()),
        **files_below(compiled / "house"),
        **under("app", data_of_games()),
        **under("rules", files_below(RULES)),
        **under("templates", files_below(TEMPLATES)),
        **under("static", static_files()),
    }
    return as_archive(files)


def files_below(folder: Path) -> dict[str, bytes]:
    """Every file in a folder by its name below it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def under(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The same files in a folder."""
    return {f"{folder}/{name}": content for name, content in files.items()}


def data_of_libraries() -> dict[str, bytes]:
    """What libraries read beside their modules."""
    babel = Path(sysconfig.get_path("purelib")) / "babel"
    names = ["global.dat", *(f"locale-data/{locale}.dat" for locale in LOCALES)]
    return {f"babel/{name}": (babel / name).read_bytes() for name in names}


def data_of_games() -> dict[str, bytes]:
    """What stands in the folders of the games beside their modules."""
    files = files_below(GAMES_FOLDER)
    return {f"games/{name}": files[name] for name in files if not name.endswith(".py")}


def static_files() -> dict[str, bytes]:
    """What pages show and the print view needs."""
    files = files_below(STATIC)
    return {
        name: content
        for name, content in files.items()
        if not set(PAPER_ONLY) & set(Path(name).parts)
    }


def as_zip(files: Mapping[str, bytes]) -> bytes:
    """A zip file that is not packed: what serves it packs it better."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as writing:
        for name, content in files.items():
            writing.writestr(zipfile.ZipInfo(name), content)
    return archive.getvalue()


def as_archive(files: Mapping[str, bytes]) -> bytes:
    """Names and lengths in front, and then one file after the other, as the shell unpacks them."""
    head = json.dumps([[name, len(content)] for name, content in files.items()]).encode("utf-8")
    return b"".join([struct.pack("<I", len(head)), head, *files.values()])
