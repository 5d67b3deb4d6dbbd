"""Pictures of all screens, laid out on contact sheets: what `make screens` does.

    make screens ARGS="--only trex --size 390x664 --theme dim"
    make screens ARGS="--tree ../other --into build/other"
    make screens ARGS="--compare build/before"

`--only` takes a part of the name of a group or of a screen. `--tree` serves another checkout, with
its own `.venv`. `--compare` shows what looks otherwise than in a folder of an earlier run.
"""

from __future__ import annotations

import argparse
import base64
import html
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from pathlib import Path

from playwright.sync_api import Browser, Error

from app.paths import PROJECT
from tests.browser.phone import a_browser
from tests.screens.table import SCREENS, Screen
from tests.screens.visitor import SET_THEME, SIZES, THEMES, Size, visitor_of

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


def look_of(size: Size, theme: str) -> str:
    """How a size and a theme are called in names of files."""
    return f"{size[0]}x{size[1]}-{theme}"


def take(
    browser: Browser,
    tree: Path,
    screens: Sequence[Screen],
    looks: Sequence[tuple[Size, str]],
    into: Path,
) -> list[str]:
    """Take the pictures of these screens. Returns a line for each that could not be reached."""
    lost = []
    with (
        tempfile.TemporaryDirectory() as folder,
        visitor_of(browser, Path(folder), tree) as visitor,
    ):
        for screen in screens:
            try:
                page = screen.arrive(visitor)
                for size, theme in looks:
                    page.set_viewport_size({"width": size[0], "height": size[1]})
                    page.evaluate(SET_THEME, theme)
                    path = into / look_of(size, theme) / file_name(screen.group)
                    page.screenshot(
                        path=path / f"{file_name(screen.name)}.png", animations="disabled"
                    )
            except (Error, AssertionError) as error:
                lost.append(f"{screen}: {str(error).splitlines()[0]}")
            visitor.leave()
    return lost


def pictures_in(folder: Path) -> Iterator[Path]:
    """The pictures of an earlier run, as paths in its folder."""
    for path in sorted(folder.glob("*/*/*.png")):
        yield path.relative_to(folder)


def lay_out(browser: Browser, folder: Path) -> list[Path]:
    """A contact sheet for each size, theme and group of the pictures in a folder."""
    page = browser.new_page(viewport={"width": 400, "height": 400})
    places = [(file_name(screen.group), file_name(screen.name)) for screen in SCREENS]
    sheets = []
    for place, paths in groupby(pictures_in(folder), key=lambda path: path.parent):
        look, group = place.parts
        width, height = map(int, look.partition("-")[0].split("x"))
        shots = sorted(paths, key=lambda path: places.index((group, path.stem)))
        figures = [figure(path, width // 2, f"{path.stem}<br>{look}") for path in shots]
        row = A_ROW if width < height else A_ROW // 2
        page.set_viewport_size({"width": 32 + row * (width // 2 + 12), "height": 400})
        written = folder / f"{look}-{group}.html"
        written.write_text(whole(f"{group} · {look}", figures), "utf-8")
        page.goto(written.resolve().as_uri())
        sheets.append(written.with_suffix(".png"))
        page.screenshot(path=sheets[-1], full_page=True)
    page.close()
    names = [sheet.relative_to(folder).stem for sheet in sheets]
    links = [f'<p><a href="{name}.html">{name}</a></p>' for name in names]
    (folder / "index.html").write_text(whole("All screens", links, "section"), "utf-8")
    return sheets


def figure(picture: Path | str, width: int, words: str) -> str:
    """A picture with words below it."""
    shown = f'<a href="{picture}"><img src="{picture}" width="{width}" alt=""></a>'
    return f'<figure style="width: {width}px">{shown}<figcaption>{words}</figcaption></figure>'


def whole(title: str, parts: Iterable[str], around: str = "main") -> str:
    """A page of HTML."""
    title = html.escape(title)
    head = f"<!doctype html><meta charset=utf-8><title>{title}</title><style>{STYLE}</style>"
    return f"{head}<h1>{title}</h1><{around}>{''.join(parts)}</{around}>\n"


def compare(browser: Browser, old: Path, new: Path) -> list[tuple[float, Path]]:
    """The pictures that look otherwise than before, with the share that is changed, most first.

    Both are laid side by side on one sheet for each size and theme.
    """
    page = browser.new_page()
    changed = []
    for path in pictures_in(new):
        if not (old / path).exists():
            changed.append((1.0, path))
            continue
        both = [(folder / path).read_bytes() for folder in (old, new)]
        if both[0] != both[1]:
            texts = [base64.b64encode(picture).decode("ascii") for picture in both]
            share = float(page.evaluate(DIFFERENCE, texts))
            changed += [(share, path)] if share else []
    page.close()
    changed.sort(key=lambda one: (-one[0], one[1]))
    sheets = new / "compared"
    shutil.rmtree(sheets, ignore_errors=True)
    sheets.mkdir()
    page = browser.new_page()
    for look in sorted({path.parts[0] for _share, path in changed}):
        width, height = map(int, look.partition("-")[0].split("x"))
        figures = []
        for share, path in changed:
            if path.parts[0] != look:
                continue
            words = f"{path.parent.name}: {path.stem} · {share:.1%}"
            for folder, which in ((old, "before"), (new, "now")):
                picture = (folder / path).resolve().as_uri()
                figures.append(figure(picture, width // 2, f"{words} · {which}"))
        row = A_ROW if width < height else A_ROW // 2
        page.set_viewport_size({"width": 32 + row * (width // 2 + 12), "height": 400})
        written = sheets / f"{look}.html"
        written.write_text(whole(f"Before and now · {look}", figures), "utf-8")
        page.goto(written.resolve().as_uri())
        page.screenshot(path=written.with_suffix(".png"), full_page=True)
    page.close()
    return changed


def sizes(text: str) -> Size:
    """A size as it is given, such as 390x664."""
    width, height = text.split("x")
    return int(width), int(height)


def main() -> int:
    """Take the pictures; 1 if a screen could not be reached."""
    options = argparse.ArgumentParser(prog="make screens", description=__doc__)
    options.add_argument("--only", action="append", default=[])
    options.add_argument("--size", action="append", type=sizes)
    options.add_argument("--theme", action="append", choices=THEMES)
    options.add_argument("--tree", type=Path, default=PROJECT)
    options.add_argument("--into", type=Path, default=PROJECT / "build" / "screens")
    options.add_argument("--compare", type=Path)
    chosen = options.parse_args()
    screens = [
        screen
        for screen in SCREENS
        if not chosen.only or any(part in str(screen) for part in chosen.only)
    ]
    looks = list(product(chosen.size or SIZES[:1], chosen.theme or THEMES[:1]))
    chosen.into.mkdir(parents=True, exist_ok=True)
    with a_browser() as browser:
        lost = take(browser, chosen.tree.resolve(), screens, looks, chosen.into)
        lay_out(browser, chosen.into)
        changed = compare(browser, chosen.compare, chosen.into) if chosen.compare else []
    for share, path in changed:
        print(f"{share:7.1%}  {path}")
    print(*lost, sep="\n", file=sys.stderr)
    print(f"{len(screens) - len(lost)} screens in {chosen.into / 'index.html'}")
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
