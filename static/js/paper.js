// A page for paper in a browser: what it says itself of its lengths, as wide as the screen, and a button to print it.

for (const element of document.querySelectorAll("[data-style]")) element.style.cssText = element.dataset.style;
const own = new CSSStyleSheet();
const styles = [...document.querySelectorAll("template")];
// Within a drawing it is an element like any other.
own.replaceSync(styles.map((style) => (style.content ?? style).textContent).join("\n"));
document.adoptedStyleSheets = [own];

// A sheet is as wide as its paper, and a phone is not.
const paper = document.querySelector(".on-paper");
function fit() {
  paper.style.removeProperty("--fit");
  paper.style.setProperty("--fit", Math.min(1, document.documentElement.clientWidth / paper.scrollWidth));
}
fit();
addEventListener("resize", fit);

const button = document.querySelector(".shown button");
button.hidden = false;
button.addEventListener("click", () => print());
