// What runs in a browser (jsdom), what runs in the server, the command line with the architecture; and, where
// TEST_DATABASE_URL names a PostgreSQL, every test that opens a database once more on that.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { projectForVite } from "./scripts/project.mjs";

const root = import.meta.dirname;
const web = ["tests/kernel/**/*.test.{ts,tsx}", "plugins/*/tests/**/*.test.tsx", "plugins/*/tests/**/store*.test.ts"];
const server = ["tests/server/**/*.test.ts", "plugins/*/tests/**/*.test.ts"];
// The template is tested where it lives: in a copy under another name (tests/architecture/new.test.ts).
const skipped = ["**/node_modules/**", "**/dist/**", "plugins/_*/**"];

export default defineConfig({
  plugins: [projectForVite(root)],
  test: {
    pool: "forks",
    // Files of a process share its modules: to read the product anew for each takes longer than all tests together.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is awaited comes at once or, on a busy machine, some seconds later; a broken promise is red all the same.
    expect: { poll: { timeout: 15_000 } },
    globalSetup: ["tests/support/run.ts"],
    setupFiles: ["tests/support/patience.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "web",
          environment: "jsdom",
          include: web,
          exclude: skipped,
          setupFiles: ["tests/support/patience.ts", "tests/support/jsdom.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          environment: "node",
          include: server,
          exclude: [...skipped, ...web],
        },
      },
      ...(process.env["TEST_DATABASE_URL"] ? [onPostgres()] : []),
      {
        extends: true,
        test: {
          name: "cli",
          environment: "node",
          include: ["tests/{cli,architecture}/**/*.test.ts"],
          exclude: skipped,
        },
      },
    ],
  },
});

function onPostgres() {
  const folders = ["tests/server", ...readdirSync(join(root, "plugins")).map((area) => `plugins/${area}/tests`)];
  const files = folders.filter((folder) => existsSync(join(root, folder))).flatMap(testsIn);
  return {
    extends: true as const,
    test: {
      name: "postgres",
      environment: "node" as const,
      include: files.filter((file) => readFileSync(join(root, file), "utf8").includes("support/app.ts")),
      exclude: [...skipped, ...web],
      env: { TEST_DATABASE: "postgres" },
    },
  };
}

function testsIn(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true }) as string[];
  return names.filter((name) => name.endsWith(".test.ts")).map((name) => `${folder}/${name}`);
}
