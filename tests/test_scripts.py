"""How the modules of scripts become one text for a page, and what they may be written in."""

import re
from posixpath import dirname, join, normpath

import pytest

from app.web.core.page import scripts


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
    kept = scripts.join("a.js", {"a.js": "export async function go() {}\n"})
    assert kept.startswith("export "), "for who imports it later"


A = "export const a = 1;\n"


@pytest.mark.parametrize(
    ("line", "text", "why"),
    [
        ('import a from "./a.js";', A, "cannot be joined: import a"),
        ('import * as a from "./a.js";', A, "cannot be joined: import"),
        ('import { a as b } from "./a.js";', A, "another name"),
        ('import { b } from "./a.js";', A, "has none"),
        ('import "./b.js";', A, "not there"),
        ('import "./a.js";', "export let a;\n", "cannot be joined: export let"),
        ('import "./a.js";', "export default 1;\n", "export default"),
        ('import "./a.js";', 'import "./e.js";\n', "e.js > a.js > e.js"),
    ],
)
def test_what_cannot_be_joined_is_refused_with_its_place(line, text, why):
    with pytest.raises(scripts.NotJoinable, match=re.escape(why)):
        scripts.join("e.js", {"e.js": f"{line}\n", "a.js": text})


def test_every_module_is_needed_by_an_entry():
    texts = scripts.modules()
    reached = {name for name in texts if "/" not in name or name.startswith("games/")}
    waiting = [*reached]
    for name in waiting:
        for _names, address in scripts.IMPORT.findall(texts[name]):
            source = normpath(join(dirname(name), address))
            waiting += [source] if source not in reached else []
            reached.add(source)

    assert reached == set(texts)
