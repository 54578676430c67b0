// Names of groups for the history: groups say by ids whose members theirs see, and filters which groups they ask for.
import { namesIn, type Referred } from "#server";
import { FIELD } from "./members.ts";
import { OBJECT } from "./rules.ts";

export const referredGroups: Referred = {
  fields: ["see", "recommend", FIELD],
  type: OBJECT,
  names: namesIn("custom_groups_group"),
};
