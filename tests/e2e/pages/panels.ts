// Addresses that open something beside or over a page.
import { EVENT_ID } from "./screens.ts";

const EVENT = `/event-details/${EVENT_ID}`;
const PROFILE = `/event-data/${EVENT_ID}/profile/1`;

/** Addresses of panels; those with `row` belong to a row that is seen, to which the focus goes. */
export const PANELS: readonly { address: string; row?: boolean }[] = [
  { address: `/event-data/${EVENT_ID}/category/1?open=new` },
  { address: `${EVENT}/agenda?session=1`, row: true },
  { address: `${EVENT}/agenda?session=new` },
  { address: `${EVENT}/agenda?view=clashes&session=1` },
  { address: `${EVENT}/custom-groups?id=1`, row: true },
  { address: `${EVENT}/custom-groups?id=new` },
  { address: `${EVENT}/relationships?id=1`, row: true },
  { address: `${EVENT}/custom-fields?open=1`, row: true },
  { address: `${EVENT}/custom-fields?open=new` },
  { address: "/app-settings/multi-event-fields?open=1", row: true },
  { address: `${EVENT}/data-types-permissions?pair=1-2` },
  { address: `${EVENT}/data-types-permissions?people=1-2` },
  { address: "/event-home?open=1", row: true },
  { address: "/event-home?open=new" },
  { address: "/app-settings/data-types?open=1", row: true },
  { address: "/app-settings/data-types?open=new" },
  { address: "/app-settings/admin-access?open=1", row: true },
  { address: "/app-settings/admin-access?open=1&show=invites" },
  { address: "/app-settings/api-tokens?open=new" },
];

/** Panels with tabs: the address of each tab behind the first one. */
export const TABS: readonly { address: string; tab: string }[] = [
  { address: `${PROFILE}?list=category.1&tab=history`, tab: "History" },
  { address: `${EVENT}/custom-groups?id=1&tab=overlap`, tab: "Overlap" },
  { address: `${EVENT}/custom-groups?id=1&tab=settings`, tab: "Settings" },
  { address: `${EVENT}/relationships?id=1&tab=unlinked`, tab: "Without a link" },
  { address: `${EVENT}/relationships?id=1&tab=settings`, tab: "Settings" },
  { address: "/app-settings/admin-access?open=1&tab=explain", tab: "What they may do" },
  { address: "/app-settings/admin-access?open=1&tab=sessions", tab: "Sessions" },
];

/** Pictures and dialogs. */
export const PICTURES: readonly string[] = [
  `/event-data/${EVENT_ID}/category/1?open=import`,
  `/event-data/${EVENT_ID}/category/1?chart=type_id`,
  `${EVENT}/agenda?import=1`,
  "/app-settings/multi-event-fields?promote=choose",
  "/app-settings/multi-event-fields?differing=1",
  `${EVENT}/custom-groups?compare=1,2`,
  `${EVENT}/relationships?picture=1`,
  `${EVENT}/data-types-permissions?view=picture`,
  `${EVENT}/data-types-permissions?look=1`,
  `${EVENT}/data-types-permissions?own=1`,
  "/event-home?view=glance",
];
