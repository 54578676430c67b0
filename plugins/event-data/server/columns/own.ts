// Columns of this area itself that no row has: how complete a profile is, and where it came from.
import { type Field, fieldApplies } from "#schemas/fields.ts";
import type { Thing } from "../../contract.ts";
import type { ProfileColumnOf } from "../../offers.ts";
import { COMPLETE_KEY, listShares } from "../complete/order.ts";
import { listFieldsOf } from "../fields/repository.ts";
import { hiddenKeys, visibleTo } from "../fields/sight.ts";
import { getThings } from "../rows.ts";
import { listSources, SOURCE_KEY, SOURCES, sourceName } from "./source.ts";

const isAnswered = (value: unknown) =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/** The share of the fields asked of a profile that it answers, in whole per cent; nothing where none is asked. All of it is 100, and only that. */
export function completeness(fields: readonly Field[], thing: Pick<Thing, "type_id" | "fields">): number | undefined {
  const asked = fields.filter((field) => field.archived_at === null && fieldApplies(field, thing.type_id));
  if (asked.length === 0) return undefined;
  const answered = asked.filter(({ key }) => isAnswered(thing.fields[key]));
  return Math.floor((answered.length * 100) / asked.length);
}

const complete: ProfileColumnOf = {
  key: COMPLETE_KEY,
  title: "event-data:column.complete",
  kind: "number",
  listed: true,
  of: async ({ db, dialect, event, who }, ids) => {
    const kept = await listShares(db, event.id, await hiddenKeys(db, dialect, event, who), ids);
    if (kept) return kept;
    // What is hidden would otherwise be told by its share.
    const fields = visibleTo(await listFieldsOf(db, event), who.accessRole);
    const things = await getThings(db, event.id, ids);
    return new Map(
      things.flatMap((thing): [number, number][] => {
        const share = completeness(fields, thing);
        return share === undefined ? [] : [[thing.id, share]];
      }),
    );
  },
};

const source: ProfileColumnOf = {
  key: SOURCE_KEY,
  title: "event-data:column.source",
  kind: "text",
  listed: true,
  choices: SOURCES.filter((one) => one !== "").map((value) => ({ value, label: `event-data:source.${value}` })),
  of: async ({ db, event, say }, ids) => {
    const sources = await listSources(db, event, ids);
    return new Map([...sources].map(([id, one]) => [id, sourceName(one, say)]));
  },
};

export const ownProfileColumns: readonly ProfileColumnOf[] = [complete, source];
