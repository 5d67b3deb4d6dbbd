"""Makes the fonts in ``static/print/fonts``: ``make fonts``, only after a change of what is kept.

The suits are our own drawings. All else is Noto (SIL Open Font License) as TrueType, cut down to
the letters that names and rules are written in, and given a minus. It comes from Debian's
``fonts-noto-core``; Chinese, Japanese, Korean and emoji, which that has not as TrueType, are put
together from the slices in the npm packages ``@fontsource/noto-sans-jp``, ``-sc``, ``-tc``, ``-kr``
and ``@fontsource/noto-emoji``.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.merge import Merger
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

from app.paper.html import OUTLINE
from app.paper.pdf import FONTS
from app.scoring.model.cards import SYMBOLS as SUITS
from app.symbols import symbols

DEBIAN = Path("/usr/share/fonts/truetype/noto")
SLICES = Path("node_modules/@fontsource")


def span(*ranges: tuple[int, int]) -> set[int]:
    """Every code point in these ranges, their ends included."""
    return {code for first, last in ranges for code in range(first, last + 1)}


LATIN = span((0x20, 0x7E), (0xA0, 0x24F), (0x1E00, 0x1EFF), (0x2C60, 0x2C7F))
MARKS = span((0x2B0, 0x36F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0xA700, 0xA71F))
GREEK_AND_CYRILLIC = span((0x370, 0x3FF), (0x1F00, 0x1FFF), (0x400, 0x52F))
PUNCTUATION = span((0x2000, 0x206F), (0x2070, 0x209F), (0x20A0, 0x20CF), (0x2100, 0x218F))
EVERYWHERE = {0x20, 0xA0, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0xFE0E, 0xFE0F}
"""What stands between the letters of any script, and is taken from the font of its neighbours."""
PLUS, MINUS = 0x2B, 0x2212
EUROPEAN = LATIN | MARKS | GREEK_AND_CYRILLIC | PUNCTUATION | {MINUS, 0x25CC}
ARABIC = span((0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFF))
HEBREW = span((0x590, 0x5FF), (0xFB1D, 0xFB4F))
SYMBOLS = span((0x2190, 0x21FF), (0x2200, 0x22FF), (0x2500, 0x27BF), (0x2900, 0x297F))
SYMBOLS |= span((0x1F0A0, 0x1F0FF))
KANA = span((0x3000, 0x30FF), (0x31F0, 0x31FF), (0xFF00, 0xFFEF))
MORE_KANJI = "髙﨑德惠澤廣國齋齊邊邉濱嶋龍瀧櫻淵祐彌槇凜曾榮鷗﨟薗凰翔颯遥瑶瑛莉茉蓮芙苺萌祢禰"


def rows(encoding: str, first: int, last: int) -> set[int]:
    """The letters in these rows of a national standard of 94 letters a row."""
    return {
        ord(bytes((row + 0xA0, cell + 0xA0)).decode(encoding, "ignore") or " ")
        for row in range(first, last + 1)
        for cell in range(1, 95)
    }


def kanji() -> set[int]:
    """The 2,965 kanji of the first level of JIS X 0208, and some that are only met in names."""
    return rows("euc_jp", 16, 47) | set(map(ord, MORE_KANJI))


def simplified() -> set[int]:
    """The 6,763 letters of GB 2312: names have many that are met nowhere else."""
    return rows("gb2312", 16, 87)


def traditional() -> set[int]:
    """The 5,401 letters of the first level of Big5."""
    return {
        ord(bytes((row, cell)).decode("big5", "ignore") or " ")
        for row in range(0xA4, 0xC7)
        for cell in (*range(0x40, 0x7F), *range(0xA1, 0xFF))
    }


def hangul() -> set[int]:
    """The 2,350 syllables of KS X 1001."""
    return rows("euc_kr", 16, 40)


@dataclass(frozen=True)
class Cut:
    """A font to be made: the file it comes from, or the package of its slices, and what is kept."""

    name: str
    source: str
    letters: frozenset[int] | None = None
    weight: int | None = None


def cuts() -> Iterable[Cut]:
    """Every font that we ship."""
    european, japanese = frozenset(EUROPEAN), frozenset(KANA | kanji())
    for style in ("Regular", "Bold", "Italic"):
        yield Cut(f"sans-{style.lower()}", f"NotoSans-{style}", european)
        yield Cut(f"serif-{style.lower()}", f"NotoSerif-{style}", european)
    for style in ("Regular", "Bold"):
        yield Cut(f"arabic-{style.lower()}", f"NotoSansArabic-{style}", frozenset(ARABIC))
        yield Cut(f"hebrew-{style.lower()}", f"NotoSansHebrew-{style}", frozenset(HEBREW))
    for script in ("Armenian", "Georgian", "Devanagari", "Thai"):
        yield Cut(script.lower(), f"NotoSans{script}-Regular")
    yield Cut("symbols", "NotoSansSymbols2-Regular", frozenset(SYMBOLS))
    yield Cut("math", "NotoSansMath-Regular", frozenset(SYMBOLS))
    yield Cut("japanese", "noto-sans-jp", japanese, weight=400)
    # What the font before has is not taken again: paper looks through them in this order.
    chinese = frozenset(simplified()) - japanese
    yield Cut("simplified", "noto-sans-sc", chinese, weight=400)
    others = frozenset(traditional()) - japanese - chinese
    yield Cut("traditional", "noto-sans-tc", others, weight=400)
    yield Cut("korean", "noto-sans-kr", frozenset(hangul()), weight=400)
    yield Cut("emoji", "noto-emoji", weight=400)


def keep(font: TTFont, letters: frozenset[int] | None, target: Path) -> None:
    """Write the part of `font` that has these letters, or all of them, as plain TrueType."""
    options = subset.Options()
    options.layout_features = ["*"]
    options.hinting = False
    options.notdef_outline = True
    options.glyph_names = False
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
    options.drop_tables += ["DSIG", "STAT", "meta", "vhea", "vmtx", "BASE"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters | EVERYWHERE if letters else set(font.getBestCmap()))
    subsetter.subset(font)
    font.flavor = None
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(target)


def with_minus(font: TTFont) -> None:
    """Give `font` a minus, which Debian's Noto lacks, as the bar of its plus: as wide, as high and
    as heavy. A minus from another font is too thin beside bold figures, and takes its time.
    """
    plus, minus = font.getBestCmap()[PLUS], "minus"
    corners = list(font["glyf"][plus].coordinates)
    left, *_, right = sorted({x for x, _y in corners})
    _foot, low, high, _top = sorted({y for _x, y in corners})
    pen = TTGlyphPen(None)
    pen.moveTo((left, low))
    for corner in ((left, high), (right, high), (right, low)):
        pen.lineTo(corner)
    pen.closePath()
    font.setGlyphOrder([*font.getGlyphOrder(), minus])
    font["glyf"][minus] = pen.glyph()
    font["hmtx"][minus] = (font["hmtx"][plus][0], left)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[MINUS] = minus


def joined(slices: Path, name: str, weight: int, letters: frozenset[int] | None) -> TTFont:
    """The slices of an npm package as one font, without the layout tables of cut."""
    with TemporaryDirectory() as folder:
        parts = []
        seen: set[int] = set()
        for path in sorted((slices / name / "files").glob(f"{name}-*-{weight}-normal.woff2")):
            number = path.stem.removeprefix(f"{name}-").removesuffix(f"-{weight}-normal")
            part = TTFont(path)
            new = set(part.getBestCmap()) - seen
            if not number.isdecimal():  # a part for Latin letters, of which we only need the spaces
                new &= EVERYWHERE
            elif letters:
                new &= letters | EVERYWHERE
            if not new:
                continue
            seen |= new
            options = subset.Options(layout_features=[], hinting=False, glyph_names=False)
            options.drop_tables += ["GSUB", "GPOS", "GDEF", "STAT", "BASE", "vhea", "vmtx"]
            subsetter = subset.Subsetter(options)
            subsetter.populate(unicodes=new)
            subsetter.subset(part)
            part.flavor = None
            parts.append(str(Path(folder) / f"{number}.ttf"))
            part.save(parts[-1])
        merged = Merger().merge(parts)
        merged["head"].created = 0
        return merged


def suits() -> TTFont:
    """The four suits of ``static/symbols.svg`` as letters: to set one is far less work than to draw
    it. A drawing of 24 units is 0.85 em high here, and stands 0.08 em below the line.
    """
    scale, below = 850 / 24, -80
    glyphs = {name: TTGlyphPen(None).glyph() for name in (".notdef", "space", "nothing")}
    for suit in SUITS:
        pen = TTGlyphPen(None)
        flipped = TransformPen(Cu2QuPen(pen, max_err=0.5), (scale, 0, 0, -scale, 0, 850 + below))
        outline = OUTLINE.search(symbols()[suit[:-1]].drawing)
        assert outline is not None, "a suit is one outline"
        parse_path(outline[1], flipped)
        glyphs[suit] = pen.glyph()
    made = FontBuilder(1000, isTTF=True)
    made.setupGlyphOrder(list(glyphs))
    between = {code: "space" if code in (0x20, 0xA0) else "nothing" for code in EVERYWHERE}
    made.setupCharacterMap(between | {ord(symbol): suit for suit, symbol in SUITS.items()})
    made.setupGlyf(glyphs)
    widths = {".notdef": 0, "space": 260, "nothing": 0} | dict.fromkeys(SUITS, 850)
    bearings = {name: getattr(made.font["glyf"][name], "xMin", 0) for name in glyphs}
    made.setupHorizontalMetrics({name: (widths[name], bearings[name]) for name in glyphs})
    # As tall as the Latin letters, so that lines with a suit stand as far apart as others.
    made.setupHorizontalHeader(ascent=1069, descent=-293)
    made.setupNameTable({"familyName": "Paper Suits", "styleName": "Regular"})
    made.setupOS2(sTypoAscender=1069, sTypoDescender=-293, usWinAscent=1069, usWinDescent=293)
    made.setupPost()
    made.font["head"].created = made.font["head"].modified = 0
    made.font.recalcTimestamp = False
    font: TTFont = made.font
    return font


def main() -> int:
    """Make every font anew."""
    parser = argparse.ArgumentParser(prog="python -m tools.fonts", description=__doc__)
    parser.add_argument("--debian", type=Path, default=DEBIAN, help="where the Noto fonts are")
    parser.add_argument("--slices", type=Path, default=SLICES, help="where npm put @fontsource")
    parser.add_argument("--only", nargs="*", help="the names of some fonts, not to make all")
    options = parser.parse_args()
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    FONTS.mkdir(parents=True, exist_ok=True)
    suits().save(FONTS / "suits.ttf")
    for cut in cuts():
        if options.only and cut.name not in options.only:
            continue
        target = FONTS / f"{cut.name}.ttf"
        if cut.weight:
            font = joined(options.slices, cut.source, cut.weight, cut.letters)
        else:
            font = TTFont(options.debian / f"{cut.source}.ttf", recalcTimestamp=False)
            if PLUS in font.getBestCmap() and MINUS not in font.getBestCmap():
                with_minus(font)
        keep(font, cut.letters, target)
        print(f"{target.name:<20} {target.stat().st_size / 1000:7.0f} kB")
    copyfile(options.slices / "noto-sans-jp" / "LICENSE", FONTS / "LICENSE")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
