// What names a field or its options beside answers, such as rules and saved views: where that is, and how it is called anew.
import * as Type from "typebox/type";
import { EventParams } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import type { ListFilter } from "./list.ts";
import { Id } from "./scalars.ts";

const closed = { additionalProperties: false } as const;

/** Something that names a field. */
export const FieldMention = Type.Object({
  label: Type.String({ description: "Translation key of what it is" }),
  event: Type.Union([Type.Object({ id: Id, name: Type.String() }), Type.Null()], {
    description: "null for an event that the person may not open",
  }),
  name: Type.Union([Type.String(), Type.Null()], { description: "null where it is somebody else's own" }),
  path: Type.Union([Type.String(), Type.Null()], { description: "Address that shows it" }),
  options: Type.Array(Type.String(), { description: "Keys of the options that it names" }),
});
export type FieldMention = Type.Static<typeof FieldMention>;

export const listFieldMentions = endpoint({
  name: "listFieldMentions",
  method: "GET",
  path: "/1/api/container/{eventId}/field/{fieldId}/mention",
  summary: "What names a field of an event or its options, such as rules of groups and saved views",
  access: { accessRole: 95, permissions: ["things"] },
  params: Type.Object({ ...EventParams.properties, fieldId: Id }, closed),
  reply: Type.Array(FieldMention),
});

export const listAppFieldMentions = endpoint({
  name: "listAppFieldMentions",
  method: "GET",
  path: "/1/api/field/{fieldId}/mention",
  summary: "What names a multi-event field or its options, in all events",
  access: { accessRole: 3, permissions: ["things"] },
  params: Type.Object({ fieldId: Id }, closed),
  reply: Type.Array(FieldMention),
});

/** What is called otherwise from now on: a field's key, and of its options those that have become another. */
export interface FieldRenaming {
  key: string;
  to: string;
  options: ReadonlyMap<string, string>;
}

/** How questions name an event's own field. */
export const ownFieldName = (key: string) => `fields.${key}`;

/** What a list of several answers holds for an option: its key between quotation marks. */
const among = (option: string) => JSON.stringify(option);

/** The keys among those of a field's options that filters name. */
export function optionsNamed(filter: readonly ListFilter[], key: string, options: readonly string[]): string[] {
  const values = filter.filter(({ field }) => field === ownFieldName(key)).flatMap(({ value }) => value ?? []);
  return options.filter((option) => values.includes(option) || values.includes(among(option)));
}

/** Filters after a renaming; those that do not name what is called otherwise are as they were. */
export function filterRenamed(filter: readonly ListFilter[], { key, to, options }: FieldRenaming): ListFilter[] {
  const names = new Map([...options].flatMap(([from, into]) => [[from, into] as const, [among(from), among(into)]]));
  const renamed = <T>(value: T) => (typeof value === "string" ? ((names.get(value) as T | undefined) ?? value) : value);
  return filter.map((one) => {
    if (one.field !== ownFieldName(key)) return one;
    const { value } = one;
    const next = Array.isArray(value) ? [...new Set(value.map(renamed))] : renamed(value);
    return { ...one, field: ownFieldName(to), ...(value !== undefined && { value: next as ListFilter["value"] }) };
  });
}
