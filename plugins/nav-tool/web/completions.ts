// Names that fit where the cursor stands in a draft.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { OPERATORS } from "#schemas/condition.ts";
import { PERMISSION_KEYS } from "#schemas/scalars.ts";

const KEYS = [
  "ref",
  "link",
  "group",
  "id",
  "label",
  "icon",
  "items",
  "visibleWhen",
  "enabledWhen",
  "reason",
  "route",
  "kind",
  "path",
  "hidden",
  "until",
];

/** Values by the key before them; keys and operators where a key is due. */
export function completions(entries: readonly string[], flags: readonly string[]) {
  const values: Record<string, readonly string[]> = {
    ref: entries,
    flag: flags,
    permission: PERMISSION_KEYS,
    event: ["selected"],
    eventPhase: ["before", "live", "after"],
    environment: ["production", "staging", "development"],
    kind: ["legacy", "external"],
    policy: ["append", "hide"],
  };
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/"[^"\n]*$/) ?? context.matchBefore(/"[^"\n]*/);
    if (!typed) return null;
    const before = context.state.sliceDoc(Math.max(0, typed.from - 200), typed.from);
    const key = /"(\w+)"\s*:\s*(?:\[[^\]]*)?$/.exec(before)?.[1];
    const options = key === undefined ? [...KEYS, ...OPERATORS] : values[key];
    if (!options) return null;
    return { from: typed.from + 1, options: options.map((label): Completion => ({ label })), validFor: /^[\w.:-]*$/ };
  };
}
