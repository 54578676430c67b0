// What moves in the account area: the profile dialog, the invitation that is being accepted, devices, the second factor.
import { types } from "mobx-state-tree";
import { FactorStore } from "./factorStore.ts";
import { InviteStore } from "./inviteStore.ts";
import { ProfileStore } from "./profileStore.ts";
import { SessionsStore } from "./sessionsStore.ts";

export const AccountStore = types.model("Account", {
  profile: types.optional(ProfileStore, {}),
  invite: types.optional(InviteStore, {}),
  sessions: types.optional(SessionsStore, {}),
  factor: types.optional(FactorStore, {}),
});
