"""The examples in `deploy/`, tried: the app behind Caddy, on HTTPS with its own certificate."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from unittest.mock import Mock
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
import pytest
import yaml

from app.cli import main, serve, tricktally
from app.limits import DEFAULT_LIMITS
from app.options import read_settings
from app.paths import PROJECT
from testkit.home_urls import at_home
from testkit.server_processes import DEPLOY, caddy_with
from testkit.servers import free_port, running, wait_for

needs_caddy = pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is missing")


@dataclass
class Proxied:
    """The app behind a proxy: where phones open it, whom they trust, what each has written."""

    address: str
    trust: ssl.SSLContext
    log: Path

    def get(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, str, str]:
        """The status of a page, the address it is at, and what it says."""
        request = Request(f"{self.address}{at_home(path)}", data, headers)
        try:
            with urlopen(request, timeout=10, context=self.trust) as response:
                return response.status, response.url, response.read().decode()
        except HTTPError as error:
            return error.code, error.url or "", error.read().decode()


@pytest.fixture(scope="module")
def proxied(tmp_path_factory) -> Iterator[Proxied]:
    """The app as the service runs it, and Caddy as at home before it."""
    folder = tmp_path_factory.mktemp("deploy")
    book, inner, outer = folder / "matches.sqlite3", free_port(), free_port()
    options = ["--host", "127.0.0.1", "--behind-proxy", "1", "--open", "--database", str(book)]
    told = {
        "TRICKTALLY_SITE": f"https://localhost:{outer}",
        "TRICKTALLY_SERVER": f"127.0.0.1:{inner}",
        "TRICKTALLY_HTTP_PORT": str(free_port()),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with (
        running(["-m", "app", "serve", "--port", str(inner), *options], inner, book),
        caddy_with(DEPLOY / "Caddyfile.home", **told),
    ):
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        trust = wait_until_open(outer, root)
        yield Proxied(f"https://localhost:{outer}", trust, book.with_suffix(".log"))


def wait_until_open(port: int, root: Path) -> ssl.SSLContext:
    """Whom to trust, as soon as Caddy has made its certificates and shows them."""
    for _ in range(200):
        time.sleep(0.05)
        if root.exists():
            trust = ssl.create_default_context(cafile=str(root))
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as plain:
                trust.wrap_socket(plain, server_hostname="localhost").close()
                return trust
    raise RuntimeError("Caddy did not start")


@needs_caddy
def test_a_match_is_begun_over_https_and_not_from_the_page_of_another_site(proxied):
    fields = b"game=torite&players.0=Anna"
    status, address, page = proxied.get("/matches", fields, Origin=proxied.address)

    assert (status, "Anna" in page) == (200, True)
    assert address.startswith(f"{proxied.address}{at_home('/matches/')}")
    for origin in ("https://evil.example", proxied.address.replace("https", "http")):
        assert proxied.get("/matches", fields, Origin=origin)[0] == 403


@needs_caddy
def test_the_proxy_says_who_asks_and_nobody_else_can(proxied):
    proxied.get("/rules/trex", **{"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "gopher"})

    assert "127.0.0.1 GET /rules/trex 200" in proxied.log.read_text()
    assert "203.0.113.7" not in proxied.log.read_text()


@needs_caddy
@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.home", "Caddyfile.many"])
def test_caddy_understands_each_example_as_it_is(name):
    adapt = ["caddy", "adapt", "--config", str(DEPLOY / name)]
    told = subprocess.run(adapt, capture_output=True, text=True, check=True)

    assert "warn" not in told.stderr
    assert re.search(r"127\.0\.0\.1:800[01]", json.dumps(json.loads(told.stdout)))


@needs_caddy
@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.many"])
def test_no_way_to_write_a_link_leaves_it_in_the_log(name, tmp_path):
    (log,) = re.findall(r"^\tlog \{.*?^\t\}", (DEPLOY / name).read_text("utf-8"), re.M | re.S)
    written, port = tmp_path / "access.log", free_port()
    config = tmp_path / "Caddyfile"
    to_file = log.replace("log {", f"log {{\n\t\toutput file {written}", 1)
    config.write_text(
        f"{{\n\tadmin off\n}}\nhttp://127.0.0.1:{port} {{\n\trespond 200\n{to_file}\n}}\n"
    )
    paths = ("/k/club.secret", "/%6b/club.secret", "//K/club.secret/7", "/%6B%2fclub.secret?x=1")
    with caddy_with(config) as caddy:
        wait_for(caddy, port, written)
        for path in paths:
            with urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as response:
                assert response.status == 200

    lines = written.read_text()
    assert lines.count("/k/…") >= len(paths)
    assert "secret" not in lines


@pytest.mark.parametrize("name", ["tricktally.service", "tricktally@.service"])
def test_the_service_starts_the_program_with_settings_that_it_has(name, monkeypatch):
    unit = (DEPLOY / name).read_text("utf-8")
    (command,) = re.findall(r"^ExecStart=\S+/tricktally (.*)$", unit, re.M)
    assert "EnvironmentFile=/etc/tricktally.conf" in unit
    monkeypatch.setenv("TRICKTALLY_SETTINGS", str(DEPLOY / "tricktally.conf"))
    # The folder is made by the service; a command that is tried here may not find it.
    monkeypatch.setenv("TRICKTALLY_DATABASE", "matches.sqlite3")

    name, *words = command.replace("%i", "8001").split()
    settings = read_settings(tricktally.commands)[name]
    options = serve.make_context(name, words, default_map=settings).params

    assert name == "serve"
    assert (options["host"], options["behind"]) == ("127.0.0.1", 1)
    assert options["host_names"] == ("cards.example",)


def test_the_page_names_every_limit_with_its_number():
    page = (DEPLOY / "README.md").read_text("utf-8")
    table = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", page, re.MULTILINE))

    assert table == {name: str(number) for name, number in asdict(DEFAULT_LIMITS).items()}


def test_a_limit_can_be_set_by_its_name(monkeypatch):
    started = Mock(return_value=0)
    monkeypatch.setattr("app.server.run.serve", started)
    monkeypatch.setenv("TRICKTALLY_LIMIT", "streams_of_club=7 writes_per_minute=9")

    assert main(["serve"]) == 0
    limits = replace(DEFAULT_LIMITS, streams_of_club=7, writes_per_minute=9)
    assert started.call_args.kwargs["limits"] == limits


CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", "")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def instructions(name):
    """What the container file says after each instruction of this name."""
    return re.findall(rf"^{name} +(.+)", CONTAINERFILE, re.M)


def test_the_container_starts_the_program_with_settings_that_it_has(monkeypatch):
    (variables,) = instructions("ENV")
    environment = dict(variable.split("=", 1) for variable in variables.split())
    environment |= COMPOSE["services"]["app"]["environment"]
    settings = {option.envvar for option in serve.params}
    for name, value in environment.items():
        if name.startswith("TRICKTALLY_"):
            assert name in settings
            default = re.sub(r"\$\{\w+:-(.*)\}", r"\1", value)
            monkeypatch.setenv(name, re.sub(r"\$\{.*\}", "cards.example", default))
    # The folder is in the container.
    monkeypatch.setenv("TRICKTALLY_DATABASE", "matches.sqlite3")

    (command,) = map(json.loads, instructions("CMD")[-1:])
    name, *words = command
    options = serve.make_context(name, words).params

    assert name == "serve"
    assert (options["host"], options["behind"]) == ("0.0.0.0", 1)
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert list(map(str, options["trusted"])) == [network["subnet"]]
    assert options["host_names"] == ("cards.example",)
    assert (options["is_public"], options["is_open"]) == (False, False)


def test_the_container_is_not_root_and_writes_only_its_data():
    app = COMPOSE["services"]["app"]

    (user,) = instructions("USER")
    assert all(int(number) > 0 for number in user.split(":"))
    assert app["read_only"]
    assert app["cap_drop"] == ["ALL"]
    assert app["security_opt"] == ["no-new-privileges:true"]
    assert instructions("VOLUME") == ["/data"]
    assert app["volumes"] == ["data:/data"]
    assert "data" in COMPOSE["volumes"]
    assert "/healthz" in instructions("HEALTHCHECK")[0]
    # Only Caddy is reached from outside.
    assert [name for name, about in COMPOSE["services"].items() if "ports" in about] == ["caddy"]


def test_caddy_in_its_container_finds_the_app():
    caddy = COMPOSE["services"]["caddy"]
    variables = set(re.findall(r"\{\$(\w+)", (DEPLOY / "Caddyfile").read_text("utf-8")))

    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in caddy["volumes"]
    assert set(caddy["environment"]) <= variables
    assert caddy["environment"]["TRICKTALLY_SERVER"] == "app:8000"


PAGE = (DEPLOY / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)


def test_what_is_pasted_can_be_read_by_a_shell_and_are_commands_with_options_that_they_have():
    for block in BLOCKS:
        subprocess.run(["sh", "-n"], input=block, text=True, check=True)
    calls = re.findall(r"(?:^tricktally|app tricktally|rm app) (\w+)(.*)", "".join(BLOCKS), re.M)

    assert {name for name, _rest in calls} == {"backup", "copy", "doctor", "link", "restore"}
    for name, rest in calls:
        options = {option for about in tricktally.commands[name].params for option in about.opts}
        assert set(re.findall(r"--[a-z-]+", rest)) <= options


def test_what_pdf_needs_is_installed_everywhere():
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    (packages,) = re.findall(r"^pango_packages = (.*)$", makefile, re.M)

    assert packages in PAGE
    assert packages in CONTAINERFILE


def test_wherever_a_release_takes_the_place_of_another_pip_installs_it_by_force():
    over = [block for block in BLOCKS if "pip install" in block and "apt-get" not in block]

    assert len(over) == 4, "up and back, on SQLite and on PostgreSQL"
    for block in over:
        assert "/pip install --force-reinstall --no-deps ./tricktally-*.whl" in block


def test_what_was_installed_is_removed_wholly():
    (install,) = (block for block in BLOCKS if "python3 -m venv" in block)
    removed = "".join(block for block in BLOCKS if "rm --recursive" in block or "dropdb" in block)
    units = {path.name for path in DEPLOY.iterdir() if path.suffix in (".service", ".timer")}
    state = {"/var/lib/private/tricktally", "/var/lib/tricktally", "/var/backups/tricktally"}

    assert "/etc/tricktally.conf" in install
    places = {"/opt/tricktally", "/usr/local/bin/tricktally", "/etc/tricktally.conf"}
    words = set(removed.split())
    assert places | state | {f"/etc/systemd/system/{name}" for name in units} <= words


def pasted(block, folder, cluster, version, moment):
    """Run the lines of a block that dump or put back a database, on a server of the tests' own."""
    lines = [line for line in block.splitlines() if re.match(r"dump=|runuser|echo .ALTER", line)]
    assert len(lines) >= 2
    as_here = f'runuser() {{ sh -c "$4"; }}; date() {{ echo {moment}; }}; version={version}\n'
    subprocess.run(
        ["sh", "-e", "-c", as_here + "\n".join(lines)],
        cwd=folder,
        env={
            "PATH": f"{cluster.programs}:{os.environ['PATH']}",
            "PGHOST": str(cluster.folder),
            "PGUSER": "tricktally",
            "PGDATABASE": "postgres",
        },
        check=True,
    )


def test_the_last_dump_of_the_older_version_is_put_back_whatever_was_dumped_since(
    cluster, tmp_path
):
    (dump,) = (block for block in BLOCKS if "pg_dump" in block)
    (go_back,) = (block for block in BLOCKS if "pg_restore" in block)
    cluster.do("CREATE DATABASE tricktally")
    cluster.do("CREATE TABLE evenings (place TEXT)", name="tricktally")
    dumps = [("1.0.0", "At home"), ("1.0.0", "By the sea"), ("1.1.0", "In the hills")]
    for moment, (version, place) in enumerate(dumps):
        cluster.do("DELETE FROM evenings", name="tricktally")
        cluster.do(f"INSERT INTO evenings VALUES ('{place}')", name="tricktally")
        pasted(dump, tmp_path, cluster, version, f"20261128_07000{moment}")

    assert len(list(tmp_path.glob("*.dump"))) == len(dumps), "none replaces another"
    pasted(go_back, tmp_path, cluster, "1.0.0", "20261129_070000")

    names = {"tricktally": "By the sea", "tricktally_20261129_070000": "In the hills"}
    for name, place in names.items():
        with psycopg.connect(cluster.address(name)) as db:
            assert db.execute("SELECT place FROM evenings").fetchall() == [(place,)]
        cluster.do(f"DROP DATABASE {name} WITH (FORCE)")
