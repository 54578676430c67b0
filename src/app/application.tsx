// The whole application, as one element to draw.
import type { ReactElement } from "react";
import { App } from "./App.tsx";
import { boot } from "./boot.ts";
import { bringFrame } from "./shell/Shell.tsx";
import type { Surroundings } from "./surroundings.ts";

/** So long nothing is drawn that would be drawn over at once; who waits longer sees the outline of the page. */
const HELD_MS = 150;

/** Starts the application; answered as soon as there is something to draw. */
export async function application(around: Surroundings): Promise<ReactElement> {
  const { root, router, begun } = boot(around);
  const held = new Promise((done) => setTimeout(done, HELD_MS));
  // Whoever draws the frame asks again and says what failed.
  const framed = Promise.all([bringFrame(), begun]).catch(() => undefined);
  await Promise.race([framed, held]);
  return <App root={root} router={router} />;
}
