// Keeps header and side navigation as they stand, for the next start in this browser.
import { currentLocale, direction } from "../../kernel/i18n/setup.ts";
import { LAST_FRAME, type LastFrame } from "../../kernel/store/lastFrame.ts";
import type { Root } from "../../kernel/store/root.ts";
import { whenIdle } from "../../kernel/ui/whenIdle.ts";
import { withoutApp } from "../appIn.ts";
import { toKept } from "./nodes.ts";

/** What is longer takes more time to write and to read than it saves; in characters. */
const LONGEST = 300_000;

/** Keeps it once the page rests and whenever it is left; answers how to stop. */
export function keepLastFrame(root: Root): () => void {
  const keep = () => {
    const frame = readFrame(root);
    if (frame && JSON.stringify(frame).length < LONGEST) root.env.local.write(LAST_FRAME, frame);
  };
  addEventListener("pagehide", keep);
  const callOff = whenIdle(keep);
  return () => {
    removeEventListener("pagehide", keep);
    callOff();
  };
}

/** The frame of the page; undefined where it does not stand whole. */
export function readFrame({ session, nav }: Root): LastFrame | undefined {
  const { user, appId, eventId } = session;
  const parts = [...document.querySelectorAll("#root > .frame-normal > :is(.top-bar, .sidebar)")];
  const isWhole =
    nav.groups && parts.length === 2 && !parts.some((one) => one.querySelector("[aria-busy], .sidebar-problem"));
  if (!user || !appId || !isWhole) return undefined;
  return {
    userId: user.user_id,
    appId,
    eventId,
    locale: currentLocale(),
    direction: direction(),
    address: `${location.pathname}${withoutApp(location.search)}`,
    scrolled: document.querySelector(".sidebar-groups")?.scrollTop ?? 0,
    parts: parts.map(toKept),
  };
}
