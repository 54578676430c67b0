// The one door for requests to addresses that a person chose: every address behind a name is checked, and the one that was
// checked is the one that is connected to.
import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, buildConnector, fetch as send } from "undici";

const TIMEOUT_MS = 8000;
const MOST_BYTES = 512 * 1024;

/** A request that was not made, since its address is not one of the public internet. The message names it. */
export class ForbiddenAddress extends Error {
  readonly code = "FORBIDDEN_ADDRESS";
}

/** What a caller may choose. */
export interface OutgoingOptions {
  /** Also machines of one's own network, and http: for development and tests (ALLOW_PRIVATE_ADDRESSES). */
  allowPrivate?: boolean;
  timeoutMs?: number;
  mostBytes?: number;
  /** Finds the addresses of a name; the system's own unless told. */
  lookup?: typeof resolveName;
}

/** Whether an IP address is one of the public internet, however it is written; IPv4 inside of IPv6 counts as what it is. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === "unicast";
}

const isLiteral = (host: string) => ipaddr.isValid(host.replace(/^\[|\]$/g, ""));

function refuse(address: string): ForbiddenAddress {
  return new ForbiddenAddress(`${address} is not an address of the public internet`);
}

/** Resolves a name and refuses it if any of its addresses is private: a name must not lead to both. */
function guardedLookup(lookup: typeof resolveName): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, "", 0);
      const wrong = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (wrong || !first) return done(refuse(wrong ? `${hostname} (${wrong.address})` : hostname), "", 0);
      if (options.all) return (done as unknown as (e: null, all: typeof addresses) => void)(null, addresses);
      done(null, first.address, first.family);
    });
  };
}

/** A `fetch` for addresses that somebody typed: https only, no redirects, few bytes, little time, never into our own network. */
export function outgoing(options: OutgoingOptions = {}): typeof fetch {
  const { allowPrivate = false, timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES, lookup = resolveName } = options;
  const connect = buildConnector({
    timeout: timeoutMs,
    ...(allowPrivate ? {} : { lookup: guardedLookup(lookup) }),
  });
  const agent = new Agent({
    connect: (target, done) => {
      const { hostname } = target;
      // A literal address is connected to without being looked up.
      if (!allowPrivate && isLiteral(hostname) && !isPublicAddress(hostname)) return done(refuse(hostname), null);
      connect(target, done);
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: mostBytes,
    keepAliveTimeout: 1000,
  });
  return (async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(String(input));
    if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:")) throw refuse(url.origin);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    return send(url, { ...(init as object), signal, redirect: "manual", dispatcher: agent });
  }) as unknown as typeof fetch;
}
