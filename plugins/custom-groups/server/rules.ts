// Decisions about custom groups; pure.
import type { Field } from "#schemas/fields.ts";
import { hasOptions } from "#schemas/fields.ts";
import { fieldProblem } from "#server";
import {
  type Details,
  type Fault,
  type Group,
  type GroupChange,
  type GroupDraft,
  MOST_METADATA,
  type Rule,
} from "../contract.ts";
import type { GroupRow, GroupValues } from "./repository.ts";

/** The kind of object under which groups stand in the history. */
export const OBJECT = "custom-groups.group";

/** What a group says beside its name and its members where nobody said anything. */
export const USUAL: Details = {
  description: "",
  names: {},
  attendance: "unspecified",
  side: "none",
  see: null,
  recommend: null,
  metadata: {},
};

const DETAILS = Object.keys(USUAL) as (keyof Details)[];

/** What a group says that is not usual; so it is kept. */
export function saidOf(details: Details): Partial<Details> {
  const said = DETAILS.filter((key) => JSON.stringify(details[key]) !== JSON.stringify(USUAL[key]));
  return Object.fromEntries(said.map((key) => [key, details[key]]));
}

function detailsOf(values: Partial<Details>): Partial<Details> {
  const given = DETAILS.filter((key) => values[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, values[key]]));
}

/** A new group. One that is made by hand has no rule, and the other kind needs one. */
export function asNew(draft: GroupDraft, groupIds: readonly number[] = []): GroupValues {
  const { name, mode, colour = "blue", rule } = draft;
  return settled({ ...USUAL, ...detailsOf(draft), name, mode, colour, rule: rule ?? null }, groupIds);
}

/** A group after a change; how its members are found stays what it was. */
export function asChanged(current: GroupRow, change: GroupChange, groupIds: readonly number[]): GroupValues {
  const { name, colour, rule } = change;
  const before = detailsOf(current);
  const values = {
    ...{ ...USUAL, ...before, ...detailsOf(change) },
    mode: current.mode,
    name: name ?? current.name,
    colour: colour ?? current.colour,
    rule: rule ?? current.rule,
  };
  return settled(values, groupIds);
}

function settled(values: GroupValues, groupIds: readonly number[]): GroupValues {
  const { name, mode, rule, names, description, see, recommend, metadata } = values;
  if (mode === "rule" && !rule)
    throw fieldProblem(
      "custom-groups.rule_missing",
      "rule",
      "Add a condition",
      "custom-groups:problem.conditionMissing",
    );
  if (Buffer.byteLength(JSON.stringify(metadata)) > MOST_METADATA)
    throw fieldProblem(
      "custom-groups.metadata_too_large",
      "metadata",
      "At most 4 KB",
      "custom-groups:problem.metadata_too_large",
    );
  const read = Object.entries(names)
    .map(([locale, text]) => [locale, plain(text)] as const)
    .filter(([, text]) => text !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...values,
    name: plain(name),
    rule: mode === "rule" ? rule : null,
    names: Object.fromEntries(read),
    description: description.trim(),
    see: known(see, groupIds),
    recommend: known(recommend, groupIds),
  };
}

/** A group that has gone since is not named any more. */
function known(ids: readonly number[] | null, groupIds: readonly number[]): number[] | null {
  return ids && ids.filter((id) => groupIds.includes(id)).sort((a, b) => a - b);
}

const RULES = ["see", "recommend"] as const;

/** What a group would say otherwise than before of whom its members see, and who is recommended to them. */
export function saidAnew(
  before: Partial<Pick<Details, "see" | "recommend">>,
  after: Partial<Pick<Details, "see" | "recommend">>,
  groupIds: readonly number[],
): (typeof RULES)[number][] {
  const said = (ids: readonly number[] | null = null) => JSON.stringify(known(ids, groupIds));
  return RULES.filter((key) => said(before[key]) !== said(after[key]));
}

/** Groups as the event has ranked them; those that are not ranked come after them. */
export function inOrder<T extends { id: number }>(groups: readonly T[], ranking: readonly number[]): T[] {
  const places = new Map(ranking.map((id, at) => [id, at]));
  const placeOf = ({ id }: T) => places.get(id) ?? ranking.length;
  return [...groups].sort((one, other) => placeOf(one) - placeOf(other));
}

/** What the history keeps of a group; what it says beside its name and members only where it says something. */
export function comparable({
  name,
  colour,
  mode,
  rule,
  ...rest
}: Pick<Group, "name" | "colour" | "mode" | "rule"> & Details) {
  return { name, colour, mode, rule, ...Object.fromEntries(DETAILS.map((key) => [key, rest[key]])) };
}

const OWN = "fields.";

/** Conditions that name what is not there, or no number where the field's answers are numbers. A field that somebody may not see is not told of. */
export function faultsOf(
  rule: Rule | null,
  fields: readonly Pick<Field, "key" | "kind" | "options" | "see_role" | "archived_at">[],
  typeIds: readonly number[],
  hidden: readonly string[],
): Fault[] {
  return (rule?.filter ?? []).flatMap(({ field: name, op, value }, at): Fault[] => {
    const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== "");
    if (name === "type_id") {
      const gone = values.filter((id) => typeof id !== "boolean" && !typeIds.includes(Number(id)));
      return gone.map((id) => ({ at, why: "type", name: String(id) }));
    }
    const key = name.startsWith(OWN) ? name.slice(OWN.length) : undefined;
    if (key === undefined || hidden.includes(key)) return [];
    const field = fields.find((one) => one.key === key);
    if (!field) return [{ at, why: "field", name: key }];
    if (field.kind === "number" && op !== "empty") {
      const wrong = values.filter((one) => typeof one !== "number");
      return wrong.map((one) => ({ at, why: "number", name: String(one) }));
    }
    if (!hasOptions(field)) return [];
    const gone = values.filter(
      (one) =>
        typeof one === "string" && !field.options.some((option) => option.key === one || among(option.key) === one),
    );
    return gone.map((one) => ({ at, why: "option", name: String(one).replace(/^"|"$/g, "") }));
  });
}

/** What a list of several answers holds for an option: its key between quotation marks. */
const among = (key: string) => JSON.stringify(key);

function plain(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
