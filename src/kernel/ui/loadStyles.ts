// Styles that are not part of the first paint: brought by the code that needs them, once.

const brought = new Map<string, Promise<void>>();

/** Adds a stylesheet and waits for it. Its address comes from `import href from "./x.css?url"`. */
export function loadStyles(href: string): Promise<void> {
  const before = brought.get(href);
  if (before) return before;
  const address = new URL(href, import.meta.url).href;
  // The page's first code may have brought it for the frame that stood last.
  const early = [...document.head.querySelectorAll("link")].find((one) => isStyleOf(one, address));
  const link = early ?? document.createElement("link");
  const request = new Promise<void>((done) => {
    if (early?.sheet) return done();
    link.addEventListener("load", () => done());
    // A page without its styles can still be read and used.
    link.addEventListener("error", () => done());
  });
  brought.set(href, request);
  if (!early) document.head.append(Object.assign(link, { rel: "stylesheet", href: address }));
  return request;
}

const isStyleOf = ({ rel, href }: HTMLLinkElement, address: string) => rel === "stylesheet" && href === address;
