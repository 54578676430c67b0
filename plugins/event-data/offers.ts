// What this area gives to other areas on the server, and what it takes from them. Types and keys only.
import type { Access } from "#schemas/access.ts";
import type { Field } from "#schemas/fields.ts";
import type { ListFilter, ListQuestion } from "#schemas/list.ts";
import {
  type AuditEntry,
  type Db,
  type Dialect,
  type Forgotten,
  type ListSpec,
  type Offers,
  offerKey,
  type sql,
  type Who,
} from "#server";
import type { SetNaming, ThingSet } from "./contract/sets.ts";
import type { Loss, MergeBy, Narrowing, Selection, Thing, ThingChange } from "./contract.ts";
import type { ComingBack, FollowerTelling, Parting } from "./server/bulk/partingOffer.ts";
import type { AheadAsking, Unfitting } from "./server/bulk/unfitting.ts";

type Where = ReturnType<typeof sql<boolean>>;

/** Keys of own fields that somebody may not see, and who that is; without the latter nothing of other areas is kept from them. */
export type Unseen = readonly string[] & { readonly by?: Pick<Who, "accessRole" | "permissions"> };

/** A profile as other areas name it. */
export type ThingName = Pick<Thing, "id" | "type_id" | "name" | "email" | "company_name">;

/** How a profile is written for another area. */
export interface Writing {
  now: Date;
  /** Has a job of this kind run once the transaction has committed: answers may have to travel to the person's other profiles. */
  follow(kind: string): Promise<void>;
}

/** Which fields an event had at a time, by their keys. */
export type AskedThen = Readonly<Record<string, Pick<Field, "id" | "kind">>>;

/** A profile that is again as it was at a revision, by the revision that it has now. */
export type Returned = Record<"id" | "from" | "to", number>;

/** Profiles for areas that keep something about them. */
export interface Things {
  /** The kind of object under which profiles stand in the history. */
  object: string;
  get(db: Db, eventId: number, id: number): Promise<Thing | undefined>;
  /** Whole profiles, those of the ids that are in the event, in no order. */
  many(db: Db, eventId: number, ids: readonly number[]): Promise<Thing[]>;
  /** Changes a profile by the rules of any save; refused as stale when its revision is not the stored one, and where the picture is said, when that is not. */
  change(
    db: Db,
    dialect: Dialect,
    event: { id: number; app_id: number },
    before: Thing,
    change: Omit<ThingChange, "rev"> & Partial<Pick<Thing, "photo">>,
    writing: Writing,
  ): Promise<Thing>;
  /** Gives many the same status, within an act on many; answers the ids of those that nobody else saved in between. */
  changeStatus(
    db: Db,
    dialect: Dialect,
    eventId: number,
    all: readonly Thing[],
    status: Thing["status"],
    now: Date,
  ): Promise<ReadonlySet<number>>;
  /** For those who change or put back several profiles in one transaction, before the first: nobody else gives answers that may be given once. */
  holdAnswers(db: Db, dialect: Dialect, event: { id: number; app_id: number }): Promise<void>;
  /** The row of a profile as the table has it, to be put back as it was. */
  row(db: Db, eventId: number, id: number): Promise<Record<string, unknown>>;
  /** Has the picture and the files that such a row names stay until a time, though it is the row of nobody by then. */
  hold(db: Db, eventId: number, row: Readonly<Record<string, unknown>>, until: string): Promise<void>;
  /** From now on has only those stay that these rows of some profiles name, each until its time. */
  holdOnly(
    db: Db,
    dialect: Dialect,
    eventId: number,
    ids: readonly number[],
    rows: readonly { row: Readonly<Record<string, unknown>>; until: string }[],
  ): Promise<void>;
  /** Until the transaction ends nobody else writes many profiles of the event, nor erases any. */
  lock(db: Db, dialect: Dialect, eventId: number): Promise<void>;
  /** Takes the row of a profile away and nothing that points at it; refused as stale when its revision or picture is another. */
  takeOut(db: Db, eventId: number, thing: Pick<Thing, "id" | "rev" | "photo">): Promise<void>;
  /** Puts a row back: in the place of what stands there now, or as the profile that it was. An address or an answer that has been taken since is refused, and a data type that has left; answers what its fields no longer take. `then` are the fields that the answers were given to. */
  putRow(
    db: Db,
    dialect: Dialect,
    event: { id: number; app_id: number },
    row: Record<string, unknown>,
    writing: Writing,
    over?: Pick<Thing, "id" | "rev" | "photo">,
    then?: AskedThen,
  ): Promise<readonly Loss[]>;
  /** Has the acts before one that was undone wait for the revisions that its profiles have now, so that they can be undone next. */
  noteReturned(
    around: Omit<MergeContext, "now" | "audit" | "follow" | "userId">,
    all: readonly Returned[],
  ): Promise<void>;
  /** Those that have come or been changed after a time, the latest first, and no more than `most`. */
  changedSince(db: Db, eventId: number, since: string, most: number): Promise<Pick<Thing, "id" | "rev">[]>;
  /** Those of the ids that are in the event, in no order, with what they are called. */
  named(db: Db, eventId: number, ids: readonly number[]): Promise<ThingName[]>;
  /** The same with how each stands, for rules. */
  standing(db: Db, eventId: number, ids: readonly number[]): Promise<(ThingName & Pick<Thing, "status">)[]>;
  /** Profiles that a person could mean by each of these words: an id, an e-mail address or a whole name. */
  meant(db: Db, eventId: number, words: readonly string[]): Promise<Map<string, ThingName[]>>;
  /** Profiles by the ids of their registrations elsewhere, which several may have. Not for whom `hidden` names that field. */
  registered(db: Db, dialect: Dialect, eventId: number, ids: readonly string[]): Promise<Map<string, ThingName[]>>;
  /** A query of the ids of profiles that have all of these words, to stand inside of another query. */
  matching(dialect: Dialect, eventId: number, words: readonly string[]): Where;
  /** The category of the profile whose id a column of another table holds, to stand inside of a query of that table. */
  categoryOf(column: string): ReturnType<typeof sql<number>>;
  /** The name of that profile, folded as lists are sorted by it. */
  nameOf(column: string): ReturnType<typeof sql<string>>;
  /**
   * What somebody may not see: keys of own fields, and by whom it is told which columns of other areas. Whoever answers a person asks
   * this and leaves them out.
   */
  hidden(
    db: Db,
    dialect: Dialect,
    event: { id: number; app_id: number },
    who: Pick<Who, "accessRole"> & Partial<Pick<Who, "permissions">>,
  ): Promise<Unseen>;
  /** A profile without the answers that are hidden. */
  without(thing: Thing, hidden: readonly string[]): Thing;
  /**
   * A list that does not have the own fields that are hidden: no question names them and no row brings them. Where the question is
   * told, it is a list of those whom its columns are about, and has what it names.
   */
  list(
    db: Db,
    dialect: Dialect,
    eventId: number,
    narrowing: Narrowing,
    offered: Offers,
    hidden: Unseen,
    asked?: Pick<ListQuestion, "filter" | "sort">,
  ): Promise<ListSpec>;
  countSelected(
    db: Db,
    dialect: Dialect,
    eventId: number,
    selection: Selection,
    offered: Offers,
    hidden: Unseen,
  ): Promise<number>;
  eachSelected(
    db: Db,
    dialect: Dialect,
    eventId: number,
    selection: Selection,
    offered: Offers,
    hidden: Unseen,
    options?: { columns?: string[]; size?: number },
  ): AsyncGenerator<Record<string, unknown>[]>;
  /** Has the event keep at once what areas begin to tell beside its lists, which else is done within a minute or so. */
  orderColumns(db: Db, dialect: Dialect, eventId: number, offered: Offers): Promise<void>;
  /** Tells the lists of the event that what they counted is no longer sure; for areas whose filters they use. */
  noteChange(db: Db, eventId: number): Promise<void>;
}
export const thingsKey = offerKey<Things>("event-data.things");

/** Reads lists as the import of profiles does: their encoding and separator are found, and a broken line spoils no other. */
export interface ListReader {
  /** Rows with cells, each with the line on which it begins; `isBroken` where nobody can say what stands in it. A file that is no list is refused, and a workbook unless these are taken. */
  read(
    bytes: () => AsyncIterable<Buffer>,
    speak: (locale: string, key: string, values?: Record<string, unknown>) => string,
    takesWorkbooks?: boolean,
  ): AsyncGenerator<{ line: number; cells: readonly string[]; isBroken: boolean }>;
  /** The field for which a heading stands, `fields.registration_id` for the id of a registration; nothing where it is none. */
  fieldOf(heading: string): string | undefined;
  /** One line of a list that spreadsheet programs open without running anything in it. */
  line(cells: readonly (string | number)[]): string;
}
export const listReaderKey = offerKey<ListReader>("event-data.list-reader");

/** With what the values of such a column are asked: of a request, or of a job. */
export interface ColumnAsking {
  db: Db;
  dialect: Dialect;
  event: { id: number; app_id: number };
  who: { accessRole: number };
  now: Date;
  offered: Offers;
  locale: string;
  say: (key: string, values?: Record<string, unknown>) => string;
}

/** One of those among whom profiles are placed, such as a group. */
export interface PlacedBy {
  id: number;
  /** The condition that a row of the list is in it. */
  where: Where;
  /** Whether what the profile says decides that; who is in the others is noted by the area (`noteTold`). */
  isRule: boolean;
}

/** A column of lists of profiles whose values an area knows. Asked for what is seen only, some hundred profiles at a time. */
export interface ProfileColumnOf {
  /** Unique among all areas: `area.what`. */
  key: string;
  /** Key of its heading. */
  title: string;
  /** Of dates the values are instants. */
  kind: "text" | "number" | "date";
  /** The list itself knows it: it is filtered, sorted and grouped by it. */
  listed?: true;
  /**
   * The same once its order is kept: the area counts it by `besideComes` and what stands beside that. Whoever has none has 0, or
   * where it is no number the empty text.
   */
  kept?: true;
  /** The values that lists know of it, with keys of what they are called; numbers of a column whose order is kept. */
  choices?: readonly { value: string | number; label: string }[];
  /** The field of a set (`thingSetsKey`) by which lists are filtered where this column is, and by whose sets they are grouped. */
  set?: string;
  /** Key of what it is to be in none of the sets. */
  none?: string;
  /** The categories whose profiles have such a value, all where it does not say: whoever filters or groups by it means these, and so do rules. */
  categories?: readonly number[];
  /**
   * Lists are sorted by it: a profile stands where the first of these is that it is in, and last in none. Those that the list cannot
   * ask for are left out. The area has events keep the column (`beginBeside`) with `TOLD_NONE` for none.
   */
  ordered?: (db: Db, dialect: Dialect, eventId: number, list: ListSpec) => Promise<readonly PlacedBy[]>;
  /** What is needed beside the right to read profiles. */
  access?: Access;
  /** Whether it would tell somebody of own fields that are hidden from them; then it is not there for them. */
  keptFrom?(db: Db, eventId: number, hidden: readonly string[]): Promise<boolean>;
  /** Values by profile, as the asker reads them; those that have none may be left out. */
  of(asking: ColumnAsking, ids: readonly number[]): Promise<ReadonlyMap<number, string | number>>;
}
export const profileColumnsKey = offerKey<readonly ProfileColumnOf[]>("event-data.columns");

/** Sets of profiles that another area keeps: a filter of the list, and where profiles are put by hand. */
export interface ThingSets {
  /** The field by which a list question names them. */
  field: string;
  list(db: Db, eventId: number): Promise<ThingSet[]>;
  /** The ids of the sets of which a list can ask, in the order in which they stand. */
  order(db: Db, dialect: Dialect, eventId: number, list: ListSpec): Promise<readonly number[]>;
  /** Those of the profiles that are in the set now. */
  among(db: Db, eventId: number, setId: number, thingIds: readonly number[]): Promise<number[]>;
  /** Puts profiles of the event in; answers those that were not there before. Refuses a set that a rule makes. */
  add(db: Db, eventId: number, setId: number, thingIds: readonly number[], now: string): Promise<number[]>;
  /** Takes profiles out; answers those that were there. */
  remove(db: Db, eventId: number, setId: number, thingIds: readonly number[]): Promise<number[]>;
  /** The condition of a filter on the field, once what it needs has been read. `place` names the filter in a refusal. */
  filter(db: Db, dialect: Dialect, eventId: number, list: ListSpec): Promise<(one: ListFilter, place: string) => Where>;
}
export const thingSetsKey = offerKey<ThingSets>("event-data.sets");

/** What this area keeps that names sets, such as saved views, for the area that keeps the sets. */
export interface SetNamer {
  /** Key of what it is, for example `event-data:naming.view`. */
  label: string;
  named(context: { db: Db; who: { id: number } }, eventId: number, field: string): Promise<readonly SetNaming[]>;
}
export const setNamerKey = offerKey<SetNamer>("event-data.set-namer");

/** What came of everything that pointed at a profile which went into another. */
export interface MovedAlong {
  /** How many point at the other now. */
  count: number;
  /** What did not simply move. */
  left: readonly Loss[];
  /** What `moveBack` needs, kept as JSON. */
  kept: unknown;
}

/** What is kept of a profile that leaves; of one there may be several. */
export type PartOf = readonly [thingId: number, part: unknown];

/** What another area keeps about profiles, and how it goes along when they are merged or leave. What is answered is kept as JSON. */
export interface ThingFollower {
  /** Key of its name in the counts of a merge, for example `relationships:title`. */
  label: string;
  count(db: Db, eventId: number, thingId: number): Promise<number>;
  /** Before a merge: writes down what is only found by what the profile says, such as its address. */
  settle?(db: Db, eventId: number, thing: Thing): Promise<void>;
  /** Moves what points at `from` to `to`; what both have already stays once. */
  move(db: Db, eventId: number, from: number, to: number, offered: Offers): Promise<MovedAlong>;
  /** Answers what could not come back as it was. */
  moveBack(db: Db, eventId: number, from: number, to: number, kept: unknown, offered: Offers): Promise<readonly Loss[]>;
  /**
   * Takes away what points at any of the profiles that leave; without `parting` they had left before, and it is what others who came
   * back have in common with them. Answers what `putBack` needs, each part with whom it comes back.
   */
  drop(db: Db, eventId: number, ids: readonly number[], parting?: Parting): Promise<readonly PartOf[]>;
  /** What was kept of profiles that are there again. Answers what could not come back as it was. */
  putBack(db: Db, eventId: number, kept: readonly unknown[], back: ComingBack): Promise<readonly Loss[]>;
  /** Those of the profiles for whom somebody has done something that their leaving would undo: an import that is undone lets them stay. */
  used?(db: Db, eventId: number, ids: readonly number[]): Promise<readonly number[]>;
  /** Takes away what it still keeps of profiles that are gone and are erased: they never come back. */
  forget?(db: Db, dialect: Dialect, eventId: number, gone: readonly Forgotten[], offered: Offers): Promise<void>;
  /** What is lost when profiles leave, told before they do: a key with `count`, and the ids of what is lost, each once. */
  leaving?: {
    label: string;
    of(db: Db, eventId: number, ids: readonly number[], now: Date): Promise<readonly number[]>;
    /** Of what is lost by these ids: some one by one, and who is on the other side besides those who leave, as the asker reads it. */
    about?(
      asking: AheadAsking,
      lost: readonly number[],
      leaving: ReadonlySet<number>,
    ): Promise<Pick<Loss, "examples" | "others">>;
    /** The same of profiles that are blocked and stay: it is called off only where somebody says so. */
    blocking?: {
      label: string;
      /** Answers, by profile, what `takeUp` needs; of whom there was nothing, nothing. */
      callOff(db: Db, eventId: number, ids: readonly number[], parting: Parting): Promise<ReadonlyMap<number, unknown>>;
      /** Answers what could not be taken up again. */
      takeUp(
        db: Db,
        eventId: number,
        kept: ReadonlyMap<number, unknown>,
        telling: FollowerTelling,
      ): Promise<readonly Loss[]>;
    };
  };
  /** What stays with profiles that come to be of another data type, although it no longer fits: told, and left. */
  moving?: Unfitting;
  /** What a merge cannot simply move, told before it does; `earlier` will have gone into `to` by then, in this order. */
  merging?(
    db: Db,
    eventId: number,
    from: number,
    to: number,
    offered: Offers,
    earlier?: readonly number[],
  ): Promise<readonly Loss[]>;
}

export const thingFollowerKey = offerKey<ThingFollower>("event-data.follower");

/** What a merge is made with: of a request, or of a job. */
export interface MergeContext {
  /** The open transaction. */
  db: Db;
  dialect: Dialect;
  event: { id: number; app_id: number };
  now: Date;
  offered: Offers;
  audit: (entry: AuditEntry) => Promise<void>;
  follow: Writing["follow"];
  /** Whoever merges. */
  userId: number;
}

/** What came of a merge: the one that stays, and what its undoing needs, kept as JSON. */
export interface Merged {
  saved: Thing;
  before: Record<string, unknown>;
  /** What did not simply move. */
  left: readonly Loss[];
}

type Unmerged = Record<"kept" | "dropped", Thing> & Pick<Merged, "left">;

/** Makes one of two profiles, for acts on many. */
export interface ThingMerger {
  /** By which certain doubles share a key; an empty one is shared with nobody. `isPerson` for participants. */
  keyOf(by: MergeBy, thing: Pick<Thing, "name" | "email" | "company_name" | "fields">, isPerson: boolean): string;
  /** Two of some profiles, no more than a group has, of whom somebody has said that they are two. */
  apart(db: Db, eventId: number, ids: readonly number[]): Promise<readonly [number, number] | undefined>;
  merge(context: MergeContext, kept: Thing, dropped: Thing, change: Record<string, unknown>): Promise<Merged>;
  /** `after` is the kept one as it is now; `left` is what could not come back as it was. */
  unmerge(context: MergeContext, after: Thing, merged: unknown): Promise<Unmerged>;
  /** What is kept of merges goes along with profiles that an undoing made what they were. */
  returned(db: Db, dialect: Dialect, eventId: number, all: readonly Returned[]): Promise<void>;
}
export const thingMergerKey = offerKey<ThingMerger>("event-data.merger");

/** The questions of an event, for areas that read answers. Answers are judged by `checkValues` of schemas/answers. */
export interface Fields {
  /** Its own fields and those that it shares, in their order, archived ones too. */
  list(db: Db, event: { id: number; app_id: number }): Promise<Field[]>;
}
export const fieldsKey = offerKey<Fields>("event-data.fields");

export { type ThingAct, type ThingActDoing, type ThingActed, thingActKey } from "./server/bulk/actOffer.ts";
export {
  type FieldNamer,
  type FieldNaming,
  fieldNamerKey,
  type RenamingContext,
} from "./server/fields/namerOffer.ts";
export { type ListWriter, listWriterKey, type WrittenAs } from "./server/sheet/writerOffer.ts";
export { type ThingTeller, thingTellerKey } from "./server/tellerOffer.ts";
export type { AheadAsking, ComingBack, FollowerTelling, Parting, Unfitting };
