// Lines that name people who are profiles of the app's other events: what these say becomes what the line says, and what stands in
// its own cells goes before it.
import type { Field } from "#schemas/fields.ts";
import { fieldApplies } from "#schemas/fields.ts";
import { type Db, isOneOf, type JobContext, listAppTypesOf, listEventNamesOf, mayOpen, ProblemError } from "#server";
import type { ImportKey } from "../../contract.ts";
import { asAnswers } from "../fields/rules.ts";
import { hiddenKeys } from "../fields/sight.ts";
import type { Here } from "../fields/travel/carry.ts";
import { travels } from "../fields/travel/note.ts";
import { profilesOf } from "../fields/travel/people.ts";
import { asThing, COLUMNS, REGISTRATION } from "../repository.ts";
import type { EventDataTables } from "../tables.ts";
import { listRegistered } from "./find.ts";
import { type Reading, type ReadRow, refuse } from "./readRow.ts";

type Context = Pick<JobContext, "appId" | "dialect" | "who" | "read">;

const COPIED = ["first_name", "last_name", "name", "email", "company_name", "job_title", "country"] as const;
const latestFirst = (one: Here, other: Here) =>
  one.updated_at === other.updated_at ? other.id - one.id : one.updated_at < other.updated_at ? 1 : -1;

export class Elsewhere {
  private constructor(
    private readonly context: Context,
    private readonly key: ImportKey,
    private readonly reading: Reading,
    /** The app's other events that the asker may open, and those of them in which they see ids of registrations. */
    private readonly events: readonly number[],
    private readonly registering: readonly number[],
    /** By the app's data types. */
    private readonly categories: ReadonlyMap<number, number>,
  ) {}

  static async begin(context: Context, eventId: number, key: ImportKey, reading: Reading): Promise<Elsewhere> {
    const { appId, read, dialect, who } = context;
    const events = [...(await listEventNamesOf(read, appId)).keys()].filter(
      (id) => id !== eventId && mayOpen(who.allowedEvents, id),
    );
    const registering: number[] = [];
    for (const id of events) {
      const hidden = await hiddenKeys(read, dialect, { id, app_id: appId }, who);
      if (!hidden.includes(REGISTRATION)) registering.push(id);
    }
    const categories = new Map((await listAppTypesOf(read, appId)).map((type) => [type.id, type.categoryId]));
    return new Elsewhere(context, key, reading, events, registering, categories);
  }

  /** Of each line who it means, completed by what is known of them; a refusal where it means nobody. */
  async complete(db: Db, rows: readonly ReadRow[]): Promise<(row: ReadRow) => ReadRow> {
    const { context, events } = this;
    const emails = rows.flatMap(({ values }) => values.email || []);
    const byEmail = new Map<string, Here[]>();
    for (const one of await profilesOf(context, db, events, [...new Set(emails)]))
      byEmail.set(one.email, [...(byEmail.get(one.email) ?? []), one]);
    const ids = rows.flatMap(({ id }) => id ?? []);
    const numbers = rows.flatMap(({ fields }) => fields[REGISTRATION] ?? []);
    const byNumber = await this.registered(db, [...new Set(numbers)]);
    const named = await this.named(db, [...ids, ...[...byNumber.values()].flat()]);
    const known = (id: number) => named.get(id) ?? [];
    return (row) => {
      const { email } = row.values;
      const number = row.fields[REGISTRATION];
      const takes = (key: ImportKey) => this.key === "auto" || this.key === key;
      if (takes("id") && row.id !== undefined) return this.of(row, known(row.id), "id");
      if (takes("email") && email) return this.of(row, byEmail.get(email) ?? [], "email");
      if (takes("registration_id") && number)
        return this.of(row, (byNumber.get(number) ?? []).flatMap(known), `fields.${REGISTRATION}`);
      throw refuse("", "namesNobody");
    };
  }

  private of(row: ReadRow, found: readonly Here[], field: string): ReadRow {
    const [latest, ...others] = [...found].sort(latestFirst);
    if (!latest) throw refuse(field, "knownNowhere");
    const email = row.values.email || latest.email;
    const { types } = this.reading;
    const typeId = row.values.type_id ?? types.find(({ id }) => id === latest.type_id)?.id;
    if (typeId !== undefined && this.categories.get(typeId) !== this.categories.get(latest.type_id))
      throw refuse("type_id", "otherCategory", { name: latest.name });
    const said = Object.fromEntries(COPIED.map((key) => [key, latest[key]]));
    const values = { ...said, ...row.values, ...(typeId === undefined ? {} : { type_id: typeId }) };
    const answers = typeId === undefined ? {} : this.answers([latest, ...others], typeId);
    // What stands in the line goes before what was answered.
    const fields = { ...answers, ...row.fields } as ReadRow["fields"];
    // Whatever names somebody: a line before that was not refused has added them.
    const marks = [...(row.marks ?? []), ...(email === "" ? [] : [{ field, text: `known ${email}` }])];
    return { ...row, id: undefined, made: undefined, values, fields, marks };
  }

  /** The latest answers to fields of several events that this one asks, too; those that it would refuse stay behind. */
  private answers(found: readonly Here[], typeId: number): Record<string, unknown> {
    const { own } = this.reading;
    const role = own?.role ?? 0;
    const asked = (own?.fields ?? []).filter(
      (field) => travels(field) && fieldApplies(field, typeId) && role <= field.see_role && role <= field.edit_role,
    );
    const answers: Record<string, unknown> = {};
    for (const field of asked) {
      const answer = found.find(({ fields }) => fields[field.key] !== undefined)?.fields[field.key];
      if (answer !== undefined && this.isPossible(field, answer, typeId)) answers[field.key] = answer;
    }
    return answers;
  }

  private isPossible(field: Field, answer: unknown, typeId: number): boolean {
    try {
      asAnswers([field], { [field.key]: answer }, { ...this.reading.own, typeId });
      return true;
    } catch (error) {
      if (error instanceof ProblemError) return false;
      throw error;
    }
  }

  /** By the ids of registrations, the ids of profiles. */
  private async registered(db: Db, numbers: readonly string[]): Promise<Map<string, number[]>> {
    const found = new Map<string, number[]>();
    if (numbers.length === 0) return found;
    for (const eventId of this.registering) {
      for (const { id, registration } of await listRegistered(db, this.context.dialect, eventId, numbers))
        found.set(registration, [...(found.get(registration) ?? []), id]);
    }
    return found;
  }

  private async named(db: Db, ids: readonly number[]): Promise<Map<number, Here[]>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .withTables<EventDataTables>()
      .selectFrom("event_data_thing")
      .select([...COLUMNS, "event_id"])
      .where(isOneOf(this.context.dialect.kind, "id", [...new Set(ids)]))
      .execute();
    const events = new Set(this.events);
    return new Map(
      rows.flatMap(({ event_id, ...row }) =>
        events.has(event_id) ? [[row.id, [{ ...asThing(row), event_id }]] as const] : [],
      ),
    );
  }
}
