// One field out of several: what it asks, and how the answers to each of them read in it. Pure.
import { PROMOTION_FACTS, type Promotion } from "#schemas/fieldPromotion.ts";
import { type Field, type FieldOption, hasOptions, keyFor } from "#schemas/fields.ts";
import type { FieldValues } from "../repository.ts";

export interface Merged {
  key: string;
  values: FieldValues;
  /** By the id of a field, the options that are called otherwise from now on. */
  renamed: ReadonlyMap<number, ReadonlyMap<string, string>>;
  /** What the fields have otherwise. */
  unlike: Promotion["unlike"];
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
    unlike: unlikeIn(fields),
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
      match_weight: Math.max(...fields.map(({ match_weight }) => match_weight)),
    },
  };
}

/** Names and help are told where both say something; the rest wherever it is not the same. */
function unlikeIn(fields: readonly [Field, ...Field[]]): Promotion["unlike"] {
  const [first, ...others] = fields;
  const isUnlike: Record<Promotion["unlike"][number], (other: Field) => boolean> = {
    labels: (other) => saysOtherwise(first.labels, other.labels),
    help: (other) => saysOtherwise(first.help, other.help),
    archived: (other) => first.options.some((one) => other.options.some((two) => isOffered(one, two))),
    section: (other) => first.section !== other.section,
    type_ids: (other) => String(first.type_ids) !== String(other.type_ids),
    required: (other) => first.required !== other.required,
    unique: (other) => first.unique || other.unique,
    limits: (other) => JSON.stringify(first.limits) !== JSON.stringify(other.limits),
    owner_edits: (other) => first.owner_edits !== other.owner_edits,
    see_role: (other) => first.see_role !== other.see_role,
    edit_role: (other) => first.edit_role !== other.edit_role,
    match_weight: (other) => first.match_weight !== other.match_weight,
  };
  return PROMOTION_FACTS.filter((fact) => others.some(isUnlike[fact]));
}

function isOffered(one: FieldOption, other: FieldOption): boolean {
  return isSame(one, other) && Boolean(one.archived) !== Boolean(other.archived);
}

function saysOtherwise(one: Record<string, string>, other: Record<string, string>): boolean {
  return Object.entries(other).some(([locale, text]) => one[locale] !== undefined && one[locale] !== text);
}

/** The options of the merged field with the events that they come from, and their keys there. */
export function optionSources({ values, renamed }: Merged, fields: readonly Field[]): Promotion["options"] {
  return values.options.map((option) => {
    const of = fields.flatMap(({ id, event_id, options }) =>
      options
        .filter(({ key }) => (renamed.get(id)?.get(key) ?? key) === option.key)
        .map(({ key }) => ({ event_id, key })),
    );
    return { ...option, of };
  });
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
