// What the command palette finds here: sessions by title, stage, track or speaker.
import { type Finder, formatDateTime } from "#web";
import { listSessions } from "../contract.ts";

export const SessionFinder: Finder = {
  title: "agenda:title",
  access: { accessRole: 299, permissions: ["sessions"] },
  async find({ api, session: { event } }, { words, limit, eventId, signal }) {
    const sessions = await api.call(listSessions, { params: { eventId }, query: { search: words, limit }, signal });
    return sessions.map(({ id, title, start }) => ({
      id: String(id),
      label: title,
      note: formatDateTime(start, event?.timezone),
      path: `/event-details/${eventId}/agenda?session=${id}`,
    }));
  },
};
