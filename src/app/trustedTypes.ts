// What may become HTML or code in this page. The policy of the server demands that every string passes here first, so that a
// text of somebody's that reaches the wrong place cannot run.

/** Of the grid's templates none carries any of this; a text that does is refused. */
const CARRIES_SCRIPT = /<\s*\/?\s*(?:script|iframe|object|embed|base|link|meta)\b|<[^>]*\son\w+\s*=|javascript\s*:/i;

/**
 * What the grid's templates are made of: elements and attributes that neither run nor load anything, written out in full. None
 * of these elements changes how the text behind it is read.
 */
const TEMPLATE_TAG =
  /<\/?(?:ag-[a-z-]+|div|span|label|button|form|input|b)(?:\s+(?:class|ref|role|name|id|type|style|tabindex|draggable|cssClass|aria-[a-z]+)(?:\s*=\s*"[^"]*")?)*\s*\/?>/g;

/** What begins a tag for a browser; any other "<" is text. */
const BEGINS_TAG = /<[a-z/!?]/i;

/** A document that is only read: nothing in it runs, and what is shown of it is built anew. */
const READ_ONLY = "DOMParser parseFromString";

interface Policy {
  createHTML: (text: string, type: string, sink: string) => string | null;
  createScriptURL: (url: string) => string | null;
}

/** Decides about strings: templates stay as they are, any other markup is shown as the text it is; null refuses. */
export const policy: Policy = {
  createHTML: (text, _, sink) => {
    if (sink === READ_ONLY || !BEGINS_TAG.test(text)) return text;
    if (CARRIES_SCRIPT.test(text)) return null;
    return BEGINS_TAG.test(text.replace(TEMPLATE_TAG, "")) ? text.replaceAll("<", "&lt;") : text;
  },
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
};

/** Stands before the first screen. Browsers without Trusted Types go on as before. */
export function guardSinks(): void {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => unknown } };
  trustedTypes?.createPolicy("default", policy);
}
