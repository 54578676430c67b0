// `lanyard i18n …`: flags only.
import type { Command } from "commander";
import { count, finish, list, type ReportFlags, withExamples, withReportFlags } from "../flags.ts";
import { projectFolder } from "../project.ts";

interface I18nFlags extends ReportFlags {
  locale?: string[];
  pseudo?: boolean;
  maxWarnings?: number;
  baseline?: string;
}

export function i18nCommands(program: Command, version: string): void {
  const i18n = program.command("i18n").description("the texts of every language");
  withExamples(
    withReportFlags(i18n.command("check")),
    "i18n check",
    "i18n check --locale de,fr --max-warnings 0",
    "i18n check --pseudo",
  )
    .description(
      "find texts that are missing, empty, unused, unknown, untranslated, or differ in placeholders and plurals",
    )
    .option("--locale <tags>", "only these languages", list)
    .option(
      "--pseudo",
      "write the pseudo-locale en-xa: every text longer and with accents, to find what is clipped or not translated",
    )
    .option("--max-warnings <n>", "fail when there are more warnings", count)
    .option("--baseline <file>", "report only what an earlier JSON report does not know")
    .action(async (flags: I18nFlags) => {
      const { i18nCheck } = await import("./i18nCheck.ts");
      await finish(await i18nCheck({ root: projectFolder(), ...flags }), flags, version);
    });
}
