// The server face of this area.
import { defineServerPlugin } from "#server";
import { demo } from "./demo.ts";
import { EXPORT_JOB, exportThings } from "./export.ts";
import { things } from "./migrations/0001_things.ts";
import { revertThing } from "./revert.ts";
import { OBJECT, routes } from "./routes.ts";

export default defineServerPlugin({
  id: "event-data",
  routes,
  migrations: [things],
  jobs: { [EXPORT_JOB]: exportThings },
  reverts: { [OBJECT]: revertThing },
  demo,
});
