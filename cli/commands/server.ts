// The server's own commands: loads what the server offers for them, builds it if it is not there, and turns its faults into sentences.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { importFile } from "../importFile.ts";
import { EXIT, Failure, type Outcome } from "../outcome.ts";
import { addSecret } from "../secrets.ts";
import { typedSecret } from "../typed.ts";

interface OwnerDraft {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  appName: string;
}

/** What server/admin.ts exports. */
interface Admin {
  createOwner(root: string, draft: OwnerDraft): Promise<{ userId: number; appId: number }>;
  migrate(root: string): Promise<string[]>;
  backup(root: string, file: string): Promise<void>;
  restore(root: string, file: string): Promise<string | undefined>;
  copy(root: string, to: string): Promise<{ tables: number; rows: number; left: string[] }>;
  verifyHistory(
    root: string,
    noted?: string,
  ): Promise<{
    lines: number;
    erased: number;
    lastHash: string;
    broken?: { id: number; reason: string };
    since?: number;
  }>;
  sentenceFor(error: unknown): string;
}

/** The folder of the product itself, where bin/ and dist/ are. */
const home = findHome(dirname(fileURLToPath(import.meta.url)));

function findHome(from: string): string {
  return existsSync(join(from, "package.json")) || from === dirname(from) ? from : findHome(dirname(from));
}

export async function createOwner(flags: {
  email: string;
  password?: string;
  firstName: string;
  lastName: string;
  app: string;
}): Promise<Outcome> {
  const password = flags.password ?? process.env.LANYARD_PASSWORD ?? (await typedPassword());
  addSecret(password);
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(flags.email)) throw new Failure(`"${flags.email}" is not an e-mail address.`);
  if (!/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!@#$%^&*])[A-Za-z\d!@#$%^&*]{8,128}$/.test(password)) {
    throw new Failure(
      "The password needs 8 characters or more: a lower-case and an upper-case letter, a digit and one of !@#$%^&*, and nothing else.",
    );
  }
  const { email, firstName, lastName, app: appName } = flags;
  return run("server create-owner", async (admin) => {
    const { userId, appId } = await admin.createOwner(home, { email, password, firstName, lastName, appName });
    return [`Account ${userId} (${email}) may do everything in app ${appId} (${appName}). Log in with npm start.`];
  });
}

export function migrate(): Promise<Outcome> {
  return run("server migrate", async (admin) => {
    const steps = await admin.migrate(home);
    return steps.length > 0 ? steps.map((step) => `applied ${step}`) : ["The database is up to date."];
  });
}

export function backup(file: string): Promise<Outcome> {
  const target = resolve(file);
  if (existsSync(target)) throw new Failure(`${file} is there already; a backup never overwrites.`);
  if (!existsSync(dirname(target)))
    throw new Failure(`${file} cannot be written: the folder ${dirname(target)} does not exist.`);
  return run("server backup", async (admin) => {
    await admin.backup(home, target);
    return [`The database is copied to ${file}.`];
  });
}

export function restore(file: string): Promise<Outcome> {
  if (!existsSync(resolve(file))) throw new Failure(`${file} does not exist.`);
  return run("server restore", async (admin) => {
    const kept = await admin.restore(home, resolve(file));
    return [`The database is ${file} now.${kept ? ` The one that was there before is kept as ${kept}.` : ""}`];
  });
}

export function copy(url: string): Promise<Outcome> {
  return run("server copy", async (admin) => {
    const { tables, rows, left } = await admin.copy(home, url);
    const rest = left.length > 0 ? [`Left out, since no area of this version owns them: ${left.join(", ")}.`] : [];
    return [`${rows} rows of ${tables} tables are copied.`, ...rest];
  });
}

/** With `noted`, the hash that an earlier run printed: also proves that nothing was cut off at the end since then. */
export async function verifyHistory(noted?: string): Promise<Outcome> {
  if (noted !== undefined && !/^[0-9a-f]{64}$/.test(noted)) {
    throw new Failure("--noted takes the hash that an earlier run printed: 64 digits of 0-9 and a-f.");
  }
  let findings: Outcome["findings"] = [];
  const found = (message: string, pointer: string) => {
    const place = { file: "", line: 1, column: 1, pointer };
    findings = [{ rule: "server/history-broken", severity: "error", message, ...place }];
    return [];
  };
  const outcome = await run("server verify-history", async (admin) => {
    const { lines, erased, lastHash, broken, since } = await admin.verifyHistory(home, noted);
    if (broken) {
      const what =
        broken.reason === "changed"
          ? "was changed after it was written"
          : "does not follow the line before it, which was changed or taken out";
      const message = `Line ${broken.id} of the history ${what}; ${lines} lines before it are sound`;
      return found(message, `/core_audit/${broken.id}`);
    }
    if (noted !== undefined && since === undefined) {
      return found(
        `The line with the noted hash is gone: the end of the history was cut off; ${lines} lines are left`,
        "/core_audit",
      );
    }
    if (lines === 0) return ["The history is empty."];
    const written = since === undefined ? "" : ` ${since} were written since the one that was noted.`;
    const blank = erased === 0 ? "" : ` The values of ${erased} were erased, as the history tells.`;
    return [`${lines} lines, none changed and none missing.${blank}${written} The last has the hash ${lastHash}.`];
  });
  return findings.length > 0 ? { ...outcome, checked: 1, findings, exit: EXIT.findings } : outcome;
}

async function run(command: string, work: (admin: Admin) => Promise<string[]>): Promise<Outcome> {
  const admin = await loadAdmin();
  try {
    const lines = await work(admin);
    return { command, checked: lines.length, findings: [], exit: EXIT.clean, lines };
  } catch (error) {
    throw new Failure(
      error instanceof Error && error.constructor.name === "AdminError" ? error.message : admin.sentenceFor(error),
    );
  }
}

async function loadAdmin(): Promise<Admin> {
  const { build } = (await importFile(pathToFileURL(join(home, "scripts", "build.mjs")).href)) as {
    build: (parts: string[]) => Promise<string[]>;
  };
  await build(["server"]);
  return (await importFile(pathToFileURL(join(home, "dist", "server", "admin.mjs")).href)) as Admin;
}

function typedPassword(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Failure("A password is needed: LANYARD_PASSWORD in the environment, or --password.");
  return typedSecret("Password: ");
}
