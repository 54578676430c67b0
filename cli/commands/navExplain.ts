// `lanyard nav explain`: why an entry is shown, disabled or hidden, and the smallest change that would show it.
import type { Audience } from "#schemas/audienceVariables.ts";
import { type Entry, layoutOf } from "#schemas/lint/entries.ts";
import { type Explanation, explain } from "#schemas/lint/explain.ts";
import { didYouMean } from "#schemas/lint/near.ts";
import { type Project, spoken } from "#schemas/lint/project.ts";
import { EVENT_FORMATS, flagKeys, permissionKeys } from "#schemas/lint/words.ts";
import { sayAudience } from "#schemas/sayAudience.ts";
import { EXIT, Failure, type Outcome } from "../outcome.ts";
import { load } from "../project.ts";
import type { AudienceFlags } from "./nav.cmd.ts";
import { usableProject } from "./usable.ts";

const WEAKEST_NAMED_ROLE = 300;

export async function navExplain(root: string, id: string, flags: AudienceFlags, config?: string): Promise<Outcome> {
  const project = usableProject(await load(root, { config, today: flags.at }));
  const layout = layoutOf(project);
  const present = layout.former.get(id) ?? id;
  const entries = layout.entries.filter((entry) => entry.id === present);
  if (entries.length === 0) {
    const known = layout.entries.map((entry) => entry.id);
    throw new Failure(
      `There is no entry "${id}". ${didYouMean(id, known) ?? `There are ${known.length}; lanyard nav matrix lists them.`}`,
    );
  }
  const { audience, assumed } = audienceOf(flags, project);
  const explanations = entries.map((entry) => explain(project, entry, audience));
  const lines = explanations.flatMap((explanation) => linesOf(explanation, audience, assumed));
  return {
    command: "nav explain",
    checked: entries.length,
    findings: [],
    exit: EXIT.clean,
    lines,
    extra: { audience, assumed, explanations: explanations.map(plain) },
  };
}

function audienceOf(flags: AudienceFlags, project: Project): { audience: Audience; assumed: string[] } {
  check("permission", flags.permission ?? [], permissionKeys(project));
  check("flag", flags.flag ?? [], flagKeys(project));
  check("event format", flags.eventFormat ? [flags.eventFormat] : [], EVENT_FORMATS);
  check("event phase", flags.eventPhase ? [flags.eventPhase] : [], ["before", "live", "after"]);
  check("environment", flags.environment ? [flags.environment] : [], ["production", "staging", "development"]);
  const hasEvent = flags.eventFormat !== undefined || flags.eventPhase !== undefined;
  const assumed = [
    ...(flags.role === undefined ? [`role ${WEAKEST_NAMED_ROLE}`] : []),
    ...(flags.permission ? [] : ["no permission"]),
    ...(flags.flag ? [] : ["every flag off"]),
    ...(hasEvent ? [] : ["no event"]),
    ...(flags.environment ? [] : ["production"]),
    ...(flags.at ? [] : ["today"]),
  ];
  const audience: Audience = {
    accessRole: flags.role ?? WEAKEST_NAMED_ROLE,
    permissions: flags.permission ?? [],
    flags: flags.flag ?? [],
    event: hasEvent
      ? { format: flags.eventFormat ?? "in_person", phase: (flags.eventPhase ?? "live") as "live" }
      : null,
    environment: (flags.environment ?? "production") as "production",
    today: flags.at ?? project.today,
  };
  return { audience, assumed };
}

function check(what: string, given: readonly string[], known: Iterable<string>): void {
  const words = [...known];
  const wrong = given.find((word) => !words.includes(word));
  if (wrong !== undefined)
    throw new Failure(
      `There is no ${what} "${wrong}". ${didYouMean(wrong, words) ?? `There are ${words.join(", ")}.`}`,
    );
}

function linesOf(explanation: Explanation, audience: Audience, assumed: string[]): string[] {
  const { entry, state, clauses, cause, left, toShow, toUse } = explanation;
  const lines = [
    `${entry.id} is ${state} for ${sayAudience(audience)}${assumed.length > 0 ? ` (assumed: ${assumed.join(", ")})` : ""}`,
  ];
  lines.push(`  stands in ${entry.groups.join(" › ") || "no group"}, place ${entry.position + 1}`);
  if (left) lines.push(`  ${left}`);
  for (const clause of clauses) {
    lines.push(
      `  ${mark(clause.truth)} ${clause.of} ${clause.effect === "shows" ? "shows it" : "enables it"} only if  ${spoken(clause.place)}`,
    );
    for (const part of clause.parts)
      lines.push(`  ${"  ".repeat(part.depth + 1)}${mark(part.truth)} ${part.text}  ${spoken(part.place)}`);
  }
  if (cause) lines.push(`  first cause: ${cause.of}, ${spoken(cause.place)}`);
  if (state === "hidden")
    lines.push(`  to be shown: ${left || !toShow ? "no audience sees it; the config must change" : said(toShow)}`);
  if (state !== "shown" && !left) lines.push(`  to be used: ${toUse ? said(toUse) : "no audience can use it"}`);
  return lines;
}

function said(changes: { text: string }[]): string {
  return changes.length === 0 ? "nothing needs to change" : changes.map((change) => change.text).join(" and ");
}

function mark(truth: boolean): string {
  return truth ? "✓" : "✗";
}

function plain({ entry, state, clauses, left, toShow, toUse }: Explanation): object {
  const told = (changes: { text: string }[] | undefined) => changes?.map((change) => change.text) ?? null;
  return {
    entry: entry.id,
    state,
    groups: entry.groups,
    left: left ?? null,
    clauses,
    toShow: told(toShow),
    toUse: told(toUse),
    place: placeText(entry),
  };
}

function placeText(entry: Entry): string {
  return `${entry.at.source.file}#${entry.at.pointer}`;
}
