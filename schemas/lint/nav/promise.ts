import { type AudienceSet, EVERYBODY, NOBODY } from "../../audience.ts";
import type { NavExpect } from "../../expect.ts";
import { sayAudience } from "../../sayAudience.ts";
import { ROLES } from "../../scalars.ts";
import { type Entry, type Layout, layoutOf, roleId, shownTo, usableBy } from "../entries.ts";
import type { Source } from "../project.ts";
import { meant } from "../repair.ts";
import type { Report, Rule } from "../rule.ts";

export const promise: Rule = {
  name: "nav/promise",
  severity: "error",
  summary: "The promises of nav.expect.json are kept.",
  why: "Each breach is told with the simplest audience that meets it. A promise about nobody, or about an unknown entry, is broken too.",
  example:
    '{ "say": "Owners see the agenda", "role": "owner", "when": { "permission": ["sessions"] }, "sees": ["agenda.nav"] }',
  check(project, report) {
    // Of a navigation that could not be read, nothing can be promised, and it is told already.
    if (!project.nav) return;
    const source = project.expect;
    const layout = layoutOf(project);
    for (const [at, given] of (source?.value.promises ?? []).entries()) {
      if (source) checkOne({ layout, source, given, pointer: `/promises/${at}`, report });
    }
  },
};

interface Work {
  layout: Layout;
  source: Source<NavExpect>;
  given: NavExpect["promises"][number];
  pointer: string;
  report: Report;
}

function checkOne(work: Work): void {
  const { layout, source, given, pointer, report } = work;
  const who = audienceOf(work);
  if (who === undefined) return;
  if (who === NOBODY) {
    const message = `"${given.say}" is about nobody: its conditions contradict each other`;
    report({ source, pointer: `${pointer}/when` }, message);
  } else if (!given.sees && !given.uses && !given.neverSees) {
    report({ source, pointer }, `"${given.say}" promises nothing`, { suggestion: 'add "sees", "uses" or "neverSees"' });
  } else {
    const { universe } = layout;
    keep(work, "sees", "does not see", (entry) => universe.minus(who, shownTo(layout, entry)));
    keep(work, "uses", "cannot use", (entry) => universe.minus(who, usableBy(layout, entry)));
    keep(work, "neverSees", "sees", (entry) => universe.and(who, shownTo(layout, entry)));
  }
}

/** The audience that a promise is about. */
function audienceOf({ layout, source, given, pointer, report }: Work): AudienceSet | undefined {
  const { role, when } = given;
  const { universe } = layout;
  const condition = when === undefined ? EVERYBODY : universe.set(when);
  if (role === undefined) return condition;
  const id = roleId(role);
  if (id !== undefined) return universe.and(condition, universe.role(id));
  const names = ROLES.map((named) => named.name);
  const message = `There is no role "${role}"; there are ${names.join(", ")}`;
  const at = { source, pointer: `${pointer}/role` };
  report(at, message, meant(at, String(role), names));
  return undefined;
}

/** Reports each entry for which somebody breaks the promise, with the simplest such audience. */
function keep(
  work: Work,
  key: "sees" | "uses" | "neverSees",
  what: string,
  breach: (entry: Entry) => AudienceSet,
): void {
  const { layout, source, given, pointer, report } = work;
  for (const [place, id] of (given[key] ?? []).entries()) {
    const at = { source, pointer: `${pointer}/${key}/${place}` };
    const found = layout.entries.filter((entry) => id === "*" || entry.id === id);
    const ids = layout.entries.map((entry) => entry.id);
    if (found.length === 0) report(at, `There is no entry "${id}"`, meant(at, id, ids));
    for (const entry of found) {
      const witness = layout.universe.simplest(breach(entry));
      if (witness) report(at, `"${given.say}" is broken: ${sayAudience(witness)} ${what} "${entry.id}"`);
    }
  }
}
