// Texts from outside, made safe to store and to show: a few plain elements, web and mail links, nothing else.
import sanitize from "sanitize-html";
import { TEXT_ELEMENTS } from "../../contract/textElements.ts";

const options: sanitize.IOptions = {
  allowedTags: [...TEXT_ELEMENTS, "a"],
  allowedAttributes: { a: ["href"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: 20,
  // The page has its own headings above these.
  transformTags: { h1: "h3", h2: "h3", h5: "h4", h6: "h4", div: "p" },
};

const TAG = /<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>/i;

/** Sanitised HTML. Text without mark-up becomes paragraphs, so that its line breaks survive. */
export function richText(source: string): string {
  const text = source.replace(/\r\n?/g, "\n").trim();
  if (text === "") return "";
  return sanitize(TAG.test(text) ? text : paragraphs(text), options).trim();
}

function paragraphs(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.trim().replace(/\n/g, "<br />")}</p>`)
    .join("");
}
