"""What the build puts into the pocket edition: modules, files of the app and icons."""

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

from babel import localedata

from app.paths import APP, GAMES_FOLDER, LICENCES, RULES, STATIC, TEMPLATES, TRANSLATIONS
from tools.messages.folder import folders

HERE = Path(__file__).parent
MODULES = (
    *("app.pocket.app", "app.pocket.away", "jinja2.ext"),
    # Python looks for these by itself, or by a name that is made while it runs.
    *("_strptime", "encodings.ascii", "encodings.cp437", "encodings.idna", "encodings.latin_1"),
    *("encodings.unicode_escape", "encodings.utf_8", "encodings.utf_8_sig", "site", "zipimport"),
    *("_sysconfigdata__emscripten_wasm32-emscripten", "importlib.readers", "traceback"),
)
"""From here every import is followed."""
ENGINE_PACKAGES = ("_pyodide", "pyodide")
"""Packages that the engine imports by itself, and so all of them."""
EXCLUDED = (
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
    # What renders PDF, compresses and limits at a server, and the views that only it has.
    *("app.web.entry.join", "app.web.entry.invite", "app.web.match.live"),
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
"""Left out, though something imports them under a condition."""
PAPER_ONLY = ("fonts", "pictures")
"""Folders of static files that only paper or a readme needs."""
ICONS = ("icon.svg", "icons/180.png", "icons/192.png", "icons/512.png", "icons/maskable-512.png")
"""What a phone shows on its home screen, of the static files."""


def compile_modules(pyodide: Path, work: Path) -> None:
    """Compile every module that is imported, into the folder ``compiled`` of `work`."""
    shutil.rmtree(work, ignore_errors=True)
    (work / "project").mkdir(parents=True)
    shutil.copytree(APP, work / "project" / "app", ignore=shutil.ignore_patterns("__pycache__"))
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as library:
        library.extractall(work / "standard")
    standard = work / "standard"
    engine = [path for name in ENGINE_PACKAGES for path in sorted((standard / name).rglob("*.py"))]
    modules = [*MODULES, *(module_at(path.relative_to(standard)) for path in engine)]
    (work / "wanted.json").write_text(json.dumps({"modules": modules, "without": EXCLUDED}))
    code = (HERE / "module_graph.py").read_text("utf-8")
    libraries = sysconfig.get_path("purelib")
    subprocess.run(["node", HERE / "compile.mjs", pyodide, work, libraries, code], check=True)


def module_at(path: Path) -> str:
    """The name of the module in a file."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def standard_library(work: Path) -> bytes:
    """A zip file of the standard library, which Python starts from."""
    return as_zip(files_below(work / "compiled" / "standard"))


def library_names(work: Path) -> list[str]:
    """The packages of libraries that were compiled."""
    return sorted(path.stem for path in (work / "compiled" / "libraries").iterdir())


def project(work: Path, licences: str) -> bytes:
    """An archive of everything else: our modules, those of libraries, and the files they read."""
    compiled = work / "compiled"
    files = {
        **under("libraries", files_below(compiled / "libraries")),
        **under("libraries", data_of_libraries()),
        **files_below(compiled / "project"),
        **under("app", data_of_games()),
        **under("rules", files_below(RULES)),
        **under("templates", files_below(TEMPLATES)),
        **under("static", static_files()),
        **under("translations", languages()),
        LICENCES.name: licences.encode("utf-8"),
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
    """The files that libraries read."""
    babel = Path(sysconfig.get_path("purelib")) / "babel"
    names = ["global.dat", *(f"locale-data/{locale}.dat" for locale in locales())]
    return {f"babel/{name}": (babel / name).read_bytes() for name in names}


def locales() -> list[str]:
    """The names of Babel's data on English and on each language that there is, and those of what a
    name goes on from: “pt_BR” from “pt”, and all of them from “root”."""
    tags = ["en", *(folder.name for folder in folders(TRANSLATIONS))]
    split = [tag.split("-") for tag in tags]
    names = {"_".join(each[:end]) for each in split for end in range(1, len(each) + 1)}
    return sorted(name for name in {"root", *names} if localedata.exists(name))


def languages() -> dict[str, bytes]:
    """What the app reads of the languages."""
    files = files_below(TRANSLATIONS)
    return {name: files[name] for name in files if name.endswith((".toml", ".mo"))}


def data_of_games() -> dict[str, bytes]:
    """The files in the folders of the games that are no modules."""
    files = files_below(GAMES_FOLDER)
    return {f"games/{name}": files[name] for name in files if not name.endswith(".py")}


def static_files() -> dict[str, bytes]:
    """The static files of pages and of the print view."""
    files = files_below(STATIC)
    return {
        name: content
        for name, content in files.items()
        if not set(PAPER_ONLY) & set(Path(name).parts)
    }


def as_zip(files: Mapping[str, bytes]) -> bytes:
    """A zip file without compression: it is compressed better as a whole."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as writing:
        for name, content in files.items():
            writing.writestr(zipfile.ZipInfo(name), content)
    return archive.getvalue()


def as_archive(files: Mapping[str, bytes]) -> bytes:
    """Names and lengths in front, and then one file after the other, as the shell unpacks them."""
    head = json.dumps([[name, len(content)] for name, content in files.items()]).encode("utf-8")
    return b"".join([struct.pack("<I", len(head)), head, *files.values()])


def shell_icons() -> dict[str, bytes]:
    """The icons and the screenshot that the web app manifest names."""
    icons = {f"shell/{name}": (STATIC / name).read_bytes() for name in ICONS}
    return icons | {"shell/phone.png": (STATIC / "pictures" / "count.png").read_bytes()}
