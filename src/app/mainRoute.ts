// The route that belongs to no area.
import type { RegisteredRoute } from "../kernel/plugin/registry.ts";

/** The house's own page where app and event are chosen: header, no side navigation. */
export const MAIN_ROUTE: RegisteredRoute = {
  id: "house.main",
  area: "common",
  path: "/main",
  screen: "MainScreen",
  title: "common:main.title",
  screenMode: "half",
  load: () => import("./main/MainScreen.tsx"),
};
