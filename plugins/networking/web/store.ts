// The meetings of one participant: the list of the tab, and what stands in the way of one that is being arranged or moved.
import { type Instance, types } from "mobx-state-tree";
import { ApiProblem, env, type Pick as Found, tracked, tracking, wait } from "#web";
import {
  type Clashes,
  checkMeeting,
  createMeeting,
  findPartners,
  type Location,
  listLocations,
  listMeetingsOf,
  type Meeting,
  type MeetingChange,
  type MeetingDraft,
  saveMeeting,
} from "../contract.ts";

/** A meeting as it could be. */
export interface Wanted {
  participants: number[];
  start: string;
  end: string;
  location_id: number | null;
  meeting_id?: number;
}

export const NetworkingStore = types
  .model("Networking", {
    thingId: 0,
    meetings: types.maybe(types.frozen<readonly Meeting[]>()),
    locations: types.maybe(types.frozen<readonly Location[]>()),
    /** What stands in the way of the one that is being arranged; undefined until that is known. */
    clashes: types.maybe(types.frozen<Clashes>()),
  })
  .volatile(() => ({ listing: tracking(), placing: tracking(), checking: tracking(), saving: tracking() }))
  .views((self) => ({
    /** Whether the person may arrange meetings. The server asks again. */
    get canSave(): boolean {
      return env(self).session.isAllowed(createMeeting.access as { accessRole: number }) === true;
    },
    get zone(): string {
      return env(self).session.event?.timezone ?? "UTC";
    },
    /** When a new meeting begins until somebody says otherwise: at ten on the first day of the event, or within the hour. */
    get firstStart(): string {
      const now = env(self).now().getTime();
      const start = Date.parse(env(self).session.event?.date.date_start ?? "");
      const soon = Math.ceil(now / QUARTER) * QUARTER;
      return new Date(start > now ? start : soon).toISOString();
    },
  }))
  .actions((self) => ({
    show(thingId: number, meetings: readonly Meeting[] | undefined) {
      self.thingId = thingId;
      self.meetings = meetings;
    },
    put(meeting: Meeting) {
      const others = (self.meetings ?? []).filter(({ id }) => id !== meeting.id);
      self.meetings = [...others, meeting].sort((a, b) => a.start.localeCompare(b.start) || a.id - b.id);
    },
    meet(clashes: Clashes | undefined) {
      self.clashes = clashes;
    },
    keep(locations: readonly Location[]) {
      self.locations = locations;
    },
    forget() {
      self.clashes = undefined;
      self.saving.problem = undefined;
    },
    async findPartners(eventId: number, words: string, signal: AbortSignal): Promise<Found[]> {
      const found = await env(self).api.call(findPartners, { params: { eventId }, body: { words }, signal });
      return found.map(({ id, name, company_name }) => ({ id, label: name, note: company_name }));
    },
  }))
  .actions((self) => {
    /** What the server knows better: the meeting as it is now, or what has been taken in between. */
    function* learned(call: Promise<Meeting>) {
      const answer = yield* wait(call.catch((problem: ApiProblem) => problem));
      if (!(answer instanceof ApiProblem)) return answer;
      if (answer.code === "stale") self.put(answer.current as Meeting);
      if (WITH_CLASHES.has(answer.code)) self.meet(answer.current as Clashes);
      throw answer;
    }
    return {
      listMeetingsOf: tracked(self, "listing", function* (eventId: number, thingId: number) {
        if (self.thingId !== thingId) self.show(thingId, undefined);
        self.show(thingId, yield* wait(env(self).api.call(listMeetingsOf, { params: { eventId, thingId } })));
      }),

      listLocations: tracked(self, "placing", function* (eventId: number) {
        self.keep(yield* wait(env(self).api.call(listLocations, { params: { eventId } })));
      }),

      checkMeeting: tracked(self, "checking", function* (eventId: number, body: Wanted) {
        self.meet(yield* wait(env(self).api.call(checkMeeting, { params: { eventId }, body })));
      }),

      createMeeting: tracked(self, "saving", function* (eventId: number, body: MeetingDraft) {
        const meeting = yield* learned(env(self).api.call(createMeeting, { params: { eventId }, body }));
        self.put(meeting);
        return meeting;
      }),

      saveMeeting: tracked(self, "saving", function* (eventId: number, meetingId: number, body: MeetingChange) {
        const meeting = yield* learned(env(self).api.call(saveMeeting, { params: { eventId, meetingId }, body }));
        self.put(meeting);
        return meeting;
      }),
    };
  });

const QUARTER = 15 * 60_000;
const WITH_CLASHES = new Set(["networking.taken", "networking.away", "networking.not_permitted"]);

export interface NetworkingStoreInstance extends Instance<typeof NetworkingStore> {}
