// `npm run audit` with registries that tell, that know of a weakness, and that cannot tell.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkLock } from "../../scripts/audit.mjs";

const root = join(import.meta.dirname, "../..");
const integrity = "sha512-abc";

describe("npm run audit", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "lanyard-audit-"));
    const project = { name: "small", version: "1.0.0", dependencies: { leaky: "1.0.0" } };
    const leaky = { version: "1.0.0", integrity };
    const lock = { ...project, lockfileVersion: 3, packages: { "": project, "node_modules/leaky": leaky } };
    mkdirSync(join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), JSON.stringify(project));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the script against a registry of its own; answers its exit code and what it said. */
  async function audited(registry: RequestListener) {
    const server = createServer(registry);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const script = pathToFileURL(join(root, "scripts/audit.mjs")).href;
    const run = `import(${JSON.stringify(script)}).then(({ audit }) => { process.exitCode = audit(${JSON.stringify(folder)}); })`;
    const env = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(folder, "cache"),
    };
    const child = spawn(process.execPath, ["-e", run], { env: { ...env, npm_config_fetch_retries: "0" } });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    const code = await new Promise((done) => child.once("close", done));
    server.closeAllConnections();
    server.close();
    return { code, said };
  }

  const weakness = {
    id: 1,
    title: "Tells secrets",
    severity: "high",
    vulnerable_versions: "<2.0.0",
    url: "https://x.test",
  };
  const tellingOf =
    (advisories: object): RequestListener =>
    (request, response) => {
      response.setHeader("content-type", "application/json");
      const isBulk = request.method === "POST" && request.url?.endsWith("/advisories/bulk");
      const versions = { "1.0.0": { name: "leaky", version: "1.0.0" } };
      response.end(JSON.stringify(isBulk ? advisories : { name: "leaky", versions, "dist-tags": { latest: "1.0.0" } }));
    };

  test("is clean where the registry knows of nothing", async () => {
    const { code, said } = await audited(tellingOf({}));

    expect([code, said]).toEqual([0, expect.stringContaining("0 critical, 0 high")]);
  });

  test("fails where the registry knows of a grave weakness, and names it", async () => {
    const { code, said } = await audited(tellingOf({ leaky: [weakness] }));

    expect([code, said]).toEqual([1, expect.stringContaining("leaky *: high (Tells secrets, https://x.test)")]);
  });

  test("says that nothing is known where the registry cannot tell, which is not the same as clean", async () => {
    const { code, said } = await audited((_, response) => response.writeHead(405).end());

    expect([code, said]).toEqual([3, expect.stringContaining("it answered 405")]);
  });

  test("finds in the lock file what would be installed unchecked", () => {
    const packages = {
      "": {},
      "node_modules/sound": { integrity },
      "node_modules/bare": {},
      "node_modules/elsewhere": { integrity, resolved: "git+ssh://git@example.test/x.git" },
      "node_modules/a/node_modules/@b/runs": { integrity, hasInstallScript: true },
      "node_modules/allowed": { integrity, hasInstallScript: true },
      "node_modules/old": { integrity, deprecated: "use another" },
    };

    const { findings, deprecated } = checkLock({ packages }, { allowScripts: { allowed: true } });

    expect(findings).toEqual([
      "bare: the lock holds no sha512 of it",
      "elsewhere: comes from git+ssh://git@example.test/x.git",
      "@b/runs: runs a script when installed, which package.json does not allow",
    ]);
    expect(deprecated).toEqual(["old: use another"]);
  });
});
