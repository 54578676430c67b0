// How the open participant stands with the event app, and the acts that let them in.
import { type Instance, types } from "mobx-state-tree";
import type { Access } from "#schemas/access.ts";
import { env, tracked, tracking, wait } from "#web";
import {
  type AppAccess,
  createLoginLink,
  getAppAccess,
  impersonateThing,
  type LoginLink,
  sendLoginMail,
} from "../contract.ts";

export const AppAccessStore = types
  .model("AppAccess", {
    thingId: 0,
    /** Of that participant; undefined until it is known. */
    access: types.maybe(types.frozen<AppAccess>()),
  })
  .volatile(() => ({ opening: tracking(), sending: tracking(), linking: tracking() }))
  .views((self) => ({
    /** Whether the person may let others in. The server asks again. */
    get canSend(): boolean {
      return env(self).session.isAllowed(sendLoginMail.access as Access) === true;
    },
    /** Whether the person may log in as somebody else. */
    get canBe(): boolean {
      return env(self).session.isAllowed(impersonateThing.access as Access) === true;
    },
  }))
  .actions((self) => ({
    show(thingId: number, access: AppAccess | undefined) {
      self.thingId = thingId;
      self.access = access;
    },
  }))
  .actions((self) => ({
    getAppAccess: tracked(self, "opening", function* (eventId: number, thingId: number) {
      if (self.thingId !== thingId) self.show(thingId, undefined);
      self.show(thingId, yield* wait(env(self).api.call(getAppAccess, { params: { eventId, thingId } })));
    }),

    sendLoginMail: tracked(self, "sending", function* (eventId: number, thingId: number) {
      const access = yield* wait(env(self).api.call(sendLoginMail, { params: { eventId, thingId } }));
      if (self.thingId === thingId) self.show(thingId, access);
      return access;
    }),

    createLoginLink: tracked(self, "linking", function* (eventId: number, thingId: number) {
      const link: LoginLink = yield* wait(env(self).api.call(createLoginLink, { params: { eventId, thingId } }));
      if (self.access && self.thingId === thingId) {
        self.show(thingId, { ...self.access, link: { expires_at: link.expires_at, state: "open" } });
      }
      return link;
    }),

    impersonateThing: tracked(self, "linking", function* (eventId: number, thingId: number) {
      return yield* wait(env(self).api.call(impersonateThing, { params: { eventId, thingId } }));
    }),
  }));

export interface AppAccessStoreInstance extends Instance<typeof AppAccessStore> {}
