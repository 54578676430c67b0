import type { Plugin } from "esbuild";
export interface Home {
  from: string;
  inside: string;
}
export function behindTheDoor(source: string): Map<string, Home>;
export function ledPastTheDoor(source: string, homes: Map<string, Home>, path: (from: string) => string): string;
export function doorForEsbuild(root: string): Plugin;
