// Decisions about custom groups; pure.
import { fieldProblem } from "#server";
import type { Group, GroupChange, GroupDraft } from "../contract.ts";
import type { GroupRow, GroupValues } from "./repository.ts";

/** The kind of object under which groups stand in the history. */
export const OBJECT = "custom-groups.group";

/** A new group. One that is made by hand has no rule, and the other kind needs one. */
export function asNew({ name, mode, colour = "blue", rule }: GroupDraft): GroupValues {
  return settled({ name, mode, colour, rule: rule ?? null });
}

/** A group after a change; how its members are found stays what it was. */
export function asChanged(current: GroupRow, { name, colour, rule }: GroupChange): GroupValues {
  return settled({
    mode: current.mode,
    name: name ?? current.name,
    colour: colour ?? current.colour,
    rule: rule ?? current.rule,
  });
}

function settled({ name, mode, colour, rule }: GroupValues): GroupValues {
  if (mode === "rule" && !rule)
    throw fieldProblem(
      "custom-groups.rule_missing",
      "rule",
      "Add a condition",
      "custom-groups:problem.conditionMissing",
    );
  return { name: name.trim().replace(/\s+/g, " "), mode, colour, rule: mode === "rule" ? rule : null };
}

/** What the history keeps of a group. */
export function comparable({ name, colour, mode, rule }: Pick<Group, "name" | "colour" | "mode" | "rule">) {
  return { name, colour, mode, rule };
}
