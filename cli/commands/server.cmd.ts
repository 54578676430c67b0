// `lanyard server …`: flags only; the work is the server's own (dist/server/admin.mjs).
import type { Command } from "commander";
import { finish, type ReportFlags, withReportFlags } from "../flags.ts";

interface OwnerFlags extends ReportFlags {
  email: string;
  password?: string;
  firstName: string;
  lastName: string;
  app: string;
}

export function serverCommands(program: Command, version: string): void {
  const server = program.command("server").description("the server's database; settings come from the environment");
  withReportFlags(server.command("create-owner"))
    .description("make the first account of an empty database")
    .requiredOption("--email <email>", "e-mail address")
    .option("--password <password>", "password; better given as LANYARD_PASSWORD, or typed when asked")
    .option("--first-name <name>", "first name", "First")
    .option("--last-name <name>", "last name", "Owner")
    .option("--app <name>", "name of the first app", "My events")
    .action(async (flags: OwnerFlags) => {
      const { createOwner } = await import("./server.ts");
      await finish(await createOwner(flags), flags, version);
    });
  withReportFlags(server.command("migrate"))
    .description("bring the database up to date")
    .action(async (flags: ReportFlags) => {
      const { migrate } = await import("./server.ts");
      await finish(await migrate(), flags, version);
    });
  withReportFlags(server.command("backup"))
    .description("copy the database, which may be in use, into a file")
    .argument("<file>", "the copy")
    .action(async (file: string, flags: ReportFlags) => {
      const { backup } = await import("./server.ts");
      await finish(await backup(file), flags, version);
    });
  withReportFlags(server.command("restore"))
    .description("put a backup in the database's place")
    .argument("<file>", "the backup")
    .action(async (file: string, flags: ReportFlags) => {
      const { restore } = await import("./server.ts");
      await finish(await restore(file), flags, version);
    });
  withReportFlags(server.command("copy"))
    .description("copy the database of the settings into an empty one of either kind")
    .argument("<url>", "sqlite:PATH or postgres://…, as in DATABASE_URL")
    .action(async (url: string, flags: ReportFlags) => {
      const { copy } = await import("./server.ts");
      await finish(await copy(url), flags, version);
    });
  withReportFlags(server.command("verify-history"))
    .description("prove that no line of the history was changed or taken out")
    .option("--noted <hash>", "the hash that an earlier run printed: proves that nothing was cut off at the end either")
    .action(async (flags: ReportFlags & { noted?: string }) => {
      const { verifyHistory } = await import("./server.ts");
      await finish(await verifyHistory(flags.noted), flags, version);
    });
}
