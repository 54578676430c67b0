// Decisions about notes; pure.
import type { TemplateNote, TemplateNoteDraft } from "../contract.ts";

/** Text without the white space around it; nobody means that. */
export function tidyDraft({ text }: TemplateNoteDraft): TemplateNoteDraft {
  return { text: text.trim() };
}

/** How the history names a note: its beginning. */
export function labelOf({ text }: Pick<TemplateNote, "text">): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
