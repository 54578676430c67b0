// What has changed the fields of an event and is still kept for its own undoing: longer than whatever can be undone and came before. Pure.
import type { Field } from "#schemas/fields.ts";
import type { KindAct } from "./kind/change.ts";
import type { Words } from "./kind/convert.ts";
import type { ReplaceAct } from "./options.ts";
import type { MovedAnswers } from "./promotion/ownAnswer.ts";
import type { PromotionAct } from "./promotion/promote.ts";
import type { RemovedAct } from "./remove.ts";
import type { EventPlace } from "./unique.ts";

/** One change of what stands under a key. */
export type Step =
  | { is: "converted"; key: string; before: Field; after: Field; said: Omit<Words, "timeZone"> }
  | { is: "replaced"; key: string; field: Field; option: string; into: string | undefined }
  | { is: "moved"; key: string; into: string; options: ReadonlyMap<string, string> }
  | { is: "movedBack"; key: string; field: Field; moved: MovedAnswers; between?: Between }
  | { is: "removed"; key: string; at: string };

/** When answers stood under the field of several, where nothing but their time tells that. */
export interface Between {
  since: string;
  until: string;
}

interface ActRow {
  event_id: number;
  act: string;
  until: string;
  undone_at: string | null;
}

/**
 * The changes in their order, from rows in the order of their jobs. Those that have been undone are left out, but for promotions:
 * what answers of the time between stood under is no field of the event any more.
 */
export function stepsOf(rows: readonly ActRow[], event: EventPlace, fields: readonly Field[]): Step[] {
  return rows.flatMap((row) => stepOf(row, event, fields));
}

type AnyAct = Partial<KindAct & ReplaceAct & PromotionAct & RemovedAct> & { isReturning?: true; isPartlyBack?: true };

function stepOf(
  { event_id, act: text, until, undone_at }: ActRow,
  event: EventPlace,
  fields: readonly Field[],
): Step[] {
  const act = JSON.parse(text) as AnyAct;
  if (act.removed) {
    const { key, app_id, events } = act.removed;
    // Acts of earlier versions do not tell their events.
    const isHere = events ? events.includes(event.id) : event_id === event.id || app_id === event.app_id;
    return isHere ? [{ is: "removed", key, at: until }] : [];
  }
  const stands = act.isReturning || (undone_at === null && !act.isPartlyBack);
  if (!stands) return act.moved ? movedBack(act.moved, event, fields, betweenOf(act.at, undone_at)) : [];
  if (act.moved)
    return act.moved
      .filter((one) => one.event_id === event.id)
      .map(({ key, into, options }) => ({ is: "moved", key, into, options: new Map(options) }));
  // Acts of all apps stand under no event: a field tells whose they are.
  const field = fields.find(({ id }) => id === (act.fieldId ?? act.after?.id));
  if (act.before && act.after && act.said && (field || act.before.event_id === event.id))
    return [{ is: "converted", key: act.before.key, before: act.before, after: act.after, said: act.said }];
  if (!field || !act.option) return [];
  // Made again since, it is an option as any other.
  if (field.options.some(({ key }) => key === act.option?.key)) return [];
  return [{ is: "replaced", key: field.key, field, option: act.option.key, into: act.into }];
}

function betweenOf(since: string | undefined, until: string | null): Between | undefined {
  return since !== undefined && until !== null ? { since, until } : undefined;
}

function movedBack(
  all: readonly MovedAnswers[],
  event: EventPlace,
  fields: readonly Field[],
  between: Between | undefined,
): Step[] {
  return all.flatMap((moved): Step[] => {
    const field = fields.find(({ key }) => key === moved.key);
    if (moved.event_id !== event.id || !field) return [];
    // Under one key answers of before and of the time between may name different options by the same word.
    if (moved.key === moved.into)
      return between && moved.options.length > 0 ? [{ is: "movedBack", key: moved.into, field, moved, between }] : [];
    const isHere = !fields.some(({ key }) => key === moved.into);
    return isHere ? [{ is: "movedBack", key: moved.into, field, moved }] : [];
  });
}
