// The agenda of the selected event: its sessions as they were read, and what is under way.
import { type Instance, types } from "mobx-state-tree";
import { env, tracked, tracking, wait } from "#web";
import { listSessions, type SessionRow } from "../contract.ts";

export const AgendaStore = types
  .model("Agenda", { sessions: types.maybe(types.frozen<readonly SessionRow[]>()) })
  .volatile(() => ({ loading: tracking() }))
  .actions((self) => ({
    list: tracked(self, "loading", function* (eventId: number) {
      self.sessions = yield* wait(env(self).api.call(listSessions, { params: { eventId } }));
    }),
  }));

export interface AgendaStoreInstance extends Instance<typeof AgendaStore> {}
