// The only place of the CLI that asks over HTTP. Never throws for an answer; a network fault has status 0.
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import got, { RequestError } from "got";
import { HttpProxyAgent, HttpsProxyAgent } from "hpagent";
import { getProxyForUrl } from "proxy-from-env";
import { Failure } from "../outcome.ts";
import { addSecret } from "../secrets.ts";

export interface Question {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  /** A body that is called JSON, whatever it is. */
  text?: string;
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

/** A client for one server: by the proxy that the environment names for it, and with the certificates that are trusted besides Node's own. */
export function client(baseUrl: string, ca?: string) {
  const base = baseUrl.replace(/\/+$/, "");
  const certificateAuthority = ca === undefined ? undefined : [...rootCertificates, certificates(ca)];
  const agent = proxyAgents(base, certificateAuthority);
  return async ({ method, path, query, headers, body, text }: Question): Promise<Answer> => {
    const since = performance.now();
    try {
      const answer = await got(`${base}${path}`, {
        method: method as "GET",
        ...(query && Object.keys(query).length > 0 ? { searchParams: query } : {}),
        headers: {
          accept: "application/json",
          ...(text === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { json: body }),
        ...(text === undefined ? {} : { body: text }),
        throwHttpErrors: false,
        followRedirect: false,
        retry: { limit: 0 },
        timeout: { request: TIMEOUT_MS },
        ...(agent ? { agent } : {}),
        ...(certificateAuthority ? { https: { certificateAuthority } } : {}),
      });
      return {
        status: answer.statusCode,
        ms: performance.now() - since,
        text: answer.body,
        type: answer.headers["content-type"] ?? "",
      };
    } catch (error) {
      const fault =
        error instanceof RequestError ? `${error.code}: ${error.message}${adviceFor(error.code)}` : String(error);
      return { status: 0, ms: performance.now() - since, text: "", type: "", fault };
    }
  };
}

export type Ask = ReturnType<typeof client>;

/** Agents that ask by the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name for an address; nothing where they name none. */
function proxyAgents(address: string, ca: string[] | undefined) {
  const named = getProxyForUrl(address);
  if (named === "") return undefined;
  const proxy = URL.canParse(named) ? new URL(named) : undefined;
  addSecret(proxy?.password ? decodeURIComponent(proxy.password) : undefined);
  if (!proxy || !/^https?:$/.test(proxy.protocol))
    throw new Failure(`The proxy in the environment is no http or https address: ${proxy?.host ?? named}`);
  const options = { proxy, keepAlive: true, ...(ca ? { proxyRequestOptions: { ca } } : {}) };
  return { http: new HttpProxyAgent(options), https: new HttpsProxyAgent(options) };
}

/** A file of certificates in PEM. */
function certificates(file: string): string {
  try {
    const text = readFileSync(file, "utf8");
    new X509Certificate(text);
    return text;
  } catch (error) {
    throw new Failure(`${file} holds no certificate that can be read: ${(error as Error).message}`);
  }
}

/** What helps where a certificate is not trusted. */
function adviceFor(code: string): string {
  return /CERT|SELF_SIGNED|ISSUER/.test(code) ? " (trust its certificate with --ca FILE or NODE_EXTRA_CA_CERTS)" : "";
}
