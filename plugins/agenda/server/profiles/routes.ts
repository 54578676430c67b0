// Who speaks, seen from the profile.
import { fold, problem, type Route, route, toldOf } from "#server";
import { linkSpeaker, listSessionsOf } from "../../contract.ts";
import { listSessions, listSpeakers, listSpeakersByIds } from "../repository.ts";
import { isOf, thingsOf, withProfiles } from "./known.ts";
import * as repository from "./repository.ts";

const EVERY = 10_000_000;

export const profileRoutes: Route[] = [
  route(listSessionsOf, async ({ db, dialect, event, params, deps }) => {
    const thing = await thingsOf(deps.offered).get(db, event.id, params.thingId);
    if (!thing) throw problem("not_found");
    const all = await listSpeakers(db, event.id);
    const mine = all.filter((speaker) => isOf(speaker, thing));
    const name = fold(thing.name);
    const namesakes = all.filter((one) => one.thing_id === null && fold(one.name) === name && !mine.includes(one));
    const speakers = mine.map(({ id }) => id);
    const rows =
      mine.length === 0
        ? []
        : await listSessions(db, dialect, event.id, { limit: EVERY, offset: 0, words: [], speakers });
    const shown = ({ id, name: called, sessions }: (typeof all)[number]) => ({ id, name: called, sessions });
    return {
      speakers: mine.map(shown),
      sessions: await withProfiles(db, event.id, deps.offered, rows),
      namesakes: namesakes.map(shown),
    };
  }),

  route(linkSpeaker, async ({ db, event, params, body, deps, audit }) => {
    const things = thingsOf(deps.offered);
    const thing = body.thing_id === null ? undefined : await things.get(db, event.id, body.thing_id);
    if (body.thing_id !== null && !thing)
      throw problem("not_found", { message: "This profile has been removed", text: "agenda:gone.profile" });
    const there = await repository.linkSpeaker(db, event.id, params.speakerId, body.thing_id);
    const [speaker] = await listSpeakersByIds(db, [params.speakerId]);
    if (!there || !speaker)
      throw problem("not_found", { message: "This speaker is no longer in the agenda", text: "agenda:gone.speaker" });
    await audit({
      action: "link_speaker",
      object: { type: "agenda.speaker", id: speaker.id, label: speaker.name },
      after: { profile: thing ? toldOf(thing) : null },
    });
    return { id: speaker.id, name: speaker.name, thing_id: body.thing_id };
  }),
];
