// Who imports whom, from the graph that esbuild makes of each part; and what the source files say.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build, type Metafile } from "esbuild";

export const root = join(import.meta.dirname, "..", "..");

export interface Import {
  from: string;
  to: string;
  /** A package rather than a file of ours. */
  isPackage: boolean;
  /** Read once it is needed, by `import()`. */
  isLate: boolean;
}

interface Parts {
  webOptions: BuildOptions;
  serverOptions: BuildOptions;
  cliOptions: BuildOptions;
}

/** Every import of our own files, of browser, server and CLI. */
export async function importsOfAll(): Promise<Import[]> {
  const parts = (await import(pathToFileURL(join(root, "esbuild.config.mjs")).href)) as Parts;
  const metafiles = await Promise.all([parts.webOptions, parts.serverOptions, parts.cliOptions].map(metafileOf));
  return unique(metafiles.flatMap(importsOf));
}

async function metafileOf(options: BuildOptions): Promise<Metafile> {
  // The bundler leads past the door; the graph that people wrote goes through it.
  const plugins = (options.plugins ?? []).filter((plugin) => !plugin.name.includes("door"));
  const quiet = { write: false, metafile: true, sourcemap: false, minify: false, logLevel: "error" } as const;
  const { metafile } = await build({ ...options, ...quiet, plugins });
  return metafile;
}

function importsOf({ inputs }: Metafile): Import[] {
  return Object.entries(inputs)
    .filter(([from]) => isOurs(from))
    .flatMap(([from, { imports }]) =>
      imports
        .filter(({ path }) => !path.startsWith("<"))
        .map(({ path, external, kind }) => ({ ...importOf(from, path, external), isLate: kind === "dynamic-import" })),
    );
}

function importOf(from: string, path: string, external: boolean | undefined): Omit<Import, "isLate"> {
  const inside = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  if (inside !== undefined) return { from, to: inside, isPackage: true };
  return { from, to: path.replace(/^project:/, ""), isPackage: external === true };
}

/** A file of ours; the modules that the build makes up are none. */
export function isOurs(path: string): boolean {
  return /^(?:schemas|src|server|plugins|cli)\//.test(path);
}

function unique(imports: Import[]): Import[] {
  return [...new Map(imports.map((one) => [`${one.from} ${one.to} ${one.isLate}`, one])).values()];
}

/** The files of some folders, by a pattern of their names. */
export function filesIn(folders: readonly string[], pattern: RegExp): { file: string; text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && pattern.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((file) => !/(?:^|\/)(?:node_modules|dist)\//.test(file) && !/^tests\/cli\/[^/]+\//.test(file))
      .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") })),
  );
}
