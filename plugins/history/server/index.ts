// The server face of the history. It owns no table: the house writes the lines with each change.
import { askedAgain, defineServerPlugin, telling } from "#server";
import { startHistoryErasure, startHistoryExport } from "../contract.ts";
import { eraseMany } from "./eraseMany.ts";
import { EXPORT_JOB, exportHistory } from "./export.ts";
import { ERASE_JOB, FORGET_JOB, forgetReports } from "./forget.ts";
import { routes } from "./routes.ts";
import { tells } from "./tells.ts";

export default defineServerPlugin({
  id: "history",
  routes,
  jobs: {
    [EXPORT_JOB]: askedAgain(startHistoryExport.access, exportHistory),
    [ERASE_JOB]: askedAgain(startHistoryErasure.access, eraseMany),
    [FORGET_JOB]: forgetReports,
  },
  offers: [telling.given(tells)],
});
