// Three projects: what runs in a browser (jsdom), what runs in the server, and the command line with the architecture.
import { defineConfig } from "vitest/config";
import { projectForVite } from "./scripts/project.mjs";

const root = import.meta.dirname;
const web = ["tests/kernel/**/*.test.{ts,tsx}", "plugins/*/tests/**/*.test.tsx", "plugins/*/tests/**/store*.test.ts"];
const skipped = ["**/node_modules/**", "**/dist/**"];

export default defineConfig({
  plugins: [projectForVite(root)],
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: "web", environment: "jsdom", include: web, exclude: skipped, setupFiles: ["tests/support/jsdom.ts"] },
      },
      {
        extends: true,
        test: {
          name: "server",
          environment: "node",
          include: ["tests/server/**/*.test.ts", "plugins/*/tests/**/*.test.ts"],
          exclude: [...skipped, ...web],
        },
      },
      {
        extends: true,
        test: { name: "cli", environment: "node", include: ["tests/{cli,architecture}/**/*.test.ts"], exclude: skipped },
      },
    ],
  },
});
