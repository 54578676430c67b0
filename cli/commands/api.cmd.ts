// `lanyard api …`: flags only.
import type { Command } from "commander";
import { count, finish, type ReportFlags, several, withExamples, withReportFlags } from "../flags.ts";
import { Failure } from "../outcome.ts";
import { addSecret } from "../secrets.ts";

interface SmokeFlags extends ReportFlags {
  baseUrl: string;
  token?: string;
  app?: number;
  event?: number;
  only?: string;
  concurrency: number;
  unsafe?: boolean;
  ca?: string;
}

export function apiCommands(program: Command, version: string): void {
  const api = program.command("api").description("the running API");
  withExamples(
    withReportFlags(api.command("smoke")),
    "api smoke --base-url http://127.0.0.1:4310",
    'api smoke --base-url https://api.example --only "GET /1/api/container*" --format junit --output smoke.xml',
    "api smoke --base-url https://staging.example --ca company.pem",
  )
    .addHelpText("after", "\nHTTPS_PROXY, HTTP_PROXY and NO_PROXY are followed; NODE_EXTRA_CA_CERTS is, too.")
    .description(
      "ask every safe endpoint of /openapi.json, and compare each answer with what the token's role and permissions promise",
    )
    .requiredOption("--base-url <url>", "where the API is")
    .option("--token <token>", "dashboard token; better given as LANYARD_TOKEN")
    .option("--app <id>", "the app; the first one unless told", count)
    .option("--event <id>", "the event; the first one unless told", count)
    .option("--only <glob>", "only endpoints whose path, name, or method and path match")
    .option("--concurrency <n>", "questions at a time", several, 8)
    .option(
      "--unsafe",
      "ask endpoints that write, too: with ids that do not exist and bodies that must be refused, so that nothing is carried out",
    )
    .option("--ca <file>", "certificates to trust besides Node's own, as PEM")
    .action(async (flags: SmokeFlags) => {
      const token = flags.token ?? process.env.LANYARD_TOKEN;
      if (!token) throw new Failure("A token is needed: --token, or better LANYARD_TOKEN in the environment.");
      addSecret(token);
      // Told only now: the address may be the token, written in the wrong place.
      if (!/^https?:$/.test(URL.canParse(flags.baseUrl) ? new URL(flags.baseUrl).protocol : ""))
        throw new Failure(`--base-url takes an address that begins with http:// or https://, not "${flags.baseUrl}".`);
      const { apiSmoke } = await import("../smoke/apiSmoke.ts");
      await finish(await apiSmoke({ ...flags, token }), flags, version);
    });
}
