"""Pictures of all screens, laid out on contact sheets: what `make screens` does.

    make screens ARGS="--only trex --size 390x664 --theme dim"
    make screens ARGS="--tree ../other --into build/other"
    make screens ARGS="--compare build/before"
    make screens ARGS="--language ar-XB"

`--only` takes a part of the name of a group or of a screen. `--tree` serves another checkout, with
its own `.venv`. `--compare` shows what looks otherwise than in a folder of an earlier run.
`--language` takes one of the app, or one that nobody speaks, in which ⟦ ⟧ are around each text:
en-XA, a third longer than English, or ar-XB, from right to left.
"""

from __future__ import annotations

import argparse
import base64
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from itertools import groupby, product
from pathlib import Path

from playwright.sync_api import Browser, Error, Page

from app.languages import ENGLISH
from app.paths import PROJECT
from testkit.browser.phone import a_browser
from tools.screens.table import SCREENS, Screen
from tools.screens.visitor import SET_THEME, SIZES, THEMES, Size, visitor_of

Device = tuple[Size, str]
A_ROW = 8
STYLE = """
  body { font: 13px/1.3 system-ui, sans-serif; margin: 16px; background: #777; color: #fff; }
  h1 { font-size: 17px; margin: 0 0 12px; }
  a { color: inherit; }
  main { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; }
  figure { margin: 0; }
  img { display: block; background: #555; }
  figcaption { overflow-wrap: anywhere; padding-block-start: 4px; }
"""
DIFFERENCE = """async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (picture) => {
    const bytes = await (await fetch(`data:image/png;base64,${picture}`)).blob();
    const image = await createImageBitmap(bytes);
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer);
  }));
  if (one.length !== other.length) return 1;
  return one.reduce((changed, pixel, at) => changed + (pixel !== other[at]), 0) / one.length;
}"""
"""The share of the pixels that are not alike."""


def file_name(words: str) -> str:
    """Words as the name of a file."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def take(
    browser: Browser,
    tree: Path,
    screens: Sequence[Screen],
    devices: Sequence[Device],
    into: Path,
    language: str,
) -> list[str]:
    """Take the pictures of these screens. Returns a line for each that could not be reached."""
    lost = []
    with (
        tempfile.TemporaryDirectory() as new,
        visitor_of(browser, Path(new), tree, language) as visitor,
    ):
        for screen in screens:
            name = Path(file_name(screen.group)) / f"{file_name(screen.name)}.png"
            try:
                page = screen.place.arrive(visitor)
                for (width, height), theme in devices:
                    page.set_viewport_size({"width": width, "height": height})
                    page.evaluate(SET_THEME, theme)
                    path = into / f"{width}x{height}-{theme}" / name
                    page.screenshot(path=path, animations="disabled")
            except (Error, AssertionError) as error:
                lost.append(f"{screen}: {str(error).splitlines()[0]}")
            visitor.leave()
    return lost


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of an earlier run, as paths in its folder, in the order of the table."""
    table = [file_name(screen.name) for screen in SCREENS]
    there = [path.relative_to(folder) for path in folder.glob("*/*/*.png")]
    return sorted(
        there, key=lambda path: (path.parent, path.stem in table and table.index(path.stem))
    )


def write_sheet(page: Page, path: Path, device: str, shots: Iterable[tuple[Path, str]]) -> None:
    """A contact sheet of pictures with words below them, as a page and as a picture."""
    width, height = map(int, device.partition("-")[0].split("x"))
    figures = [
        f'<figure style="width: {width // 2}px"><a href="{shot.resolve().as_uri()}">'
        f'<img src="{shot.resolve().as_uri()}" width="{width // 2}" alt=""></a>'
        f"<figcaption>{words}</figcaption></figure>"
        for shot, words in shots
    ]
    path.write_text(whole(path.stem, figures), "utf-8")
    row = A_ROW if width < height else A_ROW // 2
    page.set_viewport_size({"width": 32 + row * (width // 2 + 12), "height": 400})
    page.goto(path.resolve().as_uri())
    page.screenshot(path=path.with_suffix(".png"), full_page=True)


def whole(title: str, parts: Iterable[str], around: str = "main") -> str:
    """A page of HTML."""
    head = f"<!doctype html><meta charset=utf-8><title>{title}</title><style>{STYLE}</style>"
    return f"{head}<h1>{title}</h1><{around}>{''.join(parts)}</{around}>\n"


def lay_out(page: Page, folder: Path) -> None:
    """A contact sheet for each size, theme and group of the pictures in a folder."""
    links = []
    for place, paths in groupby(pictures_in(folder), key=lambda path: path.parent):
        device, group = place.parts
        shots = [(folder / path, f"{path.stem}<br>{device}") for path in paths]
        write_sheet(page, folder / f"{device}-{group}.html", device, shots)
        links.append(f'<p><a href="{device}-{group}.html">{device}-{group}</a></p>')
    (folder / "index.html").write_text(whole("All screens", links, "section"), "utf-8")


def share_changed(page: Page, old: Path, new: Path) -> float:
    """How much of a picture looks otherwise than before; all of it if there was none."""
    if not old.exists():
        return 1.0
    pictures = [path.read_bytes() for path in (old, new)]
    if pictures[0] == pictures[1]:
        return 0.0
    return float(
        page.evaluate(DIFFERENCE, [base64.b64encode(one).decode("ascii") for one in pictures])
    )


def compare(page: Page, old: Path, new: Path) -> list[tuple[float, Path]]:
    """The pictures that look otherwise than before, with the share that is changed, most first.

    Both are laid side by side on one sheet for each size and theme.
    """
    shares = [(share_changed(page, old / path, new / path), path) for path in pictures_in(new)]
    changed = sorted([one for one in shares if one[0]], key=lambda one: (-one[0], one[1]))
    sheets = new / "compared"
    shutil.rmtree(sheets, ignore_errors=True)
    sheets.mkdir()
    for device in sorted({path.parts[0] for _share, path in changed}):
        shots = [
            (folder / path, f"{path.parent.name}: {path.stem} · {share:.1%} · {which}")
            for share, path in changed
            if path.parts[0] == device
            for folder, which in ((old, "before"), (new, "now"))
        ]
        write_sheet(page, sheets / f"{device}.html", device, shots)
    return changed


def size(text: str) -> Size:
    """A size as it is given, such as 390x664."""
    width, height = text.split("x")
    return int(width), int(height)


def main() -> int:
    """Take the pictures; 1 if a screen could not be reached."""
    options = argparse.ArgumentParser(prog="make screens", description=__doc__)
    options.add_argument("--only", action="append")
    options.add_argument("--size", action="append", type=size)
    options.add_argument("--theme", action="append", choices=THEMES)
    options.add_argument("--tree", type=Path, default=PROJECT)
    options.add_argument("--into", type=Path, default=PROJECT / "build" / "screens")
    options.add_argument("--compare", type=Path)
    options.add_argument("--language", default=ENGLISH.tag)
    chosen = options.parse_args()
    screens = [
        screen for screen in SCREENS if any(part in str(screen) for part in chosen.only or [""])
    ]
    devices = list(product(chosen.size or SIZES[:1], chosen.theme or THEMES[:1]))
    chosen.into.mkdir(parents=True, exist_ok=True)
    with a_browser() as browser:
        tree, language = chosen.tree.resolve(), chosen.language
        lost = take(browser, tree, screens, devices, chosen.into, language)
        page = browser.new_page()
        lay_out(page, chosen.into)
        changed = compare(page, chosen.compare, chosen.into) if chosen.compare else []
    for share, path in changed:
        print(f"{share:7.1%}  {path}")
    print(*lost, sep="\n", file=sys.stderr)
    print(f"{len(screens) - len(lost)} screens in {chosen.into / 'index.html'}")
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
