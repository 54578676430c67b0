// Links many pairs by the rules of their kind, block by block; a dry run judges the same and writes nothing.
import { type Db, type JobContext, listTypesOf, problem, type TypeOfEvent } from "#server";
import type { LinkSource } from "../contract.ts";
import { Ancestry, parentEnd } from "./circles.ts";
import { thingsOf } from "./profiles.ts";
import * as repository from "./repository.ts";
import { refusalOf, singleEnds } from "./rules.ts";
import { keepRun } from "./runs.ts";
import { tellLinks } from "./told.ts";

type Ids = Pick<repository.LinkRow, "from_id" | "to_id">;
type Refusal = NonNullable<ReturnType<typeof refusalOf>>;

export interface Pair {
  from: { id: number };
  to: { id: number };
}

/** What became of a pair. `gone` is one of which a profile has left; `circle` names those through whom it would have closed one. */
export type Outcome = "made" | "existing" | "gone" | Refusal | { code: "circle"; circle: number[] };

export class Linker {
  private made = 0;
  private readonly taken = { from: new Map<number, Ids>(), to: new Map<number, Ids>() };
  private readonly pairs = new Set<string>();
  private readonly ancestors = new Map<number, Ids>();
  until: string | null = null;

  private constructor(
    private readonly context: JobContext,
    private readonly kindId: number,
    private readonly writes: boolean,
    private readonly source: LinkSource,
    private readonly types: readonly TypeOfEvent[],
  ) {}

  static async of(context: JobContext, kindId: number, mode: string, source: LinkSource): Promise<Linker> {
    const { read, eventId = 0 } = context;
    return new Linker(context, kindId, mode === "apply", source, await listTypesOf(read, eventId));
  }

  /** Judges pairs outside of a job, in a transaction that is open. */
  static async judged(
    db: Db,
    around: Pick<JobContext, "offered" | "eventId" | "now">,
    kind: repository.KindRow,
    pairs: readonly Pair[],
  ): Promise<{ outcomes: Outcome[] }> {
    // No job made what is judged: its id is that of none.
    const context = { ...around, id: 0 } as JobContext;
    return new Linker(context, kind.id, true, "hand", await listTypesOf(db, around.eventId ?? 0)).judge(
      db,
      kind,
      pairs,
    );
  }

  /** Links pairs; `tell` writes the line of history of those that were made. */
  async take(
    pairs: readonly Pair[],
    { result, tell }: { result: unknown; tell: (links: number) => { action: string; after: Record<string, unknown> } },
    seen: (outcomes: Outcome[], kind: repository.KindRow) => void,
  ): Promise<void> {
    const { context, kindId, writes } = this;
    const { eventId = 0 } = context;
    if (!writes) {
      const kind = there(await repository.findKind(context.read, eventId, kindId));
      return seen((await this.judge(context.read, kind, pairs)).outcomes, kind);
    }
    const keep = () => ({ at: 0, result });
    await context.inTransaction(
      async (db) => {
        // Who removes profiles at this moment waits, or is waited for.
        await thingsOf(context.offered).noteChange(db, eventId);
        // Somebody may have changed or removed it since the last block.
        const kind = there((await repository.holdKinds(db, eventId, [kindId]))[0]);
        this.forget();
        const { outcomes, links } = await this.judge(db, kind, pairs);
        await repository.addLinks(db, eventId, links);
        this.made += outcomes.filter((outcome) => outcome === "made").length;
        if (links.length > 0) {
          const { action, after } = tell(links.length);
          await context.audit(db, {
            action,
            object: { type: "relationships.kind", id: kind.id, label: kind.name },
            after,
          });
          const { offered } = context;
          await tellLinks({ db, eventId, offered, audit: (entry) => context.audit(db, entry) }, kind, links, true);
        }
        if (this.made > 0) {
          const run = { jobId: context.id, eventId, kindId, source: this.source, links: this.made };
          this.until = await keepRun(db, run, context.now());
        }
        seen(outcomes, kind);
      },
      { keep },
    );
  }

  private async judge(db: Db, kind: repository.KindRow, pairs: readonly Pair[]) {
    const singles = singleEnds(kind.cardinality);
    const ids = [...new Set(pairs.flatMap(({ from, to }) => [from.id, to.id]))];
    const named = await thingsOf(this.context.offered).named(db, this.context.eventId ?? 0, ids);
    const things = new Map(named.map((thing) => [thing.id, thing]));
    const atOnce = await repository.findPairs(
      db,
      kind.id,
      pairs.map(({ from, to }) => [from.id, to.id]),
    );
    const own = new Set<string>();
    for (const link of atOnce) {
      this.note(link, []);
      // A job that was cut off and runs again finds what it has made.
      if (link.job_id === this.context.id) own.add(keyOf(link));
    }
    for (const side of singles) {
      const ids = [...new Set(pairs.map((pair) => pair[side].id))];
      for (const link of await repository.linksAt(db, kind.id, side, ids)) this.note(link, [side]);
    }
    const ancestry = await this.ancestryOf(db, kind, pairs);
    const links: repository.NewLink[] = [];
    const outcomes = pairs.map((pair): Outcome => {
      const [from, to] = [things.get(pair.from.id), things.get(pair.to.id)];
      if (!from || !to) return "gone";
      const link = { from_id: from.id, to_id: to.id };
      const key = keyOf(link);
      if (own.delete(key)) return "made";
      const touching = singles.flatMap((side) => this.taken[side].get(link[`${side}_id`]) ?? []);
      if (this.pairs.has(key)) touching.unshift(link);
      const refusal = refusalOf({ from, to }, kind, this.types, touching);
      if (refusal) return refusal.code === "exists" ? "existing" : refusal;
      const circle = ancestry?.circleOf(link);
      if (circle) return { code: "circle", circle };
      this.note(link, singles);
      ancestry?.note(link);
      if (!this.writes && ancestry) this.noteAncestor(link, kind);
      const { id: job_id } = this.context;
      const created_at = this.context.now().toISOString();
      links.push({ ...link, kind_id: kind.id, source: this.source, job_id, created_at });
      return "made";
    });
    return { outcomes, links };
  }

  private async ancestryOf(db: Db, kind: repository.KindRow, pairs: readonly Pair[]): Promise<Ancestry | undefined> {
    const ancestry = ancestryOf(db, kind, this.types, (id) => this.ancestors.get(id));
    await ancestry?.learn(pairs.map(({ from, to }) => ({ from_id: from.id, to_id: to.id })));
    return ancestry;
  }

  private note(link: Ids, sides: readonly repository.Side[]): void {
    this.pairs.add(keyOf(link));
    for (const side of sides) this.taken[side].set(link[`${side}_id`], link);
  }

  private noteAncestor(link: Ids, { cardinality }: repository.KindRow): void {
    this.ancestors.set(cardinality === "one-many" ? link.to_id : link.from_id, link);
  }

  /** What the blocks before have written is found in the database. */
  private forget(): void {
    this.pairs.clear();
    this.taken.from.clear();
    this.taken.to.clear();
  }
}

/** Who stands above whom by a kind whose links can close a circle; `more` knows links that are not written. */
export function ancestryOf(
  db: Db,
  kind: repository.KindRow,
  types: readonly TypeOfEvent[],
  more: (child: number) => Ids | undefined = () => undefined,
): Ancestry | undefined {
  const side = parentEnd(kind, types);
  if (!side) return undefined;
  const childSide = side === "from" ? "to" : "from";
  return new Ancestry(side, async (children) => [
    ...(await repository.linksAt(db, kind.id, childSide, children)),
    ...children.flatMap((id) => more(id) ?? []),
  ]);
}

export function there(found: repository.KindRow | undefined): repository.KindRow {
  if (found) return found;
  throw problem("not_found", {
    message: "This kind of relationship has been removed",
    text: "relationships:gone.kind",
  });
}

const keyOf = ({ from_id, to_id }: Ids) => `${from_id}/${to_id}`;
