// Relationships of the demo: who represents which company of the big event, and which company shows which item.
import { type DemoContext, listTypesOf } from "#server";
import type { KindDraft } from "../contract.ts";
import { thingsOf } from "./profiles.ts";
import { addLinks, createKind } from "./repository.ts";
import { tidy } from "./rules.ts";

const REPRESENTATIVE: KindDraft = {
  name: "Representative",
  from: { label: "is represented by", category: 2, types: [] },
  to: { label: "represents", category: 1, types: [] },
  cardinality: "one-many",
};
const EXHIBIT: KindDraft = {
  name: "Exhibit",
  from: { label: "shows", category: 2, types: [] },
  to: { label: "is shown by", category: 3, types: [] },
  cardinality: "many-many",
};
const MOST = 600;

export async function demo({ db, dialect, bigEventId, now, offered }: DemoContext): Promise<void> {
  const things = thingsOf(offered);
  const at = now.toISOString();
  const types = await listTypesOf(db, bigEventId);
  const some = async (category: number) => {
    const rows: { id: number; name: string; company_name: string }[] = [];
    const selection = { question: { category } };
    const columns = ["name", "company_name"];
    for await (const block of things.eachSelected(db, dialect, bigEventId, selection, offered, [], { columns })) {
      rows.push(...(block as typeof rows));
      if (rows.length >= MOST) break;
    }
    return rows.slice(0, MOST);
  };
  const companies = new Map((await some(2)).map((company) => [company.name, company.id]));
  for (const [draft, category] of [
    [REPRESENTATIVE, 1],
    [EXHIBIT, 3],
  ] as const) {
    const kind = await createKind(db, bigEventId, tidy(draft, types), at);
    if (!kind) continue;
    const links = (await some(category)).flatMap(({ id, company_name }) => {
      const company = companies.get(company_name);
      if (!company) return [];
      return [{ kind_id: kind.id, from_id: company, to_id: id, source: "import", created_at: at }];
    });
    await addLinks(db, bigEventId, links);
  }
  await things.orderColumns(db, dialect, bigEventId, offered);
}
