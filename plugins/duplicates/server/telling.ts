// What of the reasons of pairs is told to somebody from whom own fields are hidden.
import { type Db, sql } from "#server";
import type { Reason } from "../contract.ts";
import type { PairRow } from "./repository.ts";
import { reasonsFrom, restsWithout, scoreOf } from "./rules.ts";
import { lastSearch } from "./searches.ts";

/** What somebody is told of pairs. */
export interface Telling {
  /** By the stored lists of reasons of which not all are told: what is left of them. */
  rests: ReadonlyMap<string, readonly Reason[]>;
  /** Those of which nothing is left: their pairs are not told. */
  untold: readonly string[];
}

const ALL: Telling = { rests: new Map(), untold: [] };

/** The last search looked at fields that are `hidden` from somebody. Where another reason is left, the pair is told by that. */
export async function unseenBy(db: Db, eventId: number, hidden: readonly string[]): Promise<Telling> {
  if (hidden.length === 0) return ALL;
  const { hidden: unread, phones } = await lastSearch(db, eventId);
  const reasons = reasonsFrom(
    hidden.filter((key) => !unread.includes(key)),
    phones,
  );
  if (reasons.length === 0) return ALL;
  const rests = restsWithout(reasons);
  return { rests, untold: [...rests].flatMap(([list, rest]) => (rest.length === 0 ? [list] : [])) };
}

/** A pair's reasons and score as they are told. */
export function toldOf({ rests }: Telling, { reasons, score, state }: Pick<PairRow, "reasons" | "score" | "state">) {
  const rest = rests.get(reasons);
  return {
    score: rest ? scoreOf(rest) : score,
    reasons: [...(rest ?? (JSON.parse(reasons) as Reason[]))],
    state: state as "open" | "dismissed",
  };
}

/** The same for the database, where pairs are sorted and filtered by them; nothing where all is told. */
export function toldFields({ rests }: Telling) {
  if (rests.size === 0) return {};
  const whens = (of: (rest: readonly Reason[]) => string | number) =>
    sql.join(
      [...rests].map(([list, rest]) => sql`when ${sql.lit(list)} then ${sql.lit(of(rest))}`),
      sql` `,
    );
  return {
    score: { column: "score", kind: "number", expression: sql`case reasons ${whens(scoreOf)} else score end` },
    reasons: {
      column: "reasons",
      kind: "text",
      expression: sql`case reasons ${whens((rest) => JSON.stringify(rest))} else reasons end`,
    },
  } as const;
}
