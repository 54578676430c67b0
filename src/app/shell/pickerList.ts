// What a picker shows: which options match, which are in view, which one a key leads to. Pure.
import { fold, foldedWords } from "#schemas/fold.ts";

export const ROW_HEIGHT = 32;
const AHEAD = 4;
const PAGE = 8;

interface Labelled {
  label: string;
  id: number;
}

/** Options that hold every word; an id matches whole. */
export function matching<Option extends Labelled>(options: readonly Option[], typed: string): readonly Option[] {
  const words = foldedWords(typed);
  if (words.length === 0) return options;
  return options.filter((option) => {
    const label = fold(option.label);
    return words.every((word) => label.includes(word) || String(option.id) === word);
  });
}

/** The part of a list that is in view, with a few rows before and after. */
export function slice(top: number, height: number, count: number): { first: number; last: number } {
  const first = Math.max(0, Math.min(Math.floor(top / ROW_HEIGHT) - AHEAD, count - 1));
  return { first: Math.max(0, first), last: Math.min(count, Math.ceil((top + height) / ROW_HEIGHT) + AHEAD) };
}

/** Where a key leads; undefined for keys that are not ours. Home and End stay with the text unless `moves`. */
export function nextIndex(key: string, active: number, count: number, opens: boolean): number | undefined {
  const last = count - 1;
  if (key === "ArrowDown") return opens ? active : active >= last ? 0 : active + 1;
  if (key === "ArrowUp") return opens ? active : active <= 0 ? last : active - 1;
  if (opens) return undefined;
  if (key === "PageDown") return Math.min(last, Math.max(0, active) + PAGE);
  if (key === "PageUp") return Math.max(0, active - PAGE);
  return undefined;
}
