// How well two profiles match by their answers: the one score that whoever recommends or arranges meetings asks for. Pure.
import * as Type from "typebox/type";
import { FIELD_MATCHED, Field, type FieldKind } from "./fields.ts";

/** What one field says of a pair. */
export const MatchPart = Type.Object({
  key: Field.properties.key,
  labels: Field.properties.labels,
  weight: Type.Integer(),
  like: Type.Number({ description: "From 0, nothing alike, to 1, the same" }),
});
export type MatchPart = Type.Static<typeof MatchPart>;

export const Match = Type.Object({
  score: Type.Integer({ description: "From 0 to 100: how much of the weight of what both answered is alike" }),
  parts: Type.Array(MatchPart, { description: "The fields that both answered, the weightiest first" }),
});
export type Match = Type.Static<typeof Match>;

type Answers = Readonly<Record<string, unknown>>;
type Weighed = Pick<Field, "key" | "labels" | "kind" | "match_weight" | "archived_at">;

/** Nothing where no field with a weight has been answered by both. The same whichever of them is asked first. */
export function matchOf(fields: readonly Weighed[], one: Answers, other: Answers): Match | undefined {
  const parts = fields.flatMap(({ key, labels, kind, match_weight: weight, archived_at }): MatchPart[] => {
    if (weight === 0 || archived_at !== null || !FIELD_MATCHED.includes(kind)) return [];
    const like = likeness(kind, one[key], other[key]);
    return like === undefined ? [] : [{ key, labels, weight, like }];
  });
  if (parts.length === 0) return undefined;
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  const alike = parts.reduce((sum, { weight, like }) => sum + weight * like, 0);
  parts.sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1));
  return { score: Math.round((100 * alike) / whole), parts };
}

function likeness(kind: FieldKind, one: unknown, other: unknown): number | undefined {
  if (one === undefined || one === null || other === undefined || other === null) return undefined;
  if (kind !== "choices") return one === other ? 1 : 0;
  const [mine, theirs] = [one, other].map((value) => new Set(Array.isArray(value) ? value : []));
  if (!mine?.size || !theirs?.size) return undefined;
  const both = [...mine].filter((value) => theirs.has(value)).length;
  return both / (mine.size + theirs.size - both);
}
