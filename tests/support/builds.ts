// Where the tests of one run build the server, and that nothing is left of it.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

const dist = join(import.meta.dirname, "../../dist");

/** Called once for each project of a run; all share the folder of the first. */
export default function setup(): (() => void) | undefined {
  if (process.env["TEST_SERVER_BUILDS"]) return undefined;
  mkdirSync(dist, { recursive: true });
  const folder = mkdtempSync(join(dist, "test-server-"));
  process.env["TEST_SERVER_BUILDS"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
