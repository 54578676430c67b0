// Changes in words, for the screen and for files: what is called how, and what values say, in the reader's language.
import { actionKeys, keysOf, objectKeys, type WordKeys } from "#schemas/changeWords.ts";
import { type Field, fieldName as nameOf, nameOfKey } from "#schemas/fields.ts";
import { LOCALES, ROLES } from "#schemas/scalars.ts";

/** By the name of a field and by the ids that it holds, what those are called, or were last. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Fields that name data types. */
export const TYPE_FIELDS = ["type_id", "type_ids", "types", "type"];

/** Data types of a line of an event are called as that event calls them. */
export function asInEvent(names: Names, types: readonly { id: number; name: string }[]): Names {
  const own = Object.fromEntries(types.map(({ id, name }) => [String(id), name]));
  const fields = TYPE_FIELDS.filter((field) => names[field] !== undefined);
  return { ...names, ...Object.fromEntries(fields.map((field) => [field, { ...names[field], ...own }])) };
}

export type Say = (key: string, values?: Record<string, unknown>) => string;

/** How a reader is told things. */
export interface Speech {
  locale: string;
  say: Say;
  number: (value: number) => string;
  moment: (instant: string) => string;
  country: (code: string) => string;
  language: (locale: string) => string;
  list: (texts: readonly string[]) => string;
  answer: (field: Field | undefined, value: unknown) => string;
  /** The event's own fields; none of another event. */
  fields: readonly Field[];
  /** The kind of object that a line is about, whose area may have words of its own. */
  type?: string;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const WORD = /^[a-zA-Z0-9][\w-]{0,30}$/;
const ROLE_FIELDS = new Set(["role_id", "edit_role", "see_role", "admit_role_id"]);
/** A number by which something is known is written as such. */
const ID = /(^|_)ids?$|^lines$/;
const OWN = "fields.";
/** Lines that were erased together may be thousands. */
const SHOWN = 20;

function wordOf(say: Say, { key, instead, otherwise }: WordKeys): string {
  return say(key, { defaultValue: "" }) || (instead ? say(instead, { defaultValue: otherwise }) : otherwise);
}

export function actionWord(say: Say, action: string, type: string): string {
  return wordOf(say, actionKeys(action, type));
}

export function objectWord(say: Say, type: string): string {
  return wordOf(say, objectKeys(type));
}

/** What one data type may do with another, as the permissions of data types tell it. */
const PAIR = /^(.+ → .+): ([a-z]+)$/;
const LOOK = /^(.+): look$/;

/** What a field is called; an event's own by what the event calls it. */
export function fieldWord(
  { say, locale, fields, type: about }: Pick<Speech, "say" | "locale" | "fields" | "type">,
  field: string,
): string {
  if (field.startsWith(OWN)) {
    const key = field.slice(OWN.length);
    const own = fields.find((one) => one.key === key);
    return own ? nameOf(own, locale) : nameOfKey(key);
  }
  const [, pair, verb] = PAIR.exec(field) ?? [];
  if (pair) return `${pair}: ${say(`history:verb.${verb}`, { defaultValue: verb })}`;
  const [, type] = LOOK.exec(field) ?? [];
  if (type) return `${type}: ${say("history:field.look")}`;
  return wordOf(say, keysOf(`field.${field.replaceAll(".", "-")}`, about, field.replaceAll("_", " ")));
}

/** Of a rule or a filter, which asks a field for something. */
interface Condition {
  field: string;
  op: string;
  value?: unknown;
}

/** Whether these parts are such a condition. */
export function isCondition(parts: object): parts is Condition {
  return "field" in parts && typeof parts.field === "string" && "op" in parts && typeof parts.op === "string";
}

/** Under which name a part of a field's value is told. */
export function partOf(field: string, key: string): string {
  return field === "fields" ? `${OWN}${key}` : key;
}

/** The words for what one line tells. */
export class Words {
  constructor(
    private readonly speech: Speech,
    private readonly names: Names,
  ) {}

  field(name: string): string {
    return fieldWord(this.speech, name);
  }

  /** A value in one line or, for what has parts, one line for each. */
  value(field: string, value: unknown): string {
    const { say } = this.speech;
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    if (value === null || value === undefined || value === "" || isEmpty) return say("history:value.empty");
    if (field.startsWith(OWN)) {
      const key = field.slice(OWN.length);
      return this.speech.answer(
        this.speech.fields.find((one) => one.key === key),
        value,
      );
    }
    if (Array.isArray(value)) return this.list(field, value);
    if (typeof value === "object") return this.parts(field, value as Record<string, unknown>);
    if (typeof value === "boolean") return say(value ? "history:value.yes" : "history:value.no");
    return typeof value === "number" ? this.number(field, value) : this.text(field, String(value));
  }

  /** The word that the screen has for a value of a closed set. */
  private word(field: string, value: string | number): string | undefined {
    return this.speech.say(`history:value.${field}.${value}`, { defaultValue: "" }) || undefined;
  }

  private number(field: string, value: number): string {
    const role = ROLE_FIELDS.has(field) && ROLES.find(({ id }) => id === value);
    if (role) return this.speech.say(`common:role.${role.name}`, { defaultValue: role.name });
    const word = this.names[field]?.[value] ?? this.word(field, value);
    if (word !== undefined) return word;
    // What is gone, and whose name nobody knows any more.
    if (this.names[field] !== undefined) return this.speech.say("history:value.unnamed", { id: value });
    return ID.test(field) ? String(value) : this.speech.number(value);
  }

  private text(field: string, value: string): string {
    if (INSTANT.test(value)) return this.speech.moment(value);
    if (field === "country") return this.speech.country(value);
    return (WORD.test(value) && this.word(field, value)) || value;
  }

  private list(field: string, values: readonly unknown[]): string {
    const texts = values.map((value) => this.value(field, value));
    const hasParts = values.some((value) => typeof value === "object" && value !== null && !isCondition(value));
    if (hasParts) return texts.join("\n\n");
    if (values.some((value) => typeof value === "object")) return texts.join("\n");
    if (texts.length > SHOWN) {
      const more = this.speech.number(texts.length - SHOWN);
      return this.speech.say("history:value.more", { some: texts.slice(0, SHOWN).join(", "), number: more });
    }
    return this.speech.list(texts);
  }

  /** Each part with its name: of texts their language, of answers their question. */
  private parts(field: string, parts: Record<string, unknown>): string {
    if (isCondition(parts)) return this.condition(parts);
    return Object.entries(parts)
      .map(([key, value]) => {
        const inner = partOf(field, key);
        const text = this.value(inner, value);
        return `${this.partName(inner)}: ${text.includes("\n") ? `\n${text.replaceAll(/^/gm, "  ")}` : text}`;
      })
      .join("\n");
  }

  /** What is asked of a field, as a sentence. */
  private condition({ field, op, value }: Condition): string {
    const asked = `${this.field(field)} ${this.word("op", op) ?? op}`;
    // Filters hold ids as they were typed or chosen.
    const asId = (one: unknown) => (this.names[field] && /^\d+$/.test(String(one)) ? Number(one) : one);
    const values = Array.isArray(value) ? value.map(asId) : asId(value);
    return value === undefined || op === "empty" ? asked : `${asked} ${this.value(field, values)}`;
  }

  private partName(key: string): string {
    return (LOCALES as readonly string[]).includes(key)
      ? this.speech.language(key)
      : fieldWord({ ...this.speech, fields: key.startsWith(OWN) ? this.speech.fields : [] }, key);
  }
}
