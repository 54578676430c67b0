// The server face of this area.
import { defineServerPlugin, eventCopying, typeUser } from "#server";
import { judgingKey } from "../offers.ts";
import { judgeOf } from "./judging.ts";
import { rules } from "./migrations/0001_rules.ts";
import { copyRules } from "./repository.ts";
import { revertRules } from "./revert.ts";
import { OBJECT, routes } from "./routes.ts";

import { rulesOfTypes } from "./typeMerge.ts";

export default defineServerPlugin({
  id: "data-types-permissions",
  routes,
  migrations: [rules],
  reverts: { [OBJECT]: revertRules },
  offers: [
    judgingKey.given((asking) => judgeOf(asking)),
    typeUser.given(rulesOfTypes),
    eventCopying.given({
      area: "data-types-permissions",
      copy: ({ db, from, to, now }) => copyRules(db, from, to, now.toISOString()),
    }),
  ],
});
