// The draft in an editor that knows JSON, marks the findings, and completes names.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, defaultHighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { Finding } from "#schemas/core.ts";
import { completions } from "./completions.ts";

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
    const made = new EditorView({ parent: place.current, state: EditorState.create({ doc: text, extensions: extensions(label, entries, flags, told) }) });
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
    if (editor) editor.dispatch(setDiagnostics(editor.state, findings.map((finding) => diagnosticOf(editor.state, finding))));
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

function extensions(label: string, entries: readonly string[], flags: readonly string[], told: { current: (text: string) => void }) {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    indentOnInput(),
    bracketMatching(),
    json(),
    syntaxHighlighting(defaultHighlightStyle),
    autocompletion({ override: [completions(entries, flags)] }),
    // Tab is left alone, so that the keyboard can leave the editor.
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({ "aria-label": label }),
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
  return { from, to: Math.min(from + (word?.[0].length ?? 1), state.doc.length), severity: severity === "note" ? "info" : severity, message: text };
}
