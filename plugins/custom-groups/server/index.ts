// The server face of this area.
import { defineServerPlugin, typeUser } from "#server";
import { fieldNamerKey, thingFollowerKey, thingSetsKey } from "../../event-data/offers.ts";
import { demo } from "./demo.ts";
import { namesInRules } from "./fieldNamer.ts";
import { groupSets, memberships } from "./members.ts";
import { groups } from "./migrations/0001_groups.ts";
import { revertGroup } from "./revert.ts";
import { routes } from "./routes.ts";
import { typeOfGroups } from "./typeUse.ts";

export default defineServerPlugin({
  id: "custom-groups",
  routes,
  migrations: [groups],
  reverts: { "custom-groups.group": revertGroup },
  offers: [
    typeUser.given(typeOfGroups),
    thingSetsKey.given(groupSets),
    thingFollowerKey.given(memberships),
    fieldNamerKey.given(namesInRules),
  ],
  demo,
});
