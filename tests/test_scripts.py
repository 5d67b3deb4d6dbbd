"""How the modules of scripts become one text for a page, and what they may be written in."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath

import pytest

from app.web.core import scripts


def test_what_an_entry_needs_comes_before_it_once_and_each_in_a_scope_of_its_own():
    joined = scripts.join(
        "entry.js",
        {
            "entry.js": 'import { b } from "./parts/b.js";\nimport "./parts/a.js";\n\nb();\n',
            "parts/a.js": "// Words.\nexport const a = 1; // more\n",
            "parts/b.js": 'import { a } from "./a.js";\nexport function b() {\n  return a;\n}\n',
        },
    )

    assert joined == (
        "const m0 = (() => {\nconst a = 1;\nreturn { a };\n})();\n"
        "const m1 = (() => {\nconst {a} = m0;\nfunction b() {\nreturn a;\n}\nreturn { b };\n})();\n"
        "const {b} = m1;\nb();\n"
    )


def test_what_an_entry_exports_is_there_for_who_imports_it_later():
    assert scripts.join("a.js", {"a.js": "export async function go() {}\n"}).startswith("export ")


A = "export const a = 1;\n"


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ({"e.js": 'import a from "./a.js";\n', "a.js": A}, "cannot be joined: import a"),
        ({"e.js": 'import * as a from "./a.js";\n', "a.js": A}, "cannot be joined: import"),
        ({"e.js": 'import { a as b } from "./a.js";\n', "a.js": A}, "another name"),
        ({"e.js": 'import { b } from "./a.js";\n', "a.js": A}, "has none"),
        ({"e.js": 'import "./b.js";\n', "a.js": A}, "not there"),
        ({"e.js": 'import "./a.js";\n', "a.js": "export let a;\n"}, "cannot be joined: export let"),
        ({"e.js": 'import "./a.js";\n', "a.js": "export default 1;\n"}, "export default"),
        ({"e.js": 'import "./a.js";\n', "a.js": 'import "./e.js";\n'}, "e.js > a.js > e.js"),
    ],
)
def test_what_cannot_be_joined_is_refused_with_its_place(texts, why):
    with pytest.raises(scripts.NotJoinable, match=re.escape(why)):
        scripts.join("e.js", texts)


def test_every_module_is_needed_by_an_entry():
    texts = scripts.modules()
    reached = {name for name in texts if "/" not in name}
    waiting = list(reached)
    while waiting:
        name = waiting.pop()
        for _names, address in scripts.IMPORT.findall(texts[name]):
            source = normpath(join(dirname(name), address))
            if source not in reached:
                reached.add(source)
                waiting.append(source)

    assert reached == set(texts)
