// Names, flags and exit codes of `lanyard` (INTERFACES §6). What a command does is in its own file, loaded when it is called.
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { apiCommands } from "./commands/api.cmd.ts";
import { i18nCommands } from "./commands/i18n.cmd.ts";
import { navCommands } from "./commands/nav.cmd.ts";
import { pluginCommands } from "./commands/plugin.cmd.ts";
import { serverCommands } from "./commands/server.cmd.ts";
import { ownOptionsFirst, withExamples } from "./flags.ts";
import { EXIT, Failure } from "./outcome.ts";
import { complain, print } from "./print.ts";
import { scrub } from "./secrets.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const groups = {
  nav: navCommands,
  i18n: i18nCommands,
  api: apiCommands,
  plugin: pluginCommands,
  server: serverCommands,
};

/** Commands of the group that is called; all of them where the first word is no group, for help and for the nearest right word. */
function addCommands(program: Command): void {
  const asked = process.argv[2] as keyof typeof groups;
  for (const add of Object.hasOwn(groups, asked) ? [groups[asked]] : Object.values(groups)) add(program, version);
}

async function main(): Promise<void> {
  const program = new Command("lanyard")
    .description("Checks and looks after a Lanyard project: navigation, feature areas, translations, API and server.")
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: complain })
    .configureHelp({ visibleOptions: ownOptionsFirst })
    .showSuggestionAfterError();
  addCommands(program);
  withExamples(program, "nav lint", "nav explain agenda.nav --role 299", "i18n check --locale de", "help nav lint");
  if (process.argv.length <= 2) {
    print(program.helpInformation());
    process.exitCode = EXIT.failure;
    return;
  }
  await program.parseAsync();
}

main().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.clean : EXIT.failure;
    return;
  }
  const known = error instanceof Failure;
  const told = known
    ? error.message
    : `lanyard stopped on a fault of its own: ${error instanceof Error ? error.stack : error}`;
  complain(`${scrub(told)}\n`);
  process.exitCode = known ? error.exit : EXIT.failure;
});
