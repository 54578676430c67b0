// The server face of the history. It owns no table: the house writes the lines with each change.
import { defineServerPlugin, telling } from "#server";
import { ERASE_JOB, eraseMany } from "./eraseMany.ts";
import { EXPORT_JOB, exportHistory } from "./export.ts";
import { routes } from "./routes.ts";
import { tells } from "./tells.ts";

export default defineServerPlugin({
  id: "history",
  routes,
  jobs: { [EXPORT_JOB]: exportHistory, [ERASE_JOB]: eraseMany },
  offers: [telling.given(tells)],
});
