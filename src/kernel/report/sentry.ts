// Error reporting: off in staging and without an address, brought after the first paint, without personal data.
import type { BrowserSettings } from "#schemas/core.ts";
import { whenRested } from "../ui/whenRested.ts";

type Sentry = typeof import("./sentryParts.ts");

const WAITING_LIMIT = 20;
const waiting: unknown[] = [];
let sentry: Sentry | undefined;
let isOn = false;
let begin = (): void => undefined;
let tellTried = (): void => undefined;
let tried = Promise.resolve();

/** Whether errors are reported at all in these surroundings. */
export function isReportingOn(settings: Pick<BrowserSettings, "environment" | "sentryDsn">): boolean {
  return settings.environment !== "staging" && settings.sentryDsn !== "";
}

/** Starts reporting: errors are caught from now on; the code that sends them arrives when the page has settled, or with the first error. */
export function startReporting(settings: BrowserSettings): void {
  if (!isReportingOn(settings)) return;
  isOn = true;
  tried = new Promise((resolve) => {
    tellTried = resolve;
  });
  let coming: Promise<void> | undefined;
  begin = () => {
    coming ??= bring(settings).finally(tellTried);
  };
  addEventListener("error", (event) => sentry === undefined && keep(event.error));
  addEventListener("unhandledrejection", (event) => sentry === undefined && keep(event.reason));
  whenRested(begin);
}

/** Once reporting is there, could not be brought or is off: what is only brought ahead waits for it, as errors should not. */
export function afterReporting(): Promise<void> {
  return tried;
}

/** Logs an error and reports it. */
export function reportError(error: unknown): void {
  console.error(error);
  if (sentry) sentry.captureException(error);
  else if (isOn) keep(error);
}

function keep(error: unknown): void {
  if (waiting.length < WAITING_LIMIT) waiting.push(error);
  begin();
}

async function bring(settings: BrowserSettings): Promise<void> {
  try {
    sentry = await import("./sentryParts.ts");
    sentry.init({ ...options(settings), dsn: settings.sentryDsn });
    for (const error of waiting.splice(0)) sentry.captureException(error);
  } catch (error) {
    console.warn("Error reporting could not be started", error);
  }
}

/** What is sent and what is not: no person, no query strings, no texts that were typed. */
export function options(settings: Pick<BrowserSettings, "environment" | "release">) {
  return {
    environment: settings.environment,
    release: settings.release,
    ignoreErrors: [/ResizeObserver loop/],
    sendDefaultPii: false,
    beforeSend: withoutPerson,
    beforeBreadcrumb: (crumb: Crumb) =>
      crumb.category?.startsWith("ui.") || crumb.category === "console" ? null : cleanCrumb(crumb),
  };
}

interface Crumb {
  category?: string;
  data?: Record<string, unknown>;
}

const ADDRESS_PARTS = ["url", "from", "to"];
const EMAIL = /[^\s@"']+@[^\s@"']+\.[^\s@"']+/g;

interface Sent {
  user?: unknown;
  request?: { url?: string; headers?: unknown; cookies?: unknown; query_string?: unknown };
  exception?: { values?: { value?: string }[] };
}

/** Takes the person out of a report. */
export function withoutPerson<E extends Sent>(event: E): E {
  delete event.user;
  if (event.request) event.request = { url: withoutQuery(event.request.url) };
  for (const part of event.exception?.values ?? []) part.value = part.value?.replace(EMAIL, "(e-mail)");
  return event;
}

function cleanCrumb<C extends Crumb>(crumb: C): C {
  for (const part of ADDRESS_PARTS) {
    const value = crumb.data?.[part];
    if (crumb.data && typeof value === "string") crumb.data[part] = withoutQuery(value);
  }
  return crumb;
}

function withoutQuery(url: string | undefined): string {
  return url?.replace(/[?#].*$/, "") ?? "";
}
