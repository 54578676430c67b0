// SQL of the notes. Every function takes the open transaction first.
import type { Db } from "#server";
import type { TemplateNote, TemplateNoteDraft } from "../contract.ts";
import type { TemplateTables } from "./tables.ts";

const columns = ["id", "rev", "text", "updated_at"] as const;
const tables = (db: Db) => db.withTables<TemplateTables>();

export function listNotes(db: Db, eventId: number): Promise<TemplateNote[]> {
  return tables(db)
    .selectFrom("template_note")
    .select(columns)
    .where("event_id", "=", eventId)
    .orderBy("id", "desc")
    .execute();
}

export function findNote(db: Db, eventId: number, noteId: number): Promise<TemplateNote | undefined> {
  return tables(db)
    .selectFrom("template_note")
    .select(columns)
    .where("event_id", "=", eventId)
    .where("id", "=", noteId)
    .executeTakeFirst();
}

export function createNote(db: Db, eventId: number, { text }: TemplateNoteDraft, now: string): Promise<TemplateNote> {
  return tables(db)
    .insertInto("template_note")
    .values({ event_id: eventId, text, updated_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Saves if nobody else has since `rev`; undefined if somebody has. */
export function saveNote(
  db: Db,
  { id, rev, text }: { id: number; rev: number; text: string },
  now: string,
): Promise<TemplateNote | undefined> {
  return tables(db)
    .updateTable("template_note")
    .set({ text, rev: rev + 1, updated_at: now })
    .where("id", "=", id)
    .where("rev", "=", rev)
    .returning(columns)
    .executeTakeFirst();
}

export async function removeNote(db: Db, id: number): Promise<void> {
  await tables(db).deleteFrom("template_note").where("id", "=", id).execute();
}
