// Screens on demand: loaded once, prefetched quietly, and after a failed load the page reloads once, never in a loop.

import type { ComponentType } from "react";
import { loadTexts } from "../kernel/i18n/setup.ts";
import type { RegisteredRoute } from "../kernel/plugin/registry.ts";
import type { Kept } from "../kernel/store/kept.ts";

const LATE_AFTER_MS = 20_000;
const RELOADED = "reloadedFor";
const CHUNK_ERRORS =
  /Loading chunk .+ failed|dynamically imported module|Importing a module script failed|error loading dynamically|has not arrived in time|Unable to preload CSS/i;

/** Whether an error says that code could not be brought, rather than that it is wrong. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && CHUNK_ERRORS.test(error.message);
}

/** Reloads the page once for a part whose code did not arrive; false when it has been tried already. */
export function reloadOnce(part: string, tab: Kept, reload: () => void): boolean {
  if (tab.text(RELOADED) === part) return false;
  tab.write(RELOADED, part);
  reload();
  return true;
}

/** Routes that share a screen share its component, so that going from one to the other keeps what is drawn. */
const keyOf = (route: RegisteredRoute) => `${route.area}/${route.screen}`;
const ready = new Map<string, ComponentType>();
const coming = new Map<string, Promise<ComponentType>>();

/** The screen of a route if its code is here already. */
export function readyScreen(route: RegisteredRoute): ComponentType | undefined {
  return ready.get(keyOf(route));
}

/** Brings a route's screen and its area's texts, in parallel. */
export function bringScreen(route: RegisteredRoute): Promise<ComponentType> {
  const running = coming.get(keyOf(route));
  if (running) return running;
  const request = Promise.all([inTime(route.load?.() ?? {}, route.screen), loadTexts(route.area)])
    .then(([parts]) => {
      const screen = (parts as Record<string, unknown>)[route.screen] as ComponentType | undefined;
      if (!screen) throw new Error(`The module of "${route.screen}" does not export it by that name`);
      ready.set(keyOf(route), screen);
      return screen;
    })
    .catch((error: unknown) => {
      coming.delete(keyOf(route));
      throw error;
    });
  coming.set(keyOf(route), request);
  return request;
}

/** Code that never arrives is code that could not be brought. */
function inTime<T>(coming: T, name: string): Promise<Awaited<T>> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The code of "${name}" has not arrived in time`)), LATE_AFTER_MS);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}

/** Brings it ahead of the click; a failure is nobody's business yet. */
export function prefetchScreen(route: RegisteredRoute): void {
  if (route.load) bringScreen(route).catch(() => undefined);
}

/** After a screen arrived, a later failure of it may reload again. */
export function forgetReload(part: string, tab: Kept): void {
  if (tab.text(RELOADED) === part) tab.remove(RELOADED);
}
