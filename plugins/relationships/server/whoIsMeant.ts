// Whom the cells of a file of pairs mean: by what its headings say, or by anything that names a profile.
import type { Db, JobContext } from "#server";
import type { ListReader, ThingName } from "../../event-data/offers.ts";
import { thingsOf } from "./profiles.ts";

const REGISTRATION = "fields.registration_id";
const WHO = ["id", REGISTRATION, "email", "name"] as const;
export type Who = (typeof WHO)[number];

/** Headings of either end, beside those of the fields of a profile. */
const ENDS = new Set(["from", "to", "von", "zu", "nach", "name", "person"]);
const COMPANY = "company_name";

/** As the export of links calls its columns: of either end, what is known of who stands there. */
const OF_AN_END = /^(?:first end|second end|erstes ende|zweites ende):\s*/i;

/** What the headings of a first line say that the cells below are; undefined where it is a pair. */
export function columnsOf(
  cells: readonly string[],
  lists: Pick<ListReader, "fieldOf">,
): (Who | undefined)[] | undefined {
  const fields = cells.map((cell) => lists.fieldOf(cell.replace(OF_AN_END, "")));
  const isHeading = (cell: string, at: number) => {
    const field = fields[at];
    return ENDS.has(cell.toLowerCase()) || field === COMPANY || WHO.some((one) => one === field);
  };
  return cells.every(isHeading) ? fields.map((field) => WHO.find((one) => one === field)) : undefined;
}

export interface Word {
  word: string;
  /** Without a heading anything that names a profile. */
  by?: Who | undefined;
}

/** Finds the profiles that are meant; by a registration only for who may see its id. */
export async function finderOf({ read, dialect, eventId = 0, appId, who, offered }: JobContext) {
  const things = thingsOf(offered);
  const hidden = await things.hidden(read, dialect, { id: eventId, app_id: appId }, who);
  const seesRegistrations = !hidden.includes(REGISTRATION.replace("fields.", ""));
  return async (db: Db, words: readonly Word[]): Promise<(word: Word) => readonly ThingName[]> => {
    const textOf = (some: readonly Word[]) => [...new Set(some.map(({ word }) => word))];
    const meant = await things.meant(db, eventId, textOf(words.filter(({ by }) => by !== REGISTRATION)));
    const open = words.filter(({ by, word }) => by === REGISTRATION || (by === undefined && !word.includes("@")));
    const asks = seesRegistrations && open.length > 0;
    const registered = asks
      ? await things.registered(db, dialect, eventId, textOf(open))
      : new Map<string, ThingName[]>();
    return ({ word, by }) => {
      const some = meant.get(word) ?? [];
      if (by === REGISTRATION) return registered.get(word) ?? [];
      // A column of addresses or names holds no ids, and a column of ids nothing else.
      if (by === "email") return word.includes("@") ? some : [];
      if (by === "id") return some.filter(({ id }) => String(id) === word);
      if (by === "name") return some.filter(({ id }) => String(id) !== word);
      // A number may be the id of one profile and the registration of another: then nobody can say who is meant.
      const others = (registered.get(word) ?? []).filter((one) => !some.some(({ id }) => id === one.id));
      return [...some, ...others];
    };
  };
}
