// `npm run audit`: asks the registry for known weaknesses of every package in the lock file, and checks what can be told without
// it. Exit codes as the CLI's: 0 clean, 1 findings, 2 npm cannot do it, 3 the registry could not tell, so that nothing is known.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const GRAVE = ["high", "critical"];
const EXIT = { clean: 0, findings: 1, failed: 2, unknown: 3 };

/** What a lock file tells about the packages by itself: each finding is one sentence. */
export function checkLock(lock, project) {
  const allowed = new Set(Object.keys(project.allowScripts ?? {}));
  const packages = Object.entries(lock.packages ?? {}).filter(([path, one]) => path !== "" && !one.link);
  const findings = packages.flatMap(([path, one]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const found = [];
    if (!/^sha512-/.test(one.integrity ?? "") && !one.inBundle) found.push(`${name}: the lock holds no sha512 of it`);
    if (one.resolved && !/^https:/.test(one.resolved)) found.push(`${name}: comes from ${one.resolved}`);
    if (one.hasInstallScript && !allowed.has(name) && !one.optional)
      found.push(`${name}: runs a script when installed, which package.json does not allow`);
    return found;
  });
  const deprecated = packages
    .filter(([, one]) => one.deprecated)
    .map(([path, one]) => `${path.replace(/^node_modules\//, "")}: ${one.deprecated}`);
  return { packages: packages.length, findings, deprecated };
}

/** What `npm audit --json` said: weaknesses by gravity, or that the registry could not tell. */
export function readReport(text) {
  const report = parsed(text);
  const counts = report?.metadata?.vulnerabilities;
  if (counts) {
    const grave = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) => GRAVE.includes(severity));
    return { counts, grave: grave.map(said) };
  }
  const status = report?.statusCode;
  const why = status
    ? `it answered ${status} to ${report.method} ${new URL(report.uri).pathname}`
    : (report?.error?.summary ?? report?.message ?? "");
  return { unknown: why.split("\n")[0] || "npm said nothing" };
}

function said({ name, severity, range, via = [] }) {
  const why = via.map((one) => (typeof one === "string" ? `by way of ${one}` : `${one.title}, ${one.url}`));
  return `${name} ${range}: ${severity} (${why.join("; ")})`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runs both and prints what was found. Answers the exit code. */
export function audit(folder = root, print = console.log) {
  const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const own = checkLock(read("package-lock.json"), read("package.json"));
  print(
    `${own.packages} packages in the lock file: ${own.findings.length} findings by itself, ${own.deprecated.length} deprecated.`,
  );
  for (const line of [...own.findings, ...own.deprecated]) print(`  ${line}`);
  const { stdout, error } = spawnSync("npm", ["audit", "--json"], {
    cwd: folder,
    encoding: "utf8",
    timeout: 120_000,
    shell: process.platform === "win32",
  });
  if (error && error.code !== "ETIMEDOUT") {
    print(`npm audit cannot be run: ${error.message}`);
    return EXIT.failed;
  }
  const told = error ? { unknown: "it did not answer within two minutes" } : readReport(stdout);
  if (told.unknown !== undefined) {
    print(
      `Known weaknesses: not known. The registry does not tell: ${told.unknown}. Run this where a registry with an audit endpoint is reached.`,
    );
    return own.findings.length > 0 ? EXIT.findings : EXIT.unknown;
  }
  const { critical, high, moderate, low } = told.counts;
  print(`Known weaknesses: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.`);
  for (const line of told.grave) print(`  ${line}`);
  return told.grave.length + own.findings.length > 0 ? EXIT.findings : EXIT.clean;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = audit();
