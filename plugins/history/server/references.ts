// Names for the ids that lines of history hold: of what is there as it is called now, of what is gone as it was called last.
import {
  type AuditRow,
  lastAuditLabels,
  listAppTypesOf,
  listEventNamesOf,
  type Referred,
  type ReferredAsking,
  referred,
} from "#server";
import { isCondition, type Names, partOf, TYPE_FIELDS } from "../contract/words.ts";

/** The house's own. */
const house: readonly Referred[] = [
  {
    fields: ["allowed_containers", "admit_containers", "event_ids", "copied_from", "event_id"],
    type: "event",
    names: async ({ db, appId }) =>
      [...(await listEventNamesOf(db, appId))].map(([id, { name }]) => [id, name] as const),
  },
  {
    fields: TYPE_FIELDS,
    type: "data-types.type",
    names: async ({ db, appId }) => (await listAppTypesOf(db, appId)).map(({ id, name }) => [id, name] as const),
  },
];

/** The field by which a line tells under which id something stands again: it is of the line's own type. */
const SELF = "stands_as";

type Facts = Readonly<Record<string, unknown>> | null;
type Found = Pick<AuditRow, "object_type" | "event_id"> & { before: Facts; after: Facts };

/** Names by the fields of each of some lines, in the order of the lines. */
export async function namesFor(asking: ReferredAsking, lines: readonly Found[]): Promise<Names[]> {
  const kinds = [...house, ...asking.offered(referred)];
  const kindOf = (field: string, line: Found) =>
    kinds.find(({ fields, type }) => (field === SELF ? type === line.object_type : fields.includes(field)));
  const wanted = new Map<Referred, Set<number>>();
  const held = lines.map((line) => {
    const ids = idsIn(line, (field) => kindOf(field, line) !== undefined);
    for (const [field, some] of ids) {
      const kind = kindOf(field, line) as Referred;
      const all = wanted.get(kind) ?? new Set();
      for (const id of some) all.add(id);
      wanted.set(kind, all);
    }
    return ids;
  });
  const names = new Map<Referred, ReadonlyMap<number, string>>();
  for (const [kind, ids] of wanted) names.set(kind, await namesOf(asking, kind, [...ids]));
  return held.map((ids, at) =>
    Object.fromEntries(
      [...ids].map(([field, some]) => {
        const known = names.get(kindOf(field, lines[at] as Found) as Referred);
        return [field, Object.fromEntries([...some].flatMap((id) => named(id, known?.get(id))))];
      }),
    ),
  );
}

const named = (id: number, name: string | undefined) => (name === undefined ? [] : [[String(id), name] as const]);

async function namesOf(asking: ReferredAsking, kind: Referred, ids: readonly number[]): Promise<Map<number, string>> {
  const found = new Map(await kind.names(asking, ids));
  const gone = ids.filter((id) => !found.has(id));
  if (kind.type === undefined || gone.length === 0) return found;
  const { db, dialect, appId } = asking;
  for (const [id, label] of await lastAuditLabels(db, dialect, { appId, type: kind.type, ids: gone }))
    found.set(Number(id), label);
  return found;
}

/** The ids that a line holds, by the field that they stand in. */
function idsIn({ before, after }: Found, isReference: (field: string) => boolean): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  const look = (field: string, value: unknown, isAsked = false): void => {
    if (Array.isArray(value)) for (const one of value) look(field, one, isAsked);
    else if (typeof value === "object" && value !== null) {
      if (isCondition(value)) look(value.field, value.value, true);
      else for (const [key, inner] of Object.entries(value)) look(partOf(field, key), inner);
    } else if (isId(value, isAsked) && isReference(field)) {
      const ids = found.get(field) ?? new Set();
      ids.add(Number(value));
      found.set(field, ids);
    }
  };
  for (const facts of [before, after]) for (const [field, value] of Object.entries(facts ?? {})) look(field, value);
  return found;
}

/** Only filters hold ids as texts. */
function isId(value: unknown, isAsked: boolean): boolean {
  if (typeof value === "number") return Number.isInteger(value) && value > 0;
  return isAsked && typeof value === "string" && /^\d{1,9}$/.test(value);
}
