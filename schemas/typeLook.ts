// How a data type is called and looks: in its app, and in an event that says it otherwise.
import * as Type from "typebox/type";
import { record } from "./shapes.ts";

/** Pictures that stand for a type. */
export const TYPE_ICONS = [
  "person",
  "people",
  "id-number",
  "briefcase",
  "office",
  "shop",
  "cube",
  "lightbulb",
  "star",
  "headset",
  "learning",
  "camera",
] as const;
export type TypeIconName = (typeof TYPE_ICONS)[number];

export const TYPE_COLOURS = ["blue", "teal", "amber", "violet", "rose", "olive"] as const;
export type TypeColour = (typeof TYPE_COLOURS)[number];

export const TypeWords = Type.Object(
  {
    one: Type.String({ maxLength: 60, description: "For a single profile" }),
    many: Type.String({ maxLength: 60, description: "For several" }),
  },
  { additionalProperties: false },
);
export type TypeWords = Type.Static<typeof TypeWords>;

/** What a type is called, by language. */
export function typeLabels(description: string) {
  return record(TypeWords, {
    pattern: "^[a-z]{2,3}(-[a-z0-9]{2,8})*$",
    maxProperties: 40,
    additionalProperties: false,
    description,
  });
}

/** What an event says of a type otherwise than the app. */
export interface TypeLook {
  labels?: Readonly<Record<string, TypeWords>>;
  icon?: TypeIconName;
  colour?: TypeColour;
}

/** The name of a type where an event may call it otherwise; of several profiles where that is asked for. */
export function typeName(
  { type, labels = {} }: { type: string; labels?: Readonly<Record<string, TypeWords>> | undefined },
  locale: string,
  form: keyof TypeWords = "one",
): string {
  const own = labels[locale];
  const other = Object.values(labels).find(({ one }) => one !== "");
  return own?.[form] || own?.one || other?.[form] || other?.one || type;
}

/** Labels without the languages in which nothing is written, in one order. */
export function plainLabels(labels: Readonly<Record<string, TypeWords>>): Record<string, TypeWords> {
  const said = Object.entries(labels)
    .map(([locale, { one, many }]) => [locale, { one: plain(one), many: plain(many) }] as const)
    .filter(([, { one, many }]) => one !== "" || many !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(said);
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
