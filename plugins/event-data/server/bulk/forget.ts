// What is kept of profiles beside their rows goes when they are erased: how they were before acts on many, their pictures and
// files, the letters to them, and what other areas keep.
import { type Erasable, fold, forgetLetters, listEventIdsOf } from "#server";
import { thingFollowerKey } from "../../offers.ts";
import { removeUnnamedFiles } from "../files/repository.ts";
import { filesIn, letGo, picturesIn } from "../held.ts";
import { removeUnnamedPictures } from "../photos/repository.ts";
import type { EventDataTables } from "../tables.ts";
import { eraseUndo } from "./undoRows.ts";

type Forget = NonNullable<Erasable["forget"]>;
type Asking = Parameters<Forget>[0];

export const forgetThings: Forget = async (asking, gone) => {
  const { db, dialect, event, offered } = asking;
  const ids = gone.map(({ id }) => id);
  if (ids.length === 0) return;
  const kept = await eraseUndo(db, dialect, event.id, ids);
  const held = await letGo(db, dialect, ids);
  await removeUnnamedPictures(db, dialect, [...picturesIn(kept), ...held]);
  await removeUnnamedFiles(db, dialect, event.id, [...filesIn(kept), ...held]);
  for (const { forget } of offered(thingFollowerKey)) await forget?.(db, dialect, event.id, gone, offered);
  const addresses = [...new Set(gone.flatMap((one) => one.addresses))];
  await forgetLetters(db, event.app_id, await ofNobody(asking, addresses));
};

/** Addresses that no other profile of the app has: what is written to somebody who is in another event stays. */
async function ofNobody({ db, event }: Asking, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const taken = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing")
    .select("email")
    .distinct()
    .where("event_id", "in", await listEventIdsOf(db, event.app_id))
    .where("email_key", "in", addresses.map(fold))
    .execute();
  const known = new Set(taken.map(({ email }) => fold(email)));
  return addresses.filter((address) => !known.has(fold(address)));
}
