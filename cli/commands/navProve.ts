// `lanyard nav prove`: who sees an entry may open its route; who may open a route may ask what its screen reads. Or a counter-example.
import { layoutOf, usableBy } from "#schemas/lint/entries.ts";
import { looserThanApi, readsOf } from "#schemas/lint/plugin/looserThanApi.ts";
import type { Draft } from "#schemas/lint/project.ts";
import { findingOf, lint, type Rule } from "#schemas/lint/rule.ts";
import { sayAudience } from "#schemas/sayAudience.ts";
import { EXIT, type Outcome } from "../outcome.ts";
import { load } from "../project.ts";
import { nothingChecked } from "./lint.ts";

/** Entries take the access of their route over, so this can only fail where that is broken: it is proven, not believed. */
export const looserThanItsRoute: Rule = {
  name: "nav/visible-but-refused",
  severity: "error",
  summary: "Whoever may use an entry may open its route.",
  why: "Entries take over the access of their route, so this fails only where the linter itself is wrong; the counter-example says for whom.",
  example: "(an entry is shown to role 300, and its route lets in role 299 at most)",
  check(project, report) {
    const layout = layoutOf(project);
    for (const entry of layout.entries) {
      if (!entry.route) continue;
      const open = layout.universe.set(entry.route.access);
      const witness = layout.universe.simplest(layout.universe.minus(usableBy(layout, entry), open));
      if (witness)
        report(
          entry.at,
          `"${entry.id}" can be used by ${sayAudience(witness)}, whom the route ${entry.route.id} refuses`,
        );
    }
  },
};

export async function navProve(root: string, config?: string): Promise<Outcome> {
  const project = await load(root, { config, contracts: true, code: true, texts: false });
  const drafts: Draft[] = lint(project, [looserThanItsRoute, looserThanApi]);
  const entries = layoutOf(project).entries.filter((entry) => entry.route).length;
  const reads = [...readsOf(project)].length;
  const fatal = drafts.some((draft) => draft.fatal);
  const broken = drafts.some((draft) => draft.severity === "error");
  const proven = entries > 0 && !broken;
  const lines = proven
    ? [
        `Proven: for every audience, ${entries} entries lead only where it may go, and ${reads} readings of screens are allowed to all who may open them.`,
      ]
    : [entries === 0 ? "There is no entry with a route, so nothing is proven." : "Not proven; the counter-examples:"];
  return {
    command: "nav prove",
    checked: entries + reads,
    findings: [...drafts.map(findingOf), ...(entries === 0 && !fatal ? [nothingChecked("nav prove")] : [])],
    lines,
    exit: fatal ? EXIT.failure : proven ? EXIT.clean : EXIT.findings,
  };
}
