"""WebKit and Firefox on a screen of their own, told what to do in the classic words of WebDriver.

WebKit hears them from its driver over HTTP. Firefox needs none: it takes the same words itself on a
socket, as its driver would say them.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Protocol

from testkit.servers import free_port

PATIENCE = 30  # seconds until a browser answers
SCREEN = "1440x1200x24"
"""Smaller ones Firefox fills, and waits five seconds at each size for a way out of that."""


class EngineError(Exception):
    """What the browser could not do."""


class Engine(Protocol):
    """A browser with one window; a session of its own, which remembers nothing of another."""

    display: str

    def do(self, word: str, **about: Any) -> Any:
        """Do what this word of WebDriver says. Returns its value, or raises an `EngineError`."""

    def resize(self, width: int, height: int) -> None:
        """Give the page this size in pixels."""


PROGRAMS = {"webkit": ["WebKitWebDriver", "Xvfb"], "firefox": ["firefox-esr", "Xvfb"]}


def missing(engine: str) -> list[str]:
    """The programs of an engine that are not installed here."""
    return [name for name in PROGRAMS[engine] if shutil.which(name) is None]


@contextmanager
def display() -> Iterator[str]:
    """A screen that nobody sees; its name."""
    read, write = os.pipe()
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    server = subprocess.Popen(words, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with open(read) as named:
            yield f":{named.readline().strip()}"
    finally:
        stop(server)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()


# --- WebKit ---------------------------------------------------------------------------------------

MINI_BROWSER = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
NARROW = (
    "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }"
)
"""Its window is as wide as its toolbar at least."""
STILL = "[Settings]\ngtk-enable-animations=0\n"
SERIF = "Times New Roman"
FONTS = f"""<?xml version="1.0"?>
<fontconfig>
  <match><test name="family"><string>serif</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>{SERIF}</string></edit></match>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>"""
"""What Chromium takes for `serif`, before others say what stands in for that."""
COMMANDS = {
    "Navigate": "url",
    "Refresh": "refresh",
    "Back": "back",
    "GetCurrentURL": "url",
    "ExecuteAsyncScript": "execute/async",
    "PerformActions": "actions",
    "ReleaseActions": "actions",
    "SetWindowRect": "window/rect",
    "DeleteAllCookies": "cookie",
    "SetTimeouts": "timeouts",
}
"""The address of each word in a session."""
METHODS = {"GetCurrentURL": "GET", "ReleaseActions": "DELETE", "DeleteAllCookies": "DELETE"}


class WebKit:
    """Debian's MiniBrowser."""

    def __init__(self, display: str, port: int) -> None:
        self.display = display
        self._port = port
        self._session = ""
        options = {"binary": str(next(Path("/").glob(MINI_BROWSER[1:]))), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        answer = self._send("POST", "/session", {"capabilities": wanted})
        self._session = f"/session/{answer['sessionId']}"
        self.do("SetTimeouts", script=PATIENCE * 1000)
        self._bar = 0
        self.resize(400, 400)
        self._bar = 400 - self.do("ExecuteAsyncScript", script=HEIGHT, args=[])
        assert 0 < self._bar < 40, "the window has no toolbar of that height"

    def do(self, word: str, **about: Any) -> Any:
        method = METHODS.get(word, "POST")
        path = f"{self._session}/{COMMANDS[word]}"
        return self._send(method, path, about if method == "POST" else None)

    def resize(self, width: int, height: int) -> None:
        self.do("SetWindowRect", x=0, y=0, width=width, height=height + self._bar)

    def _send(self, method: str, path: str, about: dict[str, Any] | None) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=2 * PATIENCE)
        connection.request(method, path, None if about is None else json.dumps(about))
        value = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(value, dict) and "error" in value:
            raise EngineError(f"{value['error']}: {value.get('message', '')}")
        return value


HEIGHT = "arguments[0](innerHeight)"


@contextmanager
def webkit(display: str, folder: Path) -> Iterator[WebKit]:
    """A WebKit with its files in the folder."""
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "gtk.css").write_text(NARROW)
    (folder / "gtk-3.0" / "settings.ini").write_text(STILL)
    (folder / "fonts.conf").write_text(FONTS)
    port = free_port()
    about = {"DISPLAY": display, "XDG_CONFIG_HOME": str(folder)}
    about |= {"FONTCONFIG_FILE": str(folder / "fonts.conf")}
    with (folder / "log").open("wb") as log:
        driver = subprocess.Popen(
            ["WebKitWebDriver", "-p", str(port)], env=os.environ | about, stdout=log, stderr=log
        )
    try:
        connect(port).close()
        engine = WebKit(display, port)
        yield engine
        engine._send("DELETE", engine._session, None)
    finally:
        stop(driver)


# --- Firefox --------------------------------------------------------------------------------------

PREFERENCES = {
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "ui.prefersReducedMotion": 1,
    "font.name.serif.x-western": SERIF,
}
ONLY_THE_PAGE = (
    ":root { min-width: 0 !important; } #navigator-toolbox { display: none !important; }"
)

ERRORS = """
  return Services.console.getMessageArray()
    .filter((one) => one instanceof Ci.nsIScriptError && one.sourceName.startsWith(arguments[0]))
    .filter((one) => !(one.flags & Ci.nsIScriptError.warningFlag))
    .map((one) => one.toString());
"""


class Firefox:
    """Debian's Firefox."""

    def __init__(self, display: str, port: int) -> None:
        self.display = display
        self._socket = connect(port)
        self._socket.settimeout(2 * PATIENCE)
        self._answers = self._socket.makefile("rb")
        self._count = 0
        self._read()  # who it is
        self.do(
            "NewSession", capabilities={"alwaysMatch": {"timeouts": {"script": PATIENCE * 1000}}}
        )

    def do(self, word: str, **about: Any) -> Any:
        return self._command(f"WebDriver:{word}", **about)

    def errors_of(self, address: str) -> list[str]:
        """What the console has as errors of pages and workers below this address."""
        self._command("Marionette:SetContext", value="chrome")
        try:
            return list(self.do("ExecuteScript", script=ERRORS, args=[address]))
        finally:
            self._command("Marionette:SetContext", value="content")

    def _command(self, word: str, **about: Any) -> Any:
        self._count += 1
        message = json.dumps([0, self._count, word, about]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _kind, _count, error, value = self._read()
        if error:
            raise EngineError(f"{error['error']}: {error['message']}")
        return value.get("value") if isinstance(value, dict) else value

    def resize(self, width: int, height: int) -> None:
        self.do("SetWindowRect", x=0, y=0, width=width, height=height)

    def _read(self) -> Any:
        """The next message: its length, a colon, and JSON."""
        length = b""
        while (digit := self._answers.read(1)) != b":":
            assert digit, "Firefox has gone"
            length += digit
        return json.loads(self._answers.read(int(length)))


@contextmanager
def firefox(display: str, folder: Path) -> Iterator[Firefox]:
    """A Firefox with its profile in the folder."""
    port = free_port()
    chosen = PREFERENCES | {"marionette.port": port}
    lines = (
        f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in chosen.items()
    )
    (folder / "user.js").write_text("\n".join(lines))
    (folder / "chrome").mkdir()
    (folder / "chrome" / "userChrome.css").write_text(ONLY_THE_PAGE)
    words = ["firefox-esr", "--marionette", "--no-remote", "--profile", str(folder)]
    words.append("--remote-allow-system-access")  # to its console
    about = os.environ | {"DISPLAY": display, "HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        browser = subprocess.Popen(words, env=about, stdout=log, stderr=log)
    try:
        yield Firefox(display, port)
    finally:
        stop(browser)


def connect(port: int) -> socket.socket:
    """A connection to what has just been started and will answer at this port."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            assert time.monotonic() < deadline, "a browser did not start"
            time.sleep(0.05)


ENGINES = {"webkit": webkit, "firefox": firefox}


@contextmanager
def an_engine(name: str) -> Iterator[Engine]:
    """A new browser of this engine, on a screen of its own."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        yield stack.enter_context(ENGINES[name](stack.enter_context(display()), folder))
