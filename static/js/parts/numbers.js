// Numbers as the page writes them and as people type them: the one place where scripts turn either into the other.

export const MINUS = "\u2212";

// The ten digits of the page's language, and what stands between thousands.
const shape = [...document.documentElement.dataset.numbers];

// A number or words of it in the digits of the page.
export const inDigits = (text) => String(text).replace(/\d/g, (digit) => shape[digit]);

// As it can be typed again: without anything between thousands.
export const written = (number) => inDigits(String(number).replace("-", MINUS));
export const grouped = (number) =>
  inDigits(String(number).replace("-", MINUS).replace(/\d(?=(\d{3})+$)/g, `$&${shape[10] ?? ""}`));

// The digits of any keyboard, Arabic, Persian or full-width, as those that numbers are written in here: in every script
// they stand in their order.
function plainDigit(digit) {
  const code = digit.codePointAt();
  let zero = code;
  while (/\p{Decimal_Number}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
export const plainDigits = (text) => text.replace(/\p{Decimal_Number}/gu, plainDigit);

// What is typed, with our digits and one kind of minus, without what only says where it runs or parts its thousands. A
// minus behind a number is that before it, as people write it who write from right to left.
export const plainNumber = (text) =>
  plainDigits(text)
    .trim()
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u2212\uff0d\u2013]/g, "-")
    .replace(/\s*([-+])\s*/g, "$1")
    .replace(/(\d)[,\u066c\s](?=\d{3}(?!\d))/g, "$1")
    .replace(/^(\d+)-$/, "-$1");

// Whether there is a minus, before the number or behind it.
export const isMinus = (text) => /^-|-$/.test(plainNumber(text));
