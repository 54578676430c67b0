// How complete the participants of an event are: counted in one question along their order, for its home. Reads only.
import type { Figure } from "#schemas/figure.ts";
import { type Db, sql } from "#server";
import type { Hidden } from "../fields/sight.ts";
import { listPath, profiles } from "../figures.ts";
import type { EventDataTables } from "../tables.ts";
import { COMPLETE, lineOf, sharesOf } from "./order.ts";

/** How many profiles of one status have one share; undefined where nothing is asked of them. */
export interface ShareCount {
  share: number | undefined;
  status: string;
  count: number;
}

/** The shares of profiles of some types, as somebody may know them; undefined where nothing is asked, or not counted yet. */
export async function tallyShares(
  db: Db,
  eventId: number,
  typeIds: readonly number[],
  hidden: Hidden,
): Promise<ShareCount[] | undefined> {
  const line = typeIds.length === 0 ? undefined : await lineOf(db, eventId, hidden);
  if (line === undefined) return undefined;
  const rows = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_answer")
    .select(["answer_number", "of_status"])
    .select((of) => of.fn.countAll<number | string>().as("count"))
    .where(sharesOf(eventId, line))
    .where(sql<boolean>`of_type in (${sql.join([...typeIds])})`)
    .groupBy(["answer_number", "of_status"])
    .execute();
  const counts = rows.map(({ answer_number, of_status, count }) => ({
    share: answer_number < 0 ? undefined : Number(answer_number),
    status: of_status,
    count: Number(count),
  }));
  return counts.some(({ share }) => share !== undefined) ? counts : undefined;
}

const amountOf = (counts: readonly ShareCount[]) => counts.reduce((sum, { count }) => sum + count, 0);

/** How many of those who are active have answered everything. */
export const wholeOf = (counts: readonly ShareCount[]) =>
  amountOf(counts.filter(({ share, status }) => share === 100 && status === "active"));

/** Filters that find them. */
export const WHOLE = [
  ["status", "in", ["active"]],
  [COMPLETE, "eq", 100],
] as const;

/** Whole per cent from one to another; who has answered everything stands alone. */
const BANDS = [...Array.from({ length: 10 }, (_, at) => [at * 10, at * 10 + 9] as const), [100, 100] as const];

/** How many participants have answered how much of what is asked of them. */
export function histogram(counts: readonly ShareCount[], eventId: number): Figure {
  const base = `/event-data/${eventId}/category/1`;
  const within = ([from, to]: readonly [number, number]) =>
    amountOf(counts.filter(({ share }) => share !== undefined && share >= from && share <= to));
  const none = amountOf(counts.filter(({ share }) => share === undefined));
  return {
    id: "event-data.complete",
    title: { key: "event-data:tells.complete" },
    help:
      none > 0
        ? { key: "event-data:tells.complete.none", values: { count: none } }
        : { key: "event-data:tells.complete.help" },
    form: "bars",
    unit: profiles,
    along: {
      title: { key: "event-data:column.complete" },
      kind: "text",
      places: BANDS.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)),
    },
    series: [{ name: profiles, values: BANDS.map(within) }],
    paths: BANDS.map(([from, to]) =>
      from === to
        ? listPath(base, [COMPLETE, "eq", from])
        : listPath(base, [COMPLETE, "gte", from], [COMPLETE, "lte", to]),
    ),
  };
}
