// Whether a column that calls itself an id holds the ids of these profiles: lists of other systems have ids of their own. Pure.
import type { Thing } from "../../../contract.ts";
import { plainAddress } from "../../address.ts";
import { contradicts, type Said } from "../names.ts";
import { type Column, keyOf, tellsWho } from "./columns.ts";
import { wordOf } from "./recall.ts";

type Rows = readonly (readonly string[])[];

const ID = /^[1-9]\d{0,14}$/;

/** The column whose ids may be anybody's, where others say as well whom a row is about. */
export function doubtfulIds(columns: readonly Column[]): Column | undefined {
  const column = columns.find(({ field, title }) => field === "id" && wordOf(title) === "id");
  const isAlone = !tellsWho(columns.map(({ field }) => (field === "id" ? null : field)));
  return isAlone ? undefined : column;
}

/** The ids in the first rows that could be those of profiles. */
export function idsIn({ at }: Column, rows: Rows): number[] {
  return [...new Set(rows.map((row) => row[at]?.trim() ?? ""))].filter((cell) => ID.test(cell)).map(Number);
}

/** The columns, of which that one fills a field of its own where most of its ids are nobody's, or somebody else's. */
export function withoutOthersIds(
  columns: readonly Column[],
  doubtful: Column,
  rows: Rows,
  known: readonly Thing[],
): Column[] {
  const things = new Map(known.map((thing) => [String(thing.id), thing]));
  const there = rows.filter((row) => row[doubtful.at]?.trim());
  const wrong = there.filter((row) => {
    const thing = things.get(row[doubtful.at]?.trim() ?? "");
    return !thing || contradicts(saidBy(columns, row), thing);
  });
  if (wrong.length * 2 <= there.length) return [...columns];
  return columns.map((one) =>
    one.at === doubtful.at ? { ...one, field: `fields.${keyOf(one.title)}`, by: "otherIds" } : one,
  );
}

function saidBy(columns: readonly Column[], row: readonly string[]): Said {
  const cell = (wanted: string) => row[columns.find(({ field }) => field === wanted)?.at ?? -1]?.trim() ?? "";
  const email = plainAddress(cell("email").replace(/^.*</, "").replace(/>$/, ""));
  return { email, name: [cell("name"), cell("first_name"), cell("last_name")].filter(Boolean).join(" ") };
}
