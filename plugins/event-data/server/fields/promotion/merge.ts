// One field out of several: what it asks, and how the answers to each of them read in it. Pure.
import { type Field, type FieldOption, hasOptions, keyFor } from "#schemas/fields.ts";
import type { FieldValues } from "../repository.ts";

export interface Merged {
  key: string;
  values: FieldValues;
  /** By the id of a field, the options that are called otherwise from now on. */
  renamed: ReadonlyMap<number, ReadonlyMap<string, string>>;
}

/** The first field leads. What the others ask of fewer people, or allow to fewer, is taken from the strictest. */
export function mergeFields(fields: readonly [Field, ...Field[]]): Merged {
  const [first] = fields;
  const { options, renamed } = mergeOptions(fields);
  const strictest = (of: (field: Field) => number) => Math.min(...fields.map(of));
  const isForAll = fields.some(({ type_ids }) => type_ids.length === 0);
  const limits = fields.every((field) => JSON.stringify(field.limits) === JSON.stringify(first.limits));
  const texts = (of: (field: Field) => Record<string, string>) =>
    Object.assign({}, ...[...fields].reverse().map(of)) as Record<string, string>;
  return {
    key: first.key,
    renamed,
    values: {
      labels: texts(({ labels }) => labels),
      help: texts(({ help }) => help),
      kind: first.kind,
      section: first.section,
      type_ids: isForAll ? [] : [...new Set(fields.flatMap(({ type_ids }) => type_ids))].sort((a, b) => a - b),
      event_ids: fields.map(({ event_id }) => event_id).sort((a, b) => a - b),
      required: fields.every(({ required }) => required),
      // Whether the answers of all events differ is asked when somebody switches it on.
      unique: fields.length === 1 && first.unique,
      limits: limits ? first.limits : {},
      options,
      places: [...new Set(fields.flatMap(({ places }) => places))],
      owner_edits: fields.every(({ owner_edits }) => owner_edits),
      see_role: strictest(({ see_role }) => see_role),
      edit_role: strictest(({ edit_role }) => edit_role),
    },
  };
}

function mergeOptions(fields: readonly Field[]) {
  const options: FieldOption[] = [];
  const renamed = new Map<number, Map<string, string>>();
  for (const field of fields.filter(hasOptions)) {
    const names = new Map<string, string>();
    for (const option of field.options) {
      const same = options.find((one) => isSame(one, option));
      if (!same) {
        const taken = new Set(options.map(({ key }) => key));
        const key = taken.has(option.key) ? keyFor(Object.values(option.labels)[0] ?? option.key, taken) : option.key;
        options.push({ ...option, key });
        if (key !== option.key) names.set(option.key, key);
        continue;
      }
      Object.assign(same, { labels: { ...option.labels, ...same.labels } });
      // What one event still offers is offered.
      if (!option.archived) delete same.archived;
      if (same.key !== option.key) names.set(option.key, same.key);
    }
    renamed.set(field.id, names);
  }
  return { options, renamed };
}

/** By a name in a language that both have; by the key where they share none. */
function isSame(one: FieldOption, other: FieldOption): boolean {
  const shared = Object.keys(one.labels).filter((locale) => locale in other.labels);
  const plain = (text: string | undefined) => text?.trim().toLowerCase();
  if (shared.length === 0) return one.key === other.key;
  return shared.some((locale) => plain(one.labels[locale]) === plain(other.labels[locale]));
}

/** An answer to one of the fields as the merged one has it. */
export function readAs({ values, renamed }: Merged, field: Field, answer: unknown): unknown {
  const names = renamed.get(field.id);
  if (answer === undefined || !names) return answer;
  if (!Array.isArray(answer)) return names.get(String(answer)) ?? answer;
  const keys = new Set(answer.map((key) => names.get(String(key)) ?? key));
  const known = values.options.map(({ key }) => key).filter((key) => keys.has(key));
  return [...known, ...[...keys].filter((key) => !known.includes(key))];
}
