// Who has answered: the app, or somebody in its place, such as a proxy that cannot reach it, or a network in which one
// has to sign in.

// The response if it is the app's, else null.
export const ofApp = (response) => (response?.headers.has("X-Tricktally") ? response : null);

// The app's response to a request for a part of a page, as htmx sends it; null where nobody answers, or somebody else.
export const fetchPart = (address, how = {}) =>
  fetch(address, { headers: { "HX-Request": "true" }, ...how }).then(ofApp, () => null);
