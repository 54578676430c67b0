// Fields that profiles usually have: added to an event in one step, and given to the data types that lack one that is there.

import type { Field } from "#schemas/fields.ts";
import { addUsualFields, type UsualCategory } from "#schemas/fieldUsual.ts";
import { type UsualField, usualDraft, usualField } from "#schemas/usualFields.ts";
import { listTypesOf, localesOf, type Route, route, type TypeOfEvent } from "#server";
import { LISTED_JOB } from "./listed.ts";
import { listFieldsOf } from "./repository.ts";
import { makeField, save } from "./routes.ts";
import { visibleTo } from "./sight.ts";

const CATEGORIES = 3;

/** The data types of those categories whose profiles usually have the field; none for all there are, nothing for nobody. */
export function typesFor(
  { categories }: Pick<UsualField, "categories">,
  wanted: readonly number[],
  types: readonly TypeOfEvent[],
): number[] | undefined {
  const chosen = categories.filter((category) => wanted.includes(category));
  if (chosen.length === CATEGORIES) return [];
  const ids = types.filter(({ categoryId }) => chosen.includes(categoryId as UsualCategory)).map(({ id }) => id);
  return ids.length > 0 ? ids : undefined;
}

/** The data types of a field once others have it too; nothing where that changes nothing. */
export function widenedBy({ type_ids }: Pick<Field, "type_ids">, ids: readonly number[]): number[] | undefined {
  if (type_ids.length === 0) return undefined;
  if (ids.length === 0) return [];
  const lacking = ids.filter((id) => !type_ids.includes(id));
  return lacking.length > 0 ? [...type_ids, ...lacking] : undefined;
}

export const usualRoutes: Route[] = [
  route(addUsualFields, async (context) => {
    const { db, app, event, body, who, jobs } = context;
    const there = await listFieldsOf(db, event);
    // Of the others nobody is here, and each field would need them.
    const types = await listTypesOf(db, event.id);
    const locales = await localesOf(db, app.id);
    const made: Field[] = [];
    let widened = 0;
    for (const { key, categories } of body.fields) {
      const usual = usualField(key) as UsualField;
      const ids = typesFor(usual, categories, types);
      const own = there.find((field) => field.key === key);
      if (!ids) continue;
      if (!own) made.push(await makeField(context, event.id, usualDraft(usual, ids, locales)));
      else if (own.event_id === event.id && own.archived_at === null && visibleTo([own], who.accessRole).length > 0) {
        const type_ids = widenedBy(own, ids);
        if (!type_ids) continue;
        await save(context, own, { rev: own.rev, type_ids });
        widened += 1;
      }
    }
    if (made.length > 0) await jobs.start({ kind: LISTED_JOB, payload: { eventIds: [event.id] } });
    const fields = visibleTo(await listFieldsOf(db, event), who.accessRole);
    return { added: made.length, widened, fields };
  }),
];
