// What a person has chosen to do to many, and the act that it makes. Pure.
import type { Field } from "#schemas/fields.ts";
import type { Ahead } from "#schemas/losses.ts";
import { BULK_FIELDS, type BulkAct, type BulkActPart, blocks, type MergeBy } from "../../contract.ts";

/** What the menu offers. */
export const DOINGS = ["edit", "move", "in", "out", "activate", "deactivate", "merge", "remove"] as const;
/** One of these, or what another area offers. */
export type Doing = (typeof DOINGS)[number] | "other";

/** The act of what leaves nothing to choose. */
export function fixedAct(doing: Doing, other?: BulkActPart): BulkAct | undefined {
  if (other) return other.Choice ? undefined : { do: "other", act: other.act, with: {} };
  return doing === "remove" || doing === "activate" || doing === "deactivate" ? { do: doing } : undefined;
}

/** The act as it is done after its preview: with how many go, and what becomes of what they have before them. */
export function finalAct(act: BulkAct, changed: number, ahead: Ahead | undefined): BulkAct {
  const tells = ahead?.tells ? { tells: true } : {};
  if (act.do === "remove") return { ...act, confirm: changed, ...tells };
  return blocks(act) && ahead?.calls_off ? { ...act, calls_off: true, ...tells } : act;
}

/** The field whose values an act gives. */
export function fieldOf(act: BulkAct): string | undefined {
  if (act.do === "activate" || act.do === "deactivate") return "status";
  return act.do === "edit" ? act.field : undefined;
}

export const HOWS = ["add", "remove", "replace"] as const;
export type How = (typeof HOWS)[number];

/** The values of the form; only those that the doing needs are looked at. */
export interface Choice {
  field: string;
  value: string;
  /** What is done to the options of a field that has several. */
  how: How;
  /** Answers by the keys of the event's own fields. */
  fields: Record<string, unknown>;
  type_id?: number | undefined;
  group?: number | undefined;
  by?: MergeBy | undefined;
}

const OWN = "fields.";

/** The event's own field of that name. */
export function ownField(fields: readonly Field[], name: string): Field | undefined {
  return fields.find(({ key }) => `${OWN}${key}` === name);
}

/** Whether single options can be added and taken away. */
export function hasHow(field: Pick<Field, "kind"> | undefined): boolean {
  return field?.kind === "choices";
}

/** A field as a form asks for it: wherever else it is shown, and so that nothing has to be chosen that is there already. */
export function askedFor(field: Field, how: How): Field {
  const asked = { ...field, places: ["profile" as const], required: false };
  if (!hasHow(field) || how === "replace") return asked;
  const options = how === "remove" ? field.options.map((option) => ({ ...option, archived: false })) : field.options;
  return { ...asked, options, limits: {} };
}

/** Fields that one value can be given to, by somebody of this role. */
export function editable(fields: readonly Field[], role: number): string[] {
  const own = fields.filter((field) => field.archived_at === null && role <= field.edit_role);
  return [...BULK_FIELDS, ...own.map(({ key }) => `${OWN}${key}`)];
}

/** The act, once everything that it needs has been chosen. */
export function actOf(doing: Doing, choice: Choice, fields: readonly Field[] = []): BulkAct | undefined {
  switch (doing) {
    case "move":
      return choice.type_id ? { do: "move", type_id: choice.type_id } : undefined;
    case "in":
    case "out":
      return choice.group ? { do: "group", group: choice.group, is: doing } : undefined;
    case "merge":
      return choice.by ? { do: "merge", by: choice.by } : undefined;
    case "remove":
    case "activate":
    case "deactivate":
      return { do: doing };
    case "other":
      return undefined;
    case "edit": {
      const { field } = choice;
      if (!field || (field === "status" && !choice.value)) return undefined;
      if (!field.startsWith(OWN)) return { do: "edit", field, value: choice.value.trim() };
      const answer = choice.fields[field.slice(OWN.length)];
      const isNone = answer === undefined || answer === null || answer === "" || String(answer) === "";
      if (hasHow(ownField(fields, field)) && choice.how !== "replace")
        return isNone ? undefined : { do: "edit", field, value: answer as string[], how: choice.how };
      return { do: "edit", field, value: isNone ? null : (answer as string) };
    }
  }
}

/** A value of the preview, which comes as text, as the field holds it. */
export function asHeld(field: Field | undefined, text: string): unknown {
  if (text === "") return undefined;
  if (field?.kind === "boolean") return text === "true";
  if (field?.kind === "number") return Number(text);
  return field?.kind === "choices" ? text.split(",") : text;
}
