// What a file or a matching links, or has linked, in a sentence.
import { formatNumber, t } from "#web";
import type { Ran } from "./ran.ts";

/** How many pairs that are, and how many were linked before. */
export function createdText({ result, isApplied }: Ran<{ created: number; existing: number }>): string {
  const { created, existing } = result;
  const numbers = { number: formatNumber(created), existing: formatNumber(existing) };
  return t(`relationships:import.${isApplied ? "done" : "would"}`, { count: created, ...numbers });
}
