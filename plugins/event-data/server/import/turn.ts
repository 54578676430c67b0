// Which rows of a block can be written together: each is about a profile of its own, and none about what another one writes.
import { REGISTRATION, type ThingValues } from "../repository.ts";
import type { Mark, Stored } from "./find.ts";
import type { ReadRow } from "./readRow.ts";

/** Knows which rows are about a profile that a row before them is about. */
interface Seen {
  twinOf: (row: ReadRow) => unknown;
  keep: (row: ReadRow) => void;
}

interface Planned {
  values: ThingValues | undefined;
}

/**
 * Plans rows that each are about a profile of their own. Those that are about the profile of a planned one, or whose address
 * it frees, by a mark of another kind, are planned once that row is written, as if it stood in a block before; those of the
 * same mark are its twins. A row that is refused when it is planned keeps no other away.
 */
export function inTurn<One extends Planned>(
  all: readonly ReadRow[],
  stored: Stored,
  seen: Seen,
  plan: (row: ReadRow) => One[],
): { planned: One[]; later: ReadRow[]; twins: ReadRow[] } {
  const touched = new Set<number | string>();
  const written = new Map<string, ThingValues[]>();
  const turn = { planned: [] as One[], later: [] as ReadRow[], twins: [] as ReadRow[] };
  const registered = new Map<string, ThingValues[]>();
  const willBe = (values: ThingValues) => {
    const number = values.fields[REGISTRATION];
    if (number !== undefined) registered.set(String(number), [...(registered.get(String(number)) ?? []), values]);
    const place = stored.foundAs(values);
    if (place === undefined) return;
    const there = written.get(place);
    if (there) there.push(values);
    else written.set(place, [values]);
  };
  const isWritten = (row: ReadRow) => {
    const numbered = registered.get(row.fields[REGISTRATION] ?? "");
    if (numbered?.some((values) => stored.isRegistrant(row, values))) return true;
    const place = written.size > 0 ? stored.soughtAs(row) : undefined;
    return place !== undefined && written.get(place)?.some((values) => stored.wouldFind(row, values)) === true;
  };
  for (const row of all) {
    row.marks = marksAmong(stored, row);
    if (seen.twinOf(row)) {
      turn.twins.push(row);
      continue;
    }
    const { email } = row.values;
    const known = stored.of(row);
    const holder = email ? stored.holderOf(email) : undefined;
    const ids = [known, holder, stored.torn(row)].flatMap((thing) => thing?.id ?? []);
    const marks = row.marks ?? [];
    const isTouched = ids.some((id) => touched.has(id)) || marks.some(({ text }) => touched.has(text));
    if ((touched.size > 0 && isTouched) || isWritten(row)) {
      turn.later.push(row);
      for (const { text } of marks) touched.add(text);
    } else {
      const planned = plan(row);
      if (planned.length === 0) continue;
      turn.planned.push(...planned);
      seen.keep(row);
      for (const { values } of planned) if (values) willBe(values);
    }
    for (const id of ids) touched.add(id);
  }
  return turn;
}

/** What tells the profile of a row apart from those of the others, as far as what is stored says so. */
export function marksAmong(stored: Stored, row: ReadRow): readonly Mark[] {
  // Who is told by the name among those who share an address is no twin of another one.
  if (stored.sharing(row).length > 0) return [{ field: "name", text: `sharing ${stored.of(row)?.id ?? ""}` }];
  const marks = stored.marked(row) ?? row.marks ?? [];
  // The address tells whoever has it, unless a line before has made the one of this registration and name.
  const isOutdone = stored.isHolders(row);
  return marks.map((one) => (one.yields ? { ...one, isOutdone } : one));
}
