import type { Plugin } from "esbuild";
export function trimBlueprint(css: string, used: Set<string>): string;
export function stylesForEsbuild(root: string): Plugin;
