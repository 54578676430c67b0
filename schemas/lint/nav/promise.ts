import { type AudienceSet, EVERYBODY, NOBODY } from "../../audience.ts";
import { sayAudience } from "../../sayAudience.ts";
import { ROLES } from "../../scalars.ts";
import { type Entry, type Layout, layoutOf, roleId, shownTo, usableBy } from "../entries.ts";
import { didYouMean } from "../near.ts";
import type { NavExpect } from "../../expect.ts";
import type { Source } from "../project.ts";
import type { Report, Rule } from "../rule.ts";

export const promise: Rule = {
  name: "nav/promise",
  severity: "error",
  summary: "The promises of nav.expect.json are kept.",
  why: "Each breach is told with the simplest audience that meets it. A promise about nobody, or about an unknown entry, is broken too.",
  example: '{ "say": "Owners see the agenda", "role": "owner", "when": { "permission": ["sessions"] }, "sees": ["agenda.nav"] }',
  check(project, report) {
    const source = project.expect;
    const layout = layoutOf(project);
    source?.value.promises.forEach((_, at) => checkOne(layout, source, at, report));
  },
};

function checkOne(layout: Layout, source: Source<NavExpect>, at: number, report: Report): void {
  const given = source.value.promises[at];
  if (!given) return;
  const pointer = `/promises/${at}`;
  const who = asked(layout, source, at, report);
  if (who === undefined) return;
  const { universe } = layout;
  if (who === NOBODY) return report({ source, pointer: `${pointer}/when` }, `"${given.say}" is about nobody: its conditions contradict each other`);
  if (!given.sees && !given.uses && !given.neverSees) return report({ source, pointer }, `"${given.say}" promises nothing`, { suggestion: 'add "sees", "uses" or "neverSees"' });
  const tell = (key: string, entry: Entry, place: number, breach: AudienceSet, what: string) => {
    const witness = universe.simplest(breach);
    if (witness) report({ source, pointer: `${pointer}/${key}/${place}` }, `"${given.say}" is broken: ${sayAudience(witness)} ${what} "${entry.id}"`);
  };
  each(layout, source, at, "sees", report, (entry, place) => tell("sees", entry, place, universe.minus(who, shownTo(layout, entry)), "does not see"));
  each(layout, source, at, "uses", report, (entry, place) => tell("uses", entry, place, universe.minus(who, usableBy(layout, entry)), "cannot use"));
  each(layout, source, at, "neverSees", report, (entry, place) => tell("neverSees", entry, place, universe.and(who, shownTo(layout, entry)), "sees"));
}

/** The audience that a promise is about. */
function asked(layout: Layout, source: Source<NavExpect>, at: number, report: Report): AudienceSet | undefined {
  const { role, when } = source.value.promises[at] ?? {};
  const { universe } = layout;
  const condition = when === undefined ? EVERYBODY : universe.set(when);
  if (role === undefined) return condition;
  const id = roleId(role);
  if (id !== undefined) return universe.and(condition, universe.role(id));
  const names = ROLES.map((named) => named.name);
  report({ source, pointer: `/promises/${at}/role` }, `There is no role "${role}"; there are ${names.join(", ")}`, { suggestion: didYouMean(String(role), names) });
  return undefined;
}

function each(layout: Layout, source: Source<NavExpect>, at: number, key: "sees" | "uses" | "neverSees", report: Report, tell: (entry: Entry, place: number) => void): void {
  const ids = source.value.promises[at]?.[key] ?? [];
  ids.forEach((id, place) => {
    const found = id === "*" ? layout.entries : layout.entries.filter((entry) => entry.id === id);
    if (found.length > 0) return found.forEach((entry) => tell(entry, place));
    const suggestion = didYouMean(id, layout.entries.map((entry) => entry.id));
    report({ source, pointer: `/promises/${at}/${key}/${place}` }, `There is no entry "${id}"`, { suggestion });
  });
}
