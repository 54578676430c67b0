// Entry of the page's first code; see src/app/ahead.ts. Without a page it is the worker of src/app/dates.ts.
import { begin, type Parts, watchArrival } from "./app/ahead.ts";
import { writeDate } from "./app/dates.ts";

declare const __PARTS__: Parts;

if (typeof document === "undefined") {
  writeDate(self.name);
  self.postMessage("written");
  self.close();
} else {
  watchArrival();
  const api = document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content;
  try {
    if (api !== undefined) begin(__PARTS__, api, location);
  } catch (error) {
    console.warn("Nothing was brought ahead:", error);
  }
}
