// The server face of this area.
import { defineServerPlugin, telling } from "#server";
import { fieldsKey, thingsKey } from "../offers.ts";
import { demo } from "./demo.ts";
import { EXPORT_JOB, exportThings } from "./export.ts";
import { FIELD } from "./fields/history.ts";
import { listFieldsOf } from "./fields/repository.ts";
import { revertField } from "./fields/revert.ts";
import { OBJECT } from "./history.ts";
import { thingImporter } from "./import/importThings.ts";
import { things } from "./migrations/0001_things.ts";
import { fields } from "./migrations/0010_fields.ts";
import { search } from "./migrations/0020_search.ts";
import { offeredThings } from "./offered.ts";
import { revertThing } from "./revert.ts";
import { routes } from "./routes.ts";
import { tells } from "./tells.ts";

export default defineServerPlugin({
  id: "event-data",
  routes,
  migrations: [things, fields, search],
  importers: [thingImporter],
  jobs: { [EXPORT_JOB]: exportThings },
  reverts: { [OBJECT]: revertThing, [FIELD]: revertField },
  offers: [thingsKey.given(offeredThings), fieldsKey.given({ list: listFieldsOf }), telling.given(tells)],
  demo,
});
