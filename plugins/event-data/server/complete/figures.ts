// How complete the participants of an event are: counted in one question along their order, for its home. Reads only.
import type { Figure } from "#schemas/figure.ts";
import { type Db, sql } from "#server";
import type { Hidden } from "../fields/sight.ts";
import { listPath, profiles } from "../figures.ts";
import { COMPLETE, lineOf, sharesOf } from "./order.ts";

/** How many profiles have one share, and how many of them are active; undefined where nothing is asked of them. */
export interface ShareCount {
  share: number | undefined;
  count: number;
  active: number;
}

/**
 * The shares of profiles of some types, as somebody may know them; undefined where nothing is asked, or not counted yet. From one
 * share to the next it is a step along their order, and what lies between is counted, which takes a tenth of putting rows together.
 */
export async function tallyShares(
  db: Db,
  eventId: number,
  typeIds: readonly number[],
  hidden: Hidden,
): Promise<ShareCount[] | undefined> {
  const line = typeIds.length === 0 ? undefined : await lineOf(db, eventId, hidden);
  if (line === undefined) return undefined;
  const own = sql`from event_data_answer where ${sharesOf(eventId, line)}`;
  const those = sql`${own} and answer_number = known.value and of_type in (${sql.join([...typeIds])})`;
  const { rows } = await sql<{ value: number; count: number | string; active: number | string }>`
    with recursive known (value) as (
      select (select min(answer_number) ${own})
      union all
      select (select min(answer_number) ${own} and answer_number > known.value) from known where known.value is not null
    )
    select value, (select count(*) ${those}) as count,
      case when value = ${WHOLE_SHARE} then (select count(*) ${those} and of_status = 'active') else 0 end as active
    from known where value is not null`.execute(db);
  const counts = rows.map(({ value, count, active }) => ({
    share: value < 0 ? undefined : Number(value),
    count: Number(count),
    active: Number(active),
  }));
  return counts.some(({ share, count }) => share !== undefined && count > 0) ? counts : undefined;
}

/** Who has answered everything. */
const WHOLE_SHARE = 100;

const amountOf = (counts: readonly ShareCount[]) => counts.reduce((sum, { count }) => sum + count, 0);

/** How many of those who are active have answered everything. */
export const wholeOf = (counts: readonly ShareCount[]) =>
  counts.reduce((sum, { share, active }) => sum + (share === WHOLE_SHARE ? active : 0), 0);

/** Filters that find them. */
export const WHOLE = [
  ["status", "in", ["active"]],
  [COMPLETE, "eq", WHOLE_SHARE],
] as const;

/** Whole per cent from one to another; who has answered everything stands alone. */
const BANDS = [
  ...Array.from({ length: 10 }, (_, at) => [at * 10, at * 10 + 9] as const),
  [WHOLE_SHARE, WHOLE_SHARE] as const,
];

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
