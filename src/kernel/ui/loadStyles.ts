// Styles that are not part of the first paint: brought by the code that needs them, once.

const brought = new Map<string, Promise<void>>();

/** Adds a stylesheet and waits for it. Its address comes from `import href from "./x.css?url"`. */
export function loadStyles(href: string): Promise<void> {
  const before = brought.get(href);
  if (before) return before;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(href, import.meta.url).href;
  const request = new Promise<void>((done) => {
    link.addEventListener("load", () => done());
    // A page without its styles can still be read and used.
    link.addEventListener("error", () => done());
  });
  brought.set(href, request);
  document.head.append(link);
  return request;
}
