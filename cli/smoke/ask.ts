// The only place of the CLI that asks over HTTP. Never throws for an answer; a network fault has status 0.
import got, { RequestError } from "got";

export interface Question {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Answer {
  status: number;
  ms: number;
  text: string;
  type: string;
  /** Why there was no answer. */
  fault?: string;
}

const TIMEOUT_MS = 15_000;

/** A client for one server. Proxies and certificates follow Node's own settings (NODE_EXTRA_CA_CERTS and the like). */
export function client(baseUrl: string) {
  const base = baseUrl.replace(/\/+$/, "");
  return async ({ method, path, query, headers, body }: Question): Promise<Answer> => {
    const since = performance.now();
    try {
      const answer = await got(`${base}${path}`, {
        method: method as "GET",
        ...(query && Object.keys(query).length > 0 ? { searchParams: query } : {}),
        headers: { accept: "application/json", ...headers },
        ...(body === undefined ? {} : { json: body }),
        throwHttpErrors: false,
        followRedirect: false,
        retry: { limit: 0 },
        timeout: { request: TIMEOUT_MS },
      });
      return {
        status: answer.statusCode,
        ms: performance.now() - since,
        text: answer.body,
        type: answer.headers["content-type"] ?? "",
      };
    } catch (error) {
      const fault = error instanceof RequestError ? `${error.code}: ${error.message}` : String(error);
      return { status: 0, ms: performance.now() - since, text: "", type: "", fault };
    }
  };
}

export type Ask = ReturnType<typeof client>;
