// Decisions about relationships; pure.
import { fieldProblem, type TypeOfEvent } from "#server";
import type { End, Kind, KindChange, KindDraft } from "../contract.ts";
import type { LinkRow, Side } from "./repository.ts";

type Facts = Pick<Kind, "name" | "from" | "to" | "cardinality" | "visible">;

/** A kind as it is written: texts without white space around them, types only of the category and of the event. */
export function tidy(draft: KindDraft, types: readonly TypeOfEvent[], current?: Facts): Facts {
  const { name, cardinality, visible = true } = draft;
  const end = (side: Side) => tidyEnd(side, draft[side], types, current?.[side]);
  return { name: plain(name), from: end("from"), to: end("to"), cardinality, visible };
}

export function asChanged(current: Facts, { rev: _, ...change }: KindChange, types: readonly TypeOfEvent[]): Facts {
  return tidy({ ...facts(current), ...change }, types, current);
}

/** What the history keeps of a kind. */
export function facts({ name, from, to, cardinality, visible }: Facts): Facts {
  return { name, from, to, cardinality, visible };
}

function tidyEnd(
  side: Side,
  { label, labels, category, types: chosen }: End,
  types: readonly TypeOfEvent[],
  current?: End,
): End {
  const fits = types.filter((type) => category === null || type.categoryId === category).map((type) => type.id);
  const fitting = chosen.filter((id) => fits.includes(id));
  // Whoever changes something else does not choose anew: nobody stands there until somebody does.
  const isKept = current?.category === category && chosen.every((id) => current.types.includes(id));
  const left = fitting.length === 0 && isKept ? [...chosen] : fitting;
  // None would mean that all may stand there: more than whoever chose has allowed.
  if (left.length === 0 && chosen.length > 0) {
    throw fieldProblem(
      "relationships.types_gone",
      side,
      "Choose data types that the event has",
      "relationships:refused.typesGone",
    );
  }
  const read = Object.entries(labels ?? {})
    .map(([locale, text]) => [locale, plain(text)] as const)
    .filter(([, text]) => text !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const said = read.length > 0 && { labels: Object.fromEntries(read) };
  return {
    label: plain(label),
    ...said,
    category,
    types: left.sort((a, b) => a - b),
  };
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** The data types of the profiles that may stand at an end. */
export function typesAt({ category, types: chosen }: End, types: readonly TypeOfEvent[]): number[] {
  const ofCategory = types.filter((type) => category === null || type.categoryId === category).map((type) => type.id);
  return chosen.length > 0 ? ofCategory.filter((id) => chosen.includes(id)) : ofCategory;
}

/** The ends at which a profile may stand once only. */
export function singleEnds(cardinality: Kind["cardinality"]): Side[] {
  // One at the first end for many at the second: whoever stands at the second has one link.
  const ends: Record<Kind["cardinality"], Side[]> = {
    "many-many": [],
    "one-many": ["to"],
    "many-one": ["from"],
    "one-one": ["from", "to"],
  };
  return ends[cardinality];
}

/** Why two profiles cannot be linked, or nothing. `there` are the links of the kind that touch either of them. */
export function refusalOf(
  pair: { from: { id: number; type_id: number }; to: { id: number; type_id: number } },
  kind: Pick<Facts, "from" | "to" | "cardinality">,
  types: readonly TypeOfEvent[],
  there: readonly Pick<LinkRow, "from_id" | "to_id">[],
): { code: "itself" | "end_refused" | "exists" | "taken"; side?: Side } | undefined {
  const { from, to } = pair;
  if (from.id === to.id) return { code: "itself", side: "to" };
  for (const side of ["from", "to"] as const) {
    if (!typesAt(kind[side], types).includes(pair[side].type_id)) return { code: "end_refused", side };
  }
  if (there.some((link) => link.from_id === from.id && link.to_id === to.id)) return { code: "exists" };
  const taken = singleEnds(kind.cardinality).find((side) => there.some((link) => link[`${side}_id`] === pair[side].id));
  return taken && { code: "taken", side: taken };
}

/** The same as a problem beside the field of its end. */
export function refuse({ code, side }: NonNullable<ReturnType<typeof refusalOf>>) {
  const words = {
    itself: "Choose another profile",
    end_refused: "Choose a profile that may stand at this end",
    taken: "Choose a profile that has no link of this kind yet",
    exists: "These two are linked already",
  };
  return fieldProblem(`relationships.${code}`, side ?? "to", words[code], `relationships:refused.${code}`);
}
