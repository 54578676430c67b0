// The notes of an event: read, leave, change and remove.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useParams } from "react-router-dom";
import {
  Button,
  EmptyState,
  GonePanel,
  icons,
  Page,
  ProblemView,
  Skeleton,
  t,
  useLastSeen,
  useOpened,
  useStore,
} from "#web";
import { NoteForm } from "./NoteForm.tsx";
import { NoteList } from "./NoteList.tsx";
import { TemplateStore } from "./store.ts";

export const TemplateScreen = observer(function TemplateScreen() {
  const store = useStore(TemplateStore);
  const eventId = Number(useParams()["eventId"]);
  const [opened, open] = useOpened("open");
  const note = store.notes?.find(({ id }) => id === opened);
  // One that goes while its form is open stays there with what was typed.
  const seen = useLastSeen(opened === undefined ? null : String(opened), note, eventId);
  useEffect(() => void store.listNotes(eventId), [store, eventId]);

  const add = store.mayWrite && (
    <Button tone="primary" icon={icons.add} onClick={() => open("new")}>
      {t("template:add")}
    </Button>
  );
  const edited = opened === "new" && store.mayWrite ? opened : seen;
  const close = () => open(undefined);
  const form = edited ? (
    <NoteForm key={opened} note={edited} eventId={eventId} onDone={close} />
  ) : (
    // An address may name a note that has been removed.
    opened !== undefined && store.notes && <GonePanel onClose={close} />
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
        <NoteList notes={store.notes} openId={note?.id} onOpen={({ id }) => open(id)} />
      )}
    </Page>
  );
});
