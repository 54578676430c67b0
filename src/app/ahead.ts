// The first code of the page, long before the application: for somebody who is logged in it brings the parts
// that this address needs and asks the questions of the start, so that code and replies travel at the same time.
// It only guesses: what the application then does not ask for is thrown away.
import { askAhead, isTooLate } from "../kernel/api/ahead.ts";
import { LAST_FRAME, type LastFrame } from "../kernel/store/lastFrame.ts";
import { DENSITY, THEME } from "../kernel/store/theme.ts";
import { appIn, withoutApp } from "./appIn.ts";
import { languageHere } from "./languageHere.ts";
import { showLastFrame } from "./lastFrame/show.ts";
import { wearDensity, wearTheme } from "./theme.ts";

/** Made by the build: the files of the frame; of each route its files, the namespaces of its texts and its first questions. */
export interface Parts {
  files: readonly string[];
  frame: readonly number[];
  routes: readonly {
    path: string;
    /** Its frame has no side navigation. */
    bare?: boolean;
    texts: readonly string[];
    files: readonly number[];
    /** Wanted once the first rows can be read: their code is fetched, but takes no time from the start. */
    later?: readonly number[];
    asks?: readonly { path: string; body?: unknown }[];
  }[];
}

export interface AheadApp {
  id: number;
  token?: string;
  allowed_containers: readonly number[];
}

const LIMIT = "10000000";

/** The route of an address and the event that it names. */
export function routeAt(parts: Parts, pathname: string) {
  const here = pathname.split("/").filter(Boolean);
  for (const route of parts.routes) {
    const there = route.path.split("/").filter(Boolean);
    const isOpen = there.at(-1) === "*";
    if (isOpen ? here.length < there.length - 1 : here.length !== there.length) continue;
    if (!there.every((step, at) => step === "*" || step.startsWith(":") || step === here[at])) continue;
    const eventId = Number(here[there.indexOf(":eventId")]) || undefined;
    const asks = (route.asks ?? []).map((ask) => ({
      ...ask,
      path: ask.path.replace(/:(\w+)/g, (name) => here[there.indexOf(name)] ?? ""),
    }));
    return { ...route, eventId, asks };
  }
  return undefined;
}

/** Questions that follow from the app: their paths with queries. */
export function questionsOf(app: AheadApp, eventId: number | undefined): string[] {
  const containers = app.allowed_containers.join(",");
  const events = app.allowed_containers.includes(-1)
    ? `/1/api/container?limit=${LIMIT}`
    : `/1/api/container/non-archived?${new URLSearchParams({ limit: LIMIT, containers })}`;
  return [
    "/1/api/permission",
    "/1/api/management-settings",
    "/1/api/config",
    "/1/api/type",
    ...(app.allowed_containers.length > 0 ? [events] : []),
    ...(eventId ? [`/1/api/container/${eventId}/type-category`] : []),
  ];
}

function kept(storage: () => Storage, key: string): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(storage().getItem(key) ?? "null");
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function bring(file: string, isLater = false): void {
  const link = document.createElement("link");
  const isStyle = file.endsWith(".css");
  link.rel = isStyle ? "preload" : isLater ? fetchedOnly(link) : "modulepreload";
  if (link.rel !== "modulepreload") link.as = isStyle ? "style" : "script";
  if (isLater) link.fetchPriority = "low";
  if (isLater && !isStyle) link.crossOrigin = "anonymous";
  link.href = file;
  document.head.append(link);
}

/**
 * A module that is preloaded as one is compiled at once. One that was preloaded as a file is compiled on the page's own
 * thread when it runs; out of the cache, where there is a prefetch, it is compiled beside it (see bringGrid.ts).
 */
const fetchedOnly = ({ relList }: HTMLLinkElement) => (relList.supports("prefetch") ? "prefetch" : "preload");

/** Begins everything. Nothing that goes wrong here is told: the application asks again and says what is wrong. */
export function begin(parts: Parts, apiUrl: string, address: Pick<Location, "pathname" | "search">): void {
  const { pathname } = address;
  const [search, named] = [withoutApp(address.search), appIn(address.search)];
  const user = kept(() => localStorage, "userData");
  if (isTooLate() || typeof user?.token !== "string" || !Number.isInteger(user.user_id)) return;
  const route = routeAt(parts, pathname);
  const choice = [kept(() => sessionStorage, "selection"), kept(() => localStorage, "selection")];
  const last = choice.find((one) => one?.userId === user.user_id);
  // The event that was chosen is one of the app that was.
  const chosen = named === undefined || named === last?.appId ? last : { appId: named };
  const base = apiUrl.replace(/\/+$/, "");
  const dashboard = { "x-dashboard-authorization": user.token };
  // A browser asks few things of one server at a time: what other questions wait for goes first.
  askAhead(`${base}/1/dashboard/application`, { headers: dashboard }, async (reply) => {
    const { data } = (await reply.json()) as { data: readonly AheadApp[] };
    const app = data.find((one) => one.id === chosen?.appId) ?? data[0];
    if (!app?.token) return;
    const headers = { ...dashboard, authorization: `Bearer ${app.token}` };
    const eventId = route?.eventId ?? (app.id === chosen?.appId ? Number(chosen?.eventId) : 0);
    // A view in the address asks something else.
    for (const { path, body } of search ? [] : (route?.asks ?? [])) askAhead(`${base}${path}`, { headers, body });
    for (const path of questionsOf(app, eventId)) askAhead(`${base}${path}`, { headers });
  });
  askAhead("/settings.json");
  askTexts(route?.texts ?? []);
  const first = new Set([...parts.frame, ...(route?.files ?? [])]);
  // Of an address that is no page's own, such as one that leads on, nobody knows the event.
  const frame = route && !route.bare ? lastFrameOf(user.user_id, chosen, route.eventId) : undefined;
  const styles: HTMLLinkElement[] = [];
  for (const at of first) {
    const file = parts.files[at] as string;
    if (frame && file.endsWith(".css") && parts.frame.includes(at)) styles.push(wear(file));
    else bring(file);
  }
  askAhead(`${base}/1/dashboard/user/${user.user_id}/token`, { headers: dashboard });
  askAhead(`${base}/1/dashboard/navigation`, { headers: dashboard });
  for (const at of route?.later ?? []) if (!first.has(at)) bring(parts.files[at] as string, true);
  if (!frame) return;
  wearTheme(text(THEME) ?? "system");
  wearDensity(text(DENSITY) ?? "normal");
  showLastFrame(frame, styles, `${pathname}${search}`);
}

/** What is kept for this person, app and event, in their language. */
function lastFrameOf(
  userId: unknown,
  chosen: Record<string, unknown> | undefined,
  eventId: number | undefined,
): LastFrame | undefined {
  const last = kept(() => localStorage, LAST_FRAME) as LastFrame | undefined;
  const isTheirs = last?.userId === userId && last?.appId === chosen?.appId && last?.locale === language();
  return isTheirs && last?.eventId === (eventId ?? chosen?.eventId) && Array.isArray(last?.parts) ? last : undefined;
}

function wear(file: string): HTMLLinkElement {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = file;
  // Whoever draws the frame asks for it once more.
  link.addEventListener("error", () => link.remove());
  document.head.append(link);
  return link;
}

/** What is stored, as it is; nothing where storage is forbidden. */
function text(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The dashboard's language; the default one where storage is forbidden. */
function language(): "de" | "en-gb" {
  return text("lang")?.replace(/^"|"$/g, "").toLowerCase() === "de" ? "de" : "en-gb";
}

function askTexts(namespaces: readonly string[]): void {
  for (const name of ["shell", ...namespaces]) askAhead(`/i18n/${language()}/${name}.json`);
}

/** Shows what the page itself says, in one language, where the application's code has failed: `load` waits for both scripts. */
export function watchArrival(): void {
  const choose = () => {
    for (const text of document.querySelectorAll<HTMLElement>(".late > p")) {
      text.hidden = !text.lang.startsWith(languageHere());
    }
  };
  choose();
  // It may be seen long before `load`, where the code is slow to come.
  document.addEventListener("readystatechange", choose);
  addEventListener("load", () => {
    if (!isTooLate()) document.documentElement.dataset.late = "";
  });
}
