// The navigation as the browser draws it.
import { getNavigation } from "#schemas/core.ts";
import { type Route, route } from "../../kernel/route.ts";
import type { LiveNavigation } from "./navigation.ts";

export function navigationRoutes(navigation: LiveNavigation): Route[] {
  return [route(getNavigation, async () => navigation.current)];
}
