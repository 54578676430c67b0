// Runs a check again whenever one of the project's JSON files changes, comes or goes. Ctrl-C ends it.
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { areaFolders } from "#schemas/node.ts";
import { complain } from "../print.ts";

const LOOK_EVERY_MS = 250;

export async function watchProject(root: string, config: string | undefined, run: () => Promise<void>): Promise<void> {
  const files = () => [
    resolve(config ?? join(root, "nav.config.json")),
    join(root, "nav.expect.json"),
    join(root, "lanyard.suppress.json"),
    ...areaFolders(root).map((area) => join(root, "plugins", area, "plugin.json")),
    ...textFiles(root),
  ];
  const state = () => files().map(stampOf).join(";");
  let seen = state();
  await run();
  complain("Watching; Ctrl-C ends it.\n");
  let ended = false;
  const end = () => {
    ended = true;
  };
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  while (!ended) {
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    const now = state();
    if (now === seen) continue;
    seen = now;
    await run();
  }
}

/** The texts, which stand beside each area and in one folder for each of the house's own parts. */
function textFiles(root: string): string[] {
  const house = join(root, "locales");
  const folders = [
    ...namesIn(house).map((name) => join(house, name)),
    ...areaFolders(root).map((area) => join(root, "plugins", area, "locales")),
  ];
  return folders.flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
}

/** What is in a folder; nothing where it has gone meanwhile, or is none. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${file} ${stat.mtimeMs} ${stat.size}` : `${file} gone`;
}
