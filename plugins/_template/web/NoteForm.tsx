// One note in the side panel. After a conflict the form says what the other person wrote and saves over it only when asked again.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button, Confirm, FormPanel, SidePanel, TextAreaField, t, useEnv, useStore, useTold } from "#web";
import { type TemplateNote, TemplateNoteDraft } from "../contract.ts";
import { TemplateStore } from "./store.ts";

interface Props {
  note: TemplateNote | "new";
  eventId: number;
  onDone: () => void;
}

export const NoteForm = observer(function NoteForm({ note, eventId, onDone }: Props) {
  const store = useStore(TemplateStore);
  const { notices } = useEnv();
  const told = useTold(store.removing);
  const [theirs, setTheirs] = useState<TemplateNote>();
  const [isAsking, setAsking] = useState(false);
  const kept = note === "new" ? undefined : note;

  const save = async (draft: TemplateNoteDraft) => {
    const saved = kept ? await store.saveNote(eventId, theirs ?? kept, draft) : await store.createNote(eventId, draft);
    if (saved) onDone();
    else if (store.saving.problem?.code === "stale") setTheirs(store.saving.problem.current as TemplateNote);
    return saved;
  };
  const remove = async () => {
    const done = kept && (await store.removeNote(eventId, kept));
    setAsking(false);
    if (!done) return void (store.removing.problem && notices.failed(store.removing.problem));
    if (told.isDrawn()) onDone();
  };
  const removal = kept && store.mayWrite && (
    <Button tone="quiet" onClick={() => setAsking(true)}>
      {t("template:remove")}
    </Button>
  );
  return (
    <SidePanel title={t(kept ? "template:title" : "template:add")} onClose={onDone} actions={removal}>
      {theirs && <p role="alert">{t("template:stale", { theirs: theirs.text })}</p>}
      <FormPanel
        initial={{ text: kept?.text ?? "" }}
        meanwhile="told"
        schema={TemplateNoteDraft}
        onSave={save}
        busy={store.saving.busy}
        problem={theirs ? undefined : store.saving.problem}
        action={t(kept ? "template:save" : "template:add")}
        readOnly={store.mayWrite ? undefined : t("template:readOnly")}
      >
        <TextAreaField name="text" label={t("template:field.text")} required />
      </FormPanel>
      {isAsking && (
        <Confirm
          title={t("template:remove.title")}
          action={t("template:remove")}
          danger
          busy={store.removing.busy}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t("template:remove.help")}</p>
        </Confirm>
      )}
    </SidePanel>
  );
});
