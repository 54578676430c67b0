import { NOBODY } from "../../audience.ts";
import { type Clause, intersection, layoutOf } from "../entries.ts";
import { placeOf, spoken } from "../project.ts";
import type { Rule } from "../rule.ts";

export const neverVisible: Rule = {
  name: "nav/never-visible",
  severity: "error",
  summary: "Every entry is seen by somebody.",
  why: "Its route, its groups and its own conditions contradict each other, although each of them can hold alone. To leave an entry out on purpose, use `hidden`.",
  example: '{ "ref": "widgets.nav", "visibleWhen": { "not": { "flag": "widgets" } } }   (its route asks for the flag)',
  check(project, report) {
    const layout = layoutOf(project);
    const { universe } = layout;
    for (const entry of layout.entries) {
      const shows = entry.clauses.filter((clause) => clause.effect === "shows");
      if (entry.left || layout.hidden.has(entry.id) || intersection(universe, shows) !== NOBODY) continue;
      if (shows.some((clause) => universe.set(clause.condition) === NOBODY)) continue;
      let set = 1;
      const last = shows.find((clause) => {
        set = universe.and(set, universe.set(clause.condition));
        return set === NOBODY;
      });
      const others = shows.filter((clause) => clause !== last);
      const against = others.find(
        (clause) => last && universe.and(universe.set(clause.condition), universe.set(last.condition)) === NOBODY,
      );
      const told = last && `${named(last)} contradicts ${against ? named(against) : "the other conditions"}`;
      report(entry.at, `Nobody can ever see "${entry.id}": ${told}`);
    }
  },
};

function named({ of, source, pointer }: Clause): string {
  return `${of} (${spoken(placeOf(source, pointer))})`;
}
