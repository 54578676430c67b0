// Answers that were kept a while, to be put back, as the fields of today take them. What changed fields meanwhile has written every
// profile that was there: what was not there, or did not answer, goes the same way once it comes back.
import { sameAnswer } from "#schemas/answers/check.ts";
import { type Answer, Refusal, readAnswer } from "#schemas/answers/read.ts";
import { type Field, type FieldKind, fieldName, hasOptions } from "#schemas/fields.ts";
import { type Db, type Dialect, zoneOf } from "#server";
import type { Fields, Loss } from "../../contract.ts";
import type { AskedThen } from "../../offers.ts";
import type { EventDataTables } from "../tables.ts";
import { type Step, stepsOf } from "./changesSince.ts";
import { homesOf } from "./homes.ts";
import { convert } from "./kind/convert.ts";
import { asOwn } from "./promotion/ownAnswer.ts";
import { replaced } from "./replaced.ts";
import { listFieldsOf } from "./repository.ts";
import { type EventPlace, GIVING } from "./unique.ts";

/** A profile as it was kept. */
export interface KeptAnswers {
  name: string;
  fields: Fields;
  updated_at: string;
}

/** What it answers once it is back, and what it can no longer answer. */
export interface Settled {
  fields: Fields;
  left: { key: string; field: Field | undefined }[];
}

interface Said {
  key: string;
  value: unknown;
  /** Read anew in another kind. */
  isConverted?: boolean;
  /** Some of it is gone. */
  isLess?: boolean;
  /** The field that it was given to is gone. */
  isGone?: boolean;
}

/** Everybody who sees profiles sees the answers of such a field. */
const EVERYBODY = 299;
const LOST = "event-data:undone.answers";

/** The fields of an event at the time of a transaction; nobody changes their kinds or options until it ends. */
export class FieldsToday {
  private readonly byKey: ReadonlyMap<string, Field>;

  private constructor(
    private readonly timeZone: string,
    private readonly steps: readonly Step[],
    fields: readonly Field[],
    private readonly then: AskedThen,
    private readonly homes: ReadonlyMap<string, string>,
  ) {
    this.byKey = new Map(fields.map((field) => [field.key, field]));
  }

  /** `then` are fields of a time that acts of today tell nothing of any more. */
  static async of(db: Db, dialect: Dialect, event: EventPlace, then: AskedThen = {}): Promise<FieldsToday> {
    await dialect.lockShared(db as never, GIVING);
    const fields = await listFieldsOf(db, event);
    const rows = await db
      .withTables<EventDataTables>()
      .selectFrom("event_data_act")
      .select(["event_id", "act", "until", "undone_at"])
      .where("event_id", "in", [0, event.id])
      .orderBy("job_id")
      .execute();
    const homes = await homesOf(db, event, then, fields);
    return new FieldsToday(await zoneOf(db, event.id), stepsOf(rows, event, fields), fields, then, homes);
  }

  /** `current` is what stands in its place: an answer that is to stay is not looked at, and one that cannot come back leaves it there. */
  settle(kept: KeptAnswers, current: { fields: Fields } = { fields: {} }): Settled {
    const settled: Settled = { fields: {}, left: [] };
    for (const [key, answer] of Object.entries(kept.fields)) {
      if (sameAnswer(answer, current.fields[key])) {
        settled.fields[key] = answer;
        continue;
      }
      const said = this.today(key, answer, kept);
      if (said.value !== undefined) settled.fields[said.key] = said.value as Answer;
      else if (current.fields[said.key] !== undefined) settled.fields[said.key] = current.fields[said.key] as Answer;
      if (said.value === undefined || said.isLess)
        settled.left.push({ key, field: said.isGone ? undefined : this.byKey.get(said.key) });
    }
    return settled;
  }

  /** In words, whom it concerns and which answers. Which ones are hidden from somebody is not told. */
  lossOf(kept: KeptAnswers, { left }: Settled, locale: string): Loss[] {
    if (left.length === 0) return [];
    const told = left.flatMap(({ field }) => (field && field.see_role >= EVERYBODY ? [fieldName(field, locale)] : []));
    const examples = told.map((field) => ({ label: "event-data:undone.answer", values: { field, name: kept.name } }));
    return [{ label: LOST, count: left.length, examples }];
  }

  private today(key: string, answer: unknown, { updated_at }: KeptAnswers): Said {
    let said: Said = { key, value: answer };
    for (const step of this.steps) {
      if (said.value === undefined) break;
      said = this.follow(step, said, updated_at);
    }
    const then = this.then[key];
    if (then && said.key === key) {
      const home = this.homes.get(key);
      if (home === undefined) return { key, value: undefined, isGone: true };
      said = { ...said, key: home };
    }
    const field = this.byKey.get(said.key);
    // Whatever changed its kind is not known any more.
    if (field && then && then.kind !== field.kind && !said.isConverted) said = { ...said, isConverted: true };
    if (said.value !== undefined && field) return this.fitting(field, said);
    // Refused on the way, it may still be what the field asks for by now.
    const isBack = said.isConverted && field && !this.steps.some((step) => step.is === "removed" && step.key === key);
    return isBack ? this.fitting(field, { ...said, value: answer }) : said;
  }

  private follow(step: Step, said: Said, updatedAt: string): Said {
    const { key, value } = said;
    if (step.key !== key) return said;
    switch (step.is) {
      case "removed":
        // Who was there when its field went has no answer to it any more: this one is older.
        return updatedAt <= step.at ? { ...said, value: undefined, isConverted: false } : said;
      case "moved":
        return { ...said, key: step.into, value: renamed(value, step.options) };
      case "movedBack":
        return isOfThen(step, updatedAt) ? movedBack(step, said) : said;
      case "replaced": {
        const next = replaced(step.field, value, step.option, step.into);
        return { ...said, value: next, isLess: said.isLess || (step.into === undefined && !sameAnswer(next, value)) };
      }
      case "converted": {
        const read = convert(step.before, step.after, value, { ...step.said, timeZone: this.timeZone });
        return { ...said, value: read instanceof Refusal ? undefined : read, isConverted: true };
      }
    }
  }

  /**
   * Of the kind of its field, or nothing. What a field asks besides was asked when the answer was given, and stays as it does where
   * a field becomes stricter.
   */
  private fitting(field: Field, said: Said): Said {
    const { value, isConverted, isLess } = said;
    if (field.kind === "choices" && Array.isArray(value)) {
      const known = value.filter((key) => hasOption(field, key));
      return { ...said, value: known.length > 0 ? known : undefined, isLess: isLess || known.length < value.length };
    }
    if (!isConverted) return { ...said, value: isOfKind(field, value) ? value : undefined };
    const read = readAnswer(value, { field, timeZone: this.timeZone });
    return { ...said, value: read instanceof Refusal || sameAnswer(read, []) ? undefined : read };
  }
}

/** Whether an answer was given while it stood under the field of several. */
function isOfThen({ between }: Extract<Step, { is: "movedBack" }>, updatedAt: string): boolean {
  return !between || (between.since <= updatedAt && updatedAt < between.until);
}

/** As the event's own field has it; options of other events that it does not offer are left out. */
function movedBack({ field, moved }: Extract<Step, { is: "movedBack" }>, said: Said): Said {
  const own = asOwn(field, moved, said.value);
  const isLess = Array.isArray(said.value) && Array.isArray(own) && own.length < said.value.length;
  return { ...said, key: field.key, value: own, isLess: said.isLess || isLess };
}

function renamed(answer: unknown, options: ReadonlyMap<string, string>): unknown {
  const asNow = (key: unknown) => options.get(String(key)) ?? key;
  return Array.isArray(answer) ? [...new Set(answer.map(asNow))] : asNow(answer);
}

const hasOption = ({ options }: Field, key: unknown) => options.some((option) => option.key === key);

const OTHERS: Partial<Record<FieldKind, string>> = { number: "number", boolean: "boolean" };

function isOfKind(field: Field, value: unknown): boolean {
  if (hasOptions(field)) return hasOption(field, value);
  return typeof value === (OTHERS[field.kind] ?? "string");
}
