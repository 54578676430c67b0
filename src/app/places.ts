// With which app each page was seen: every entry of the history keeps it, and the address of a page of an app names it as well.
import { reaction } from "mobx";
import type { Root } from "../kernel/store/root.ts";
import type { Choice } from "../kernel/store/selection.ts";
import { appIn, withApp } from "./appIn.ts";
import type { AppRouter, RouteHandle } from "./routes.tsx";

/** The address is completed once one has arrived: until then it is the one that was gone to. */
const ARRIVED_MS = 2000;

/** What an entry of the history keeps, beside what the router does. */
interface Entry {
  key?: string;
  seen?: Choice;
}

const entryNow = () => (window.history.state ?? {}) as Entry;

/** Follows the choices of app and event along the history, as long as the page is there; answers how to stop. */
export function followPlaces({ session }: Root, router: AppRouter): () => void {
  let { key } = router.state.location;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A way that was held back is another entry for a moment.
  const isHere = () => (entryNow().key ?? "default") === router.state.location.key;
  const note = () => {
    clearTimeout(timer);
    const { appId, eventId } = session;
    if (appId === undefined || !isHere()) return;
    window.history.replaceState({ ...entryNow(), seen: { appId, eventId } }, "");
    timer = setTimeout(name, ARRIVED_MS);
  };
  const name = () => {
    const { pathname, search, hash } = window.location;
    const { appId, apps } = session;
    const named = appIn(search);
    const isNamed = named !== undefined && (named === appId || !apps.some((one) => one.id === named));
    if (appId === undefined || isNamed || !isHere() || !isOfApp(router)) return;
    window.history.replaceState(window.history.state, "", `${pathname}${withApp(search, appId)}${hash}`);
  };
  // Before the new page is drawn.
  const leave = router.subscribe(({ location, historyAction }) => {
    if (location.key === key) return;
    key = location.key;
    if (historyAction === "POP") session.comeBack(entryNow().seen ?? { appId: appIn(location.search) });
    else session.follow(location.state, appIn(location.search));
    note();
  });
  const stop = reaction(() => [session.appId, session.eventId], note, { fireImmediately: true });
  return () => {
    clearTimeout(timer);
    leave();
    stop();
  };
}

/** Whether the page shows something of the app that its address does not tell already: an event is of one app. */
function isOfApp(router: AppRouter): boolean {
  const { route } = (router.state.matches.at(-1)?.route.handle as RouteHandle | undefined) ?? {};
  return route?.access !== undefined && !route.public && !route.path.includes(":eventId");
}
