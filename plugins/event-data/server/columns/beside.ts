// Columns that areas give to lists of profiles: which there are for somebody, and what stands in them for some profiles.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import { type Offers, problem, type Who } from "#server";
import { BESIDE } from "../../contract.ts";
import { type ColumnAsking, type ProfileColumnOf, profileColumnsKey } from "../../offers.ts";

type Facts = Pick<Who, "accessRole" | "permissions">;

/** The columns whose values somebody may see, by the fields under which lists name them. */
export function columnsBeside(offered: Offers, { accessRole, permissions }: Facts): Map<string, ProfileColumnOf> {
  const seen = offered(profileColumnsKey)
    .flat()
    .filter(({ access = {} }) => isAllowed(accessCondition(access), { accessRole, permissions }) === true);
  return new Map(seen.map((column) => [BESIDE + column.key, column]));
}

/** Those fields that name such a column; refuses one that there is not, or not for this person. */
export function besideAmong(offered: Offers, who: Facts, fields: readonly string[]): string[] {
  const known = columnsBeside(offered, who);
  const named = fields.filter((field) => field.startsWith(BESIDE));
  for (const field of named) {
    if (known.has(field)) continue;
    const message = `There is no column "${field}" here.`;
    throw problem("invalid", { message, fields: { columns: message } });
  }
  return named;
}

/** What stands in these columns for some profiles, by profile and field. */
export async function valuesBeside(
  asking: Omit<ColumnAsking, "who"> & { who: Facts },
  fields: readonly string[],
  ids: readonly number[],
): Promise<Map<number, Record<string, string | number>>> {
  const known = columnsBeside(asking.offered, asking.who);
  const values = new Map<number, Record<string, string | number>>();
  const each = fields.map(async (field) => {
    const found = await known.get(field)?.of(asking, ids);
    for (const [id, value] of found ?? []) values.set(id, { ...values.get(id), [field]: value });
  });
  await Promise.all(each);
  return values;
}
