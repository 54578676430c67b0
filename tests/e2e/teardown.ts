// Removes the folder that held the database of the browser tests.
import { rmSync } from "node:fs";

export default function teardown(): void {
  const folder = process.env.E2E_FOLDER;
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
