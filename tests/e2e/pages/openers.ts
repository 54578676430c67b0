// What a press opens over a page, by the keys of the texts on what is pressed: so the table holds in every language.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { EVENT_ID } from "./event.ts";

const ROOT = join(import.meta.dirname, "../../..");
const EVENT = `/event-details/${EVENT_ID}`;
const DATA = `/event-data/${EVENT_ID}`;

/** The key of the text of a button, a tab or an item of a menu, such as "data-types:merge.open"; or what is no such thing. */
export type Step = string | { css: string; fill?: string };

/** The file that draws it, and what is pressed for it: a dialog, or without a press the panel beside the page. */
export type Layer = readonly [of: string, ...steps: Step[]];

/** What is pressed on a page that is visited once: first this, then for each layer its own. */
export interface Opener {
  address: string;
  first?: readonly Step[];
  layers: readonly Layer[];
  /** What it opens leads back to what it was opened from: it is left with the page. */
  stays?: true;
  /** It holds a name of which nobody may type as many letters as the worst names have. */
  isShort?: true;
}

const ROW: Step = { css: ".ag-row .list-opens" };
const TICK: Step = { css: ".ag-cell[col-id=list-ticks] input" };
const BULK = ["edit", "activate", "deactivate", "move", "merge", "in", "out", "remove"] as const;
const CLOSE_DIALOG: Step = { css: "[role=dialog] .dialog-head button" };
const CLOSE_PANEL: Step = { css: "aside.side-panel .side-panel-head button:last-child" };

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

/** What the demo has none of, by its ids. */
export interface Prepared {
  /** With a meeting that is asked for, outside of when they are available. */
  profile: number;
  /** Of the list of participants by their names. */
  view: number;
  /** Archived. */
  field: number;
  /** That nobody has, in every event. */
  type: number;
  /** Somebody who is logged in elsewhere. */
  member: number;
}

export const openersOf = ({ profile, view, field, type, member }: Prepared): readonly Opener[] => [
  // Before what the others write into it.
  {
    address: `${EVENT}/history?q=${WALKED}`,
    first: [TICK],
    layers: [["plugins/history/web/EraseMany.tsx", "history:erase.action"]],
  },
  {
    address: `${EVENT}/history?q=${WALKED}`,
    first: [ROW],
    layers: [
      ["plugins/history/web/LinePanel.tsx"],
      ["plugins/history/web/RevertQuestion.tsx", "history:revert.action.fields"],
    ],
  },
  {
    address: `${EVENT}/history?q=Gone+${WALKED}`,
    first: [ROW],
    layers: [["plugins/history/web/LinePanel.tsx", "history:erase.action"]],
  },
  {
    address: `${DATA}/category/1?sort=name`,
    first: [TICK],
    layers: [
      ...BULK.map(
        (act): Layer => [
          "plugins/event-data/web/bulk/BulkDialog.tsx",
          "event-data:bulk.actions",
          `event-data:bulk.do.${act}`,
        ],
      ),
      ["plugins/event-data/web/views/ViewDialog.tsx", "event-data:view.title", "event-data:view.saveAs"],
    ],
  },
  {
    address: `${DATA}/category/1?sort=name&view=${view}`,
    layers: [["plugins/event-data/web/views/ViewsMenu.tsx", "event-data:view.shown", "event-data:view.remove"]],
    isShort: true,
  },
  ...TABS.map(
    (tab): Opener => ({
      address: `${DATA}/profile/1?tab=${tab}`,
      layers: [["plugins/event-data/web/ThingPanel.tsx"]],
    }),
  ),
  {
    address: `${DATA}/profile/1`,
    layers: [["plugins/event-data/web/RemoveThing.tsx", "event-data:remove.action"]],
  },
  {
    address: `${DATA}/profile/${profile}`,
    layers: [
      ["plugins/app-access/web/CopyDialog.tsx", "app-access:menu", "app-access:act.copy"],
      ["plugins/app-access/web/CopyDialog.tsx", "app-access:menu", "app-access:act.copy", "app-access:copy.action"],
      ["plugins/app-access/web/AsDialog.tsx", "app-access:menu", "app-access:act.as"],
      ["plugins/app-access/web/AsDialog.tsx", "app-access:menu", "app-access:act.as", "app-access:as.action"],
      ["plugins/app-access/web/MailDialog.tsx", "app-access:menu", { css: "[role=menuitem]" }],
    ],
  },
  {
    address: `${DATA}/profile/${profile}?tab=${encodeURIComponent("networking/MeetingsTab")}`,
    layers: [
      ["plugins/networking/web/MeetingItem.tsx", "networking:act.accept"],
      ["plugins/networking/web/MeetingItem.tsx", "networking:act.cancel"],
    ],
  },
  {
    address: `${EVENT}/custom-fields?open=1`,
    layers: [
      ["src/kernel/fields/UsualFields.tsx", "common:fields.usual.title"],
      ["src/kernel/fields/TakeFields.tsx", "common:fields.take.button"],
    ],
  },
  {
    address: `${EVENT}/custom-fields?open=${field}`,
    layers: [["src/kernel/fields/Archiving.tsx", "common:fields.removal.button"]],
  },
  {
    address: "/app-settings/multi-event-fields?open=1",
    layers: [
      ["src/kernel/fields/KindDialog.tsx", "common:fields.change.button"],
      ["src/kernel/fields/OptionDialog.tsx", "common:fields.retireOption"],
    ],
  },
  {
    address: `${EVENT}/custom-fields`,
    first: [{ css: "[data-row] input[type=checkbox]" }],
    layers: ["archive", "listed", "type"].map((act) => [
      "src/kernel/fields/BulkDialog.tsx",
      `common:fields.bulk.${act}`,
    ]),
  },
  {
    address: "/app-settings/data-types?open=1",
    layers: [
      ["plugins/data-types/web/ArchiveDialog.tsx", "data-types:archive"],
      ["plugins/data-types/web/MergeDialog.tsx", "data-types:merge.open"],
    ],
  },
  {
    address: `/app-settings/data-types?open=${type}`,
    layers: [["plugins/data-types/web/TypePanel.tsx", "data-types:remove.action"]],
  },
  {
    address: `${EVENT}/data-types-permissions`,
    layers: ["first", "last"].map((which) => [
      "plugins/data-types-permissions/web/LeaveDialog.tsx",
      { css: `tbody tr:${which}-child .rules-acts > button:last-child` },
    ]),
  },
  {
    address: `${EVENT}/relationships?id=1`,
    layers: [
      ["plugins/relationships/web/MatchDialog.tsx", "relationships:match.action"],
      ["plugins/relationships/web/ImportPairs.tsx", "relationships:import.title"],
    ],
  },
  {
    address: `${EVENT}/relationships?id=1&tab=settings`,
    layers: [["plugins/relationships/web/KindPanel.tsx", "relationships:remove.action"]],
  },
  {
    address: `${EVENT}/custom-groups?id=1`,
    layers: [
      ["plugins/custom-groups/web/PriorityDialog.tsx", "custom-groups:priority.open"],
      ["plugins/custom-groups/web/ImportMembers.tsx", "custom-groups:import.open"],
    ],
  },
  {
    address: `${EVENT}/custom-groups?id=1&tab=settings`,
    layers: [["plugins/custom-groups/web/GroupPanel.tsx", "custom-groups:remove.action"]],
  },
  {
    address: `${DATA}/duplicates`,
    first: [ROW],
    layers: [["plugins/duplicates/web/PairPanel.tsx"]],
  },
  {
    address: `${DATA}/duplicates?state=merged`,
    first: [ROW],
    layers: [["plugins/duplicates/web/MergedPanel.tsx"]],
  },
  {
    address: "/app-settings/outbox",
    first: [ROW],
    layers: [["plugins/outbox/web/LetterPanel.tsx"]],
  },
  {
    address: "/app-settings/api-tokens",
    first: [ROW],
    layers: [
      ["plugins/api-tokens/web/TokenPanel.tsx"],
      ["plugins/api-tokens/web/TokenPanel.tsx", "api-tokens:revoke.action"],
    ],
  },
  {
    address: "/app-settings/admin-access?show=invites",
    layers: [["plugins/admin-access/web/InviteList.tsx", "admin-access:invite.revoke"]],
  },
  {
    address: `/app-settings/admin-access?open=${member}`,
    layers: [["plugins/admin-access/web/MemberPanel.tsx", "admin-access:deactivate.action"]],
  },
  {
    address: `/app-settings/admin-access?open=${member}&tab=sessions`,
    layers: [["plugins/admin-access/web/MemberPanel.tsx", "admin-access:sessions.endAll"]],
  },
  {
    address: "/app-settings/app-configuration",
    layers: [["plugins/app-configuration/web/SsoPanel.tsx", "app-configuration:sso.remove"]],
  },
  { address: `${EVENT}/agenda?session=1`, layers: [["plugins/agenda/web/SessionPanel.tsx", "agenda:remove.action"]] },
  {
    address: `${EVENT}/agenda`,
    layers: [["plugins/agenda/web/AgendaActions.tsx", "agenda:more", "agenda:clear.action"]],
  },
  { address: "/event-home?open=2", layers: [["plugins/events/web/EventDetails.tsx", "events:archive.action"]] },
  { address: "/main", layers: [["src/app/shell/LogoutDialog.tsx", "common:account", "common:menu.logout"]] },
  {
    address: "/main?editProfile",
    first: [{ css: "[role=dialog] input[name=first_name]", fill: WALKED }],
    layers: [["plugins/account/web/ConfirmPassword.tsx", "common:save"]],
    stays: true,
  },
  {
    address: "/main?editProfile",
    first: [{ css: "[role=dialog] input[name=first_name]", fill: WALKED }],
    layers: [["plugins/account/web/ProfileDialog.tsx", CLOSE_DIALOG]],
    stays: true,
  },
  {
    address: `${EVENT}/custom-groups?id=new`,
    first: [{ css: "aside.side-panel input", fill: WALKED }],
    layers: [["src/kernel/form/LeaveQuestion.tsx", CLOSE_PANEL]],
    stays: true,
  },
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

/** Whoever waits longer for what is to be pressed waits in vain, and is to hear of what. */
const PATIENCE = { timeout: 15_000 };

/** Presses one after the other. */
export async function press(page: Page, locale: string, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step !== "string") {
      const at = page.locator(step.css).first();
      if (step.fill === undefined) await at.click(PATIENCE);
      else await at.fill(step.fill, PATIENCE);
      continue;
    }
    const name = named(locale, step);
    // What lies behind a dialog cannot be pressed, though it may be called the same.
    const dialog = page.locator("[role=dialog]");
    const within = (await dialog.count()) > 0 ? dialog.last() : page;
    const roles = (["menuitem", "tab", "button"] as const).map((role) => within.getByRole(role, { name }));
    await roles
      .reduce((all, one) => all.or(one))
      .first()
      .click(PATIENCE);
  }
}
