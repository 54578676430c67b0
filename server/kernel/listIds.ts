// Ids among which everything is that the filters of a question find, and what is known of a filter before it is asked.
import { type RawBuilder, sql } from "kysely";
import type { ListFilter } from "#schemas/list.ts";
import type { ListSpec } from "./list.ts";
import { all } from "./listCount.ts";
import { keptIds } from "./listKept.ts";

const BY_INDEX: readonly string[] = ["eq", "gt", "gte", "lt", "lte", "startsWith"];

/** Whether an index of its own finds the rows of a filter: all of them, be they few or nearly all. */
export function isIndexed(spec: ListSpec, filter: ListFilter | undefined): boolean {
  const field = filter && Object.hasOwn(spec.fields, filter.field) ? spec.fields[filter.field] : undefined;
  return filter !== undefined && field?.indexed === true && BY_INDEX.includes(filter.op);
}

/** Whether nothing that PostgreSQL keeps tells how many rows a filter finds, so that its guess is another after each sweep. */
export function isGuessed({ fields, kept }: ListSpec, { field, op }: ListFilter): boolean {
  if (kept?.[field]) return false;
  return op === "contains" || (!Object.hasOwn(fields, field) && fields[field.split(".")[0] ?? ""]?.kind === "json");
}

/** Ids that filters find by a kept order or an index of their own; both ends of a span at once, since each may leave nearly all. */
export function indexedIds(
  spec: ListSpec,
  asked: readonly ListFilter[],
  scope: readonly RawBuilder<boolean>[],
  filters: readonly RawBuilder<boolean>[],
): RawBuilder<unknown>[] {
  return asked.flatMap((filter, at) => {
    const kept = keptIds(spec, asked, at);
    if (kept) return [kept.ids];
    const same = asked.flatMap((one, of) => (one.field === filter.field && isIndexed(spec, one) ? [of] : []));
    if (same[0] !== at) return [];
    const ends = same.map((of) => filters[of] as RawBuilder<boolean>);
    return [sql`select id from ${sql.table(spec.from)} where ${all([...scope, ...ends])}`];
  });
}

/** Ids that an index finds for texts which a field contains, or that there is anything in it. */
export function narrowedIds(
  { from, fields }: ListSpec,
  asked: readonly ListFilter[],
  scope: readonly RawBuilder<boolean>[],
): RawBuilder<unknown>[] {
  return asked.flatMap(({ field, op, value }) => {
    const own = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (own?.indexedWhereHeld && op === "empty" && value === false) {
      const isHeld = sql<boolean>`${sql.ref(own.column)} is not null`;
      return [sql`select id from ${sql.table(from)} where ${all([...scope, isHeld])}`];
    }
    const narrow = op === "contains" && typeof value === "string" && own?.narrow?.(value);
    return narrow ? [narrow] : [];
  });
}
