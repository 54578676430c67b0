// The server face of the outbox.
import { defineServerPlugin, listMailOf, problem, retryMail, route, telling } from "#server";
import { type Letter, listLetters, OUTBOX_LIMIT, retryLetter } from "../contract.ts";
import { tells } from "./tells.ts";

export default defineServerPlugin({
  id: "outbox",
  offers: [telling.given(tells)],
  routes: [
    route(listLetters, async ({ app, who, db, deps }) => {
      const letters = await listMailOf(db, app.id, OUTBOX_LIMIT, who.id);
      return { sends: deps.config.smtpUrl !== "", letters: letters as Letter[] };
    }),

    route(retryLetter, async ({ app, params, db, now, deps, audit, afterCommit }) => {
      const letter = await retryMail(db, app.id, params.letterId, now.toISOString());
      if (!letter) throw problem("not_found");
      const object = { type: "outbox.letter", id: letter.id, label: letter.subject };
      await audit({ action: "retry", object });
      afterCommit(() => deps.mailer.wake());
      return letter as Letter;
    }),
  ],
});
