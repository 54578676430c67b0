// Whether those who are to meet may, by the rules of the event.
import { type Context, ProblemError } from "#server";
import { judgingKey, type WaitingRequests } from "../../data-types-permissions/offers.ts";
import type { Clashes, State } from "../contract.ts";
import * as repository from "./repository.ts";

type Asked = Pick<Context, "db" | "dialect" | "app" | "event" | "now" | "deps">;
type Refused = Clashes["refused"][number];

/** Whom the first of these may not ask for a meeting. Only a request needs one that may still wait for an answer. */
export async function refusedOf(
  { db, dialect, app, event, now, deps }: Asked,
  [first, ...others]: readonly number[],
  state: State,
): Promise<Refused[]> {
  const [judging] = deps.offered(judgingKey);
  if (!judging) throw new Error("The area data-types-permissions, which meetings require, offers no rules.");
  const judge = await judging({ db, dialect, app, event, now, offered: deps.offered });
  const people = await judge.participants([first ?? 0, ...others]);
  const one = people.get(first ?? 0);
  if (!one) return [];
  const asker = state === "requested" ? one : { ...one, waiting: undefined };
  return others.flatMap((id): Refused[] => {
    const other = people.get(id);
    const { allowed, steps } = other ? judge.explain(asker, other, "meet") : { allowed: true, steps: [] };
    const rule = steps.find(({ decides }) => decides)?.rule;
    return allowed || !other || !rule ? [] : [{ id, name: other.name, by: one.name, rule }];
  });
}

/** Refuses a meeting of participants who may not meet. Two requests of one do not slip under its limit together. */
export async function mustBePermitted(asked: Asked, participants: readonly number[], state: State): Promise<void> {
  const { db, dialect } = asked;
  if (state === "requested") await dialect.lock(db as never, `networking.requests ${participants[0]}`);
  const refused = await refusedOf(asked, participants, state);
  const [first] = refused;
  if (!first) return;
  const current: Clashes = { taken: [], free: [], locations: [], away: [], refused };
  const { message, reasons } = wordsOf(first);
  throw new ProblemError("networking.not_permitted", { message, reasons, current });
}

function wordsOf({ by, name, rule }: Refused) {
  const text = `networking:refused.${rule}`;
  const message = `The rules of the event do not let ${by} meet ${name} (${rule})`;
  return { message, reasons: { "": { text, values: { by, name } } } };
}

/** For the rules of others: how many requests of these wait for an answer. */
export const waitingRequests: WaitingRequests = ({ db, event, now }, ids) =>
  repository.countWaiting(db, event.id, ids, now.toISOString());
