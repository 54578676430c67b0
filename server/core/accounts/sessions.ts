// Sessions: how one begins, and how open pages on every process learn that one has ended.
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Credentials, User } from "#schemas/session.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Context } from "../../kernel/context.ts";
import { coreTables } from "./coreTables.ts";
import { rulesFor } from "./loginRules.ts";
import { createSession, listAppIds } from "./repository.ts";
import { hashToken, newToken } from "./tokens.ts";

const HOUR_MS = 3_600_000;

/** How somebody proved who they are. */
export interface Proof {
  way: "password" | "code" | "link" | "sso" | "invite";
  /** The only app that the session opens: the one whose own provider vouched for the person. */
  onlyApp?: number;
}

/** A person's row as far as it is shown. */
export interface PersonRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
}

/** A person as the specification's dashboard user, with the apps that the session opens. */
export async function userOf(db: Kysely<CoreTables>, row: PersonRow, onlyApp?: number): Promise<User> {
  const { id, email, first_name, last_name } = row;
  const apps = await listAppIds(db, id);
  const applications = onlyApp === undefined ? apps : apps.filter((app) => app === onlyApp);
  return { user_id: id, first_name, last_name, user_email: email, applications };
}

/** Begins a session and answers its token, which is shown this once. */
export async function beginSession(
  { db: handed, now, headers, address }: Pick<Context, "db" | "now" | "headers" | "address">,
  row: PersonRow,
  { way, onlyApp }: Proof,
): Promise<Credentials> {
  const db = coreTables(handed);
  const token = newToken();
  const { session_hours } = await rulesFor(handed, row.id);
  await createSession(db, {
    userId: row.id,
    tokenHash: hashToken(token),
    device: String(headers["user-agent"] ?? "").slice(0, 300),
    now: now.toISOString(),
    expiresAt: new Date(now.getTime() + session_hours * HOUR_MS).toISOString(),
    way,
    onlyApp: onlyApp ?? null,
    address,
  });
  return { token, user: await userOf(db, row, onlyApp) };
}

/** What ends sessions: the transaction, and what is done after it. */
export type Ending = Pick<Context, "db" | "now" | "afterCommit" | "deps">;

/** By what an open page recognises that its own session is meant; of no use to anybody else. */
export function endTag(tokenHash: string): string {
  return createHash("sha256").update(`ended ${tokenHash}`).digest("hex");
}

/** Tells the pages of ended sessions, on every process, once the end is certain. Answers how many there are. */
export function announceEnd({ afterCommit, deps }: Ending, ended: readonly { token_hash: string }[]): number {
  afterCommit(() => {
    for (const { token_hash } of ended) deps.database.channel.tell("session-ended", endTag(token_hash));
  });
  return ended.length;
}
