// Answers that are given more than once, before their field may ask that they differ. It reads every profile that is asked
// about, so it is asked of the readers.
import type { Doubles } from "#schemas/fieldEndpoints.ts";
import type { Field } from "#schemas/fields.ts";
import { type Context, type Db, type Dialect, isOneOf, mayOpen, problem, sql } from "#server";
import { PARTICIPANTS } from "../rules.ts";
import { type Categories, categoriesOf, eventsOf, GIVING } from "./unique.ts";

const SHOWN = 20;
const PROFILES = 5;

type Asking = Pick<Context, "db" | "app" | "dialect" | "deps">;

/** Refuses a field that is to ask for different answers while some are alike. Who is giving answers ends first; who begins after it reads the field anew. */
export async function refuseDoubles(context: Asking, before: Field | undefined, after: Field): Promise<void> {
  if (!after.unique || after.archived_at) return;
  const isAlready = before?.unique && !before.archived_at && String(before.event_ids) === String(after.event_ids);
  if (isAlready) return;
  const { db, app, dialect, deps } = context;
  await dialect.lock(db as never, GIVING);
  const { answers, profiles } = await listDoubles(deps.database.read as never, dialect, app, after);
  if (answers === 0) return;
  const values = { number: answers, profiles };
  throw problem("event-data.answers_alike", {
    message: `${answers} answers are given by several of ${profiles} profiles`,
    fields: { unique: `${answers} answers are given by more than one profile, by ${profiles} together` },
    reasons: { unique: { text: "common:fields.alike", values: { ...values, count: answers } } },
  });
}

type Line = { answer: string; profiles: number; answers_in_all: number; profiles_in_all: number };

/** How many answers are given more than once, by how many profiles, and the most frequent of them. */
export async function listDoubles(
  read: Db,
  dialect: Dialect,
  app: { id: number; allowedEvents: readonly number[] },
  field: Field,
): Promise<Doubles> {
  const events = await eventsOf(read, field, { app_id: app.id });
  const isIn = isOneOf(dialect.kind, "event_id", events);
  const answer = dialect.textKey(dialect.jsonText(sql.ref("fields"), field.key), field.kind === "text");
  const person = personOf(dialect, await categoriesOf(read, app.id));
  const { rows } = await sql<Line>`select answer, profiles,
      count(*) over () as answers_in_all, sum(profiles) over () as profiles_in_all
    from (select answer, count(*) as profiles, count(distinct event_id) as events, count(distinct person) as people
      from (select ${answer} as answer, event_id, ${person} as person from event_data_thing where ${isIn}) as one
      where answer is not null group by answer) as each
    where profiles > events or people > 1
    order by profiles desc, answer limit ${SHOWN}`.execute(read);
  const sample: Doubles["sample"] = [];
  for (const line of rows) {
    const found = await sql<{ id: number; event_id: number; name: string }>`
      select id, event_id, name from event_data_thing where ${isIn} and ${answer} = ${line.answer}
      order by id limit ${PROFILES * 4}`.execute(read);
    const seen = found.rows.filter(({ event_id }) => mayOpen(app.allowedEvents, event_id));
    sample.push({ answer: line.answer, profiles: Number(line.profiles), things: seen.slice(0, PROFILES) });
  }
  const [first] = rows;
  return { answers: Number(first?.answers_in_all ?? 0), profiles: Number(first?.profiles_in_all ?? 0), sample };
}

/** Who is told by their address, as `unique.ts` has it: in several events they may give one answer. */
function personOf({ kind }: Dialect, categories: Categories) {
  const isOf = (wanted: (category: number) => boolean) =>
    isOneOf(
      kind,
      "type_id",
      [...categories].filter(([, category]) => wanted(category)).map(([id]) => id),
    );
  const others = [...new Set(categories.values())].filter((category) => category !== PARTICIPANTS).sort();
  const called = others.map((category) => {
    const before = sql.lit(`${category} `);
    return sql`when ${isOf((one) => one === category)} then ${before} || email_key || ' ' || name_key`;
  });
  return sql`case when email_key = '' then '#' || ${kind === "sqlite" ? sql`id` : sql`id::text`}
    when ${isOf((one) => one === PARTICIPANTS)} then email_key ${sql.join(called, sql` `)} else email_key end`;
}
