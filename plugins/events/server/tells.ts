// What this area tells of an event: whether participants find it, and where it still has to be switched on.
import type { Telling } from "#server";

export const tells: Telling = {
  area: "events",
  rank: 5,
  access: { accessRole: 299, permissions: ["containers"] },

  ofEvent: async ({ event }) => {
    const path = `/event-details/${event.id}/setup`;
    return {
      steps: [
        {
          id: "events.active",
          title: { key: "events:tells.step.active" },
          help: { key: event.archived_at ? "events:tells.step.archived.help" : "events:help.active" },
          done: event.active === 1,
          needed: true,
          path: event.archived_at ? `/event-home?show=archived&open=${event.id}` : `${path}?field=active`,
        },
        {
          id: "events.networking",
          title: { key: "events:tells.step.networking" },
          help: { key: "events:tells.step.networking.help" },
          done: event.web_networking_activated === 1,
          needed: false,
          path: `${path}?field=web_networking_activated`,
        },
      ],
    };
  },
};
