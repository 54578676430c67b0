// The server face of this area.
import { askedAgain, defineServerPlugin, erasable, eventCopying, referred, typeUser } from "#server";
import { rulingGroupsKey } from "../../data-types-permissions/offers.ts";
import {
  fieldNamerKey,
  profileColumnsKey,
  thingFollowerKey,
  thingSetsKey,
  thingTellerKey,
} from "../../event-data/offers.ts";
import { countSets, importMembers, undoMembers } from "../contract.ts";
import { groupUsersKey } from "../offers.ts";
import { CLEAR_JOB, clearMembers, tidyMembers } from "./clear.ts";
import { groupColumns } from "./columns.ts";
import { copyGroups } from "./copy.ts";
import { demo } from "./demo.ts";
import { erasableGroups } from "./erasable.ts";
import { namesInRules } from "./fieldNamer.ts";
import { IMPORT_JOB, importGroupMembers } from "./importMembers.ts";
import { groupSets, memberships } from "./members.ts";
import { groups } from "./migrations/0001_groups.ts";
import { details } from "./migrations/0002_details.ts";
import { runs } from "./migrations/0003_runs.ts";
import { priority } from "./migrations/0004_priority.ts";
import { order } from "./migrations/0005_order.ts";
import { cleared } from "./migrations/0006_cleared.ts";
import { PRIORITY, priorityRoutes, revertPriority } from "./priority.ts";
import { referredGroups } from "./referred.ts";
import { revertGroup } from "./revert.ts";
import { routes } from "./routes.ts";
import { runRoutes } from "./runRoutes.ts";
import { tidyRuns, UNDO_JOB, undoMemberRun } from "./runs.ts";
import { namedByGroups, rulingGroups } from "./saying.ts";
import { countGroupSets, SETS_JOB } from "./sets.ts";
import { groupTeller } from "./told.ts";
import { typeOfGroups } from "./typeUse.ts";

export default defineServerPlugin({
  id: "custom-groups",
  routes: [...routes, ...priorityRoutes, ...runRoutes],
  migrations: [groups, details, runs, priority, order, cleared],
  jobs: {
    [IMPORT_JOB]: askedAgain(importMembers.access, importGroupMembers),
    [UNDO_JOB]: askedAgain(undoMembers.access, undoMemberRun),
    [SETS_JOB]: askedAgain(countSets.access, countGroupSets),
    [CLEAR_JOB]: clearMembers,
  },
  tidy: async (context) => {
    await tidyRuns(context);
    await tidyMembers(context);
  },
  reverts: { "custom-groups.group": revertGroup, [PRIORITY]: revertPriority },
  offers: [
    erasable.given(erasableGroups),
    referred.given(referredGroups),
    typeUser.given(typeOfGroups),
    thingSetsKey.given(groupSets),
    thingFollowerKey.given(memberships),
    thingTellerKey.given(groupTeller),
    fieldNamerKey.given(namesInRules),
    rulingGroupsKey.given(rulingGroups),
    groupUsersKey.given(namedByGroups),
    profileColumnsKey.given(groupColumns),
    eventCopying.given({ area: "custom-groups", copy: copyGroups }),
  ],
  demo,
});
