// The fields by which the two ends of a kind can be compared, as the browser offers them. Pure.
import { fieldName } from "#schemas/fields.ts";
import { currentLocale, t } from "#web";
import type { MatchEnd } from "../contract.ts";
import type { MatchField } from "./store.ts";

const BUILT_IN = ["id", "name", "email", "company_name"] as const;

/** Each choice as one text, with what it says. */
export function choicesOf(own: readonly MatchField[]): [key: string, text: string][] {
  const domain = (field: string) => t("relationships:match.domain", { field });
  const choices: [MatchEnd, string][] = BUILT_IN.flatMap((field): [MatchEnd, string][] => {
    const text = t(`relationships:match.field.${field}`);
    const whole: [MatchEnd, string] = [{ field, part: "whole" }, text];
    return field === "email" ? [whole, [{ field, part: "domain" }, domain(text)]] : [whole];
  });
  for (const field of own) {
    const text = fieldName(field, currentLocale());
    const name = `fields.${field.key}`;
    choices.push([{ field: name, part: "whole" }, text]);
    if (field.kind === "email" || field.kind === "url") choices.push([{ field: name, part: "domain" }, domain(text)]);
  }
  return choices.map(([end, text]) => [keyOf(end), text]);
}

export function keyOf({ field, part }: MatchEnd): string {
  return `${part}/${field}`;
}

export function endOf(key: string): MatchEnd {
  const [part, field = ""] = key.split("/");
  return { field, part: part === "domain" ? "domain" : "whole" };
}

/** What is most likely meant: the same own id at both ends, else the company that somebody names. */
export function usualOf(own: readonly MatchField[], categories: { from: number | null; to: number | null }) {
  const id = own.find(({ key }) => /exhibitor|company_id/.test(key));
  if (id && categories.from !== categories.to) {
    const same = keyOf({ field: `fields.${id.key}`, part: "whole" });
    return { from: same, to: same };
  }
  const of = (category: number | null) => keyOf({ field: category === 2 ? "name" : "company_name", part: "whole" });
  return { from: of(categories.from), to: of(categories.to) };
}
