// What a row would do, as the person wants it, to the profile that it is about. Pure.
import type { Thing } from "../../contract.ts";
import type { ThingValues } from "../repository.ts";
import { mustBeUnique } from "../rules.ts";
import { type Stored, saidBy } from "./find.ts";
import { isAnother } from "./names.ts";
import type { ImportOptions } from "./options.ts";
import { planRow } from "./plan.ts";
import { type Reading, type ReadRow, refuse } from "./readRow.ts";

/** What a row would do: nothing where there are no values. */
export interface Planned {
  row: ReadRow;
  current: Thing | undefined;
  values: ThingValues | undefined;
  /** What stands for it from then on where a dry run would make it. */
  triedId?: number;
}

/** Throws why the row is refused. */
export function judgeRow(
  row: ReadRow,
  stored: Stored,
  { write, key }: Pick<ImportOptions, "write" | "key">,
  { types, own }: Pick<Reading, "types" | "own">,
): Planned {
  const current = stored.of(row);
  const sharing = current ? [] : stored.sharing(row);
  if (sharing.length > 0) throw refuse("email", "severalHave", { number: sharing.length });
  // Who is here already stays as they are.
  if (write === "known" && current) return { row, current, values: undefined };
  if (row.id && !current) throw refuse("id", "unknownId");
  if (row.id && current && key === "auto" && isAnother(saidBy(row), current))
    throw refuse("id", "otherPerson", { name: current.name, id: current.id });
  const registrant = stored.torn(row);
  if (current && registrant && registrant.id !== current.id) {
    const { name: other, id: otherId } = registrant;
    throw refuse("email", "otherRegistrant", { name: current.name, id: current.id, other, otherId });
  }
  if (!current && write === "update") throw refuse("", "notThere");
  if (current && write === "create") throw refuse("", ...told("thereAlready", current));
  const values = current ? planRow(row, current, types, own) : (row.made ?? planRow(row, undefined, types, own));
  if (values && mustBeUnique(values, types)) {
    const holder = stored.holderOf(values.email);
    if (holder && holder.id !== current?.id) throw refuse("email", ...told("emailTaken", holder));
  }
  return { row, current, values };
}

/** A problem with a profile; one that a line before would have made has no id yet. */
function told(key: string, { id, name }: Thing): [key: string, values: { name: string; id?: number }] {
  return id > 0 ? [key, { name, id }] : [`${key}Before`, { name }];
}
