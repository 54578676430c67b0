// Circles among links of a kind whose ends admit the same profiles and where each has one parent.
import { pause, type TypeOfEvent } from "#server";
import type { Kind } from "../contract.ts";
import type { LinkRow, Side } from "./repository.ts";
import { typesAt } from "./rules.ts";

type Ends = Pick<Kind, "from" | "to" | "cardinality">;
type Pair = Pick<LinkRow, "from_id" | "to_id">;

/** The end at which the one parent stands, where links of a kind can close a circle. */
export function parentEnd(kind: Ends, types: readonly TypeOfEvent[]): Side | undefined {
  const side = { "one-many": "from", "many-one": "to", "many-many": undefined, "one-one": undefined } as const;
  const atEnd = typesAt(kind.from, types);
  return typesAt(kind.to, types).some((id) => atEnd.includes(id)) ? side[kind.cardinality] : undefined;
}

/** Who stands above whom, as far as it has been asked for. */
export class Ancestry {
  private readonly parents = new Map<number, number>();
  private readonly known = new Set<number>();

  constructor(
    private readonly side: Side,
    /** Links that have some profiles at the end of the children. */
    private readonly linksOf: (children: readonly number[]) => Promise<readonly Pair[]>,
  ) {}

  note(link: Pair): void {
    this.parents.set(...this.split(link));
  }

  /** Somebody stands nowhere any more. */
  forget(id: number): void {
    this.parents.delete(id);
    for (const [child, parent] of this.parents) if (parent === id) this.parents.delete(child);
  }

  /** Learns all who stand above the parents of some links. */
  learn(links: readonly Pair[]): Promise<void> {
    return this.learnAbove(links.map((link) => this.split(link)[1]));
  }

  /** Learns all who stand above some profiles. */
  async learnAbove(ids: readonly number[]): Promise<void> {
    for (let next = ids; next.length > 0; ) {
      const unknown = [...new Set(next)].filter((id) => !this.known.has(id));
      for (const id of unknown) this.known.add(id);
      const above = unknown.length > 0 ? await this.linksOf(unknown) : [];
      for (const link of above) this.note(link);
      next = unknown.flatMap((id) => this.parents.get(id) ?? []);
    }
  }

  /** Who is known to stand below somebody: those who were learned about, and who stands above them. */
  get below(): number[] {
    return [...this.parents.keys()];
  }

  /** The circle that a link would close: from its child down to its parent. */
  circleOf(link: Pair): number[] | undefined {
    const [child, parent] = this.split(link);
    const path = [parent];
    const seen = new Set(path);
    for (let at = this.parents.get(parent); at !== undefined && !seen.has(at); at = this.parents.get(at)) {
      path.push(at);
      seen.add(at);
      if (at === child) return path.reverse();
    }
    return undefined;
  }

  private split(link: Pair): [child: number, parent: number] {
    return this.side === "from" ? [link.to_id, link.from_id] : [link.from_id, link.to_id];
  }
}

/** Some circle among who stands above whom. */
export async function findCircle(parents: ReadonlyMap<number, number>): Promise<number[] | undefined> {
  const giveWay = pause();
  const clear = new Set<number>();
  for (const start of parents.keys()) {
    const path: number[] = [];
    const onPath = new Set<number>();
    for (let at: number | undefined = start; at !== undefined && !clear.has(at); at = parents.get(at)) {
      if (onPath.has(at)) return path.slice(path.indexOf(at)).reverse();
      onPath.add(at);
      path.push(at);
    }
    for (const id of path) clear.add(id);
    await giveWay();
  }
  return undefined;
}
