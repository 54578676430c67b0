// The notes of an event: read, leave, change and remove.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import { Button, EmptyState, icons, Page, ProblemView, Skeleton, t, useStore } from "#web";
import type { TemplateNote } from "../contract.ts";
import { NoteForm } from "./NoteForm.tsx";
import { NoteList } from "./NoteList.tsx";
import { TemplateStore } from "./store.ts";

export const TemplateScreen = observer(function TemplateScreen() {
  const store = useStore(TemplateStore);
  const eventId = Number(useParams()["eventId"]);
  const [edited, setEdited] = useState<TemplateNote | "new">();
  useEffect(() => void store.listNotes(eventId), [store, eventId]);

  const add = store.mayWrite && (
    <Button tone="primary" icon={icons.add} onClick={() => setEdited("new")}>
      {t("template:add")}
    </Button>
  );
  const form = edited && (
    <NoteForm
      key={edited === "new" ? "new" : edited.id}
      note={edited}
      eventId={eventId}
      onDone={() => setEdited(undefined)}
    />
  );
  return (
    <Page
      title={t("template:title")}
      help={t("template:help")}
      actions={store.notes?.length ? add : undefined}
      side={form}
    >
      {store.listing.problem && !store.notes ? (
        <ProblemView problem={store.listing.problem} retry={() => void store.listNotes(eventId)} />
      ) : !store.notes ? (
        <Skeleton />
      ) : store.notes.length === 0 ? (
        <EmptyState title={t("template:empty.title")} action={add}>
          {t("template:empty.body")}
        </EmptyState>
      ) : (
        <NoteList notes={store.notes} openId={edited === "new" ? undefined : edited?.id} onOpen={setEdited} />
      )}
    </Page>
  );
});
