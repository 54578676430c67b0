// The whole application, as one element to draw.
import { when } from "mobx";
import type { ReactElement } from "react";
import { LAST_FRAME_ID } from "../kernel/store/lastFrame.ts";
import type { Root } from "../kernel/store/root.ts";
import { App } from "./App.tsx";
import { boot } from "./boot.ts";
import { bringFrame } from "./shell/Shell.tsx";
import type { Surroundings } from "./surroundings.ts";

/** So long nothing is drawn that would be drawn over at once; who waits longer sees the outline of the page. */
const HELD_MS = 150;
/** Likewise where the frame that stood last is seen meanwhile: it is not exchanged for an outline. */
const HELD_BEHIND_LAST_MS = 2000;

/** Starts the application; answered as soon as there is something to draw. */
export async function application(around: Surroundings): Promise<ReactElement> {
  const { root, router, begun } = boot(around);
  const isStanding = document.getElementById(LAST_FRAME_ID) !== null;
  const held = new Promise((done) => setTimeout(done, isStanding ? HELD_BEHIND_LAST_MS : HELD_MS));
  // Whoever draws the frame asks again and says what failed.
  const framed = Promise.all([bringFrame(), begun.then(() => when(() => isKnown(root)))]).catch(() => undefined);
  await Promise.race([framed, held]);
  return <App root={root} router={router} />;
}

/** Whether the navigation and the page's access can be drawn as they stay, or never will be. */
function isKnown({ session, nav }: Root): boolean {
  const { permissions, managementSettings, config, events } = session;
  const isWhole = nav.groups && permissions && managementSettings && config && events;
  return !session.isAuthenticated || Boolean(isWhole || session.loadProblem || nav.loading.problem);
}
