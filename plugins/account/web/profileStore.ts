// The profile dialog: which step it shows, and saving. What is typed belongs to the forms.
import { type Instance, types } from "mobx-state-tree";
import { type ApiProblem, env, tracked, tracking, wait } from "#web";
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
    /** What waits for the password. */
    draft: undefined as PersonalDraft | undefined,
    /** What the last attempt was refused with is not said any more while the next one is on its way. */
    toldId: undefined as number | undefined,
  }))
  .actions((self) => ({
    begin(): void {
      Object.assign(self, { step: "tabs", tab: "personal", draft: undefined });
    },
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
    /** The one way a profile is changed: the address is checked first, whatever is changed. */
    send: tracked(self, "saving", function* (oldEmail: string, change: ProfileChange) {
      const { api, session, notices, t } = env(self);
      const found = yield* wait(api.call(checkEmail, { body: { email: change.email ?? NO_EMAIL } }));
      if (found !== NO_EXISTING_USER) {
        self.toldId = notices.error(t("account:problem.email_taken"), { title: t("common:toast.failed") });
        return false;
      }
      session.setUser(yield* wait(api.call(saveProfile, { body: { email: oldEmail, request_data: change } })));
      notices.success(t("common:toast.saved"), { title: t("common:toast.successful") });
      return true;
    }),
  }))
  .actions((self) => ({
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
    async save(oldEmail: string, change: ProfileChange): Promise<boolean> {
      self.forget();
      const isSaved = await self.send(oldEmail, change);
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
      const isSaved = await self.save(oldEmail, {
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
      return self.save(user.user_email, {
        current_password: encodeSecret(currentPassword),
        password: encodeSecret(newPassword),
        first_name: user.first_name,
        last_name: user.last_name,
      });
    },
  }));

export interface ProfileStoreInstance extends Instance<typeof ProfileStore> {}
