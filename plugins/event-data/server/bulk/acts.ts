// What an act makes of one profile: other values, nothing new, or a refusal with its reason. Pure.
import { nameInEvent, ProblemError, type TypeOfEvent } from "#server";
import { type BulkAct, STATUS_AFTER, type Thing } from "../../contract.ts";
import { asRefusal, isSame } from "../import/plan.ts";
import type { RowProblem, RowRefused } from "../import/readRow.ts";
import type { ThingValues } from "../repository.ts";
import { asChanged, type Questions } from "../rules.ts";

/** Acts that give a profile other values. */
export type ValueAct = Extract<BulkAct, { do: "edit" | "move" }>;

const OWN = "fields.";

/** The act as a change of values, where it is one. */
export function valueActOf(act: BulkAct): ValueAct | undefined {
  if (act.do === "activate" || act.do === "deactivate") {
    return { do: "edit", field: "status", value: STATUS_AFTER[act.do] };
  }
  return act.do === "edit" || act.do === "move" ? act : undefined;
}

/** The values after the act; undefined where they are the same already. Throws `RowRefused`. */
export function actOn(
  thing: Thing,
  act: ValueAct,
  types: readonly TypeOfEvent[],
  own?: Questions,
): ThingValues | undefined {
  try {
    // Nobody means to give many an answer that no list shows: the field that they chose has been removed.
    const change = { rev: thing.rev, ...changeOf(thing, act), new_keys: false };
    const values = asChanged(thing, change, types, own);
    return isSame(thing, values) ? undefined : values;
  } catch (error) {
    if (error instanceof ProblemError) throw asRefusal(error);
    throw error;
  }
}

function changeOf({ fields }: Pick<Thing, "fields">, act: ValueAct) {
  if (act.do === "move") return { type_id: act.type_id };
  const { field, value, how } = act;
  if (!field.startsWith(OWN)) return { [field]: value ?? "" };
  const key = field.slice(OWN.length);
  return { fields: { [key]: how ? withOptions(fields[key], value, how) : value } };
}

/** The options that are chosen with some more, or without some; nothing where none is left. */
export function withOptions(answer: unknown, value: unknown, how: "add" | "remove"): string[] | null {
  const listed = (one: unknown) =>
    (Array.isArray(one) ? one : one === undefined || one === null ? [] : [one]).map(String);
  const [chosen, meant] = [listed(answer), listed(value)];
  const next =
    how === "add"
      ? [...chosen, ...meant.filter((key) => !chosen.includes(key))]
      : chosen.filter((key) => !meant.includes(key));
  return next.length > 0 ? next : null;
}

/** A value of a profile as a preview shows it; of a data type, what its event calls it in a language. */
export function shown(
  thing: Pick<Thing, "type_id" | "fields">,
  act: ValueAct,
  types: readonly TypeOfEvent[],
  locale: string,
): string {
  if (act.do === "move") {
    const type = types.find(({ id }) => id === thing.type_id);
    return type ? nameInEvent(type, locale) : "";
  }
  const value = act.field.startsWith(OWN) ? thing.fields[act.field.slice(OWN.length)] : thing[act.field as "type_id"];
  return value === undefined ? "" : String(value);
}

/** The reason of a refusal, said in a language. */
export function reasonOf(error: RowRefused, say: (key: string, values?: RowProblem["values"]) => string): string {
  return error.problems.map(({ key, values, message }) => message ?? say(key, values)).join(" · ");
}
