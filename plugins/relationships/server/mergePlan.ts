// What becomes of the links of two profiles that turn out to be one. Pure.
import type { Kind } from "../contract.ts";
import type { LinkRow, Side } from "./repository.ts";
import { singleEnds } from "./rules.ts";

type Kinds = ReadonlyMap<number, Pick<Kind, "cardinality">>;

export interface LinkPlan {
  /** Links of the profile that goes, with the other in its place. */
  moved: LinkRow[];
  /** Links of the two with each other, which nothing can stand for. */
  between: LinkRow[];
  /** Links that do not move because the end of the other takes one only, and the one that stays there. */
  taken: { link: LinkRow; stays: LinkRow; side: Side }[];
}

/** Plans how the links of `from` become those of `to`. What both have already stays once and is none of these. */
export function planLinks(rows: readonly LinkRow[], kinds: Kinds, from: number, to: number): LinkPlan {
  const plan: LinkPlan = { moved: [], between: [], taken: [] };
  const there = rows.filter((link) => !touches(link, from));
  for (const link of rows.filter((one) => touches(one, from))) {
    const kind = kinds.get(link.kind_id);
    if (!kind) continue;
    const moved = { ...link, from_id: swapped(link.from_id, from, to), to_id: swapped(link.to_id, from, to) };
    const ofKind = there.filter((one) => one.kind_id === link.kind_id);
    if (moved.from_id === moved.to_id) plan.between.push(link);
    else if (ofKind.some((one) => one.from_id === moved.from_id && one.to_id === moved.to_id)) continue;
    else {
      const found = singleEnds(kind.cardinality)
        .map((side) => ({ side, stays: ofKind.find((one) => one[`${side}_id`] === moved[`${side}_id`]) }))
        .find(({ stays }) => stays);
      if (found?.stays) plan.taken.push({ link, stays: found.stays, side: found.side });
      else {
        plan.moved.push(moved);
        there.push(moved);
      }
    }
  }
  return plan;
}

/** The links as they will be once some others, in this order, have gone into `to`. */
export function afterMerges(rows: readonly LinkRow[], kinds: Kinds, others: readonly number[], to: number): LinkRow[] {
  let now = [...rows];
  for (const from of others) {
    const { moved } = planLinks(now, kinds, from, to);
    now = [...now.filter((link) => !touches(link, from)), ...moved];
  }
  return now;
}

const touches = (link: LinkRow, id: number) => link.from_id === id || link.to_id === id;
const swapped = (id: number, from: number, to: number) => (id === from ? to : id);
