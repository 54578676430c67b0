// Shows sanitised HTML as elements, never as markup: what is not in the short list is drawn as its text.
import { createElement, type ReactNode, useMemo } from "react";
import { TEXT_ELEMENTS } from "../contract/textElements.ts";

export function RichText({ html }: { html: string }) {
  const nodes = useMemo(() => childrenOf(new DOMParser().parseFromString(html, "text/html").body), [html]);
  return <div className="agenda-text">{nodes}</div>;
}

function childrenOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map(nodeOf);
}

function nodeOf(node: Node, index: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  const href = name === "a" ? (node.getAttribute("href") ?? "") : "";
  if (/^(https?:|mailto:)/i.test(href)) {
    return (
      <a key={index} href={href} target="_blank" rel="noreferrer noopener">
        {childrenOf(node)}
      </a>
    );
  }
  if (name === "br") return <br key={index} />;
  return TEXT_ELEMENTS.includes(name) ? createElement(name, { key: index }, ...childrenOf(node)) : childrenOf(node);
}
