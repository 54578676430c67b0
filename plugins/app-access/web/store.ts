// How the open participant stands with the event app, and the acts that let them in.
import { type Instance, types } from "mobx-state-tree";
import type { Access } from "#schemas/access.ts";
import { getJobFile } from "#schemas/core.ts";
import { env, jobShown, tracked, tracking, Waiting, wait } from "#web";
import {
  type AppAccess,
  createLoginLink,
  getAppAccess,
  impersonateThing,
  type LoginLink,
  type LoginMailDraft,
  type LoginMailResult,
  sendLoginMail,
  sendLoginMails,
} from "../contract.ts";

/** What sending to many did, or would do. */
export interface Mailed {
  job: number;
  mode: LoginMailDraft["mode"];
  /** It was stopped on the way. */
  isCut: boolean;
  result: LoginMailResult;
}

const NOTHING: LoginMailResult = { sent: 0, left: [], sample: [] };

export const AppAccessStore = types
  .compose(
    Waiting,
    types.model("AppAccess", {
      thingId: 0,
      /** Of that participant; undefined until it is known. */
      access: types.maybe(types.frozen<AppAccess>()),
      mailed: types.maybe(types.frozen<Mailed>()),
    }),
  )
  .volatile(() => ({ opening: tracking(), sending: tracking(), linking: tracking(), mailing: tracking() }))
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
    tell(mailed: Mailed | undefined) {
      self.mailed = mailed;
      self.mailing.problem = undefined;
      self.stopping.problem = undefined;
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

    sendLoginMails: tracked(self, "mailing", function* (eventId: number, draft: Omit<LoginMailDraft, "locale">) {
      const { api, locale, t } = env(self);
      const body = { ...draft, locale: locale() };
      const started = yield* wait(api.call(sendLoginMails, { params: { eventId }, body }));
      const job = yield* jobShown(self, started.job.id, t("app-access:many.failed"));
      const isCut = job.state === "cancelled";
      const result = (job.result as LoginMailResult | undefined) ?? NOTHING;
      // A trial that was stopped says nothing.
      if (isCut && draft.mode === "dry-run") return undefined;
      const mailed: Mailed = { job: job.id, mode: draft.mode, isCut, result };
      self.tell(mailed);
      return mailed;
    }),

    /** Those who were left out, as a file. */
    leftOut(jobId: number): Promise<Blob> {
      return env(self).api.call(getJobFile, { params: { jobId } }) as Promise<Blob>;
    },
  }));

export interface AppAccessStoreInstance extends Instance<typeof AppAccessStore> {}
