// Numbers of several digits, as keys write them: what stands in a cell after one more key.

import { MINUS, inDigits, plainDigits } from "./numbers.js";

export const typed = (text, key, longest) => inDigits(after(plainDigits(text), key, longest));

// `text` may be a sum, of which the keys write the last number; it has at most `longest` digits.
function after(text, key, longest) {
  const [, before, sign, digits] = text.match(/^(.*?)(\u2212?)(\d*)$/);
  if (key === "erase") return text.replace(/\s*[+\u2212]?\s*.\s?$/, "");
  if (key === "plus") return digits ? `${text} + ` : text;
  if (key === "sign") return before ? turned(before) + digits : (sign ? "" : MINUS) + digits;
  if (digits.length >= longest) return text;
  return `${before}${sign}${digits === "0" ? "" : digits}${key}`;
}

// In a sum the sign is the one between the numbers.
const turned = (before) => before.replace(/[+\u2212](?=\s*$)/, (sign) => (sign === "+" ? MINUS : "+"));
