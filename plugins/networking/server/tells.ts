// What the meetings tell of an event: how many of its participants have one, and how many still have a request to answer.
import type { Count } from "#schemas/overview.ts";
import { listBeside, type Telling } from "#server";
import { BESIDE } from "../../event-data/contract.ts";
import { thingsKey } from "../../event-data/offers.ts";

const TOLD = [
  { id: "networking.met", column: "networking.confirmed", title: { key: "networking:tells.met" } },
  { id: "networking.asked", column: "networking.waiting", title: { key: "networking:tells.asked" } },
] as const;

export const tells: Telling = {
  area: "networking",
  rank: 15,
  access: { accessRole: 299, permissions: ["meetings"] },
  compared: [{ id: TOLD[0].id, title: TOLD[0].title }],

  ofEvent: async ({ db, dialect, app, event, offered }) => {
    const [things] = offered(thingsKey);
    // The numbers lead to rows of profiles, which not everybody may see.
    if (!things || app.permissions["things"] !== true) return {};
    const columns = await listBeside(db, event.id);
    const hidden = await things.hidden(db, dialect, event, app);
    const counts: Count[] = [];
    for (const { id, column, title } of TOLD) {
      // Silent until there are meetings, and while their column is just being put in order.
      if (!columns.some(({ key, isReady }) => key === column && isReady)) continue;
      const field = BESIDE + column;
      const question = { category: 1 as const, filter: [{ field, op: "gte" as const, value: 1 }] };
      const filter = encodeURIComponent(JSON.stringify([[field, "gte", 1]]));
      counts.push({
        id,
        title,
        value: await things.countSelected(db, dialect, event.id, { question }, offered, hidden),
        tone: "plain",
        path: `/event-data/${event.id}/category/1?filter=${filter}`,
      });
    }
    return { counts };
  },
};
