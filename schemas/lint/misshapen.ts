// The shapes as values, for the sentences about files that do not have them; loaded only then.
import { NavExpect } from "../expect.ts";
import { Manifest } from "../manifest.ts";
import { NavConfig } from "../nav.ts";
import { Suppressions } from "../suppress.ts";
import { TextRules, Texts } from "../texts.ts";

export { shapeDrafts } from "./shape.ts";

export const shapes: Record<string, object> = {
  manifest: Manifest,
  navConfig: NavConfig,
  navExpect: NavExpect,
  texts: Texts,
  textRules: TextRules,
  suppressions: Suppressions,
};
