// A match that is taken along from a club: its file is fetched, and shown as any other that is opened.

import { submit } from "./parts/dom.js";

const form = document.querySelector("form[data-take]");

async function take() {
  const response = await fetch(form.dataset.take, { cache: "no-store" });
  const isFile = response.ok && response.headers.get("Content-Type")?.startsWith("application/json");
  if (!isFile) throw new Error(String(response.status));
  form.elements.text.value = await response.text();
  submit(form);
}
take().catch(() => (form.querySelector("[role=alert]").hidden = false));
