// Whether fields can become one; else which field of which event stands in the way, in a sentence and as a text of the dashboard.
import { type Field, fieldName } from "#schemas/fields.ts";
import { type Db, listEventNamesOf, mayOpen, problem } from "#server";
import { findField, listByKey } from "../repository.ts";
import { visibleTo } from "../sight.ts";

export interface Asker {
  accessRole: number;
  allowedEvents: readonly number[];
}

/** Each with the text that says the same in the dashboard. */
const REASONS = {
  already: "The field “{{field}}” is a multi-event field already",
  archived: "The field “{{field}}” of {{event}} is archived",
  kinds: "The field “{{field}}” of {{event}} is of another kind than “{{other}}” of {{otherEvent}}",
  sameEvent: "The fields “{{field}}” and “{{other}}” both belong to {{event}}",
  keyOfAll: "The multi-event field “{{field}}” has the key {{key}} already",
  keyTaken: "Another field of {{event}}, “{{field}}”, has the key {{key}} already",
  tooMany:
    "{{number}} profiles would have to be written and {{limit}} are possible: {{most}} of them are of {{event}}, for “{{field}}” ({{key}})",
  tooManyBack:
    "{{number}} profiles would have to be written to undo it and {{limit}} are possible: {{most}} of them have answered in {{event}} since",
} as const;

function wrong(reason: keyof typeof REASONS, values: Record<string, string | number>) {
  const message = REASONS[reason].replace(/{{(\w+)}}/g, (_, name: string) => String(values[name]));
  const text = `common:fields.promotion.${reason}`;
  return problem("event-data.promotion_wrong", { message, reasons: { fields: { text, values } } });
}

/** The fields that are meant, if they can be taken together. */
export async function promotedFields(db: Db, appId: number, who: Asker, ids: readonly number[]) {
  const fields: Field[] = [];
  for (const id of ids) {
    const field = await findField(db, appId, id);
    const isSeen = field && mayOpen(who.allowedEvents, field.event_id) && visibleTo([field], who.accessRole).length > 0;
    if (!isSeen)
      throw problem("not_found", {
        message: "One of the fields is not there any more",
        text: "common:fields.promotion.gone",
      });
    fields.push(field);
  }
  const [first] = fields;
  if (!first)
    throw problem("not_found", {
      message: "None of the fields is there any more",
      text: "common:fields.promotion.none",
    });
  const told = await tellingOf(db, appId, who);
  const besides = (field: Field, other: Field) => {
    const { field: otherField, event: otherEvent } = told(other);
    return { ...told(field), other: otherField, otherEvent };
  };
  const byEvent = new Map<number, Field>();
  for (const field of fields) {
    if (field.event_id === 0) throw wrong("already", told(field));
    if (field.archived_at) throw wrong("archived", told(field));
    if (field.kind !== first.kind) throw wrong("kinds", besides(field, first));
    const beside = byEvent.get(field.event_id);
    if (beside) throw wrong("sameEvent", besides(beside, field));
    byEvent.set(field.event_id, field);
  }
  for (const other of await listByKey(db, appId, first.key)) {
    if (ids.includes(other.id)) continue;
    if (other.event_id === 0) throw wrong("keyOfAll", told(other));
    if (byEvent.has(other.event_id)) throw wrong("keyTaken", told(other));
  }
  return fields as [Field, ...Field[]];
}

/** How a person is told of fields: what is hidden from them by its key alone, which is that of a field they see. */
async function tellingOf(db: Db, appId: number, who: Asker) {
  const names = await listEventNamesOf(db, appId);
  return (field: Field) => {
    const isSeen = visibleTo([field], who.accessRole).length > 0;
    return {
      field: isSeen ? fieldName(field, "en-gb") : field.key,
      event: names.get(field.event_id)?.name ?? String(field.event_id),
      key: field.key,
    };
  };
}

/** Events have their own fields back, unless something else has come to have one of the keys there. */
export async function refuseTakenSince(
  db: Db,
  appId: number,
  who: Asker,
  promotedId: number,
  rows: readonly Pick<Field, "event_id" | "key">[],
): Promise<void> {
  for (const { event_id, key } of rows) {
    const all = await listByKey(db, appId, key);
    const asks = (field: Field) => field.event_ids.length === 0 || field.event_ids.includes(event_id);
    const other = all.find(
      (one) => one.id !== promotedId && (one.event_id === event_id || (isShared(one) && asks(one))),
    );
    if (!other) continue;
    const told = await tellingOf(db, appId, who);
    throw wrong(isShared(other) ? "keyOfAll" : "keyTaken", told(other));
  }
}

const isShared = ({ event_id }: Field) => event_id === 0;

/** More profiles would be written than one transaction may: the field of the event with most of them is named. */
export async function tooMany(
  db: Db,
  appId: number,
  fields: readonly [Field, ...Field[]],
  writing: ReadonlyMap<number, readonly number[]>,
  limit: number,
) {
  const of = ({ event_id }: Field) => writing.get(event_id)?.length ?? 0;
  const [most] = [...fields].sort((a, b) => of(b) - of(a)) as [Field];
  const count = fields.reduce((sum, field) => sum + of(field), 0);
  const names = await listEventNamesOf(db, appId);
  const event = names.get(most.event_id)?.name ?? String(most.event_id);
  const told = { event, field: fieldName(most, "en-gb"), key: most.key };
  return wrong("tooMany", { ...told, number: count, limit, most: of(most) });
}

/** The same of an undoing, where many have answered since: the event with most of them is named. */
export async function tooManyBack(
  db: Db,
  appId: number,
  found: ReadonlyMap<{ event_id: number }, readonly number[]>,
  number: number,
  limit: number,
) {
  const [most] = [...found].sort(([, one], [, other]) => other.length - one.length);
  const id = most?.[0].event_id ?? 0;
  const event = (await listEventNamesOf(db, appId)).get(id)?.name ?? String(id);
  return wrong("tooManyBack", { event, number, limit, most: most?.[1].length ?? 0 });
}
