"""What axe finds wrong with a page, and names that are too long for any."""

from axe_playwright_python.sync_playwright import Axe

from tools.screens.visitor import SET_THEME

LONG = [
    "Wilhelmina-Alexandrina von Hohenzollern-Sigmaringen",
    "محمد عبد الرحمن بن عبد الله",
    "עליזה בת־שבע",
    "Bartholomew 'the Hammer' O’Shaughnessy",
]

EVERYTHING = {"resultTypes": ["violations"]}

COLOURS = {**EVERYTHING, "runOnly": ["color-contrast", "link-in-text-block"]}

# All that is right would be sent along: a third of the work.
RUN = "options => axe.run(options).then(({ violations }) => violations)"

IS_AT_REST = """() => !document.querySelector('.htmx-request')
  && document.getAnimations().every((one) => one.playState !== 'running')"""
"""Nothing is on its way, and no letter is on the way from one colour to another."""


def violations_on(page, light=EVERYTHING):
    """What axe-core finds on the page in light, and of its colours in dark and dim."""
    violations = []
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function(IS_AT_REST)
    page.evaluate(Axe().axe_script)
    for look, options in (("light", light), ("dark", COLOURS), ("dim", COLOURS)):
        page.evaluate(SET_THEME, look)
        for violation in page.evaluate(RUN, options):
            where = [node["target"] for node in violation["nodes"]][:4]
            violations.append(f"{page.url} {look}: {violation['id']} {where}")
    return violations


WIDER = """(within) => {
  const room = document.documentElement.clientWidth;
  const isOut = (box) => box.right > room + 1 || box.left < -1;
  const isClipped = (one) => {
    const parent = one.parentElement;
    if (!parent || parent === document.body) return false;
    const clips = getComputedStyle(parent).overflowX !== 'visible';
    return clips ? !isOut(parent.getBoundingClientRect()) : isClipped(parent);
  };
  return [...document.querySelectorAll(within)]
    .filter((one) => one.checkVisibility() && !one.closest('.hidden, .skip, select, svg *'))
    .filter((one) => isOut(one.getBoundingClientRect()) && !isClipped(one))
    .map((one) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 30)}`).slice(0, 5);
}"""
"""What is wider than the screen and not cut short on purpose."""
