// The rules of `plugin lint`.
import { duplicateEndpoint } from "./plugin/duplicateEndpoint.ts";
import { duplicatePath } from "./plugin/duplicatePath.ts";
import { flagSource } from "./plugin/flagSource.ts";
import { formerIdTargets } from "./plugin/formerIds.ts";
import { id } from "./plugin/id.ts";
import { looserThanApi } from "./plugin/looserThanApi.ts";
import { parts } from "./plugin/parts.ts";
import { publicAccess } from "./plugin/publicAccess.ts";
import { requires } from "./plugin/requires.ts";
import { undeclaredPermission } from "./plugin/undeclaredPermission.ts";
import { unknownScreen } from "./plugin/unknownScreen.ts";
import { unusedFact } from "./plugin/unusedFact.ts";
import { unusedScreen } from "./plugin/unusedScreen.ts";
import type { Rule } from "./rule.ts";

export const pluginRules: readonly Rule[] = [
  id,
  parts,
  requires,
  duplicatePath,
  duplicateEndpoint,
  publicAccess,
  looserThanApi,
  flagSource,
  undeclaredPermission,
  unknownScreen,
  unusedScreen,
  unusedFact,
  formerIdTargets,
];
