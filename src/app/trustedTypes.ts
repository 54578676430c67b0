// What may become HTML or code in this page. The policy of the server demands that every string passes here first, so that a
// text of somebody's that reaches the wrong place cannot run.

/** Of the grid's templates none carries any of this; a text that does is refused. */
const CARRIES_SCRIPT = /<\s*\/?\s*(?:script|iframe|object|embed|base|link|meta)\b|<[^>]*\son\w+\s*=|javascript\s*:/i;

/** A document that is only read: nothing in it runs, and what is shown of it is built anew. */
const READ_ONLY = "DOMParser parseFromString";

interface Policy {
  createHTML: (text: string, type: string, sink: string) => string | null;
  createScriptURL: (url: string) => string | null;
}

/** Decides about strings; null refuses. */
export const policy: Policy = {
  createHTML: (text, _, sink) => (sink === READ_ONLY || !CARRIES_SCRIPT.test(text) ? text : null),
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
};

/** Stands before the first screen. Browsers without Trusted Types go on as before. */
export function guardSinks(): void {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => unknown } };
  trustedTypes?.createPolicy("default", policy);
}
