// One short handler an endpoint: load, decide, write.
import { changes, problem, type Route, route } from "#server";
import { createTemplateNote, listTemplateNotes, removeTemplateNote, saveTemplateNote } from "../contract.ts";
import { createNote, findNote, listNotes, removeNote, saveNote } from "./repository.ts";
import { labelOf, tidyDraft } from "./rules.ts";

const OBJECT = "template.note";

export const routes: Route[] = [
  route(listTemplateNotes, ({ db, event }) => listNotes(db, event.id)),

  route(createTemplateNote, async ({ db, event, body, now, audit }) => {
    const note = await createNote(db, event.id, tidyDraft(body), now.toISOString());
    await audit({
      action: "create",
      object: { type: OBJECT, id: note.id, label: labelOf(note) },
      after: { text: note.text },
    });
    return note;
  }),

  route(saveTemplateNote, async ({ db, event, params, body, now, audit }) => {
    const current = await findNote(db, event.id, params.noteId);
    if (!current) throw problem("not_found");
    const draft = tidyDraft(body);
    const saved = await saveNote(db, { id: current.id, rev: body.rev, ...draft }, now.toISOString());
    if (!saved) throw problem("stale", { current });
    const object = { type: OBJECT, id: saved.id, label: labelOf(saved) };
    await audit({ action: "save", object, ...changes({ text: current.text }, draft) });
    return saved;
  }),

  route(removeTemplateNote, async ({ db, event, params, audit }) => {
    const current = await findNote(db, event.id, params.noteId);
    if (!current) throw problem("not_found");
    await removeNote(db, current.id);
    const object = { type: OBJECT, id: current.id, label: labelOf(current) };
    await audit({ action: "remove", object, before: { text: current.text } });
    return { id: current.id };
  }),
];
