// `lanyard nav at DAY`: what dated conditions show on a day, and the days on which that changes.
import { EVERYBODY, NOBODY } from "#schemas/audience.ts";
import { layoutOf, shownTo } from "#schemas/lint/entries.ts";
import { sayCube } from "#schemas/sayAudience.ts";
import { EXIT, type Outcome } from "../outcome.ts";
import { load } from "../project.ts";
import { usableProject } from "./usable.ts";

export async function navAt(root: string, day: string, config?: string): Promise<Outcome> {
  const layout = layoutOf(usableProject(await load(root, { config, today: day, texts: false })));
  const { universe } = layout;
  const onDay = (set: number, when: string) => universe.anyDay(universe.and(set, universe.day(when)));
  const words = (set: number) =>
    set === NOBODY
      ? "nobody"
      : set === EVERYBODY
        ? "everybody"
        : universe
            .describe(set)
            .map((cube) => sayCube(cube, universe.variables))
            .join("; or ");
  const dated = layout.entries.flatMap((entry) => {
    const shown = shownTo(layout, entry);
    const timeline = ["0001-01-01", ...universe.days].map((from) => ({ from, set: onDay(shown, from) }));
    const steps = timeline.filter((step, at) => at === 0 || step.set !== timeline[at - 1]?.set);
    return steps.length > 1
      ? [
          {
            entry: entry.id,
            now: words(onDay(shown, day)),
            steps: steps.slice(1).map((step) => ({ from: step.from, seenBy: words(step.set) })),
          },
        ]
      : [];
  });
  const lines = dated.flatMap(({ entry, now, steps }) => [
    `${entry}: on ${day} seen by ${now}`,
    ...steps.map((step) => `  from ${step.from} seen by ${step.seenBy}`),
  ]);
  const plain = layout.entries.length - dated.length;
  lines.push(`${plain} of ${layout.entries.length} entries do not depend on the day.`);
  return {
    command: "nav at",
    checked: layout.entries.length,
    findings: [],
    exit: EXIT.clean,
    lines,
    extra: { day, dated },
  };
}
