// What only this phone knows: what day it is here, and by how many minutes its clock is ahead of UTC. The words are
// those of the page, as are all days and times of matches.

import "./offset.js";
import { kind } from "./controls.js";

const MORNING = 6; // until this hour the night belongs to the day before

// What evening it is, at the head of the page.
kind("time.today", (time) => {
  const now = new Date();
  const hour = now.getHours();
  const part = hour < MORNING ? 3 : hour < 12 ? 0 : hour < 17 ? 1 : 2;
  const day = (now.getDay() + (hour < MORNING ? 6 : 0)) % 7;
  time.textContent = time.dataset.parts.split("|")[part].replace("{day}", time.dataset.weekdays.split("|")[day]);
});
