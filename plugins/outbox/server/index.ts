// The server face of the outbox.
import { LETTER_STATES } from "#schemas/letters.ts";
import type { ListFilter } from "#schemas/list.ts";
import {
  askedAgain,
  conditionOf,
  countMail,
  defineServerPlugin,
  findMail,
  listRows,
  mailList,
  problem,
  retryMail,
  route,
  telling,
  zoned,
} from "#server";
import {
  countLetters,
  getLetter,
  type Letter,
  type LetterCounts,
  type LetterRow,
  queryLetters,
  retryLetter,
  retryLetters,
} from "../contract.ts";
import { RETRY_JOB, retryMany } from "./retryMany.ts";
import { tells } from "./tells.ts";

/** One of one value is that value: an index finds its rows, and words are looked for among those. */
function asOne(filter: ListFilter): ListFilter {
  const { op, value } = filter;
  return op === "in" && Array.isArray(value) && value.length === 1 ? { ...filter, op: "eq", value: value[0] } : filter;
}

export default defineServerPlugin({
  id: "outbox",
  offers: [telling.given(tells)],
  jobs: { [RETRY_JOB]: askedAgain(retryLetters.access, retryMany) },
  routes: [
    route(queryLetters, async ({ app, body, db, dialect }) => {
      const { zone, filter = [], ...question } = zoned(body);
      // What words find may be much; without them the order and the index of the state are the shorter way.
      const asked = { ...question, filter: question.search?.trim() ? filter.map(asOne) : filter };
      const { rows, ...counts } = await listRows(db, dialect, mailList(dialect, app.id, zone), asked);
      return { rows: rows as unknown as LetterRow[], ...counts };
    }),

    route(countLetters, async ({ app, db, deps }) => {
      const counts = await countMail(db, app.id);
      const letters = Object.fromEntries(LETTER_STATES.map((state) => [state, counts.get(state) ?? 0]));
      return { sends: deps.config.smtpUrl !== "", letters: letters as LetterCounts["letters"] };
    }),

    route(getLetter, async ({ app, params, db, who }) => {
      const letter = await findMail(db, app.id, params.letterId, who);
      if (!letter) throw problem("not_found");
      return letter as Letter;
    }),

    route(retryLetter, async ({ app, params, db, who, now, deps, audit, afterCommit }) => {
      const [id] = await retryMail(db, app.id, [params.letterId], now);
      const letter = id && (await findMail(db, app.id, id, who));
      if (!letter) throw problem("not_found");
      const object = { type: "outbox.letter", id, label: letter.subject };
      await audit({ action: "retry", object });
      afterCommit(() => deps.mailer.wake(true));
      return letter as Letter;
    }),

    route(retryLetters, async ({ app, body, dialect, jobs, deps, afterCommit }) => {
      // Whatever the list does not know is refused now, and not by the job.
      conditionOf(mailList(dialect, app.id, body.zone), dialect, body.filter ?? [], "all");
      const job = await jobs.start({ kind: RETRY_JOB, payload: body });
      afterCommit(() => deps.mailer.wake(true));
      return { job };
    }),
  ],
});
