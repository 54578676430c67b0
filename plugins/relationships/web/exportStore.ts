// The lists of a kind as files: one is written at a time, by a job of the server that a reload finds again.
import { types } from "mobx-state-tree";
import { getJobFile } from "#schemas/core.ts";
import { begunIn, env, jobShown, tracked, tracking, untilSeen, Waiting, wait } from "#web";
import { type LinkExport, startLinkExport, startUnlinkedExport, type UnlinkedExport } from "../contract.ts";

/** A file that is being written, and what it is called. */
export interface Exporting {
  id: number;
  name: string;
}

interface Exported {
  file: Blob;
  name: string;
}

export const ExportStore = types
  .compose(Waiting, types.model("RelationshipsExport", {}))
  .volatile(() => ({ exporting: tracking() }))
  .actions((self) => {
    const placeIn = (eventId: number) => begunIn<Exporting>(env(self).tab, `relationships.export.${eventId}`);
    // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
    function* fileOf({ id, name }: Exporting): Generator<Promise<unknown>, Exported | undefined, any> {
      const { api, t } = env(self);
      const { state } = yield* jobShown(self, id, t("relationships:export.failed"));
      if (state === "cancelled") return undefined;
      return { file: (yield* wait(api.call(getJobFile, { params: { jobId: id } }))) as Blob, name };
    }
    const ended = (eventId: number, going: Exporting) => untilSeen(placeIn(eventId), going, () => fileOf(going));
    return {
      /** The links of a list, or some of them; undefined when somebody has stopped it. */
      exportLinks: tracked(self, "exporting", function* (eventId: number, kindId: number, body: LinkExport) {
        const { job } = yield* wait(env(self).api.call(startLinkExport, { params: { eventId, kindId }, body }));
        return yield* ended(eventId, { id: job.id, name: `links.${body.format}` });
      }),
      /** The same of the profiles without a link at an end. */
      exportUnlinked: tracked(
        self,
        "exporting",
        function* (eventId: number, kindId: number, end: "from" | "to", body: UnlinkedExport) {
          const input = { params: { eventId, kindId }, query: { end }, body };
          const { job } = yield* wait(env(self).api.call(startUnlinkedExport, input));
          return yield* ended(eventId, { id: job.id, name: `unlinked.${body.format}` });
        },
      ),
      /** What was begun in this event before a reload, unless it is waited for. */
      left(eventId: number): Exporting | undefined {
        return self.exporting.busy ? undefined : placeIn(eventId).found();
      },
      awaitExport: tracked(self, "exporting", function* (eventId: number, going: Exporting) {
        return yield* ended(eventId, going);
      }),
    };
  });
