"""Checks that scripts, stylesheets and templates need nothing newer than the oldest browsers.

``python -m tools.oldest_browsers``, a part of `make check`, where npm has fetched MDN's data on
what browsers have. Names are looked up as they are written: what an object is, nobody knows before
it runs, so a method counts as new only if no interface had one of its name before.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from app.paths import PROJECT, STATIC, TEMPLATES

DATA = PROJECT / "build/biome/node_modules/@mdn/browser-compat-data/data.json"
OLDEST = {
    **dict.fromkeys(("chrome", "chrome_android"), 105),
    **dict.fromkeys(("safari", "safari_ios"), 15.4),
    **dict.fromkeys(("firefox", "firefox_android"), 121),
}
"""The first of each engine with `:has()`, without which a page has no layout of ours."""
OLDEST_OF_POCKET = {
    **OLDEST,
    **dict.fromkeys(("chrome", "chrome_android"), 109),
    **dict.fromkeys(("safari", "safari_ios"), 16.4),
}
"""The first of each that keeps files for a worker, and takes the styles of paper from a script."""
ONLY_IN_POCKET = ("tools/pocket/", "static/js/paper.js", "static/js/pocket.js", "static/js/send.js")
LOOKS = "only looks: without it lines, edges or motion are others"
WITHOUT_SCRIPTS = "only without scripts: the page has more on it than it needs"
FIRST = "the place is asked first whether it has it"
AROUND: Mapping[str, str] = {
    ":modal": WITHOUT_SCRIPTS,
    "@media forced-colors": LOOKS,
    "@media scripting": "with scripts, what they replace stays for a moment or beside them",
    "autocapitalize=": "the keyboard begins with a small letter",
    "blocking=": "the page may be seen before its keys are in place",
    "canShare": FIRST,
    "color-mix()": "@supports gives a frame in place of the shade",
    "connection": FIRST,
    "container-type": "`app/web/core/page/assets.py` puts a part of the width in place of cqi",
    "cqi": "as for container-type",
    "dvh": "`app/web/core/page/assets.py` puts vh in its place",
    "estimate": FIRST,
    "event currententrychange": FIRST,
    "event navigate": FIRST,
    "event release": "of a lock that is asked for first",
    "float: inline-end": LOOKS,
    "float: inline-start": LOOKS,
    "forced-color-adjust": LOOKS,
    "hidePopover": FIRST,
    "lh": LOOKS,
    "moveBefore": FIRST,
    "name=": "more than one fold can be open",
    "overflow-x: clip": LOOKS,
    "overflow-y: clip": LOOKS,
    "overscroll-behavior": LOOKS,
    "playsinline=": "the film is silent and a pixel wide",
    "print-color-adjust: exact": LOOKS,
    "resize": LOOKS,
    "saveData": FIRST,
    "scrollbar-width": LOOKS,
    "share": FIRST,
    "showPopover": FIRST,
    "startViewTransition": FIRST,
    "grid-template-columns: subgrid": "@supports gives each line columns of its own",
    "text-size-adjust": LOOKS,
    "text-wrap": LOOKS,
    "vibrate": FIRST,
    "wakeLock": FIRST,
    "zoom": LOOKS,
}
"""What is used although it is new, and what an older browser does."""
OURS = {
    *("address", "build", "bytes", "changed", "config", "grow", "handle", "last", "lines"),
    *("lost", "memory", "node", "path", "records", "second", "since", "sourceElement"),
    *("states", "take", "zip"),
}
"""Names of our own, and of htmx, that only something new of a browser has too."""
Feature = Mapping[str, Any]


@cache
def data() -> Feature:
    """What browsers have, as MDN knows it."""
    loaded: Feature = json.loads(DATA.read_text("utf-8"))
    return loaded


# --- what is new ---


def is_new(feature: Feature, oldest: Mapping[str, float]) -> bool:
    """Whether one of the oldest browsers lacks this feature."""
    support = feature["__compat"]["support"]
    return any(
        not any(had_by(version, statement) for statement in statements_of(support.get(browser)))
        for browser, version in oldest.items()
    )


def statements_of(support: Any) -> list[Any]:
    """What is said of a browser, as a list. What nobody knows counts as there."""
    if support is None:
        return [{"version_added": "0"}]
    return support if isinstance(support, list) else [support]


def had_by(version: float, statement: Feature) -> bool:
    """Whether a browser had it in this version, without a setting."""
    added = statement["version_added"]
    if not isinstance(added, str) or "flags" in statement:
        return False
    number = re.search(r"\d+(\.\d+)?", added)
    return number is not None and float(number[0]) <= version


def find(*path: str) -> Feature | None:
    """The feature at this path, if the data has it."""
    found: Any = data()
    for part in path:
        found = found.get(part) if isinstance(found, dict) else None
    return found if found and "__compat" in found else None


def named_in(tree: Any) -> Iterator[tuple[str, Feature]]:
    """Every feature below a place in the data, with its last name."""
    for name, feature in tree.items():
        if name != "__compat" and isinstance(feature, dict):
            if "__compat" in feature:
                yield name, feature
            yield from named_in(feature)


@cache
def by_name(*roots: str) -> Mapping[str, list[Feature]]:
    """By its name, every feature below these places."""
    named: dict[str, list[Feature]] = {}
    for root in roots:
        tree: Any = data()
        for part in root.split("."):
            tree = tree[part]
        for name, feature in named_in(tree):
            named.setdefault(name, []).append(feature)
    return named


class Reader:
    """Finds what is new in the text of a file, for the oldest browsers that read it."""

    def __init__(self, oldest: Mapping[str, float]) -> None:
        self.oldest = oldest

    def is_new(self, *features: Feature | None) -> bool:
        """Whether all of these that there are are new, and there are some."""
        known = [feature for feature in features if feature]
        return bool(known) and all(is_new(feature, self.oldest) for feature in known)

    # --- scripts ---

    def of_script(self, text: str) -> Iterator[tuple[int, str]]:
        """Where a script uses what is new, and what."""
        for number, line in enumerate(text.splitlines(), start=1):
            code = STRING.sub('""', line)
            for event in LISTENED.findall(line):
                if self.is_new(*by_name("api").get(f"{event}_event", ())):
                    yield number, f"event {event}"
            if LOOKBEHIND.search(line):
                yield number, "lookbehind"
            for owner, name in MEMBER.findall(code):
                exact = owner and static_of(owner, name)
                if exact and self.is_new(exact):
                    yield number, f"{owner}.{name}"
                elif not exact and self.is_new(
                    *by_name("api", "javascript.builtins").get(name, ())
                ):
                    yield number, name
            for name in CALLED.findall(code):
                places = (("javascript", "builtins", name), ("api", name), ("api", "Window", name))
                if self.is_new(*(find(*place) for place in places)):
                    yield number, name

    # --- stylesheets ---

    def of_stylesheet(self, text: str) -> Iterator[tuple[int, str]]:
        """Where a stylesheet uses what is new, and what."""
        bare = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
        for number, line in enumerate(bare.splitlines(), start=1):
            declared = DECLARATION.match(line)
            found = self.of_declaration(*declared.groups()) if declared else self.of_rule(line)
            for what in found:
                yield number, what

    def of_declaration(self, name: str, value: str) -> Iterator[str]:
        """What is new in a property, or its value."""
        if self.is_new(find("css", "properties", name)):
            yield name
            return
        for word in WORD.findall(value):
            if name not in ("align-content", "cursor") and self.is_new(
                find("css", "properties", name, word)
            ):
                yield f"{name}: {word}"
        for function in FUNCTION.findall(value):
            if self.is_new(*by_name("css.types").get(function, ())):
                yield f"{function}()"
        yield from NEW_UNIT.findall(value)

    def of_rule(self, line: str) -> Iterator[str]:
        """What is new in a selector, or the head of an at-rule."""
        for name in AT_RULE.findall(line):
            if self.is_new(find("css", "at-rules", name)):
                yield f"@{name}"
            for condition in CONDITION.findall(line):
                if self.is_new(find("css", "at-rules", name, condition)):
                    yield f"@{name} {condition}"
        if RANGE.search(line):
            yield "@media range"
        for name in SELECTOR.findall(line):
            if not name.startswith("-") and self.is_new(find("css", "selectors", name)):
                yield f":{name}"
        if line.strip().startswith("&"):
            yield "nesting"

    # --- templates ---

    def of_template(self, text: str) -> Iterator[tuple[int, str]]:
        """Where a template has an element or an attribute that is new."""
        bare = JINJA.sub(lambda code: "\n" * code[0].count("\n") + " ", text)
        for tag in TAG.finditer(bare):
            number = bare.count("\n", 0, tag.start()) + 1
            if self.is_new(find("html", "elements", tag[1])):
                yield number, f"<{tag[1]}>"
            for attribute in ATTRIBUTE.findall(re.sub(r"\"[^\"]*\"", '""', tag[2])):
                of_element = find("html", "elements", tag[1], attribute)
                if self.is_new(of_element or find("html", "global_attributes", attribute)):
                    yield number, f"{attribute}="


def static_of(owner: str, name: str) -> Feature | None:
    """What `Owner.name` is."""
    return find("api", owner, f"{name}_static") or find("javascript", "builtins", owner, name)


# --- the files ---

STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|(?<=[(=,\s])/(?![/*])[^/\n]+/[a-z]*|(?:^|\s)//.*")
MEMBER = re.compile(r"(?:\b([A-Z]\w+))?\??\.([A-Za-z]\w+)")
CALLED = re.compile(r"(?:\bnew )?(?<![.\w])([A-Za-z]\w+)\(")
LISTENED = re.compile(r"\b(?:on|addEventListener)\(\"(\w+)\"")
LOOKBEHIND = re.compile(r"\(\?<[=!]")
DECLARATION = re.compile(r"^\s*([a-z-]+): ([^;{]+);?$")
SELECTOR = re.compile(r"::?([a-z-]+)")
AT_RULE = re.compile(r"@([a-z-]+)")
CONDITION = re.compile(r"\(([a-z-]+)[:)]")
RANGE = re.compile(r"@media.*[<>]")
WORD = re.compile(r"[a-z-]+")
FUNCTION = re.compile(r"\b([a-z-]+)\(")
NEW_UNIT = re.compile(
    r"(?<![\w-])[\d.]+([dsl]v[hwbi]|[dsl]vmin|[dsl]vmax|cq\w+|r?lh|ric|rcap|rex|rch|cap)\b"
)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
JINJA = re.compile(r"\{[{%#].*?[}%#]\}", re.DOTALL)
TAG = re.compile(r"<([a-z]+)((?:\s[^<>]*?)?)/?>", re.DOTALL)
ATTRIBUTE = re.compile(r"(?<=\s)([a-z-]+)(?==|\s|$)")
PLACES = (
    *(STATIC / "js", STATIC / "css", STATIC / "vendor", STATIC / "print/shown.css"),
    *(TEMPLATES, PROJECT / "tools/pocket/shell"),
)
READ = {".js": Reader.of_script, ".css": Reader.of_stylesheet, ".html": Reader.of_template}


def used() -> dict[str, list[str]]:
    """What is used although it is new, with each place."""
    found: dict[str, list[str]] = {}
    for place in PLACES:
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.suffix not in READ:
                continue
            name = path.relative_to(PROJECT).as_posix()
            oldest = OLDEST_OF_POCKET if name.startswith(ONLY_IN_POCKET) else OLDEST
            for number, what in READ[path.suffix](Reader(oldest), path.read_text("utf-8")):
                found.setdefault(what, []).append(f"{name}:{number}")
    return found


def main() -> int:
    """Print what is new and has no way around it, and ways that nothing needs; 1 if there are."""
    found = {what: places for what, places in used().items() if what not in OURS}
    faults = [
        f"{places[0]}: {what} is newer than the oldest browsers; find a way around it, and name it"
        for what, places in found.items()
        if what not in AROUND
    ]
    faults += [
        f"tools/oldest_browsers.py: nothing uses {what}" for what in AROUND if what not in found
    ]
    print("\n".join(faults) or "All is for the oldest browsers, or has a way around it.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
