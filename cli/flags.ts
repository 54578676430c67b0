// The flags that every command takes, and the way from an outcome to what is printed and to the exit code.
import { writeFileSync } from "node:fs";
import { type Command, Help, InvalidArgumentError, Option } from "commander";
import type { Finding } from "#schemas/core.ts";
import { countOf, EXIT, Failure, type Outcome } from "./outcome.ts";
import { isTerminal, print } from "./print.ts";
import { FORMATS, type Format, report } from "./report/report.ts";
import { scrub } from "./secrets.ts";

export interface ReportFlags {
  format: Format[];
  output?: string[];
  quiet?: boolean;
  color: boolean;
}

/** Adds the common flags, and makes the command answer errors in its use with exit code 2. */
export function withReportFlags(command: Command): Command {
  return command
    .exitOverride()
    .addOption(
      new Option("--format <formats>", `one or several of ${FORMATS.join(", ")}`)
        .argParser(formats)
        .default(["pretty"] as Format[], "pretty"),
    )
    .option("--output <file>", "write the report into a file; with several formats FORMAT=FILE, once for each", gather)
    .option("--quiet", "print errors only, or what else the command fails for")
    .option("--no-color", "no colours");
}

function formats(text: string, before: Format[] & { given?: boolean }): Format[] {
  const words = text.split(",").map((word) => word.trim());
  const wrong = words.find((word) => !FORMATS.includes(word as Format));
  if (wrong !== undefined)
    throw new InvalidArgumentError(`There is no format "${wrong}"; there are ${FORMATS.join(", ")}.`);
  return Object.assign([...(before.given ? before : []), ...(words as Format[])], { given: true });
}

function gather(text: string, before: string[] = []): string[] {
  return [...before, text];
}

/** Calls of a command that show what it is for, at the end of its help. */
export function withExamples(command: Command, ...examples: string[]): Command {
  return command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  $ lanyard ${example}`).join("\n")}`);
}

const COMMON = new Set(["--format", "--output", "--quiet", "--no-color"]);

/** In help, what a command alone has stands before what all have. */
export function ownOptionsFirst(this: Help, command: Command): Option[] {
  const all = Help.prototype.visibleOptions.call(this, command);
  const isCommon = ({ long }: Option) => COMMON.has(long ?? "");
  return [...all.filter((option) => !isCommon(option)), ...all.filter(isCommon)];
}

/** Whole numbers from zero. */
export function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("A whole number is wanted.");
  return Number(text);
}

/** Whole numbers from one. */
export function several(text: string): number {
  const number = count(text);
  if (number === 0) throw new InvalidArgumentError("At least 1 is wanted.");
  return number;
}

/** Words separated by commas. */
export function list(text: string, before: string[] = []): string[] {
  return [
    ...before,
    ...text
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean),
  ];
}

/** A calendar day that exists. */
export function day(text: string): string {
  const exists = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
  if (!exists) throw new InvalidArgumentError("A day is wanted, as YYYY-MM-DD.");
  return text;
}

/** Prints an outcome in every format that was asked for, and sets the exit code. */
export async function finish(outcome: Outcome, flags: ReportFlags, version: string): Promise<void> {
  const told = flags.quiet ? { ...outcome, lines: [], findings: worstOf(outcome) } : outcome;
  const targets = targetsOf(flags);
  const toStdout = targets.filter((target) => target.file === undefined);
  if (toStdout.length > 1)
    throw new Failure(
      `Only one format can be printed; give --output FORMAT=FILE for the others (${toStdout.map((target) => target.format).join(", ")}).`,
    );
  for (const { format, file } of targets) {
    const color = format === "pretty" && file === undefined && flags.color && !process.env.NO_COLOR && isTerminal();
    if (flags.quiet && format === "pretty" && told.findings.length === 0 && outcome.exit === EXIT.clean) continue;
    const text = scrub(await report(format === "pretty" ? told : outcome, format, { color, version }));
    if (file === undefined) print(text);
    else write(file, text);
  }
  process.exitCode = outcome.exit;
}

/** Errors; where a command fails without one, what it fails for instead. */
function worstOf({ findings, alsoFindings = [], exit }: Outcome): Finding[] {
  const all = [...findings, ...alsoFindings];
  const worst =
    exit === EXIT.clean ? "error" : (["error", "warning", "note"] as const).find((one) => countOf(all, one) > 0);
  return all.filter(({ severity }) => severity === worst);
}

function targetsOf({ format, output = [] }: ReportFlags): { format: Format; file: string | undefined }[] {
  const named = new Map<string, string>();
  const plain: string[] = [];
  for (const text of output) {
    const [word = "", ...rest] = text.split("=");
    if (rest.length > 0 && FORMATS.includes(word as Format)) named.set(word, rest.join("="));
    else plain.push(text);
  }
  const unnamed = format.filter((word) => !named.has(word));
  const asked = [...format, ...[...named.keys()].filter((word) => !format.includes(word as Format))] as Format[];
  return asked.map((word) => ({
    format: word,
    file: named.get(word) ?? plain[unnamed.indexOf(word) - (unnamed.length - plain.length)],
  }));
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Failure(`The report cannot be written to ${file}: ${(error as Error).message}`);
  }
}
