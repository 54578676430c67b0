// The agenda's server face.
import { defineServerPlugin, telling } from "#server";
import { demo } from "./demo.ts";
import { scheduleImporter } from "./importSchedule.ts";
import { agenda } from "./migrations/0001_agenda.ts";
import { revertSession } from "./revert.ts";
import { routes } from "./routes.ts";
import { tells } from "./tells.ts";

export default defineServerPlugin({
  id: "agenda",
  routes,
  migrations: [agenda],
  importers: [scheduleImporter],
  reverts: { session: revertSession },
  offers: [telling.given(tells)],
  demo,
});
