import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../scripts/build.mjs";
import { root } from "../support/app.ts";

const SCRIPT = `import(${JSON.stringify(join(root, "dist/server/main.mjs"))}).then((m) => m.start(${JSON.stringify(root)}, "test"))`;

interface Ended {
  code: number | null;
  said: string;
}

describe("a start", () => {
  let folder: string;
  let busy: Server;
  let busyPort: number;
  beforeAll(async () => {
    await build(["server"]);
    folder = mkdtempSync(join(tmpdir(), "lanyard-"));
    busy = createServer().listen(0, "127.0.0.1");
    await new Promise((go) => busy.once("listening", go));
    busyPort = (busy.address() as { port: number }).port;
  });
  afterAll(() => {
    busy.close();
    rmSync(folder, { recursive: true });
  });

  const begin = (env: Record<string, string>) =>
    spawn(process.execPath, ["-e", SCRIPT], { env: { PATH: process.env["PATH"], DEMO: "0", PORT: "0", ...env } });

  const ended = (env: Record<string, string>): Promise<Ended> =>
    new Promise((resolve) => {
      const child = begin(env);
      let said = "";
      child.stderr.on("data", (text) => {
        said += text;
      });
      child.on("exit", (code) => resolve({ code, said: said.trim() }));
    });

  const database = (name: string) => `sqlite:${join(folder, name)}`;

  const oneSentence = ({ code, said }: Ended) => {
    expect(code).toBe(2);
    expect(said.split("\n")).toHaveLength(1);
    expect(said).toMatch(/\.$/);
    return said;
  };

  test("with a wrong setting is one sentence that names it", async () => {
    expect(oneSentence(await ended({ PORT: "eighty" }))).toContain("PORT must be a whole number");
  });

  test("on a port in use names the port", async () => {
    const end = await ended({ PORT: String(busyPort), DATABASE_URL: database("port.db") });

    expect(oneSentence(end)).toContain(`Port ${busyPort} is taken`);
  });

  test("on a host that nobody knows names HOST", async () => {
    const child = await ended({ HOST: "no-such-host.invalid", DATABASE_URL: database("host.db") });

    expect(oneSentence(child)).toContain('HOST must be an address of this machine, not "no-such-host.invalid"');
  });

  test("on a database of a newer version refuses it and leaves it as it is", async () => {
    const path = join(folder, "newer.db");
    const made = begin({ DATABASE_URL: `sqlite:${path}` });
    await new Promise((go) => made.stdout.once("data", go));
    await stopped(made);
    const db = new SqliteDatabase(path);
    db.prepare("insert into lanyard_migration values ('core/9999_future', '2999-01-01')").run();
    db.close();

    expect(oneSentence(await ended({ DATABASE_URL: `sqlite:${path}` }))).toContain("newer version");
  });

  test("on a file that is no database says so", async () => {
    writeFileSync(join(folder, "notes.db"), "Dear diary, this is not a database at all. ".repeat(50));

    expect(oneSentence(await ended({ DATABASE_URL: database("notes.db") }))).toContain("not a database");
  });

  test("in a place that is no folder says so", async () => {
    writeFileSync(join(folder, "plain"), "");
    mkdirSync(join(folder, "taken.db"));

    expect(oneSentence(await ended({ DATABASE_URL: database("plain/inside.db") }))).toContain("DATABASE_URL");
    expect(oneSentence(await ended({ DATABASE_URL: database("taken.db") }))).toContain("DATABASE_URL");
  });

  test("on a PostgreSQL that is not there says so", async () => {
    expect(oneSentence(await ended({ DATABASE_URL: "postgres://me@127.0.0.1:9/x" }))).toContain(
      "PostgreSQL does not answer",
    );
  });

  test("is stopped cleanly: the request under way is finished first", async () => {
    const child = begin({ DATABASE_URL: database("stop.db"), DEMO: "1" });
    const said = await new Promise<string>((go) => {
      let text = "";
      child.stdout.on("data", (part) => {
        text += part;
        if (text.includes("http://")) go(text);
      });
    });
    const address = /http:\/\/\S+/.exec(said)?.[0] as string;
    const body = JSON.stringify({ email: "owner@demo.test", password: "Lanyard#2026" });
    const headers = { "content-type": "application/json", "content-length": body.length, expect: "100-continue" };
    const login = request(`${address}/1/dashboard/user/login`, { method: "POST", headers });
    login.flushHeaders();
    // The server has begun with the request: it asks for the rest.
    await new Promise((go) => login.once("continue", go));
    const end = stopped(child);

    await new Promise((go) => setTimeout(go, 100));
    login.end(body);
    const reply = await new Promise<IncomingMessage>((go) => login.once("response", go));
    reply.resume();

    expect(reply.statusCode).toBe(200);
    expect(await end).toBe(0);
  });

  const stopped = (child: ReturnType<typeof begin>): Promise<number | null> =>
    new Promise((resolve) => {
      child.on("exit", resolve);
      child.kill("SIGTERM");
    });
});
