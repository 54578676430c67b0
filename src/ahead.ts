// Entry of the page's first code; see src/app/ahead.ts.
import { begin, type Parts } from "./app/ahead.ts";

declare const __PARTS__: Parts;

const api = document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content;
try {
  if (api !== undefined) begin(__PARTS__, api, location);
} catch (error) {
  console.warn("Nothing was brought ahead:", error);
}
