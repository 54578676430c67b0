// A log-in that leads over another site: what this tab keeps meanwhile, and what comes back in the address.
import type { SsoAnswer } from "#schemas/login.ts";
import type { Kept } from "./kept.ts";

const KEY = "sso";

/** A log-in of this tab, or an administrator's test of one. */
export interface Journey {
  binding: string;
  kind: "login" | "test";
}

/** A secret of this tab, with which only it can go on. */
export function newBinding(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Notes the journey and leaves for the provider's page. */
export function setOut(tab: Kept, journey: Journey, url: string): void {
  tab.write(KEY, journey);
  window.location.assign(url);
}

/** What a provider appended to the address; undefined when nobody comes from one. */
export function answerIn(search: string): SsoAnswer | undefined {
  const query = new URLSearchParams(search);
  const get = (key: string) => query.get(key) ?? undefined;
  const [state, code, iss, error] = [get("state"), get("code"), get("iss"), get("error")];
  if (!state || (!code && !error)) return undefined;
  return { state, ...(code ? { code } : {}), ...(iss ? { iss } : {}), ...(error ? { error } : {}) };
}

/** The journey on which this tab is, if it is on one. */
export function journeyOf(tab: Kept): Journey | undefined {
  const found = tab.read(KEY) as Partial<Journey> | null | undefined;
  return found?.binding && found.kind ? (found as Journey) : undefined;
}

export function endJourney(tab: Kept): void {
  tab.remove(KEY);
}
