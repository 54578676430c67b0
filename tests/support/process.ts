// The built server as a process of its own, to be stopped, killed and started again.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { serverOptions } from "../../esbuild.config.mjs";
import { root } from "./app.ts";

/** One build for each process of tests, in the folder of the run. */
const OUT = join(process.env.LANYARD_TEST_RUN as string, String(process.pid));
let built: Promise<unknown> | undefined;

/** A running server. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Ends it as a person would (SIGTERM), or pulls the plug (SIGKILL). */
  stop: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>;
}

/** Starts the server on any free port and waits until it is ready. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  built ??= esbuild.build({ ...serverOptions, outdir: OUT, logLevel: "silent" });
  await built;
  const main = join(OUT, "main.mjs");
  const script = `import(${JSON.stringify(main)}).then((it) => it.start(${JSON.stringify(root)}, "test"))`;
  const child = spawn(process.execPath, ["-e", script], {
    env: { ...process.env, PORT: "0", LOG_LEVEL: "silent", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const url = await addressOf(child);
  const ended = new Promise<void>((go) => child.once("exit", () => go()));
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    child.kill(signal);
    await ended;
  };
  return { url, child, stop };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((found, fail) => {
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk;
      const address = /is at (http:\/\/\S+)/.exec(said)?.[1];
      if (address) found(address);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => fail(new Error(`The server ended with ${code}: ${said}`)));
  });
}

/** Asks a running server as JSON. */
export async function ask(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape that it asks for
  const json = (await response.json()) as any;
  return { status: response.status, data: json.data, error: json.error };
}
