// What a press opens over a page, by the keys of the texts on what is pressed: so the table holds in every language.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { EVENT_ID } from "./screens.ts";

const ROOT = join(import.meta.dirname, "../../..");
const EVENT = `/event-details/${EVENT_ID}`;
const DATA = `/event-data/${EVENT_ID}`;

/** The key of the text of a button, a tab or an item of a menu, such as "data-types:merge.open"; or what is no such thing. */
export type Step = string | { css: string };

/** What is pressed on a page that is visited once: first this, then for each layer its own. */
export interface Opener {
  address: string;
  first?: readonly Step[];
  /** Each leads to a dialog, or to none where the panel beside the page is looked at. */
  layers: readonly (readonly Step[])[];
}

const ROW: Step = { css: ".ag-row .list-opens" };
const TICK: Step = { css: ".ag-cell[col-id=list-ticks] input" };
const BULK = ["edit", "activate", "deactivate", "move", "merge", "in", "out", "remove"] as const;

/** Tabs of a profile beside the first one and its history, as its address names them. */
const TABS = [
  "fields",
  "agenda/SessionsTab",
  "availability/AvailabilityTab",
  "custom-groups/GroupsTab",
  "networking/MeetingsTab",
  "relationships/RelationshipsTab",
].map(encodeURIComponent);

/** What the profile is called whose history, letters and merge are looked at. */
export const WALKED = "Walkabout";

export const OPENERS: readonly Opener[] = [
  {
    address: `${DATA}/category/1?sort=name`,
    first: [TICK],
    layers: [
      ...BULK.map((act) => ["event-data:bulk.actions", `event-data:bulk.do.${act}`]),
      ["event-data:view.title", "event-data:view.saveAs"],
    ],
  },
  ...TABS.map((tab) => ({ address: `${DATA}/profile/1?tab=${tab}`, layers: [[]] })),
  {
    address: `${DATA}/profile/1`,
    layers: [
      ["app-access:menu", "app-access:act.copy"],
      ["app-access:menu", "app-access:act.as"],
      ["app-access:menu", { css: "[role=menuitem]" }],
      ["event-data:remove.action"],
    ],
  },
  {
    address: `${EVENT}/custom-fields?open=1`,
    layers: [["common:fields.usual.title"], ["common:fields.take.button"]],
  },
  {
    address: "/app-settings/multi-event-fields?open=1",
    layers: [["common:fields.change.button"], ["common:fields.retireOption"]],
  },
  {
    address: `${EVENT}/custom-fields`,
    first: [{ css: "[data-row] input[type=checkbox]" }],
    layers: [["common:fields.bulk.archive"], ["common:fields.bulk.listed"], ["common:fields.bulk.type"]],
  },
  { address: "/app-settings/data-types?open=1", layers: [["data-types:archive"], ["data-types:merge.open"]] },
  {
    address: `${EVENT}/relationships?id=1`,
    layers: [["relationships:match.action"], ["relationships:import.title"]],
  },
  { address: `${EVENT}/relationships?id=1&tab=settings`, layers: [["relationships:remove.action"]] },
  {
    address: `${EVENT}/custom-groups?id=1`,
    layers: [["custom-groups:priority.open"], ["custom-groups:import.open"]],
  },
  { address: `${EVENT}/custom-groups?id=1&tab=settings`, layers: [["custom-groups:remove.action"]] },
  { address: `${EVENT}/history?q=${WALKED}`, first: [TICK], layers: [["history:erase.action"]] },
  { address: `${EVENT}/history?q=${WALKED}`, first: [ROW], layers: [[], ["history:revert.action.fields"]] },
  { address: `${DATA}/duplicates`, first: [ROW], layers: [[]] },
  { address: `${DATA}/duplicates?state=merged`, first: [ROW], layers: [[]] },
  { address: "/app-settings/outbox", first: [ROW], layers: [[]] },
  { address: "/app-settings/api-tokens", first: [ROW], layers: [[], ["api-tokens:revoke.action"]] },
  { address: `${EVENT}/agenda?session=1`, layers: [["agenda:remove.action"]] },
  { address: "/event-home?open=2", layers: [["events:archive.action"]] },
];

/** A text as it can stand on the page, whatever was put in. */
function named(locale: string, key: string): RegExp {
  const [area = "", name = ""] = key.split(":");
  const files = [`locales/${area}/${locale}.json`, `plugins/${area}/locales/${locale}.json`];
  const file = files.map((one) => join(ROOT, one)).find((one) => existsSync(one));
  const text = file && (JSON.parse(readFileSync(file, "utf8"))[name] as string | undefined);
  if (!text) throw new Error(`There is no text ${key} in ${locale}`);
  const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}

/** Presses one after the other. */
export async function press(page: Page, locale: string, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step !== "string") {
      await page.locator(step.css).first().click();
      continue;
    }
    const name = named(locale, step);
    const roles = (["menuitem", "tab", "button"] as const).map((role) => page.getByRole(role, { name }));
    await roles
      .reduce((all, one) => all.or(one))
      .first()
      .click();
  }
}
