// Groups of the demo: two by hand and two by rule in the big event.
import type { DemoContext } from "#server";
import type { GroupDraft } from "../contract.ts";
import { thingsOf } from "./members.ts";
import { addMembers, createGroup } from "./repository.ts";
import { asNew } from "./rules.ts";

const GROUPS: (GroupDraft & { about?: { field: string; op: "eq" | "startsWith"; value: string }; most?: number })[] = [
  {
    name: "VIP guests",
    mode: "manual",
    colour: "purple",
    about: { field: "last_name", op: "startsWith", value: "B" },
    most: 40,
  },
  {
    name: "Press",
    mode: "manual",
    colour: "teal",
    about: { field: "first_name", op: "startsWith", value: "L" },
    most: 25,
  },
  {
    name: "Germany, Austria and Switzerland",
    mode: "rule",
    colour: "blue",
    rule: { match: "all", filter: [{ field: "country", op: "in", value: ["DE", "AT", "CH"] }] },
  },
  {
    name: "Not here yet",
    mode: "rule",
    colour: "brown",
    rule: {
      match: "any",
      filter: [
        { field: "status", op: "eq", value: "imported" },
        { field: "status", op: "eq", value: "invited" },
      ],
    },
  },
];

export async function demo({ db, dialect, bigEventId, now, offered }: DemoContext): Promise<void> {
  const things = thingsOf(offered);
  const at = now.toISOString();
  for (const { about, most = 0, ...draft } of GROUPS) {
    const group = await createGroup(db, bigEventId, asNew(draft), at);
    if (!group || !about) continue;
    const question = { category: 1, filter: [about] };
    for await (const rows of things.eachSelected(db, dialect, bigEventId, { question }, offered, [], {
      columns: ["id"],
    })) {
      const ids = rows.map((row) => row.id as number).slice(0, most);
      await addMembers(db, bigEventId, group.id, ids, at);
      break;
    }
  }
  await things.orderColumns(db, dialect, bigEventId, offered);
}
