// Data types of one event that are called alike there: files name types, and could not tell two of one category apart.
import { fold } from "#schemas/fold.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";
import { lookIn, nameInEvent, type TypeOfEvent } from "./types.ts";

/** Two types of one category, of which the event calls the first as the second is called. */
export interface Alike {
  type: TypeOfEvent;
  other: TypeOfEvent;
  name: string;
}

/** Those among the types of one event, by what it calls them in each language. */
export function alikeAmong(types: readonly TypeOfEvent[]): Alike[] {
  return types.flatMap((type) =>
    Object.keys(type.labels ?? {}).flatMap((locale) => {
      const name = nameInEvent(type, locale);
      const isAlike = (other: TypeOfEvent) =>
        other.id !== type.id &&
        other.categoryId === type.categoryId &&
        [other.name, nameInEvent(other, locale)].some((each) => fold(each) === fold(name));
      return types.filter(isAlike).map((other) => ({ type, other, name }));
    }),
  );
}

/** Those that are called alike since types have changed, and were not before. */
export function alikeSince(before: readonly TypeOfEvent[], after: readonly TypeOfEvent[]): Alike[] {
  const keyOf = ({ type, other, name }: Alike) => `${type.id} ${other.id} ${fold(name)}`;
  const were = new Set(alikeAmong(before).map(keyOf));
  return alikeAmong(after).filter((one) => !were.has(keyOf(one)));
}

/** The data types of every event of an app, by event. */
export async function listTypesOfEach(db: Db, appId: number): Promise<Map<number, TypeOfEvent[]>> {
  const rows = await db
    .withTables<CoreTables>()
    .selectFrom("core_event_type")
    .innerJoin("core_type", "core_type.id", "core_event_type.type_id")
    .innerJoin("core_event", "core_event.id", "core_event_type.event_id")
    .select(["core_event_type.event_id", "core_type.id", "core_type.type", "core_type.type_category_id"])
    .select("core_event_type.look")
    .where("core_event.app_id", "=", appId)
    .orderBy("core_event_type.event_id")
    .orderBy("core_type.id")
    .execute();
  const each = new Map<number, TypeOfEvent[]>();
  for (const { event_id, id, type, type_category_id, look } of rows) {
    const one = { id, name: type, categoryId: type_category_id, labels: lookIn(look).labels };
    each.set(event_id, [...(each.get(event_id) ?? []), one]);
  }
  return each;
}
