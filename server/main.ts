// Starts the server: settings, database, migrations, demo, listen; stops it cleanly.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { faces, manifests } from "#project/server";
import { buildApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { fillDemo, isEmpty } from "./demo/demo.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./demo/people.ts";
import { openDeps } from "./deps.ts";
import { arrangePlugins } from "./kernel/plugins.ts";
import { loggerFor } from "./logger.ts";
import { sentenceFor } from "./sentences.ts";

/** Runs until SIGINT or SIGTERM. Answers when it is listening; a start that cannot be is one sentence and exit code 2. */
export async function start(root: string, release: string): Promise<void> {
  try {
    await run(root, release);
  } catch (error) {
    process.stderr.write(`${sentenceFor(error)}\n`);
    process.exit(2);
  }
}

async function run(root: string, release: string): Promise<void> {
  const config = readConfig(process.env, release);
  const plugins = arrangePlugins(faces, manifests);
  const deps = await openDeps(config, plugins, { root, jobThread: true });
  if (config.demo && (await isEmpty(deps.database))) {
    process.stdout.write("Filling the empty database with the demo …\n");
    await fillDemo(deps, plugins);
  }
  const dashboard = join(root, "dist/web");
  const server = await buildApp(deps, { plugins, logger: loggerFor(config.logLevel), dashboard });
  await server.listen({ port: config.port, host: config.host }).catch(refuseHost(config.host));
  // What fails without anybody waiting for it is a fault of ours, and no reason to leave everybody else.
  process.on("unhandledRejection", (error) => server.log.error(error, "Something failed that nobody waited for"));
  announce(server.listeningOrigin, config.demo && existsSync(join(dashboard, "index.html")));

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await server.close();
    await deps.database.close();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

/** A name that cannot be looked up is told here, where it is known to be the server's own. */
const refuseHost = (host: string) => (error: NodeJS.ErrnoException) => {
  if (error.syscall === "getaddrinfo") throw new ConfigError(`HOST must be an address of this machine, not "${host}".`);
  throw error;
};

function announce(address: string, demo: boolean): void {
  const lines = [`Lanyard is at ${address}`];
  if (demo) lines.push(`Demo accounts, password ${DEMO_PASSWORD}:`, ...DEMO_ACCOUNTS.map(({ email }) => `  ${email}`));
  process.stdout.write(`${lines.join("\n")}\n`);
}
