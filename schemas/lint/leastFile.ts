// What to write into a file in which nothing stands: the least that its shape takes.

const LEAST: Readonly<Record<string, (folder: string) => object>> = {
  manifest: (folder) => ({ manifestVersion: 1, id: folder }),
  navConfig: () => ({ schemaVersion: 1, groups: [] }),
  navExpect: () => ({ schemaVersion: 1, promises: [] }),
  suppressions: () => ({ schemaVersion: 1, suppress: [] }),
};

/** The advice for a file of this shape; nothing where something stands in it. */
export function leastFile(shape: string, file: string, text: string): string | undefined {
  if (text.trim() !== "") return undefined;
  const least = LEAST[shape]?.(file.split("/").at(-2) ?? "") ?? {};
  return `write ${JSON.stringify(least)} at least`;
}
