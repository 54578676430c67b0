// What the outbox tells: letters of the app that did not go out. Silent as long as all of them do.
import { countMail, type TellContext, type Telling, type Told } from "#server";

async function failed({ db, app }: TellContext): Promise<Told> {
  const value = (await countMail(db, app.id)).get("failed") ?? 0;
  if (value === 0) return {};
  return {
    counts: [
      {
        id: "outbox.failed",
        title: { key: "outbox:tells.failed" },
        note: { key: "outbox:tells.failed.note" },
        value,
        tone: "bad",
        path: `/app-settings/outbox?filter=${encodeURIComponent('[["state","eq","failed"]]')}`,
      },
    ],
  };
}

export const tells: Telling = {
  area: "outbox",
  rank: 95,
  access: { accessRole: 3, permissions: ["user_management"] },

  ofEvent: async (context) => (context.brief ? {} : failed(context)),
  ofApp: (context) => failed(context),
};
