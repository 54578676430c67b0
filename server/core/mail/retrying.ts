// How long letters are tried, and whose fault it is when one is not taken. Pure.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** RFC 5321 (4.5.4.1) asks for four to five days at least; Postfix keeps letters for five. */
export const TRIED_DAYS = 5;

const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;

const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 5 * MINUTE_MS;

/** When a letter that is put in line now is given up. */
export function giveUpAfter(now: Date): string {
  return new Date(now.getTime() + TRIED_DAYS * DAY_MS).toISOString();
}

/** The pause after so many attempts: twice the one before, an hour at most. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_PAUSE_MS);
}

/** How long no letter is tried after the mail server could not be used so many times in a row. */
export function restAfter(times: number): number {
  return Math.min(FIRST_REST_MS * 2 ** Math.min(times - 1, 20), LONGEST_REST_MS);
}

/** Why a letter was not taken: `server` says nothing of the letter, `refused` is for good, `later` is for now. */
export interface Failure {
  reason: string;
  kind: "server" | "refused" | "later";
}

const OF_LETTER = new Set(["EENVELOPE", "EMESSAGE"]);
/** The mail server closes for everybody. */
const CLOSING = 421;

/** What a failed attempt tells: the first line of what the mail server said, never the letter. */
export function failureOf(error: unknown): Failure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const text = String(error instanceof Error ? error.message : error);
  const reason = text.split("\n")[0]?.slice(0, 300) ?? "";
  const isOfLetter = OF_LETTER.has(String(code)) && responseCode !== CLOSING;
  if (!isOfLetter) return { reason, kind: "server" };
  // Without an answer it was not even offered: its address is none, or it is larger than the mail server takes.
  const isForGood = responseCode === undefined || Number(responseCode) >= 500;
  return { reason, kind: isForGood ? "refused" : "later" };
}
