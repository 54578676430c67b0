import type { BuildOptions, Metafile } from "esbuild";

export const root: string;
export const webOptions: BuildOptions;
export const serverOptions: BuildOptions;
export const cliOptions: BuildOptions;
export function buildWeb(options?: BuildOptions): Promise<Metafile>;
export function buildServer(): Promise<Metafile>;
export function buildCli(): Promise<Metafile | undefined>;
export function releaseOf(text: string): string;
