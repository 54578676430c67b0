import type { BuildOptions, BuildResult, Metafile } from "esbuild";

export interface Group {
  name: string;
  /** Sources whose static imports belong together. */
  entries: string[];
}

type First = BuildResult<BuildOptions & { metafile: true; write: false }>;

export function joinChunks(
  first: First,
  groups: readonly Group[],
  options: Pick<BuildOptions, "target" | "minify">,
): Promise<{ files: { name: string; contents: Uint8Array }[]; metafile: Metafile }>;
