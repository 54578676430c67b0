// The server face of the events area. It owns no table: events belong to the house.
import { defineServerPlugin, telling } from "#server";
import { routes as home } from "./home.ts";
import { revertEvent } from "./revert.ts";
import { routes } from "./routes.ts";
import { tells } from "./tells.ts";

export default defineServerPlugin({
  id: "events",
  routes: [...routes, ...home],
  reverts: { event: revertEvent },
  offers: [telling.given(tells)],
});
