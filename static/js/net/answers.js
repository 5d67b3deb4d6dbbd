// Who has answered: the app, or somebody in its place, such as a proxy that cannot reach it, or a network in which one
// has to sign in.

// The response if it is the app's, else null.
export const ofApp = (response) => (response?.headers.has("X-Tricktally") ? response : null);
