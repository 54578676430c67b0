// What of a group two people may have changed to different values, each by itself, in the words of its form.
import { type Facts, languageHere, t } from "#web";
import type { Group, Rule } from "../contract.ts";
import { type ClauseField, ruleText } from "./clauses.ts";
import { type DetailsValues, detailsOf } from "./DetailsFields.tsx";

/** What the form of a group holds. */
export type GroupValues = Pick<Group, "name" | "colour" | "mode" | "rule"> & DetailsValues;

export function valuesOf(group: Group): GroupValues {
  const { name, colour, mode, rule } = group;
  return { name, colour, mode, rule, ...detailsOf(group) };
}

export function factsOf({ names, ...values }: GroupValues): Facts {
  const said = Object.entries(names).filter(([, name]) => name);
  return { ...values, ...Object.fromEntries(said.map(([locale, name]) => [`names.${locale}`, name])) };
}

/** The values that have these facts. */
export function withFacts(facts: Facts): GroupValues {
  const entries = Object.entries(facts);
  const whole = Object.fromEntries(entries.filter(([key]) => !key.startsWith("names.")));
  const said = entries.filter(([key, name]) => key.startsWith("names.") && name !== undefined);
  const names = Object.fromEntries(said.map(([key, name]) => [key.slice("names.".length), name]));
  return { ...whole, names } as GroupValues;
}

const NAMES: Readonly<Record<string, string>> = {
  name: "custom-groups:column.name",
  colour: "custom-groups:colour.label",
  rule: "custom-groups:rule.label",
  description: "custom-groups:details.description",
  attendance: "custom-groups:details.attendance",
  side: "custom-groups:details.side",
  metadata: "custom-groups:details.metadata",
  see: "custom-groups:said.see",
  recommend: "custom-groups:said.recommend",
};

/** What the form calls a fact. */
export function factName(key: string): string {
  const [part = "", locale = ""] = key.split(".");
  if (part === "names") return t("custom-groups:details.name", { language: languageHere(locale) });
  return t(NAMES[key] ?? key);
}

interface Words {
  groups: readonly Group[];
  /** The fields that a rule asks about. */
  fields: readonly ClauseField[];
}

export function factText(key: string, value: unknown, { groups, fields }: Words): string {
  if (key === "rule" && value) return ruleText(value as Rule, fields);
  if (key === "colour") return t(`custom-groups:colour.${value}`);
  if (key === "attendance") return t(`custom-groups:attendance.${value}`);
  if (key === "side") return t(`custom-groups:side.${value}`);
  if (key !== "see" && key !== "recommend") return String(value || "–");
  if (!value) return t("custom-groups:said.byTypes");
  const named = groups.filter(({ id }) => (value as number[]).includes(id));
  return named.map(({ name }) => name).join(", ") || t("custom-groups:said.nobody");
}
