// `lanyard plugin new`: a copy of the template under another name, whole and working.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { AreaId } from "#schemas/scalars.ts";
import { importFile } from "../importFile.ts";
import { EXIT, Failure, type Outcome } from "../outcome.ts";
import { complain } from "../print.ts";

const RESERVED = ["template", "core", "plugins", "shell"];
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const ID = new RegExp((AreaId as { pattern?: string }).pattern ?? "");

export async function pluginNew(root: string, name: string): Promise<Outcome> {
  const target = join(root, "plugins", name);
  const template = join(root, "plugins", "_template");
  if (!NAME.test(name) || !ID.test(name)) {
    throw new Failure(
      `"${name}" cannot be the name of an area: one lowercase word of 2 to 40 letters and digits, hyphens only between.`,
    );
  }
  if (RESERVED.includes(name) || existsSync(join(root, "locales", name)))
    throw new Failure(`"${name}" is taken by the house itself; choose another name.`);
  if (existsSync(target)) throw new Failure(`plugins/${name} is there already.`);
  if (!existsSync(template))
    throw new Failure("There is no plugins/_template here; call this in the project's folder.");
  const stop = stopped();
  try {
    copyTemplate(template, target, name);
    await generate(root);
    if (stop.isAsked) throw new Failure(`Stopped: plugins/${name} was not made.`);
  } catch (error) {
    await takeBack(root, target);
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new Failure(`plugins/${name} cannot be made, and nothing of it is left: ${(error as Error).message}`);
  } finally {
    stop.forget();
  }
  tidy(root, name);
  const files = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  const lines = [`plugins/${name} is there, with ${files} files. It works as it is: npm start, or npm test.`];
  return { command: "plugin new", checked: files, findings: [], exit: EXIT.clean, lines };
}

/** Ctrl-C while an area is made: what was begun is ended first, so that it can be taken back whole. */
function stopped() {
  const asked = {
    isAsked: false,
    forget: () => void process.off("SIGINT", ask).off("SIGTERM", ask),
  };
  function ask(): void {
    if (!asked.isAsked) complain("Stopping: what was begun is taken back.\n");
    asked.isAsked = true;
  }
  process.on("SIGINT", ask).on("SIGTERM", ask);
  return asked;
}

/** Makes the files that follow from the areas. */
async function generate(root: string): Promise<void> {
  const generator = join(root, "scripts", "gen.mjs");
  if (!existsSync(generator)) return;
  const { writeGenerated } = (await importFile(pathToFileURL(generator).href)) as {
    writeGenerated: (root: string) => Promise<string[]>;
  };
  await writeGenerated(root);
}

/** Takes away what was begun, where that is possible; files that name the area already become what they were. */
async function takeBack(root: string, target: string): Promise<void> {
  try {
    rmSync(target, { recursive: true, force: true });
    await generate(root);
  } catch {
    // What stopped the making may stop this, too; the first reason is the one to be told.
  }
}

/** Another name makes other line breaks and another order of imports. */
function tidy(root: string, name: string): void {
  const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  if (!existsSync(biome)) return;
  spawnSync(process.execPath, [biome, "check", "--write", "--vcs-enabled=false", `plugins/${name}`], { cwd: root });
}

/** Copies the folder and replaces one word, in texts and in file names, in each of its spellings. */
export function copyTemplate(template: string, target: string, name: string): void {
  cpSync(template, target, { recursive: true });
  rmSync(join(target, "contract.json"), { force: true });
  const words = name.split("-");
  const pascal = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
  const spelt: Record<string, string> = { template_: `${words.join("_")}_`, Template: pascal, template: name };
  // In one pass: the name itself may hold the word.
  const rename = (text: string) => text.replace(/template_|Template|template/g, (word) => spelt[word] as string);
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, rename(readFileSync(file, "utf8")));
    const renamed = rename(basename(file));
    if (renamed !== basename(file)) renameSync(file, join(dirname(file), renamed));
  }
}
