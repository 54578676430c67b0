// What a field says when profiles are matched, counted from how it is answered: pairs of those whom it is asked. Pure.
import type { FieldUse } from "#schemas/fieldEndpoints.ts";
import { FIELD_MATCHED, type Field } from "#schemas/fields.ts";

export interface MatchEffect {
  /** Share of all pairs of which both have answered: only these are compared. */
  compared: number;
  /** Share of those that gave the same answer; undefined where that does not follow from the counts. */
  alike: number | undefined;
  /** Share of the weight of all fields, where both answered them all. */
  weight: number;
}

const pairs = (count: number) => Math.max(0, (count * (count - 1)) / 2);

/** Undefined where no two are asked. `weight` may be one that is not saved yet. */
export function matchEffect(
  field: Pick<Field, "id" | "kind">,
  weight: number,
  use: FieldUse,
  all: readonly Field[],
): MatchEffect | undefined {
  const asked = use.asked ?? 0;
  if (asked < 2) return undefined;
  const others = all
    .filter((one) => one.id !== field.id && !one.archived_at && FIELD_MATCHED.includes(one.kind))
    .reduce((sum, one) => sum + one.match_weight, 0);
  const both = pairs(use.answers);
  // Several options may be alike in part.
  const isKnown = field.kind !== "choices" && both > 0;
  const same = Object.values(use.options).reduce((sum, count) => sum + pairs(count), 0);
  return {
    compared: pairs(use.answered ?? 0) / pairs(asked),
    alike: isKnown ? same / both : undefined,
    weight: weight === 0 ? 0 : weight / (weight + others),
  };
}
