// How answers had moved with a promotion, and what they are under the key that an event has of its own.
import { type Field, hasOptions } from "#schemas/fields.ts";

/** How the answers of an event had moved: from one key to another, and the options that are called otherwise. */
export interface MovedAnswers {
  event_id: number;
  key: string;
  into: string;
  options: readonly [string, string][];
  /** What stood under the other key before, of a field that is long gone: by its profile. It answers nothing. */
  loose?: readonly [number, unknown][];
}

/** An answer to the field of several as the event's own has it; undefined where it has no such option. */
export function asOwn(field: Field, { options }: MovedAnswers, answer: unknown): unknown {
  if (!hasOptions(field)) return answer;
  const back = new Map(options.map(([own, merged]) => [merged, own]));
  const renamed = new Set(options.map(([own]) => own));
  const ownOf = (option: unknown) =>
    back.get(String(option)) ?? field.options.find(({ key }) => key === option && !renamed.has(key))?.key;
  if (!Array.isArray(answer)) return ownOf(answer);
  const own = answer.flatMap((one) => ownOf(one) ?? []);
  return own.length > 0 ? own : undefined;
}
