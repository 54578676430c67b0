// People with access to the app, those who are invited, and the one whose access is open.
import { type Instance, types } from "mobx-state-tree";
import { env, learnIfStale, tracked, trackedOf, tracking, trackings, wait } from "#web";
import {
  createInvite,
  type InviteDraft,
  type InviteRow,
  listInvites,
  resendInvite,
  revokeInvite,
} from "../../account/contract.ts";
import {
  deactivateMember,
  type Explanation,
  endMemberSession,
  endMemberSessions,
  explainMember,
  listMemberSessions,
  listMembers,
  type Member,
  type MemberDraft,
  type MemberSession,
  resetSecondFactor,
  restoreMember,
  saveMember,
} from "../contract.ts";

/** What is asked about one person stays with that person. */
const ofMember = ([{ id }]: readonly [Member, ...unknown[]]) => id;
/** And about one invitation with that one. */
const ofInvite = ([{ id }]: readonly [InviteRow]) => id;
/** A person as one calls them. */
export const nameOf = ({ first_name, last_name }: Member) => `${first_name} ${last_name}`.trim();

export const AdminAccessStore = types
  .model("AdminAccess", {
    members: types.maybe(types.frozen<readonly Member[]>()),
    invites: types.maybe(types.frozen<readonly InviteRow[]>()),
    explanation: types.maybe(types.frozen<Explanation>()),
    sessions: types.maybe(types.frozen<readonly MemberSession[]>()),
    /** The link of an invitation that was just made; it is told once. */
    link: types.maybe(types.frozen<{ email: string; address: string; withheld: readonly string[] }>()),
  })
  .volatile(() => ({
    loading: tracking(),
    saving: trackings(),
    explaining: tracking(),
    inviting: tracking(),
    deciding: trackings(),
    decidingInvite: trackings(),
    ending: trackings(),
  }))
  .views((self) => ({
    /** The person as last heard: a notice that offers to try again holds them as they were. */
    asKnown(member: Member): Member {
      return self.members?.find(({ id }) => id === member.id) ?? member;
    },
  }))
  .actions((self) => ({
    set(
      change: Partial<Pick<AdminAccessStoreInstance, "members" | "invites" | "explanation" | "sessions" | "link">>,
    ): void {
      Object.assign(self, change);
    },
    putMember(member: Member): void {
      self.members = self.members?.map((one) => (one.id === member.id ? member : one));
    },
    putInvite(invite: InviteRow): void {
      const rest = (self.invites ?? []).filter((one) => one.id !== invite.id);
      self.invites = [invite, ...rest].sort((a, b) => b.id - a.id);
    },
    told(key: string, name: string): void {
      env(self).notices.success(env(self).t(key, { name }), { title: env(self).t("common:toast.successful") });
    },
    showLink({ email, withheld }: InviteRow, path: string): void {
      self.link = { email, withheld, address: `${location.origin}${path}` };
    },
  }))
  .actions((self) => ({
    load: tracked(self, "loading", function* () {
      const { api } = env(self);
      const both = Promise.all([api.call(listMembers), api.call(listInvites)]);
      const [members, invites] = yield* wait(both);
      self.set({ members, invites });
    }),

    /** What the person may do and why, and where they are logged in. */
    explain: tracked(self, "explaining", function* (memberId: number) {
      if (self.explanation?.member.id !== memberId) self.set({ explanation: undefined, sessions: undefined });
      const { api } = env(self);
      const input = { params: { memberId } };
      const both = Promise.all([api.call(explainMember, input), api.call(listMemberSessions, input)]);
      const [explanation, sessions] = yield* wait(both);
      self.set({ explanation, sessions });
    }),

    save: trackedOf(self, "saving", ofMember, function* (member: Member, draft: MemberDraft) {
      const body = { rev: self.asKnown(member).rev, ...draft };
      const call = env(self).api.call(saveMember, { params: { memberId: member.id }, body });
      const saved = yield* wait(learnIfStale(call, self.putMember));
      self.putMember(saved);
      self.told("admin-access:saved", nameOf(saved));
      return saved;
    }),

    deactivate: trackedOf(self, "deciding", ofMember, function* (member: Member) {
      const input = { params: { memberId: member.id }, body: { rev: self.asKnown(member).rev } };
      const saved = yield* wait(learnIfStale(env(self).api.call(deactivateMember, input), self.putMember));
      self.putMember(saved);
      self.told("admin-access:deactivated", nameOf(saved));
      return saved;
    }),

    restore: trackedOf(self, "deciding", ofMember, function* (member: Member) {
      const input = { params: { memberId: member.id }, body: { rev: self.asKnown(member).rev } };
      const saved = yield* wait(learnIfStale(env(self).api.call(restoreMember, input), self.putMember));
      self.putMember(saved);
      self.told("admin-access:restored", nameOf(saved));
      return saved;
    }),

    resetFactor: trackedOf(self, "deciding", ofMember, function* (member: Member) {
      const saved = yield* wait(env(self).api.call(resetSecondFactor, { params: { memberId: member.id } }));
      self.putMember(saved);
      self.told("admin-access:factor.isReset", nameOf(saved));
      return saved;
    }),

    /** Logs the person out on one device, or on every one. */
    endSessions: trackedOf(self, "ending", ofMember, function* ({ id: memberId }: Member, sessionId?: number) {
      const { api } = env(self);
      const before = self.explanation?.member.id === memberId ? self.sessions : undefined;
      if (sessionId) yield* wait(api.call(endMemberSession, { params: { memberId, sessionId } }));
      else yield* wait(api.call(endMemberSessions, { params: { memberId } }));
      const left = sessionId ? (before ?? []).filter((one) => one.id !== sessionId) : [];
      // Somebody else may be open by now, and the row may have been saved.
      if (self.explanation?.member.id === memberId) self.set({ sessions: left });
      const row = self.members?.find(({ id }) => id === memberId);
      if (row) self.putMember({ ...row, open_sessions: left.length });
      return true;
    }),

    invite: tracked(self, "inviting", function* (draft: InviteDraft) {
      const { invite, path } = yield* wait(env(self).api.call(createInvite, { body: draft }));
      self.putInvite(invite);
      self.showLink(invite, path);
      return invite;
    }),

    resend: trackedOf(self, "decidingInvite", ofInvite, function* ({ id }: InviteRow) {
      const { invite, path } = yield* wait(env(self).api.call(resendInvite, { params: { inviteId: id } }));
      self.putInvite(invite);
      self.showLink(invite, path);
      return invite;
    }),

    revoke: trackedOf(self, "decidingInvite", ofInvite, function* ({ id, email }: InviteRow) {
      self.putInvite(yield* wait(env(self).api.call(revokeInvite, { params: { inviteId: id } })));
      self.told("admin-access:invite.revoked", email);
      return true;
    }),
  }));

export interface AdminAccessStoreInstance extends Instance<typeof AdminAccessStore> {}
