// Elements as plain values and back. Only what a frame is made of comes back: nothing that runs, loads or asks for anything.
import type { KeptElement } from "../../kernel/store/lastFrame.ts";

const SVG = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set("header nav div ul li p span a button input svg path".split(" "));
const ATTRIBUTES =
  /^(class|id|href|rel|title|type|role|value|disabled|hidden|tabindex|width|height|viewBox|fill|fill-rule|d|aria-[a-z]+|data-[a-z-]+)$/;
const ADDRESS = /^(\/|https?:\/\/)/;

/** What an element is made of; what is not shown anyway, and pictures, are left out. */
export function toKept(element: Element): KeptElement {
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes) if (ATTRIBUTES.test(name)) attributes[name] = value;
  if (element instanceof HTMLInputElement) attributes["value"] = element.value;
  const kept: KeptElement = [element.localName, attributes];
  for (const node of element.childNodes) {
    if (node instanceof Text) kept.push(node.data);
    else if (node instanceof Element && ELEMENTS.has(node.localName)) kept.push(toKept(node));
  }
  return kept;
}

/** Builds what was kept. Storage may have been written by anybody's hand: what does not belong is passed over. */
export function fromKept([name, attributes, ...inside]: KeptElement): Element {
  const known = ELEMENTS.has(name) ? name : "span";
  const element =
    known === "svg" || known === "path" ? document.createElementNS(SVG, known) : document.createElement(known);
  for (const [key, value] of Object.entries(attributes)) {
    if (ATTRIBUTES.test(key) && (key !== "href" || ADDRESS.test(value))) element.setAttribute(key, value);
  }
  element.append(...inside.map((one) => (typeof one === "string" ? one : fromKept(one))));
  return element;
}
