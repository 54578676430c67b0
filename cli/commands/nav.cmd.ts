// `lanyard nav …`: flags only.
import { isAbsolute, relative, resolve } from "node:path";
import { type Command, Option } from "commander";
import { count, day, finish, list, type ReportFlags, withExamples, withReportFlags } from "../flags.ts";
import { projectFolder } from "../project.ts";

interface LintFlags extends ReportFlags {
  config?: string;
  fix?: boolean;
  fixDryRun?: boolean;
  watch?: boolean;
  maxWarnings?: number;
  baseline?: string;
  at?: string;
}

/** The flags that describe an audience. */
export interface AudienceFlags {
  role?: number;
  permission?: string[];
  flag?: string[];
  eventFormat?: string;
  eventPhase?: string;
  environment?: string;
  at?: string;
}

export function navCommands(program: Command, version: string): void {
  const nav = program.command("nav").description("the side navigation: nav.config.json and the areas' entries");
  lintCommand(nav, version);
  // It runs on every save, so it comes alone.
  if (process.argv[3] === "lint") return;
  explainCommand(nav, version);
  matrixCommand(nav, version);
  diffCommand(nav, version);
  atCommand(nav, version);
  proveCommand(nav, version);
}

function lintCommand(nav: Command, version: string): void {
  withExamples(
    withReportFlags(nav.command("lint")),
    "nav lint --fix-dry-run",
    "nav lint --watch",
    "nav lint --format github --output sarif=nav.sarif",
    "nav lint --config draft.json --at 2027-01-31",
  )
    .description("check the navigation")
    .option("--config <file>", "another file than nav.config.json")
    .option("--fix", "repair what can be repaired without doubt")
    .addOption(new Option("--fix-dry-run", "show what --fix would change").conflicts("fix"))
    .option("--watch", "check again whenever a file changes")
    .option("--max-warnings <n>", "fail when there are more warnings", count)
    .option("--baseline <file>", "report only what an earlier JSON report does not know")
    .option("--at <day>", "as if today were that day", day)
    .action(async (flags: LintFlags) => {
      const { navLint } = await import("./navLint.ts");
      const { config, maxWarnings, baseline, at: today } = flags;
      const fix = flags.fix ? "write" : flags.fixDryRun ? "show" : undefined;
      const run = async () =>
        navLint({ root: projectFolder(), config: fromHere(config), maxWarnings, baseline, today, fix });
      if (!flags.watch) return finish(await run(), flags, version);
      const { watchProject } = await import("./watch.ts");
      await watchProject(projectFolder(), config, async () => finish(await run(), flags, version));
    });
}

function audienceOptions(command: Command): Command {
  return command
    .option("--role <id>", "role id of the audience", count)
    .option("--permission <keys>", "permission keys that it holds", list)
    .option("--flag <keys>", "flags that are on", list)
    .option("--event-format <format>", "format of the selected event")
    .option("--event-phase <phase>", "before, live or after")
    .option("--environment <name>", "production, staging or development")
    .option("--at <day>", "the day, instead of today", day);
}

function explainCommand(nav: Command, version: string): void {
  withExamples(
    audienceOptions(withReportFlags(nav.command("explain"))),
    "nav explain agenda.nav --role 299 --permission sessions",
    "nav explain widgets.nav --role 95 --flag widgets --event-format hybrid --event-phase live",
  )
    .description("why an entry is shown, disabled or hidden, and the smallest change that would show it")
    .argument("<entry>", "id of the entry")
    .option("--config <file>", "another file than nav.config.json")
    .action(async (entry: string, flags: AudienceFlags & ReportFlags & { config?: string }) => {
      const { navExplain } = await import("./navExplain.ts");
      await finish(await navExplain(projectFolder(), entry, flags, fromHere(flags.config)), flags, version);
    });
}

function matrixCommand(nav: Command, version: string): void {
  withExamples(withReportFlags(nav.command("matrix")), "nav matrix", "nav matrix --format markdown --output matrix.md")
    .description("every entry against every named role")
    .option("--config <file>", "another file than nav.config.json")
    .option("--at <day>", "the day, instead of any", day)
    .action(async (flags: ReportFlags & { config?: string; at?: string }) => {
      const { navMatrix } = await import("./navMatrix.ts");
      await finish(await navMatrix(projectFolder(), fromHere(flags.config), flags.at), flags, version);
    });
}

function diffCommand(nav: Command, version: string): void {
  withExamples(
    withReportFlags(nav.command("diff")),
    "nav diff main nav.config.json",
    "nav diff HEAD~1 HEAD --exit-code",
    "nav diff nav.config.json draft.json --format markdown",
  )
    .description("which audiences gain or lose which entries")
    .argument("<old>", "a file, or a git revision of the config")
    .argument("<new>", "a file, or a git revision of the config")
    .option("--config <file>", "the config that revisions are of", "nav.config.json")
    .option("--exit-code", "answer 1 when an audience gains or loses something")
    .action(async (before: string, after: string, flags: ReportFlags & { config: string; exitCode?: boolean }) => {
      const { navDiff } = await import("./navDiff.ts");
      await finish(await navDiff(projectFolder(), before, after, flags), flags, version);
    });
}

function atCommand(nav: Command, version: string): void {
  withExamples(withReportFlags(nav.command("at")), "nav at 2027-01-31")
    .description("what dated conditions show on a day, and when they change next")
    .argument("<day>", "a day, as YYYY-MM-DD", day)
    .option("--config <file>", "another file than nav.config.json")
    .action(async (when: string, flags: ReportFlags & { config?: string }) => {
      const { navAt } = await import("./navAt.ts");
      await finish(await navAt(projectFolder(), when, fromHere(flags.config)), flags, version);
    });
}

function proveCommand(nav: Command, version: string): void {
  withExamples(withReportFlags(nav.command("prove")), "nav prove", "nav prove --format json")
    .description(
      "prove that who sees an entry may open its route, and who may open a route may ask what its screen reads",
    )
    .option("--config <file>", "another file than nav.config.json")
    .action(async (flags: ReportFlags & { config?: string }) => {
      const { navProve } = await import("./navProve.ts");
      await finish(await navProve(projectFolder(), fromHere(flags.config)), flags, version);
    });
}

/** A file named on the command line is meant from where the command was called; in the project it is known by its place there. */
function fromHere(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const inProject = relative(projectFolder(), resolve(file)).replaceAll("\\", "/");
  return inProject.startsWith("../") || isAbsolute(inProject) ? resolve(file) : inProject;
}
