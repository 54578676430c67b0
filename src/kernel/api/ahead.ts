// Replies that were asked for before the application's code had arrived. The client takes each once, when it asks the very same.

const PLACE = Symbol.for("lanyard.ahead");
const OVER = Symbol.for("lanyard.ahead.over");
/** Afterwards a reply is too old to stand for a new one. */
const FRESH_MS = 10_000;

interface Early {
  at: number;
  reply: Promise<Response>;
}

const page = globalThis as { [PLACE]?: Map<string, Early>; [OVER]?: boolean };

/** The code that asks and the code that takes are two bundles; they meet on the page itself. */
function early(): Map<string, Early> {
  page[PLACE] ??= new Map();
  return page[PLACE];
}

/** Whether the application asks for itself already. */
export function isTooLate(): boolean {
  return page[OVER] === true;
}

const CREDENTIALS = ["x-dashboard-authorization", "authorization"];

function keyOf(url: string, headers: Headers, body: unknown): string {
  return [url, ...CREDENTIALS.map((name) => headers.get(name)), body].join(" ");
}

/** A question without a body, or with one, which is sent as JSON. */
export interface Asked {
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * Asks now for what will be asked later. `follow` reads the reply and asks what follows from it; whoever takes the reply
 * gets it afterwards, so that those questions are under way already.
 */
export function askAhead(
  url: string,
  { headers = {}, body }: Asked = {},
  follow?: (reply: Response) => Promise<void>,
): void {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const request: RequestInit = { headers, credentials: "omit" };
  if (text !== undefined) {
    Object.assign(request, { method: "POST", body: text, headers: { ...headers, "content-type": "application/json" } });
  }
  const asked = fetch(url, request).then(read);
  const reply = follow
    ? asked.then(async (response) => {
        if (response.ok) await follow(response.clone()).catch(() => undefined);
        return response;
      })
    : asked;
  early().set(keyOf(url, new Headers(headers), text), { at: performance.now(), reply });
  reply.catch(() => undefined);
}

/** The reply with its text read already: whoever takes it later need not wait for another turn of the page. */
async function read(reply: Response): Promise<Response> {
  const text = await reply.text();
  return Object.assign(reply, {
    text: () => Promise.resolve(text),
    json: () => Promise.resolve(text).then(JSON.parse),
    clone: () => reply,
  });
}

const MAY_BE_ASKED = new Set(["GET", "POST"]);

/** A `fetch` that takes what was asked ahead. One that failed or came late is asked anew. */
export function withAhead(fetcher: typeof fetch): typeof fetch {
  page[OVER] = true;
  return async (input, init = {}) => {
    const key = keyOf(String(input), new Headers(init.headers), init.body);
    const found = MAY_BE_ASKED.has(init.method ?? "GET") ? early().get(key) : undefined;
    early().delete(key);
    if (!found || performance.now() - found.at > FRESH_MS) return fetcher(input, init);
    const gone = new Promise<undefined>((done) => init.signal?.addEventListener("abort", () => done(undefined)));
    const reply = await Promise.race([found.reply.catch(() => undefined), gone]);
    return reply?.ok ? reply : fetcher(input, init);
  };
}
