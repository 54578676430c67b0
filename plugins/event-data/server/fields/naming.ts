// What names a field beside answers, as the areas tell it; and how all of it goes along when a field or options are called otherwise.
import type { FieldMention, FieldRenaming } from "#schemas/fieldMentions.ts";
import type { Field } from "#schemas/fields.ts";
import { type AppAccess, type Db, type JobContext, listEventNamesOf, mayOpen, type Offers } from "#server";
import { type FieldNaming, fieldNamerKey, type RenamingContext } from "../../offers.ts";

/** What an area needs to put its names back; kept as JSON. */
export interface KeptNames {
  label: string;
  kept: unknown;
}

interface Asking {
  db: Db;
  app: Pick<AppAccess, "id" | "allowedEvents">;
  who: { id: number };
  deps: { offered: Offers };
}

/** What names a field in some events, in the order of areas. */
export async function mentionsOf(
  { db, app, who, deps }: Asking,
  eventIds: readonly number[],
  field: Pick<Field, "key" | "options">,
  isTold: (naming: FieldNaming) => boolean = () => true,
): Promise<FieldMention[]> {
  const names = await listEventNamesOf(db, app.id);
  const mentions: FieldMention[] = [];
  for (const { label, named } of deps.offered(fieldNamerKey)) {
    for (const naming of await named({ db, who }, eventIds, field)) {
      if (!isTold(naming)) continue;
      const { eventId, name, path, options } = naming;
      const event = mayOpen(app.allowedEvents, eventId) ? names.get(eventId) : undefined;
      const told = event
        ? { event: { id: eventId, name: event.name }, name, path }
        : { event: null, name: null, path: null };
      mentions.push({ label, ...told, options: [...options] });
    }
  }
  return mentions;
}

/** Renames wherever areas name the field, in the transaction in which answers come to be called so. */
export async function renameEverywhere(
  context: JobContext,
  db: Db,
  eventIds: readonly number[],
  renaming: FieldRenaming,
): Promise<KeptNames[]> {
  const all: KeptNames[] = [];
  for (const { label, rename } of context.offered(fieldNamerKey))
    if (rename) all.push({ label, kept: await rename(renamingOf(context, db), eventIds, renaming) });
  return all;
}

/** Takes renamings back, the last first. */
export async function putNamesBack(context: JobContext, db: Db, all: readonly KeptNames[]): Promise<void> {
  for (const { label, kept } of all.toReversed()) {
    const namer = context.offered(fieldNamerKey).find((one) => one.label === label);
    await namer?.putBack?.(renamingOf(context, db), kept);
  }
}

function renamingOf(context: JobContext, db: Db): RenamingContext {
  const { now, offered } = context;
  return { db, now: now(), offered, audit: (entry, eventId) => context.audit(db, entry, eventId) };
}
