// The server face of this area.
import { askedAgain, defineServerPlugin, erasable, eventCopying, typeUser } from "#server";
import { linkedTypesKey } from "../../data-types-permissions/offers.ts";
import { profileColumnsKey, thingFollowerKey, thingTellerKey } from "../../event-data/offers.ts";
import { importLinks, matchLinks, startLinkExport, undoLinks } from "../contract.ts";
import { CLEAR_JOB, clearLinks, tidyLinks } from "./clear.ts";
import { linkColumns } from "./columns.ts";
import { copyKinds } from "./copy.ts";
import { demo } from "./demo.ts";
import { erasableKinds } from "./erasable.ts";
import { EXPORT_JOB, exportList, exportRoutes } from "./export.ts";
import { linkFollower } from "./follower.ts";
import { IMPORT_JOB, importLinkPairs } from "./importLinks.ts";
import { linkedTypes } from "./linkedTypes.ts";
import { MATCH_JOB, matchByFields } from "./match.ts";
import { matchRoutes } from "./matchRoutes.ts";
import { relationships } from "./migrations/0001_relationships.ts";
import { runs } from "./migrations/0002_runs.ts";
import { places } from "./migrations/0003_places.ts";
import { counted } from "./migrations/0004_counted.ts";
import { comeTogether } from "./migrations/0005_come_together.ts";
import { profileRoutes } from "./ofProfile.ts";
import { putBackRoutes } from "./putBack.ts";
import { revertKind } from "./revert.ts";
import { OBJECT, routes } from "./routes.ts";
import { tidyRuns, UNDO_JOB, undoLinkRun } from "./runs.ts";
import { linkTeller } from "./told.ts";
import { typeOfKinds } from "./typeUse.ts";
import { unlinkedRoutes } from "./unlinked.ts";

export default defineServerPlugin({
  id: "relationships",
  routes: [...routes, ...matchRoutes, ...profileRoutes, ...putBackRoutes, ...unlinkedRoutes, ...exportRoutes],
  migrations: [relationships, runs, places, counted, comeTogether],
  jobs: {
    [IMPORT_JOB]: askedAgain(importLinks.access, importLinkPairs),
    [MATCH_JOB]: askedAgain(matchLinks.access, matchByFields),
    [UNDO_JOB]: askedAgain(undoLinks.access, undoLinkRun),
    [CLEAR_JOB]: clearLinks,
    [EXPORT_JOB]: askedAgain(startLinkExport.access, exportList),
  },
  tidy: async (context) => {
    await tidyRuns(context);
    await tidyLinks(context);
  },
  reverts: { [OBJECT]: revertKind },
  offers: [
    erasable.given(erasableKinds),
    typeUser.given(typeOfKinds),
    thingFollowerKey.given(linkFollower),
    thingTellerKey.given(linkTeller),
    linkedTypesKey.given(linkedTypes),
    profileColumnsKey.given(linkColumns),
    eventCopying.given({ area: "relationships", copy: copyKinds }),
  ],
  demo,
});
