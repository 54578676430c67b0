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
import { scrub } from "./secrets.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

async function main(): Promise<void> {
  const program = new Command("lanyard")
    .description("Checks and looks after a Lanyard project: navigation, feature areas, translations, API and server.")
    .version(version)
    .exitOverride()
    .configureHelp({ visibleOptions: ownOptionsFirst })
    .showSuggestionAfterError();
  for (const add of [navCommands, i18nCommands, apiCommands, pluginCommands, serverCommands]) add(program, version);
  withExamples(program, "nav lint", "nav explain agenda.nav --role 299", "i18n check --locale de", "help nav lint");
  if (process.argv.length <= 2) {
    process.stdout.write(program.helpInformation());
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
  process.stderr.write(`${scrub(told)}\n`);
  process.exitCode = known ? error.exit : EXIT.failure;
});
