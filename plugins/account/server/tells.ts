// What this area tells: the invitations to the app that wait for an answer.
import type { TellContext, Telling, Told } from "#server";
import { countPendingOf } from "./repository.ts";

const invitations = async ({ db, app, now }: TellContext): Promise<Told> => ({
  counts: [
    {
      id: "account.invites",
      title: { key: "account:tells.invites" },
      note: { key: "account:tells.invites.note" },
      value: await countPendingOf(db, app.id, now.toISOString()),
      tone: "plain",
      path: "/app-settings/admin-access?show=invites",
    },
  ],
});

export const tells: Telling = {
  area: "account",
  rank: 90,
  access: { accessRole: 3, permissions: ["user_management"] },

  ofEvent: async (context) => (context.brief ? {} : invitations(context)),
  ofApp: (context) => invitations(context),
};
