// Whether limits allow less than those before, so that answers which are there may not fit them. Pure.
import { LENGTHS } from "#schemas/answers/check.ts";
import { FILE_MEGABYTES, FILE_TYPES, type Field, type FieldLimits } from "#schemas/fields.ts";

type Bound = number | string | undefined;

const isLower = (now: Bound, then: Bound) => now !== undefined && (then === undefined || now < then);
const isHigher = (now: Bound, then: Bound) => now !== undefined && (then === undefined || now > then);

/** `now` beside the limits that the field has. */
export function isTighter({ kind, limits: then }: Pick<Field, "kind" | "limits">, now: FieldLimits): boolean {
  if (kind === "number" || kind === "choices") {
    if (isLower(now.max, then.max) || isHigher(now.min, then.min)) return true;
    if (kind === "choices") return false;
    // Steps are counted from the smallest number: another one moves all of them.
    const isOtherStep = now.step !== undefined && (now.step !== then.step || now.min !== then.min);
    return isOtherStep || (now.whole === true && !then.whole);
  }
  if (kind === "date" || kind === "datetime")
    return isHigher(now.earliest, then.earliest) || isLower(now.latest, then.latest);
  if (kind === "file") {
    const [wanted, allowed] = [now, then].map(({ types = [] }) => (types.length > 0 ? types : FILE_TYPES));
    const isNarrower = allowed?.some((type) => !wanted?.includes(type)) === true;
    return isNarrower || isLower(now.megabytes ?? FILE_MEGABYTES, then.megabytes ?? FILE_MEGABYTES);
  }
  return isLower(now.max_length ?? LENGTHS[kind], then.max_length ?? LENGTHS[kind]);
}

export type LimitName = keyof FieldLimits;

/** Those that are others than they were. */
export function changedLimits(then: FieldLimits, now: FieldLimits): LimitName[] {
  const names = Object.keys({ ...then, ...now }) as LimitName[];
  return names.filter((name) => JSON.stringify(then[name]) !== JSON.stringify(now[name]));
}
