// What of a kind of relationship two people may have changed to different values, each by itself, in the words of its form.
import { type Facts, languageHere, t } from "#web";
import { CARDINALITIES, type End, type Kind, type KindDraft } from "../contract.ts";
import { endText } from "./endText.ts";

/** What the form of a kind holds. */
export function valuesOf({ name, from, to, cardinality, visible }: KindDraft | Kind): KindDraft {
  return { name, from, to, cardinality, ...(visible !== undefined && { visible }) };
}

/** Data types belong to their category, so that both are one fact. */
export function factsOf({ from, to, ...values }: KindDraft): Facts {
  return { ...values, ...endFacts("from", from), ...endFacts("to", to) };
}

function endFacts(end: "from" | "to", { label, labels = {}, category, types }: End): Facts {
  const said = Object.entries(labels).filter(([, text]) => text);
  const read = said.map(([locale, text]) => [`${end}.labels.${locale}`, text]);
  return { [`${end}.who`]: { category, types }, [`${end}.label`]: label, ...Object.fromEntries(read) };
}

/** The draft that has these facts. */
export function withFacts(facts: Facts): KindDraft {
  const { name, cardinality, visible } = facts as unknown as KindDraft;
  return {
    name,
    from: endOf("from", facts),
    to: endOf("to", facts),
    cardinality,
    ...(visible !== undefined && { visible }),
  };
}

function endOf(end: "from" | "to", facts: Facts): End {
  const begin = `${end}.labels.`;
  const read = Object.entries(facts).filter(([key, text]) => key.startsWith(begin) && text !== undefined);
  const labels = Object.fromEntries(read.map(([key, text]) => [key.slice(begin.length), String(text)]));
  const who = facts[`${end}.who`] as Pick<End, "category" | "types">;
  return { ...who, label: String(facts[`${end}.label`]), labels };
}

/** What the form calls a fact. */
export function factName(key: string): string {
  const [fact = "", part, locale] = key.split(".");
  if (fact === "visible") return t("relationships:visible.label");
  if (fact !== "from" && fact !== "to") return t(`relationships:column.${fact}`);
  const of = t(`relationships:column.${fact}`);
  if (part === "who") return of;
  const name = locale ? t("relationships:end.read", { language: languageHere(locale) }) : t("relationships:end.label");
  return `${of}: ${name}`;
}

export function factText(key: string, value: unknown, types: readonly { id: number; type: string }[]): string {
  if (key.endsWith(".who")) return endText(value as End, types);
  if (typeof value === "boolean") return t(value ? "relationships:visible.yes" : "relationships:visible.no");
  const isOne = CARDINALITIES.find((one) => one === value);
  return key === "cardinality" && isOne ? t(`relationships:cardinality.${isOne}`) : String(value || "–");
}
