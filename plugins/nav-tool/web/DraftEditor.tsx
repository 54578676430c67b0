// The draft in an editor that knows JSON, marks the findings, and completes names.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import type { Finding } from "#schemas/core.ts";
import { completions } from "./completions.ts";
import { isOfDraft } from "./store.ts";

/** The variables of the page reach into the shadow root. */
const theme = EditorView.theme({
  "&": { height: "420px", fontSize: "var(--size-12)", color: "var(--text)", background: "var(--surface-raised)" },
  // The numbers of the lines would lie on it: the page draws it around the whole.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)" },
  ".cm-gutters": { color: "var(--text-muted)", background: "var(--surface-sunken)", borderColor: "var(--border)" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { background: "var(--surface-selected)" },
  ".cm-tooltip": { color: "var(--text)", background: "var(--surface-raised)", border: "1px solid var(--border)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--text-on-accent)", background: "var(--accent)" },
});
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--accent-text)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warn)" },
]);

interface Props {
  label: string;
  text: string;
  findings: readonly Finding[];
  entries: readonly string[];
  flags: readonly string[];
  /** The finding whose place is to be shown; a new object each time. */
  goTo: { line: number; column: number } | undefined;
  onChange: (text: string) => void;
}

export function DraftEditor({ label, text, findings, entries, flags, goTo, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const told = useRef(onChange);
  told.current = onChange;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once and then told of changes
  useEffect(() => {
    if (!place.current) return;
    // In a shadow root the editor's styles are made by script, which the content security policy allows.
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: "open" });
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: text, extensions: extensions(label, entries, flags, told) }),
    });
    view.current = made;
    return () => made.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (editor)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          findings.filter(isOfDraft).map((finding) => diagnosticOf(editor.state, finding)),
        ),
      );
  }, [findings]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !goTo) return;
    const at = offsetOf(editor.state, goTo.line, goTo.column);
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    editor.focus();
  }, [goTo]);

  return <div className="nav-tool-editor" ref={place} />;
}

function extensions(
  label: string,
  entries: readonly string[],
  flags: readonly string[],
  told: { current: (text: string) => void },
) {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    indentOnInput(),
    bracketMatching(),
    json(),
    theme,
    syntaxHighlighting(colours),
    autocompletion({ override: [completions(entries, flags)] }),
    // Tab is left alone, so that the keyboard can leave the editor.
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) told.current(update.state.doc.toString());
    }),
  ];
}

function offsetOf(state: EditorState, line: number, column: number): number {
  const found = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
  return Math.min(found.from + Math.max(0, column - 1), found.to);
}

function diagnosticOf(state: EditorState, { line, column, severity, message, suggestion }: Finding): Diagnostic {
  const from = offsetOf(state, line, column);
  const word = /^"[^"\n]*"|^[^\s,\]}]+/.exec(state.sliceDoc(from, from + 120));
  const text = suggestion ? `${message} (${suggestion})` : message;
  return {
    from,
    to: Math.min(from + (word?.[0].length ?? 1), state.doc.length),
    severity: severity === "note" ? "info" : severity,
    message: text,
  };
}
