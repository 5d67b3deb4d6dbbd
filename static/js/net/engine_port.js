// The engine as a service worker reaches it: one window holds the worker in which Python runs, and gives a port to it.
// The service worker may be stopped at any time, and then finds it again.

const LONGEST_WAIT = 60_000; // ms for an engine that starts
const ASK_AGAIN = 500;

const hasBody = (status) => ![101, 204, 205, 304].includes(status);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// `isHolder` tells the windows that may hold an engine, and `of` what it is about; `isOurs` tells the addresses of the
// app, and `stopped` are the words for an answer that is lost.
export function enginePort({ host, of, isHolder, isOurs, stopped }) {
  let engine = null;
  let number = 0;
  const waiting = new Map();

  function take(port, client) {
    if (engine) lose();
    engine = { port, client };
    port.onmessage = ({ data }) => {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    };
  }

  // What was asked of an engine that is gone has no answer.
  function lose(client = engine?.client) {
    if (engine?.client !== client) return;
    engine = null;
    for (const [id, answer] of waiting) answer(null) ?? waiting.delete(id);
  }

  async function find() {
    if (engine && (await clients.get(engine.client))) return engine;
    lose();
    const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const client of windows.filter(isHolder)) client.postMessage({ type: "engine?", of });
    for (let tries = 0; tries < 10 && !engine; tries++) await pause(20);
    return engine;
  }

  async function askOnce({ port, client }, asked) {
    const id = ++number;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    port.postMessage({ id, ...asked });
    const watch = setInterval(async () => (await clients.get(client)) ?? lose(), 1000);
    return answer.finally(() => clearInterval(watch));
  }

  async function ask(asked, isSafe) {
    const until = Date.now() + LONGEST_WAIT;
    while (Date.now() < until) {
      const there = await find();
      const answer = there && (await askOnce(there, asked));
      if (answer) return answer;
      // Nobody knows whether it was written: that is for whoever sent it to find out.
      if (there && !isSafe) break;
      if (!there) await pause(ASK_AGAIN);
    }
    return { status: 503, headers: [["Content-Type", "text/plain; charset=utf-8"]], body: stopped() };
  }

  // What a browser tells a server, and not a worker: the app refuses posts from elsewhere by it. Any page can send a
  // form into a frame of its own. What else comes here was fetched by a page of ours.
  const siteOf = ({ mode, referrer }) =>
    mode !== "navigate" || (referrer && isOurs(new URL(referrer))) ? "same-origin" : "cross-site";

  // The rest of what only a server is told.
  function headersOf(request) {
    const languages = navigator.languages.slice(0, 9).map((tag, at) => `${tag};q=0.${9 - at}`);
    return { host, "sec-fetch-site": siteOf(request), "accept-language": languages.join() };
  }

  // The answer of the engine to a request.
  async function pass(request) {
    const url = new URL(request.url);
    const isSafe = request.method === "GET" || request.method === "HEAD";
    const asked = {
      method: request.method,
      url: url.pathname + url.search,
      headers: { ...Object.fromEntries(request.headers), ...headersOf(request) },
      body: isSafe ? null : await request.arrayBuffer(),
    };
    const { status, headers, body } = await ask(asked, isSafe);
    return new Response(hasBody(status) ? body : null, { status, headers });
  }

  return { take, lose, pass };
}
