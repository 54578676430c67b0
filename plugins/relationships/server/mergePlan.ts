// What becomes of the links of two profiles that turn out to be one. Pure.
import type { Kind } from "../contract.ts";
import type { Ancestry } from "./circles.ts";
import type { LinkRow, Side } from "./repository.ts";
import { singleEnds } from "./rules.ts";

type Kinds = ReadonlyMap<number, Pick<Kind, "cardinality">>;
/** By kind, where its links can close a circle: who stands above those who are merged. */
export type Ancestries = ReadonlyMap<number, Ancestry>;

export interface LinkPlan {
  /** Links of the profile that goes, with the other in its place. */
  moved: LinkRow[];
  /** Links of the two with each other, which nothing can stand for. */
  between: LinkRow[];
  /** Links that do not move because the end of the other takes one only, and the one that stays there. */
  taken: { link: LinkRow; stays: LinkRow; side: Side }[];
  /** Links that do not move because they would close a circle, and those on it. */
  circles: { link: LinkRow; circle: number[] }[];
}

/**
 * Plans how the links of `from` become those of `to`. What both have already stays once and is none of these. The ancestries
 * are as the plan leaves them afterwards, so that the next merge into `to` starts from there.
 */
export function planLinks(
  rows: readonly LinkRow[],
  kinds: Kinds,
  from: number,
  to: number,
  ancestries: Ancestries = new Map(),
): LinkPlan {
  const plan: LinkPlan = { moved: [], between: [], taken: [], circles: [] };
  for (const ancestry of ancestries.values()) ancestry.forget(from);
  const there = new There();
  for (const link of rows) if (!touches(link, from)) there.add(link);
  for (const link of rows.filter((one) => touches(one, from))) {
    const kind = kinds.get(link.kind_id);
    if (!kind) continue;
    const moved = { ...link, from_id: swapped(link.from_id, from, to), to_id: swapped(link.to_id, from, to) };
    if (moved.from_id === moved.to_id) plan.between.push(link);
    else if (there.hasPair(moved)) continue;
    else {
      const found = singleEnds(kind.cardinality)
        .map((side) => ({ side, stays: there.at(moved, side) }))
        .find(({ stays }) => stays);
      const ancestry = ancestries.get(link.kind_id);
      const circle = ancestry?.circleOf(moved);
      if (found?.stays) plan.taken.push({ link, stays: found.stays, side: found.side });
      else if (circle) plan.circles.push({ link, circle });
      else {
        plan.moved.push(moved);
        there.add(moved);
        ancestry?.note(moved);
      }
    }
  }
  return plan;
}

/** The links as they will be once some others, in this order, have gone into `to`. */
export function afterMerges(
  rows: readonly LinkRow[],
  kinds: Kinds,
  others: readonly number[],
  to: number,
  ancestries?: Ancestries,
): LinkRow[] {
  let now = [...rows];
  for (const from of others) {
    const { moved } = planLinks(now, kinds, from, to, ancestries);
    now = [...now.filter((link) => !touches(link, from)), ...moved];
  }
  return now;
}

/** Links by what may stand there once: a company has a hundred thousand. */
class There {
  private readonly pairs = new Set<string>();
  private readonly ends = new Map<string, LinkRow>();

  add(link: LinkRow): void {
    this.pairs.add(pairOf(link));
    for (const side of ["from", "to"] as const) {
      const end = endOf(link, side);
      if (!this.ends.has(end)) this.ends.set(end, link);
    }
  }

  hasPair(link: LinkRow): boolean {
    return this.pairs.has(pairOf(link));
  }

  at(link: LinkRow, side: Side): LinkRow | undefined {
    return this.ends.get(endOf(link, side));
  }
}

const pairOf = ({ kind_id, from_id, to_id }: LinkRow) => `${kind_id}/${from_id}/${to_id}`;
const endOf = (link: LinkRow, side: Side) => `${link.kind_id}/${side}/${link[`${side}_id`]}`;
const touches = (link: LinkRow, id: number) => link.from_id === id || link.to_id === id;
const swapped = (id: number, from: number, to: number) => (id === from ? to : id);
