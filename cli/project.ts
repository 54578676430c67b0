// The project that a command is about: the nearest folder upwards that holds a navigation or feature areas.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Project } from "#schemas/lint/project.ts";
import { type LoadOptions, loadProject } from "#schemas/node.ts";

/** The project's folder, from where the command was called. */
export function projectFolder(from = process.cwd()): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (["nav.config.json", "plugins"].some((name) => existsSync(join(folder, name)))) return folder;
    if (folder === dirname(folder)) return from;
  }
}

/** Loads a project; the shapes come along only when a file does not have its shape. */
export async function load(root: string, options: LoadOptions): Promise<Project> {
  const project = loadProject(root, options);
  if (!project.misshapen) return project;
  const sayer = await import("#schemas/lint/misshapen.ts");
  return loadProject(root, { ...options, sayer });
}
