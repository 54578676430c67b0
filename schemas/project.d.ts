// The virtual modules that the build makes from plugins/.
declare module "#project" {
  import type { Manifest } from "#schemas/manifest.ts";
  import type { WebPlugin } from "#web";
  export const manifests: Manifest[];
  export const faces: WebPlugin[];
}
declare module "#project/server" {
  import type { Manifest } from "#schemas/manifest.ts";
  import type { ServerPlugin } from "#server";
  export const manifests: Manifest[];
  export const faces: ServerPlugin[];
}
// Styles that an area brings; the bundler gathers them.
declare module "*.css";
