// The server face of this area.
import { defineServerPlugin, typeUser } from "#server";
import { linkedTypesKey } from "../../data-types-permissions/offers.ts";
import { thingFollowerKey } from "../../event-data/offers.ts";
import { demo } from "./demo.ts";
import { IMPORT_JOB, importLinkPairs } from "./importLinks.ts";
import { linkedTypes } from "./linkedTypes.ts";
import { relationships } from "./migrations/0001_relationships.ts";
import { linkFollower } from "./profiles.ts";
import { revertKind } from "./revert.ts";
import { OBJECT, routes } from "./routes.ts";
import { typeOfKinds } from "./typeUse.ts";

export default defineServerPlugin({
  id: "relationships",
  routes,
  migrations: [relationships],
  jobs: { [IMPORT_JOB]: importLinkPairs },
  reverts: { [OBJECT]: revertKind },
  offers: [typeUser.given(typeOfKinds), thingFollowerKey.given(linkFollower), linkedTypesKey.given(linkedTypes)],
  demo,
});
