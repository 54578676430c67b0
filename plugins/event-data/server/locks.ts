// Who waits for whom on PostgreSQL; on SQLite one transaction writes at a time. These come before the locks of answers.
import { type Db, type Dialect, fold } from "#server";

const nameOf = (eventId: number) => `event-data/${eventId}`;

/** Only one at a time writes many profiles of an event: two imports of the same file make each profile once. */
export async function lockThings(db: Db, dialect: Dialect, eventId: number): Promise<void> {
  await dialect.lock(db as never, nameOf(eventId));
}

/** Any number may write single profiles at a time, and nobody many. */
export async function holdThings(db: Db, dialect: Dialect, eventId: number): Promise<void> {
  await dialect.lockShared(db as never, nameOf(eventId));
}

/** Until the transaction ends nobody else gives an address in the event: neither one by one nor among many. */
export async function lockMail(db: Db, dialect: Dialect, eventId: number, email: string): Promise<void> {
  await holdThings(db, dialect, eventId);
  await dialect.lock(db as never, `${nameOf(eventId)} ${fold(email)}`);
}
