// How many profiles groups have in common, each with each.
import type { ReplyOf } from "#schemas/endpoint.ts";
import type { Db } from "#server";
import type { compareGroups } from "../contract.ts";
import { orNothing } from "./members.ts";
import { countShared, type GroupRow } from "./repository.ts";

/** Groups that are made by hand are counted all at once; a pair with a rule is a question of its own. */
export async function compare(
  db: Db,
  groups: readonly GroupRow[],
  together: (one: number, other: number) => Promise<number>,
): Promise<ReplyOf<typeof compareGroups>> {
  const byHand = groups.filter(({ rule }) => rule === null).map(({ id }) => id);
  const shared = new Map<string, number>();
  if (byHand.length > 1) {
    for (const { one, other, both } of await countShared(db, byHand)) shared.set(keyOf(one, other), both);
  }
  const answer: ReplyOf<typeof compareGroups> = [];
  for (const [at, { id: one, rule }] of groups.entries()) {
    for (const { id: other, rule: second } of groups.slice(at + 1)) {
      const both = rule || second ? await orNothing(() => together(one, other)) : (shared.get(keyOf(one, other)) ?? 0);
      answer.push({ one, other, both });
    }
  }
  return answer;
}

const keyOf = (one: number, other: number) => `${Math.min(one, other)}/${Math.max(one, other)}`;
