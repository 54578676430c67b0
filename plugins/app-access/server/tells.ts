// What this area tells of an event: how far its participants have come, from the log-in e-mail to a complete profile.
import type { Figure, Words } from "#schemas/figure.ts";
import type { ListFilter } from "#schemas/list.ts";
import { listBeside, type Telling } from "#server";
import { BESIDE, STATUSES } from "../../event-data/contract.ts";
import { STEP } from "./columns.ts";
import { thingsOf } from "./people.ts";
import { STEPS } from "./rules.ts";

const PEOPLE: Words = { key: "app-access:tells.unit" };
const STEP_FIELD = BESIDE + STEP;
const COMPLETE_FIELD = `${BESIDE}event-data.complete`;
const WHOLE = 100;

const THERE: ListFilter = { field: "status", op: "in", value: STATUSES.filter((one) => one !== "blocked") };
const ENTERED: readonly ListFilter[] = [THERE, { field: STEP_FIELD, op: "eq", value: "logged_in" }];
/** Whoever has taken a step has taken those before it. */
const TAKEN: readonly (readonly [string, readonly ListFilter[]])[] = [
  ["app-access:tells.there", [THERE]],
  ["app-access:tells.mailed", [THERE, { field: STEP_FIELD, op: "in", value: [...STEPS] }]],
  ["app-access:tells.opened", [THERE, { field: STEP_FIELD, op: "in", value: ["link_opened", "logged_in"] }]],
  ["app-access:tells.entered", ENTERED],
];
const complete = (op: "eq" | "gte", value: number): ListFilter => ({ field: COMPLETE_FIELD, op, value });

interface Taken {
  key: string;
  count: number;
  filter: readonly ListFilter[];
}

/** How many have taken each step, as bars that lead to their rows. */
export function funnel(eventId: number, steps: readonly Taken[]): Figure {
  const pathOf = ({ filter }: Taken) => {
    const asked = JSON.stringify(filter.map(({ field, op, value }) => [field, op, value]));
    return `/event-data/${eventId}/category/1?filter=${encodeURIComponent(asked)}`;
  };
  return {
    id: "app-access.funnel",
    title: { key: "app-access:tells.funnel" },
    help: { key: "app-access:tells.funnel.help" },
    form: "bars",
    unit: PEOPLE,
    along: { title: { key: "app-access:tells.step" }, kind: "key", places: steps.map(({ key }) => key) },
    series: [{ name: PEOPLE, values: steps.map(({ count }) => count) }],
    paths: steps.map(pathOf),
  };
}

export const tells: Telling = {
  area: "app-access",
  rank: 11,
  access: { accessRole: 299, permissions: ["things"] },

  ofEvent: async ({ db, dialect, app, event, offered, brief }) => {
    if (brief) return {};
    // Silent until somebody has been let in, and while their column is just being put in order.
    const column = (await listBeside(db, event.id)).find(({ key }) => key === STEP);
    if (!column?.isReady) return {};
    const things = thingsOf(offered);
    const hidden = await things.hidden(db, dialect, event, app);
    const count = (filter: readonly ListFilter[]) => {
      const question = { category: 1 as const, filter: [...filter] };
      return things.countSelected(db, dialect, event.id, { question }, offered, hidden);
    };
    const steps: Taken[] = [];
    for (const [key, filter] of TAKEN) steps.push({ key, filter, count: await count(filter) });
    if (steps[1]?.count === 0) return {};
    // Where nothing is asked of participants, no profile is complete.
    if ((await count([...ENTERED, complete("gte", 0)])) > 0) {
      const filter = [...ENTERED, complete("eq", WHOLE)];
      steps.push({ key: "app-access:tells.complete", filter, count: await count(filter) });
    }
    const figure = funnel(event.id, steps);
    return { figures: [figure], instead: { "event-data.funnel": figure.id } };
  },
};
