// The profile dialog: which step it shows, and saving. What is typed belongs to the forms.
import { type Instance, types } from "mobx-state-tree";
import { getToken } from "#schemas/core.ts";
import type { User } from "#schemas/session.ts";
import { type ApiProblem, env, learnIfStale, tracked, tracking, wait } from "#web";
import {
  checkEmail,
  NO_EMAIL,
  NO_EXISTING_USER,
  type PersonalDraft,
  type ProfileChange,
  saveProfile,
} from "../contract.ts";

const STEPS = ["tabs", "password_confirmation", "unsaved_changes"] as const;
const TABS = ["personal", "password"] as const;
export type ProfileTab = (typeof TABS)[number];

/** Base64 of the UTF-8 bytes, as the call wants its passwords. */
export function encodeSecret(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

export const ProfileStore = types
  .model("Profile", {
    step: types.optional(types.enumeration("ProfileStep", [...STEPS]), "tabs"),
    tab: types.optional(types.enumeration("ProfileTab", [...TABS]), "personal"),
  })
  .volatile(() => ({
    saving: tracking(),
    asking: tracking(),
    /** What waits for the password. */
    draft: undefined as PersonalDraft | undefined,
    /** What the last attempt was refused with is not said any more while the next one is on its way. */
    toldId: undefined as number | undefined,
  }))
  .actions((self) => ({
    showTab(tab: ProfileTab): void {
      self.tab = tab;
    },
    askPassword(draft: PersonalDraft): void {
      self.draft = draft;
      self.step = "password_confirmation";
    },
    backToTabs(): void {
      self.draft = undefined;
      self.step = "tabs";
    },
    /** Whether the dialog may close now; with changes it asks first. */
    mayClose(hasChanges: boolean): boolean {
      if (self.saving.busy) return false;
      if (hasChanges) self.step = "unsaved_changes";
      return !hasChanges;
    },
    /** The person as they are by now. What waits for the password and was not changed here is what it is by now, too. */
    learn(user: User): void {
      const { session } = env(self);
      const { user: before } = session;
      const { draft } = self;
      if (before?.user_id !== user.user_id) return;
      if (draft) {
        const now = (typed: string, was: string, is: string) => (typed === was ? is : typed);
        self.draft = {
          first_name: now(draft.first_name, before.first_name, user.first_name),
          last_name: now(draft.last_name, before.last_name, user.last_name),
          email: now(draft.email, before.user_email, user.user_email),
        };
      }
      session.setUser(user);
    },
  }))
  .actions((self) => ({
    /** Another page or device may have changed the profile since this one was loaded. */
    ask: tracked(self, "asking", function* () {
      const { api, session } = env(self);
      const { user } = session;
      if (!user) return;
      self.learn((yield* wait(api.call(getToken, { params: { userId: user.user_id } }))).user);
    }),
  }))
  .actions((self) => ({
    /** The one way a profile is changed: the address is checked first, whatever is changed. */
    send: tracked(self, "saving", function* (change: ProfileChange) {
      const { api, session, notices, t } = env(self);
      // With a password go the names, which are to be those of now.
      const isPassword = change.password !== undefined;
      if (isPassword) yield* wait(self.ask());
      const { user } = session;
      if (!user) return false;
      const { first_name, last_name, user_email: email } = user;
      const found = yield* wait(api.call(checkEmail, { body: { email: change.email ?? NO_EMAIL } }));
      if (found !== NO_EXISTING_USER) {
        self.toldId = notices.error(t("account:problem.email_taken"), { title: t("common:toast.failed") });
        return false;
      }
      const request_data = isPassword ? { ...change, first_name, last_name } : change;
      const call = api.call(saveProfile, { body: { email, request_data } });
      session.setUser(yield* wait(learnIfStale(call, self.learn)));
      notices.success(t("common:toast.saved"), { title: t("common:toast.successful") });
      return true;
    }),
  }))
  .actions((self) => ({
    /** At the tab that somebody asked for, else at the first. */
    begin(part?: string): void {
      Object.assign(self, { step: "tabs", tab: TABS.find((tab) => tab === part) ?? TABS[0], draft: undefined });
      void self.ask();
    },
    tell(problem: ApiProblem): void {
      self.toldId = env(self).notices.failed(problem);
    },
    forget(): void {
      if (self.toldId !== undefined) env(self).notices.dismiss(self.toldId);
      self.toldId = undefined;
    },
  }))
  .actions((self) => ({
    /** Saves, and tells why it did not. */
    async save(change: ProfileChange): Promise<boolean> {
      self.forget();
      const isSaved = await self.send(change);
      const { problem } = self.saving;
      if (problem) self.tell(problem);
      return isSaved === true;
    },
  }))
  .actions((self) => ({
    /** Saves the personal tab with the password; with an empty word it silently does nothing. */
    async savePersonal(password: string): Promise<boolean> {
      const oldEmail = env(self).session.user?.user_email;
      const { first_name, last_name, email } = self.draft ?? { first_name: "", last_name: "", email: "" };
      if (!password || !first_name || !last_name || !oldEmail || !email) return false;
      const isSaved = await self.save({
        current_password: encodeSecret(password),
        first_name,
        last_name,
        ...(email === oldEmail ? {} : { email }),
      });
      if (isSaved) self.backToTabs();
      return isSaved;
    },
    /** Saves the password tab, without another confirmation. */
    async savePassword(currentPassword: string, newPassword: string): Promise<boolean> {
      const { user } = env(self).session;
      if (!user) return false;
      return self.save({
        current_password: encodeSecret(currentPassword),
        password: encodeSecret(newPassword),
        first_name: user.first_name,
        last_name: user.last_name,
      });
    },
  }));

export interface ProfileStoreInstance extends Instance<typeof ProfileStore> {}
