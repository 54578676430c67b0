// `lanyard plugin …`: flags only.
import type { Command } from "commander";
import { count, finish, type ReportFlags, withExamples, withReportFlags } from "../flags.ts";
import { projectFolder } from "../project.ts";

export function pluginCommands(program: Command, version: string): void {
  const plugin = program.command("plugin").description("feature areas: the folders in plugins/");
  withExamples(withReportFlags(plugin.command("new")), "plugin new surveys")
    .description("make a new working area, a copy of plugins/_template")
    .argument("<name>", "one lowercase word")
    .action(async (name: string, flags: ReportFlags) => {
      const { pluginNew } = await import("./pluginNew.ts");
      await finish(await pluginNew(projectFolder(), name), flags, version);
    });
  withExamples(withReportFlags(plugin.command("lint")), "plugin lint", "plugin lint agenda events")
    .description("compare what the areas declare with what they are")
    .argument("[names...]", "only these areas")
    .option("--max-warnings <n>", "fail when there are more warnings", count)
    .option("--baseline <file>", "report only what an earlier JSON report does not know")
    .action(async (names: string[], flags: ReportFlags & { maxWarnings?: number; baseline?: string }) => {
      const { pluginLint } = await import("./pluginLint.ts");
      await finish(await pluginLint({ root: projectFolder(), names, ...flags }), flags, version);
    });
}
