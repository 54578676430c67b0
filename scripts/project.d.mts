import type { Plugin as EsbuildPlugin } from "esbuild";
import type { Plugin as VitePlugin } from "vite";

export function areaFolders(root: string): string[];
export function projectSource(root: string, side: "web" | "server"): string;
export function projectForEsbuild(root: string): EsbuildPlugin;
export function projectForVite(root: string): VitePlugin;
