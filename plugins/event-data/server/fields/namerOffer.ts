// How other areas go along when a field is called otherwise, see offers.ts. Types and a key only.
import type { FieldRenaming } from "#schemas/fieldMentions.ts";
import type { Field } from "#schemas/fields.ts";
import type { ListFilter } from "#schemas/list.ts";
import { type AuditEntry, type Db, type Offers, offerKey } from "#server";
import type { SetNaming } from "../../contract/sets.ts";

/** Where a field is named. */
export interface FieldNaming extends Pick<SetNaming, "name" | "path"> {
  eventId: number;
  /** Keys of the options that it names. */
  options: readonly string[];
  /** Its filters that ask for answers to the field. */
  filters?: readonly ListFilter[];
}

/** What a renaming is made with: of a job. */
export interface RenamingContext {
  /** The open transaction. */
  db: Db;
  now: Date;
  offered: Offers;
  audit: (entry: AuditEntry, eventId: number) => Promise<void>;
}

/** What an area keeps that names fields or their options, such as rules and saved views, and how it goes along when they are called otherwise. */
export interface FieldNamer {
  /** Key of what it is, for example `custom-groups:naming`. */
  label: string;
  named(
    context: { db: Db; who: { id: number } },
    eventIds: readonly number[],
    field: Pick<Field, "key" | "options">,
  ): Promise<readonly FieldNaming[]>;
  /** Who belongs to something depends on it: the field is not removed while it is named. */
  decides?: true;
  /** Lets go of what it remembers of a field that is removed. */
  forget?(db: Db, eventIds: readonly number[], key: string): Promise<void>;
  /** Names a field or options by what they are called now. Answers what `putBack` needs, kept as JSON. */
  rename?(context: RenamingContext, eventIds: readonly number[], renaming: FieldRenaming): Promise<unknown>;
  /** Puts back what nobody has changed since. */
  putBack?(context: RenamingContext, kept: unknown): Promise<void>;
}
export const fieldNamerKey = offerKey<FieldNamer>("event-data.field-namer");
