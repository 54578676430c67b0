// Turns what can go wrong at a start into one sentence that says what to do.
import { ConfigError } from "./config.ts";
import { CopyError } from "./db/copy/copy.ts";
import { MigrationError } from "./db/migrate.ts";
import { PluginError } from "./kernel/plugins.ts";

const byCode: Record<string, (error: NodeJS.ErrnoException & { port?: number; address?: string }) => string> = {
  EADDRINUSE: (error) => `Port ${error.port} is taken by another program; stop it, or choose another with PORT.`,
  EADDRNOTAVAIL: (error) => `This machine has no address ${error.address}; correct HOST.`,
  EACCES: (error) =>
    error.port
      ? `Port ${error.port} needs more rights; choose one above 1024 with PORT.`
      : `${error.path} cannot be written; correct its rights or DATABASE_URL.`,
  EROFS: (error) => `${error.path} is on a read-only disk; name a folder that can be written in DATABASE_URL.`,
  EPERM: (error) => `${error.path} cannot be written; correct its rights or DATABASE_URL.`,
  ENOENT: (error) => `${error.path} cannot be made; name a folder that can be written in DATABASE_URL.`,
  EEXIST: (error) => `${error.path} is a file, not a folder; correct DATABASE_URL.`,
  ENOTDIR: (error) => `${error.path} is inside a file, not a folder; correct DATABASE_URL.`,
  ENOSPC: () => "The disk is full; free some space and start again. Nothing was lost.",
  ECONNREFUSED: () => "PostgreSQL does not answer at the address in DATABASE_URL; start it, or correct the address.",
  ENOTFOUND: () => "The host in DATABASE_URL is not known; correct the address.",
  EAI_AGAIN: () =>
    "The name of the host in DATABASE_URL cannot be looked up at the moment; see to the network, or name its address.",
  ETIMEDOUT: () =>
    "PostgreSQL does not answer at the address in DATABASE_URL in time; correct the address, or let this machine through to it.",
  SQLITE_CANTOPEN: () =>
    "The database file cannot be opened; check the folder and its rights, or name another in DATABASE_URL.",
  SQLITE_READONLY: () => "The database file cannot be written; check its rights, or name another in DATABASE_URL.",
  SQLITE_FULL: () => "The disk is full; free some space and start again. Nothing was lost.",
  SQLITE_NOTADB: () => "The file that DATABASE_URL names is not a database of this product; name another.",
  SQLITE_CORRUPT: () => "The database file is damaged; restore a backup with lanyard server restore.",
  SQLITE_BUSY: () => "Another program holds the database; stop it and start again.",
  "28P01": () => "PostgreSQL refuses the user or password in DATABASE_URL.",
  "28000": () =>
    "PostgreSQL does not let the user in DATABASE_URL in from this machine; name another, or allow it in pg_hba.conf.",
  "53300": () => "PostgreSQL has no connection left; raise its max_connections, or lower DATABASE_POOL.",
  "3D000": () => "The database that DATABASE_URL names does not exist; create it.",
};

/** One sentence for a person at a terminal. Unknown faults keep their stack, since they are ours. */
export function sentenceFor(error: unknown): string {
  if ([ConfigError, CopyError, MigrationError, PluginError].some((kind) => error instanceof kind))
    return (error as Error).message;
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? "");
  const known = byCode[code] ?? byCode[code.split("_").slice(0, 2).join("_")];
  if (known) return known(error as NodeJS.ErrnoException);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
