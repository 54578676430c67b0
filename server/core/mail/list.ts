// The outbox as a list that can be filtered, sorted and searched. Texts of letters are no part of it.
import { sql } from "kysely";
import { wordsOf } from "#schemas/fold.ts";
import { LETTER_KINDS, LETTER_STATES } from "#schemas/letters.ts";
import type { Dialect } from "../../db/dialect.ts";
import type { Found, ListField, ListSpec } from "../../kernel/list.ts";

/** Shorter words are beginnings: the index knows only runs of three signs, and two spaces stand before each word. */
const ANYWHERE = 3;
const BEFORE = "  ";

/** The words by which a letter is found. */
export function searchedOf(subject: string, recipient: string): string {
  return [...new Set(wordsOf(`${subject} ${recipient}`))].map((word) => BEFORE + word).join("");
}

const AT: ListField = { column: "created_at", kind: "date", indexed: true };

const fields: Record<string, ListField> = {
  id: { column: "id", kind: "number" },
  recipient: { column: "recipient", kind: "text", folded: "recipient_key", indexed: true },
  subject: { column: "subject", kind: "text", folded: "subject_key", indexed: true },
  kind: { column: "kind", kind: "text", ranks: LETTER_KINDS, isAllRanked: true, indexed: true },
  state: { column: "state", kind: "text", ranks: LETTER_STATES, isAllRanked: true, indexed: true },
  created_at: AT,
};

/** Letters of an app. Days are those of `zone`. */
export function mailList(dialect: Dialect, appId: number, zone = "UTC"): ListSpec {
  return {
    from: "core_mail",
    fields: { ...fields, created_at: { ...AT, zone } },
    scope: [{ column: "app_id", value: appId }],
    always: Object.keys(fields),
    defaultSort: [{ field: "id", direction: "desc" }],
    search: (words) => foundIn(dialect, words.map(asRun)),
  };
}

function foundIn({ kind }: Dialect, runs: readonly string[]): Found {
  const ofRow = sql<boolean>`(${sql.join(
    runs.map((run) => sql`search like ${`%${run}%`}`),
    sql` and `,
  )})`;
  if (kind === "postgres") return { where: ofRow, ofRow, ids: sql`select id from core_mail where ${ofRow}` };
  const wanted = runs.map((run) => `"${run}"`).join(" ");
  const ids = sql`select rowid as id from core_mail_search where core_mail_search match ${wanted}`;
  return { where: sql<boolean>`core_mail.id in (${ids})`, ofRow, ids };
}

function asRun(word: string): string {
  const signs = [...word];
  return signs.length >= ANYWHERE ? word : [...BEFORE, ...signs].slice(-ANYWHERE).join("");
}
