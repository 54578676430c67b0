// The meetings of one participant: the list of the tab, and what stands in the way of one that is being arranged or moved.
import { type Instance, types } from "mobx-state-tree";
import {
  type ApiProblem,
  env,
  type Pick as Found,
  learnIfStale,
  tracked,
  trackedOf,
  tracking,
  trackings,
  wait,
} from "#web";
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

/** In the place of a meeting's id: the one that is being arranged. */
export const NEW = "new";

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
    /** The one behind which the server has more. */
    last: types.maybe(types.frozen<Meeting>()),
  })
  .volatile(() => ({
    listing: tracking(),
    going: tracking(),
    placing: tracking(),
    checking: tracking(),
    /** By meeting, and by NEW. */
    saving: trackings(),
    /** By participant: where a move that was answered too late is left, for whoever comes back to it. */
    moving: trackings(),
  }))
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
      self.last = undefined;
    },
    /** Puts meetings where they belong, in place of what was known of them. */
    put(...meetings: readonly Meeting[]) {
      const ids = new Set(meetings.map(({ id }) => id));
      const others = (self.meetings ?? []).filter(({ id }) => !ids.has(id));
      self.meetings = [...others, ...meetings].sort((a, b) => a.start.localeCompare(b.start) || a.id - b.id);
    },
    /** One that was saved or learned of: a list that is on its way brings it, and somebody else's does not have it. */
    putSaved(meeting: Meeting) {
      if (self.meetings && meeting.participants.some(({ id }) => id === self.thingId)) this.put(meeting);
    },
    meet(clashes: Clashes | undefined) {
      self.clashes = clashes;
    },
    keep(locations: readonly Location[]) {
      self.locations = locations;
    },
    forget() {
      self.clashes = undefined;
    },
    settle(meetingId: number) {
      self.saving.of(meetingId).problem = undefined;
    },
    async findPartners(eventId: number, words: string, signal: AbortSignal): Promise<Found[]> {
      const found = await env(self).api.call(findPartners, { params: { eventId }, body: { words }, signal });
      return found.map(({ id, name, company_name }) => ({ id, label: name, note: company_name }));
    },
  }))
  .actions((self) => ({
    /** Puts a part that was asked for with one more than are shown, which tells whether there are more. */
    putPart(part: readonly Meeting[]) {
      const shown = part.slice(0, PART);
      self.put(...shown);
      self.last = part.length > PART ? shown.at(-1) : undefined;
    },
  }))
  .actions((self) => {
    /** What is answered about a meeting; one that somebody else has saved is so in the list, too. */
    function* learned(call: Promise<Meeting>) {
      const meeting = yield* wait(learnIfStale(call, self.putSaved));
      self.putSaved(meeting);
      return meeting;
    }
    return {
      listMeetingsOf: tracked(self, "listing", function* (eventId: number, thingId: number) {
        if (self.thingId !== thingId) self.show(thingId, undefined);
        const params = { eventId, thingId };
        const part = yield* wait(env(self).api.call(listMeetingsOf, { params, query: { limit: PART + 1 } }));
        self.show(thingId, []);
        self.putPart(part);
      }),

      /** Adds the next part; answers its first meeting. */
      listMore: tracked(self, "going", function* (eventId: number, thingId: number) {
        const { last } = self;
        if (!last) return;
        const query = { limit: PART + 1, after_start: last.start, after_id: last.id };
        const params = { eventId, thingId };
        const part = yield* wait(env(self).api.call(listMeetingsOf, { params, query }));
        // Another profile, or the list anew, may have come in the meantime.
        if (self.thingId !== thingId || self.last !== last) return;
        self.putPart(part);
        return part[0];
      }),

      listLocations: tracked(self, "placing", function* (eventId: number) {
        self.keep(yield* wait(env(self).api.call(listLocations, { params: { eventId } })));
      }),

      checkMeeting: tracked(self, "checking", function* (eventId: number, body: Wanted) {
        self.meet(yield* wait(env(self).api.call(checkMeeting, { params: { eventId }, body })));
      }),

      createMeeting: trackedOf(
        self,
        "saving",
        () => NEW,
        function* (eventId: number, body: MeetingDraft) {
          return yield* learned(env(self).api.call(createMeeting, { params: { eventId }, body }));
        },
      ),

      saveMeeting: trackedOf(
        self,
        "saving",
        ([, meetingId]) => meetingId,
        function* (eventId: number, meetingId: number, body: MeetingChange) {
          return yield* learned(env(self).api.call(saveMeeting, { params: { eventId, meetingId }, body }));
        },
      ),
    };
  });

/** So many are drawn at once: more than nearly anybody has. */
const PART = 200;
const QUARTER = 15 * 60_000;
const WITH_CLASHES = new Set(["networking.taken", "networking.away", "networking.not_permitted"]);

/** What has been taken in between, where that is why a meeting was refused. */
export function clashesIn(problem: ApiProblem): Clashes | undefined {
  return WITH_CLASHES.has(problem.code) ? (problem.current as Clashes) : undefined;
}

export interface NetworkingStoreInstance extends Instance<typeof NetworkingStore> {}
