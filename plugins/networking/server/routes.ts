// One short handler an endpoint: load, decide, write.
import { changes, fieldProblem, listRows, listTypesOf, problem, type Route, route, toldOf } from "#server";
import {
  checkMeeting,
  createMeeting,
  findPartners,
  listLocations,
  listMeetingsOf,
  type Meeting,
  saveMeeting,
} from "../contract.ts";
import {
  changeMeeting,
  clashesOf,
  facts,
  mustBeAvailable,
  mustBeOpen,
  mustBeParticipants,
  mustBook,
  oneWithNames,
  shown,
  thingsOf,
  withNames,
} from "./meetings.ts";
import { mustBePermitted, refusedOf } from "./permission.ts";
import * as repository from "./repository.ts";
import { instantAt, isPast, spanOf } from "./rules.ts";
import { tellPeople } from "./told.ts";

/** The kind of object under which meetings stand in the history. */
export const OBJECT = "networking.meeting";
const MEETINGS_OF = 1000;
const FOUND = 8;

export const routes: Route[] = [
  route(listLocations, ({ db, event }) => repository.listLocations(db, event.id)),

  route(listMeetingsOf, async ({ db, event, params, query, deps }) => {
    const { thingId } = params;
    const { limit = MEETINGS_OF, after_start, after_id = 0 } = query;
    if ((await thingsOf(deps.offered).named(db, event.id, [thingId])).length === 0) throw problem("not_found");
    const after = after_start ? { start_at: new Date(after_start).toISOString(), id: after_id } : undefined;
    const ids = await repository.meetingIdsOf(db, event.id, [thingId], { most: limit, after });
    return withNames(db, event.id, await repository.getMeetings(db, event.id, ids), deps.offered);
  }),

  route(findPartners, async ({ db, dialect, event, who, body, deps }) => {
    const people = (await listTypesOf(db, event.id)).flatMap((type) => (type.categoryId === 1 ? type.id : []));
    const things = thingsOf(deps.offered);
    const hidden = await things.hidden(db, dialect, event, who);
    const list = await things.list(db, dialect, event.id, {}, deps.offered, hidden);
    const { version: _, ...narrowed } = list;
    const scope = [...list.scope, { column: "type_id", in: people }];
    const question = { search: body.words, limit: FOUND, columns: ["name", "company_name"] };
    const { rows } = await listRows(db, dialect, { ...narrowed, scope }, question);
    return rows.map((row) => shown(row as never));
  }),

  route(checkMeeting, async (context) => {
    const { participants, location_id, meeting_id, state, ...when } = context.body;
    const clashes = await clashesOf(context, { participants, location_id, span: spanOf(when), except: meeting_id });
    // A meeting that is moved is not asked for anew.
    const refused = meeting_id === undefined && state ? await refusedOf(context, participants, state) : [];
    return { ...clashes, refused };
  }),

  route(createMeeting, async (context) => {
    const { db, event, body, now, audit } = context;
    const { participants, location_id, message, state, anyway } = body;
    const span = spanOf(body);
    if (isPast(body.start, now))
      throw fieldProblem("networking.past", "start", "Choose a time to come", "networking:problem.past");
    // Whoever is being removed or merged at this moment is gone before they are looked for.
    await thingsOf(context.deps.offered).noteChange(db, event.id);
    await mustBeParticipants(context, participants);
    await mustBePermitted(context, participants, state);
    await mustBeOpen(context, location_id);
    const at = now.toISOString();
    const row = {
      ...{ start_at: instantAt(span.from), end_at: instantAt(span.to), location_id, state },
      ...{ source: "admin", message: message.trim(), reason: "", created_at: at, updated_at: at },
    };
    const who = participants.map((thing_id) => ({ thing_id }));
    const id = await repository.addMeeting(db, event.id, row, who);
    if (state === "accepted") {
      const wanted = { participants, location_id, span };
      await mustBook(context, id, wanted);
      if (!anyway) await mustBeAvailable(context, id, wanted);
    }
    const meeting = await oneWithNames(context, id);
    await audit({ action: "create", object: objectOf(meeting), after: facts(meeting) });
    await tellPeople(context, meeting);
    return meeting;
  }),

  route(saveMeeting, async (context) => {
    const { db, event, params, body, audit } = context;
    const before = await repository.findMeeting(db, event.id, params.meetingId);
    if (!before)
      throw problem("not_found", { message: "This meeting is not there any more", text: "networking:gone.meeting" });
    const known = facts(await oneWithNames(context, before.id));
    const saved = await changeMeeting(context, before, body);
    await audit({ action: "save", object: objectOf(saved), ...changes(known, facts(saved)) });
    await tellPeople(context, saved, known);
    return saved;
  }),
];

function objectOf({ id, participants }: Meeting) {
  return { type: OBJECT, id, label: participants.map(toldOf).join(" – ") };
}
