// `lanyard nav diff`: which audiences gain or lose which entries between two files, or two revisions of the config.
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Finding } from "#schemas/core.ts";
import { diffNav } from "#schemas/lint/diff.ts";
import type { Project } from "#schemas/lint/project.ts";
import { sayCube } from "#schemas/sayAudience.ts";
import { EXIT, Failure, type Outcome } from "../outcome.ts";
import { load } from "../project.ts";
import { usableProject } from "./usable.ts";

export async function navDiff(
  root: string,
  before: string,
  after: string,
  flags: { config: string; exitCode?: boolean },
): Promise<Outcome> {
  const difference = diffNav(await side(root, before, flags.config), await side(root, after, flags.config));
  const { changes, differences } = difference;
  const exit = flags.exitCode && changes.length > 0 ? EXIT.findings : EXIT.clean;
  const told = changes.map(({ kind, entries, audience }) => ({
    kind,
    entries,
    audience: audience.map((cube) => sayCube(cube, difference.universe.variables)),
  }));
  const moved = differences.flatMap(({ id, moved }) => (moved ? [{ entry: id, ...moved }] : []));
  const renamed = differences.flatMap(({ id, renamed }) => (renamed ? [{ entry: id, ...renamed }] : []));
  return {
    command: "nav diff",
    checked: differences.length,
    findings: [],
    exit,
    lines: linesOf(told, moved, renamed),
    alsoFindings: told.map((change) => findingOf(change, flags.exitCode === true)),
    extra: { changes: told, moved, renamed },
  };
}

interface Change {
  kind: string;
  entries: string[];
  audience: string[];
}

function said({ kind, entries, audience }: Change): string {
  return `${audience.join("; and ")} ${kind} ${entries.join(", ")}`;
}

/** A change as a finding: one to know of, and with --exit-code what the command fails for. */
function findingOf(change: Change, fails: boolean): Finding {
  const place = { file: "", line: 1, column: 1, pointer: "" };
  return { rule: "nav/audience-changed", severity: fails ? "error" : "note", message: said(change), ...place };
}

function linesOf(changes: Change[], moved: Named[], renamed: Named[]): string[] {
  const lines = changes.map(said);
  for (const { entry, from, to } of moved) lines.push(`moved ${entry}: from ${from} to ${to}`);
  for (const { entry, from, to } of renamed) lines.push(`renamed ${entry}: from ${from} to ${to}`);
  return lines.length > 0 ? lines : ["Nobody gains or loses anything, and nothing moved."];
}

interface Named {
  entry: string;
  from: string;
  to: string;
}

/** One side: a file as it is, or the config of a git revision. */
async function side(root: string, name: string, config: string): Promise<Project> {
  const file = resolve(name);
  if (existsSync(file) && statSync(file).isFile())
    return usableProject(await load(root, { config: file, texts: false }));
  return usableProject(
    await load(root, { config: `${name}:${config}`, configText: fromGit(root, name, config), texts: false }),
  );
}

function fromGit(root: string, revision: string, config: string): string {
  if (revision.startsWith("-")) throw new Failure(`"${revision}" is neither a file nor a revision.`);
  try {
    return execFileSync("git", ["show", `${revision}:./${config}`], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    const why = (error as { stderr?: string }).stderr?.trim().split("\n")[0] ?? String(error);
    throw new Failure(`"${revision}" is neither a file nor a git revision that has ${config}: ${why}`);
  }
}
