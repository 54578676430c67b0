// Jobs that read a file into one of several things, such as a group, or take that back: what a reload finds again of them, and their end.
import { getJobFile, type Job } from "#schemas/core.ts";
import { type Begun, begunIn, untilSeen } from "./begun.ts";
import { env } from "./env.ts";
import { type Tracking, tracked, wait } from "./tracked.ts";
import { type FileWay, fileSent, jobShown, type WaitingInstance } from "./waiting.ts";

/** What a store has that waits for such jobs. */
export interface JobsStore extends WaitingInstance {
  /** Whose job goes on. */
  busyWith: number | undefined;
  importing: Tracking;
  undoing: Tracking;
  bringing: Tracking;
  forgetImport(): void;
}

interface Ways<B extends Begun> {
  /** Under this name and the event's id the tab keeps what has been begun. */
  area: string;
  /** Whose it is: the id of a group, of a kind of relationship. */
  ofOne: (begun: B) => number;
  /** Key of what is said where it fails without words of its own. */
  failed: (begun: B) => string;
  /** Learns what there is now, however far it went. */
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
  learn: (eventId: number, id: number) => Generator<Promise<unknown>, void, any>;
}

/**
 * @example
 * const jobs = keptJobs<Going>(self, { area: "notes", ofOne: ({ noteId }) => noteId, failed: () => "notes:failed", learn });
 * return { ...jobs.acts, undo: tracked(self, "undoing", function* (eventId: number, going: Going) { return yield* jobs.ended(eventId, going); }) };
 */
export function keptJobs<B extends Begun>(self: JobsStore, { area, ofOne, failed, learn }: Ways<B>) {
  const isBusy = () => self.importing.busy || self.undoing.busy;
  const placeIn = (eventId: number) => begunIn<B>(env(self).tab, `${area}.${eventId}`);
  return {
    /** The end of a job that writes, which somebody may stop. Where it failed, what it had done until then is there. */
    // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
    *ended(eventId: number, begun: B): Generator<Promise<unknown>, Job, any> {
      const id = ofOne(begun);
      self.busyWith = id;
      try {
        return yield* untilSeen(placeIn(eventId), begun, () => jobShown(self, begun.id, env(self).t(failed(begun))));
      } finally {
        yield* learn(eventId, id);
      }
    },
    /** The job of a file, once the server has it; undefined where somebody has stopped it on its way. */
    *sent<Started extends { job: Begun }>(
      id: number,
      send: (way: FileWay) => Promise<Started>,
      // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
    ): Generator<Promise<unknown>, number | undefined, any> {
      self.forgetImport();
      self.busyWith = id;
      return (yield* fileSent(self, send))?.job.id;
    },
    acts: {
      /** What writes in any of them and was begun before a reload, as long as it is not waited for. */
      left(eventId: number): B | undefined {
        return isBusy() ? undefined : placeIn(eventId).found();
      },
      /** Whether what goes on in this one goes on without its dialog, too: it writes, and its job is known. */
      goesOn(eventId: number, id: number): boolean {
        const found = placeIn(eventId).found();
        return isBusy() && found !== undefined && ofOne(found) === id;
      },
      /** What was left out, as a file. */
      leftOut: tracked(self, "bringing", function* (jobId: number) {
        return (yield* wait(env(self).api.call(getJobFile, { params: { jobId } }))) as Blob;
      }),
    },
  };
}
