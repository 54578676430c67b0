// What the command palette finds here: sessions by title, stage, track or speaker.
import { type Finder, type Found, formatDateTime } from "#web";
import { listSessions, type SessionRow } from "../contract.ts";

const foundOf =
  (eventId: number, zone: string | undefined) =>
  ({ id, title, start }: SessionRow): Found => ({
    id: String(id),
    label: title,
    note: formatDateTime(start, zone),
    icon: "timeline-events",
    path: `/event-details/${eventId}/agenda?session=${id}`,
  });

export const SessionFinder: Finder = {
  title: "agenda:title",
  access: { accessRole: 299, permissions: ["sessions"] },
  async find({ api, session: { event } }, { words, limit, eventId, signal }) {
    const sessions = await api.call(listSessions, { params: { eventId }, query: { search: words, limit }, signal });
    return sessions.map(foundOf(eventId, event?.timezone));
  },
  listPath: (eventId, words) => `/event-details/${eventId}/agenda?words=${encodeURIComponent(words)}`,
  async recall({ api, session: { event } }, { ids, eventId, signal }) {
    const query = { ids: ids.join(","), limit: ids.length };
    const sessions = await api.call(listSessions, { params: { eventId }, query, signal });
    return sessions.map(foundOf(eventId, event?.timezone));
  },
};
