// Addresses that open something beside or over a page.
import { EVENT_ID } from "./event.ts";

const EVENT = `/event-details/${EVENT_ID}`;
const PROFILE = `/event-data/${EVENT_ID}/profile/1`;

/** Addresses of panels and the files that draw them; those with `row` belong to a row that is seen, to which the focus goes. */
export const PANELS: readonly { address: string; of: string; row?: boolean }[] = [
  { address: `/event-data/${EVENT_ID}/category/1?open=new`, of: "plugins/event-data/web/NewThingPanel.tsx" },
  { address: `${EVENT}/agenda?session=1`, of: "plugins/agenda/web/SessionPanel.tsx", row: true },
  { address: `${EVENT}/agenda?session=new`, of: "plugins/agenda/web/SessionPanel.tsx" },
  { address: `${EVENT}/agenda?view=clashes&session=1`, of: "plugins/agenda/web/SessionPanel.tsx" },
  { address: `${EVENT}/custom-groups?id=1`, of: "plugins/custom-groups/web/GroupPanel.tsx", row: true },
  { address: `${EVENT}/custom-groups?id=new`, of: "plugins/custom-groups/web/NewGroupPanel.tsx" },
  { address: `${EVENT}/relationships?id=1`, of: "plugins/relationships/web/KindPanel.tsx", row: true },
  { address: `${EVENT}/relationships?id=new`, of: "plugins/relationships/web/NewKindPanel.tsx" },
  { address: `${EVENT}/custom-fields?open=1`, of: "src/kernel/fields/FieldPanel.tsx", row: true },
  { address: `${EVENT}/custom-fields?open=new`, of: "src/kernel/fields/FieldPanel.tsx" },
  { address: "/app-settings/multi-event-fields?open=1", of: "src/kernel/fields/FieldPanel.tsx", row: true },
  {
    address: `${EVENT}/data-types-permissions?pair=1-2`,
    of: "plugins/data-types-permissions/web/ExplainPanel.tsx",
  },
  {
    address: `${EVENT}/data-types-permissions?people=1-2`,
    of: "plugins/data-types-permissions/web/PeoplePanel.tsx",
  },
  { address: "/event-home?open=1", of: "plugins/events/web/EventDetails.tsx", row: true },
  { address: "/event-home?open=new", of: "plugins/events/web/EventForm.tsx" },
  { address: "/app-settings/data-types?open=1", of: "plugins/data-types/web/TypePanel.tsx", row: true },
  { address: "/app-settings/data-types?open=new", of: "plugins/data-types/web/TypePanel.tsx" },
  { address: "/app-settings/admin-access?open=1", of: "plugins/admin-access/web/MemberPanel.tsx", row: true },
  { address: "/app-settings/admin-access?open=1&show=invites", of: "plugins/admin-access/web/MemberPanel.tsx" },
  { address: "/app-settings/admin-access?open=invite", of: "plugins/admin-access/web/InvitePanel.tsx" },
  { address: "/app-settings/api-tokens?open=new", of: "plugins/api-tokens/web/TokenPanel.tsx" },
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

/** Pictures, dialogs and other panels, with the files that draw them. */
export const PICTURES: readonly { address: string; of: string }[] = [
  { address: `/event-data/${EVENT_ID}/category/1?open=import`, of: "plugins/event-data/web/import/ImportDialog.tsx" },
  { address: `/event-data/${EVENT_ID}/category/1?chart=type_id`, of: "src/kernel/grid/ListChart.tsx" },
  { address: `${EVENT}/agenda?import=1`, of: "plugins/agenda/web/ImportDialog.tsx" },
  {
    address: "/app-settings/multi-event-fields?promote=choose",
    of: "plugins/multi-event-fields/web/PromoteDialog.tsx",
  },
  {
    address: "/app-settings/multi-event-fields?differing=1",
    of: "plugins/multi-event-fields/web/SettleDialog.tsx",
  },
  { address: `${EVENT}/custom-groups?compare=1,2`, of: "plugins/custom-groups/web/Compare.tsx" },
  { address: `${EVENT}/relationships?picture=1`, of: "plugins/relationships/web/TypeGraph.tsx" },
  {
    address: `${EVENT}/data-types-permissions?view=picture`,
    of: "plugins/data-types-permissions/web/Picture.tsx",
  },
  { address: `${EVENT}/data-types-permissions?look=1`, of: "plugins/data-types-permissions/web/LookPanel.tsx" },
  { address: `${EVENT}/data-types-permissions?own=1`, of: "plugins/data-types-permissions/web/OwnPanel.tsx" },
  { address: "/event-home?view=glance", of: "plugins/events/web/Glance.tsx" },
  { address: "/app-settings/data-types?open=999999", of: "src/kernel/ui/GonePanel.tsx" },
];
