// What the server has sent takes its place in the page. Where htmx did not come through, the page is loaded anew.

export const swap = (part) => (typeof htmx === "undefined" ? location.reload() : htmx.swap(part));
