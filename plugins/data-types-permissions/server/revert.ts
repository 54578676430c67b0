// Takes a saved change of rules back, by the same rules as any other save.
import type { Revertible } from "#server";
import { rulesOf, waitForOthers, write } from "./routes.ts";
import { factsNow, factsOf, valuesOf } from "./rules.ts";

export const revertRules: Revertible = {
  read: async (context) => {
    const rules = await rulesOf(context);
    return factsOf(rules, rules.types);
  },
  namesNow: async (context) => {
    const { types } = await rulesOf(context);
    return (facts) => factsNow(facts, types);
  },
  write: async (context, _, facts) => {
    await waitForOthers(context);
    await write({ ...context, audit: async () => {} }, await rulesOf(context), valuesOf(facts));
  },
};
