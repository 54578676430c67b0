// Which answers of people go to which of their profiles. Pure.
import { type Field, fieldApplies } from "#schemas/fields.ts";
import type { Thing } from "../../../contract.ts";
import type { Traveller } from "./note.ts";

/** A person's profile in an event. */
export type Here = Thing & { event_id: number };

/** A profile with the answers that it gets; an answer that is taken away is undefined. */
export interface Carried {
  thing: Here;
  answers: Map<string, Thing["fields"][string] | undefined>;
}

export interface Places {
  /** The fields whose answers travel. */
  fields: readonly Field[];
  /** Those of the app's events that are over for good: they give answers and take none. */
  archived: ReadonlySet<number>;
  /** Whether a profile's own answer was given, or taken away, after those that are carried. */
  isLater: (thing: Here, key: string) => boolean;
}

/** Whether a field is asked of a profile. */
export function isAsked(field: Field, { event_id, type_id }: Pick<Here, "event_id" | "type_id">): boolean {
  const isHere = field.event_ids.length === 0 || field.event_ids.includes(event_id);
  return isHere && fieldApplies(field, type_id);
}

/**
 * What people have just answered in one event becomes their answer in the others, also that they answer no longer. Who has only
 * come there gets what they lack, from the profile that was saved last.
 */
export function carriedOf(
  { fields, archived, isLater }: Places,
  eventId: number,
  people: readonly Traveller[],
  things: readonly Here[],
): Carried[] {
  const byEmail = new Map<string, Here[]>();
  for (const thing of things) byEmail.set(thing.email, [...(byEmail.get(thing.email) ?? []), thing]);
  const all = new Map<number, Carried>();
  const give = (thing: Here, key: string, answer: Thing["fields"][string] | undefined) => {
    if (archived.has(thing.event_id) || JSON.stringify(thing.fields[key]) === JSON.stringify(answer)) return;
    const carried = all.get(thing.id) ?? { thing, answers: new Map() };
    carried.answers.set(key, answer);
    all.set(thing.id, carried);
  };
  for (const [email, keys, isNew] of people) {
    const own = byEmail.get(email) ?? [];
    const here = own.find(({ event_id }) => event_id === eventId);
    if (!here) continue;
    const others = own.filter(({ event_id }) => event_id !== eventId);
    for (const field of fields.filter((one) => isAsked(one, here))) {
      const { key } = field;
      const asked = others.filter((one) => isAsked(field, one));
      if (keys.includes(key))
        for (const thing of asked.filter((one) => !isLater(one, key))) give(thing, key, here.fields[key]);
      else if (isNew && here.fields[key] === undefined && !isLater(here, key)) {
        const [latest] = asked.filter(({ fields }) => fields[key] !== undefined).sort(latestFirst);
        if (latest) give(here, key, latest.fields[key]);
      }
    }
  }
  return [...all.values()];
}

function latestFirst(one: Here, other: Here): number {
  if (one.updated_at === other.updated_at) return other.id - one.id;
  return one.updated_at < other.updated_at ? 1 : -1;
}
