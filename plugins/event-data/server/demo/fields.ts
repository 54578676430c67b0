// The questions of the demo's events. The first answers come with the profiles; the others are given here, the same every time.
import type { FieldDraft } from "#schemas/fields.ts";
import type { DemoContext } from "#server";
import { createField, type FieldOwner } from "../fields/repository.ts";
import { asNewField } from "../fields/rules.ts";

const option = (key: string, en: string, de: string) => ({ key, labels: { "en-gb": en, de } });
const named = (en: string, de: string) => ({ "en-gb": en, de });

/** Of the app: an answer travels with the person. */
const SHARED: readonly FieldDraft[] = [
  {
    key: "diet",
    kind: "choice",
    labels: named("Diet", "Ernährung"),
    help: named("For the caterers; seen by organisers only", "Für das Catering; nur für Veranstalter sichtbar"),
    section: "Attendance",
    places: ["profile", "list", "filter", "onboarding"],
    owner_edits: true,
    options: [
      option("none", "No restriction", "Keine Einschränkung"),
      option("vegetarian", "Vegetarian", "Vegetarisch"),
      option("vegan", "Vegan", "Vegan"),
      option("halal", "Halal", "Halal"),
      option("kosher", "Kosher", "Koscher"),
      option("gluten-free", "Gluten-free", "Glutenfrei"),
    ],
  },
];

const INTERESTS = [
  option("automation", "Automation", "Automatisierung"),
  option("energy", "Energy", "Energie"),
  option("logistics", "Logistics", "Logistik"),
  option("materials", "Materials", "Werkstoffe"),
  option("mobility", "Mobility", "Mobilität"),
  option("software", "Software", "Software"),
];

type Categories = Readonly<Record<1 | 2 | 3, readonly number[]>>;

function ofEvent(types: Categories): readonly FieldDraft[] {
  const people = { type_ids: [...types[1]] };
  return [
    {
      ...people,
      key: "interests",
      kind: "choices",
      labels: named("Interests", "Interessen"),
      help: named("Up to four; they steer recommendations", "Bis zu vier; sie steuern die Empfehlungen"),
      section: "Matching",
      limits: { max: 4 },
      options: INTERESTS,
      match_weight: 6,
      places: ["profile", "list", "filter", "onboarding"],
      owner_edits: true,
    },
    {
      ...people,
      key: "first_visit",
      kind: "boolean",
      labels: named("First visit", "Erster Besuch"),
      section: "Attendance",
      places: ["profile", "list", "filter"],
    },
    {
      ...people,
      key: "badge",
      kind: "number",
      labels: named("Badge number", "Ausweisnummer"),
      section: "Attendance",
      limits: { whole: true, min: 1 },
      places: ["profile", "list"],
      edit_role: 95,
    },
    {
      ...people,
      key: "phone",
      kind: "phone",
      labels: named("Mobile phone", "Mobiltelefon"),
      section: "Attendance",
      see_role: 200,
    },
    {
      type_ids: [...types[2]],
      key: "booth",
      kind: "text",
      labels: named("Booth", "Stand"),
      section: "Exhibition",
      limits: { max_length: 20 },
      places: ["profile", "list", "filter"],
    },
    {
      type_ids: [...types[2]],
      key: "employees",
      kind: "number",
      labels: named("Employees", "Beschäftigte"),
      section: "Exhibition",
      limits: { whole: true, min: 0 },
      places: ["profile", "list"],
    },
    {
      type_ids: [...types[2], ...types[3]],
      key: "website",
      kind: "url",
      labels: named("Website", "Website"),
      section: "Exhibition",
    },
    {
      type_ids: [...types[3]],
      key: "price",
      kind: "number",
      labels: named("Price in euros", "Preis in Euro"),
      section: "Offer",
      limits: { min: 0 },
    },
    {
      type_ids: [...types[3]],
      key: "on_show",
      kind: "boolean",
      labels: named("On show", "Ausgestellt"),
      section: "Offer",
    },
  ];
}

/** Defines the questions of every demo event. */
export async function demoFields({ db, now, events, types, appIds }: DemoContext): Promise<void> {
  for (const appId of Object.values(appIds)) {
    await define({ appId, eventId: 0 }, SHARED);
    const of = (categoryId: number) =>
      types.filter((one) => one.appId === appId && one.categoryId === categoryId).map(({ id }) => id);
    const drafts = ofEvent({ 1: of(1), 2: of(2), 3: of(3) });
    for (const event of events) if (event.appId === appId) await define({ appId, eventId: event.id }, drafts);
  }

  async function define(owner: FieldOwner, drafts: readonly FieldDraft[]): Promise<void> {
    const typeIds = types.filter((one) => one.appId === owner.appId).map(({ id }) => id);
    for (const draft of drafts) {
      const { key, values } = asNewField(draft, { taken: [], typeIds, mainLocale: "en-gb" });
      await createField(db, owner, key, values, now.toISOString());
    }
  }
}

/** What a participant of the demo is interested in: out of a number, so that no other figure of the demo moves. */
export function interestsOf(at: number): string[] {
  const first = (at * 7) % INTERESTS.length;
  const count = at % 5 === 0 ? 0 : 1 + (at % 3);
  const keys = Array.from({ length: count }, (_, step) => INTERESTS[(first + step * 2) % INTERESTS.length]?.key ?? "");
  return INTERESTS.map(({ key }) => key).filter((key) => keys.includes(key));
}

/** Area codes of the United States; numbers beginning with 555-01 belong to nobody in any of them. */
const AREAS = [
  ...[201, 202, 206, 212, 213, 214, 215, 216, 218, 224, 225, 228, 229, 231, 234, 239, 240, 248, 251, 252, 253, 254],
  ...[256, 260, 262, 267, 269, 270, 276, 281, 301, 302, 303, 304, 305, 307, 308, 309, 310, 312, 313, 314, 315, 316],
  ...[317, 318, 319, 320, 321, 323],
];

/** The mobile number of a demo participant by its place in the list: three in five have one, and nobody has that of another. */
export function phoneOf(at: number): string | undefined {
  if ((at * 3) % 5 > 2) return undefined;
  const area = AREAS[at % AREAS.length];
  return `+1${area}55501${String(Math.floor(at / AREAS.length) % 100).padStart(2, "0")}`;
}
