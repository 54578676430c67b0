// What the form of a field holds, and what becomes of it when somebody else has saved the field meanwhile.
import {
  FIELD_MATCHED,
  FIELD_UNIQUE,
  type Field,
  type FieldDraft,
  type FieldOption,
  hasOptions,
} from "#schemas/fields.ts";
import { wholeText } from "#schemas/plainText.ts";
import { same } from "../form/baseline.ts";
import { type Compared, compared, type Facts } from "../form/compared.ts";

/** A save that came too late: what it started from, and what was typed. */
export interface LateSave {
  base: Field;
  mine: FieldDraft;
}

const PARTS = ["labels", "help", "limits"] as const;

export function initialOf(field: Field | undefined): FieldDraft {
  if (!field)
    return {
      labels: {},
      help: {},
      kind: "text",
      section: "",
      type_ids: [],
      event_ids: [],
      options: [],
      limits: {},
      required: false,
      unique: false,
      places: ["profile", "list"],
      owner_edits: false,
      see_role: 299,
      edit_role: 200,
      match_weight: 0,
    };
  const { labels, help, kind, section, type_ids, event_ids, options, limits, required, unique, owner_edits, places } =
    field;
  const { see_role, edit_role, match_weight } = field;
  const facts = { labels, help, kind, section, type_ids, event_ids, options, limits, required, unique, places };
  return { ...facts, owner_edits, see_role, edit_role, match_weight };
}

/** What a new field begins as that is to be like another one: all of it but its answers, and what is archived of it. */
export function copyOf(field: Field): FieldDraft {
  const draft = initialOf(field);
  const labels = Object.entries(draft.labels).map(([locale, label]) => [
    locale,
    `${wholeText(label.slice(0, 116))} (2)`,
  ]);
  return {
    ...draft,
    labels: Object.fromEntries(labels),
    options: (draft.options ?? []).filter((one) => !one.archived),
  };
}

/** A key for an option that has no name yet: of no other, nor of one that has been removed, since rules and undoings may still name that. */
export function keyForOption(): string {
  return `option_${crypto.getRandomValues(new Uint32Array(2)).reduce((key, part) => key + part.toString(36), "")}`;
}

/** Without texts and limits that say nothing, and options only where the kind has them. */
export function tidy(values: FieldDraft): FieldDraft {
  const said = <T extends object>(texts: T) =>
    Object.fromEntries(Object.entries(texts).filter(([, one]) => one !== "" && one !== undefined)) as T;
  const options = hasOptions(values) ? (values.options ?? []) : [];
  const { key, ...others } = values;
  return {
    ...others,
    ...(key && { key }),
    labels: said(values.labels),
    help: said(values.help ?? {}),
    limits: said({ ...values.limits, step: values.kind === "number" ? values.limits?.step : undefined }),
    match_weight: FIELD_MATCHED.includes(values.kind) ? Number(values.match_weight ?? 0) : 0,
    unique: values.unique === true && FIELD_UNIQUE.includes(values.kind),
    options,
  };
}

/** One's own changes beside theirs. */
export function onTheirs({ base, mine }: LateSave, theirs: Field): Compared {
  const [before, wanted, now] = [initialOf(base), mine, initialOf(theirs)].map((draft) => flat(tidy(draft)));
  if (!same(before?.options, wanted?.options) && wanted)
    wanted.options = optionsOn(base.options, theirs.options, mine.options ?? []);
  return compared(before ?? {}, wanted ?? {}, now ?? {});
}

/** The draft that has these facts. */
export function draftWith(facts: Facts): FieldDraft {
  return tidy(unflat(facts));
}

const BY_KIND = ["unique", "match_weight"];

/**
 * Whether one's own act accounts for all that clashes: which options there are, and with another kind what only some kinds have.
 * Anything else somebody else has saved before it.
 */
export function isOfAct(typed: LateSave, now: Field): boolean {
  const { base } = typed;
  const isTurned = base.kind !== now.kind;
  const stayed = (of: Field, other: Field) =>
    of.options.filter(({ key }) => other.options.some((one) => one.key === key)).toSorted(byKey);
  return onTheirs(typed, now).clashing.every((key) => {
    if (key === "options") return same(stayed(base, now), stayed(now, base));
    return isTurned && (key.startsWith("limits.") || BY_KIND.includes(key));
  });
}

const byKey = (one: FieldOption, other: FieldOption) => (one.key < other.key ? -1 : 1);

/**
 * What was typed, on what one's own act has made of the field meanwhile: nothing of that is asked about. An option that was taken
 * out or came back is so in what was typed, too.
 */
export function onOwnAct(typed: LateSave, now: Field): FieldDraft {
  const both = onTheirs(typed, now);
  const given = both.clashing.filter((key) => key !== "options" || !hasOptions(now));
  return draftWith(both.settled(new Set(given)));
}

/**
 * One's own options on top of theirs: what they took out stays out, and what they added comes along where it stands, since a saved
 * option may not be left out. Two options that were added under one key are two.
 */
function optionsOn(base: readonly FieldOption[], theirs: readonly FieldOption[], mine: readonly FieldOption[]) {
  const has = (options: readonly FieldOption[], { key }: FieldOption) => options.some((one) => one.key === key);
  const added = theirs.filter((option) => !has(base, option));
  const own = mine
    .filter((option) => has(theirs, option) || !has(base, option))
    .map((option) => (has(added, option) ? { ...option, key: keyForOption() } : option));
  for (const option of added) {
    const before = theirs[theirs.indexOf(option) - 1];
    own.splice(own.findIndex(({ key }) => key === before?.key) + 1, 0, option);
  }
  return own;
}

/** By name of what differs, such as `section` or `labels.en-gb`. */
function flat(draft: FieldDraft): Facts {
  const { labels, help, limits, ...rest } = draft;
  const parts = Object.entries({ labels, help, limits }).flatMap(([part, facts]) =>
    Object.entries(facts ?? {}).map(([key, value]) => [`${part}.${key}`, value]),
  );
  return { ...rest, ...Object.fromEntries(parts) };
}

function unflat(facts: Facts): FieldDraft {
  const entries = Object.entries(facts);
  const whole = entries.filter(([key]) => !key.includes("."));
  const parts = PARTS.map((part) => {
    const own = entries.filter(([key]) => key.startsWith(`${part}.`));
    return [part, Object.fromEntries(own.map(([key, value]) => [key.slice(part.length + 1), value]))];
  });
  return Object.fromEntries([...whole, ...parts]) as FieldDraft;
}
