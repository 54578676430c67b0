// Columns of lists of profiles: how many meetings a profile has confirmed, and how many requests wait for an answer.
import type { ProfileColumnOf } from "../../event-data/offers.ts";
import { countMeetings } from "./counts.ts";

const access = { permissions: ["meetings"] };

export const meetingColumns: readonly ProfileColumnOf[] = [
  {
    key: "networking.confirmed",
    title: "networking:column.confirmed",
    kind: "number",
    kept: true,
    access,
    of: ({ db, event }, ids) => countMeetings(db, event.id, ids, "accepted"),
  },
  {
    key: "networking.waiting",
    title: "networking:column.waiting",
    kind: "number",
    kept: true,
    access,
    of: ({ db, event }, ids) => countMeetings(db, event.id, ids, "requested"),
  },
];
