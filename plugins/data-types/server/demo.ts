// The demo's data types as participants read them.
import { type DemoContext, listTypeRows, saveTypeOf } from "#server";
import type { TypeDetail } from "../contract.ts";
import { asColumns, factsOf } from "./rules.ts";

type Look = [TypeDetail["icon"], TypeDetail["colour"], en: [string, string], de: [string, string]];

const LOOKS: Record<string, Look> = {
  Attendee: ["person", "blue", ["Attendee", "Attendees"], ["Besucher", "Besucher"]],
  Speaker: ["headset", "violet", ["Speaker", "Speakers"], ["Vortragende Person", "Vortragende"]],
  "Exhibitor representative": ["id-number", "teal", ["Exhibitor", "Exhibitors"], ["Aussteller", "Aussteller"]],
  Exhibitor: ["office", "teal", ["Exhibitor", "Exhibitors"], ["Aussteller", "Aussteller"]],
  Sponsor: ["star", "amber", ["Sponsor", "Sponsors"], ["Sponsor", "Sponsoren"]],
  Product: ["cube", "olive", ["Product", "Products"], ["Produkt", "Produkte"]],
};

export async function demo({ db, appIds }: DemoContext): Promise<void> {
  for (const row of await listTypeRows(db, appIds.northwind)) {
    const look = LOOKS[row.type];
    if (!look) continue;
    const [icon, colour, en, de] = look;
    const labels = { de: { one: de[0], many: de[1] }, "en-gb": { one: en[0], many: en[1] } };
    await saveTypeOf(db, appIds.northwind, row, asColumns({ ...factsOf(row), icon, colour, labels }));
  }
}
