// Replies that were asked for before the application's code had arrived. The client takes each once, when it asks the very same.

const PLACE = Symbol.for("lanyard.ahead");
/** Afterwards a reply is too old to stand for a new one. */
const FRESH_MS = 10_000;

interface Early {
  at: number;
  reply: Promise<Response>;
}

/** The code that asks and the code that takes are two bundles; they meet on the page itself. */
function early(): Map<string, Early> {
  const page = globalThis as { [PLACE]?: Map<string, Early> };
  page[PLACE] ??= new Map();
  return page[PLACE];
}

const CREDENTIALS = ["x-dashboard-authorization", "authorization"];

function keyOf(url: string, headers: Headers): string {
  return [url, ...CREDENTIALS.map((name) => headers.get(name))].join(" ");
}

/**
 * Asks now for what will be asked later. `follow` reads the reply and asks what follows from it; whoever takes the reply
 * gets it afterwards, so that those questions are under way already.
 */
export function askAhead(
  url: string,
  headers: Record<string, string> = {},
  follow?: (reply: Response) => Promise<void>,
): void {
  const asked = fetch(url, { headers, credentials: "omit" });
  const reply = follow
    ? asked.then(async (response) => {
        if (response.ok) await follow(response.clone()).catch(() => undefined);
        return response;
      })
    : asked;
  early().set(keyOf(url, new Headers(headers)), { at: performance.now(), reply });
  reply.catch(() => undefined);
}

/** A `fetch` that takes what was asked ahead. One that failed or came late is asked anew. */
export function withAhead(fetcher: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const key = keyOf(String(input), new Headers(init.headers));
    const found = init.method === undefined || init.method === "GET" ? early().get(key) : undefined;
    early().delete(key);
    if (!found || performance.now() - found.at > FRESH_MS) return fetcher(input, init);
    const gone = new Promise<undefined>((done) => init.signal?.addEventListener("abort", () => done(undefined)));
    const reply = await Promise.race([found.reply.catch(() => undefined), gone]);
    return reply?.ok ? reply : fetcher(input, init);
  };
}
