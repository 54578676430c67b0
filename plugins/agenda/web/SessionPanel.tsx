// One session beside the list: read first, then changed. It has an address of its own.
import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import {
  Button,
  Confirm,
  GonePanel,
  ProblemView,
  SidePanel,
  Skeleton,
  t,
  useLeft,
  useOpenedRow,
  useStore,
  useTold,
} from "#web";
import type { AgendaAddress } from "./address.ts";
import { SessionFacts } from "./SessionFacts.tsx";
import { SessionForm } from "./SessionForm.tsx";
import type { SessionValues } from "./sessionValues.ts";
import { AgendaStore } from "./store.ts";

interface Props {
  id: number | "new";
  eventId: number;
  address: AgendaAddress;
}

export const SessionPanel = observer(function SessionPanel({ id, eventId, address }: Props) {
  const store = useStore(AgendaStore);
  const [isEdited, setEdited] = useState(id === "new");
  const { isEditing } = address;
  // The form goes with the address, which asks about what was typed.
  useEffect(() => {
    if (!isEditing) setEdited(id === "new");
    else if (store.canSave) setEdited(true);
  }, [id, isEditing, store.canSave]);
  const edit = () => {
    setEdited(true);
    address.go({ edit: 1 });
  };
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (id !== "new") void store.getSession(eventId, id);
    return () => store.forget(id);
  }, [store, eventId, id]);

  const editButton = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    // The form takes the focus with it when it goes.
    if (wasEdited.current && !isEdited) editButton.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);

  // What could not be saved after one had gone on is opened again in the form.
  const [left, setLeft] = useState<SessionValues>();
  useLeft<SessionValues>(store.saving.of(id), (values) => {
    setLeft(values);
    edit();
  });

  // The store may be about another one still.
  const session = store.session?.id === id ? store.session : undefined;
  useOpenedRow("agenda", "SessionFinder", eventId, session?.id);
  const close = () => address.go({ session: undefined });
  const told = useTold(store.removing);
  const remove = async () => {
    if (!session) return;
    if (!(await store.removeSession(eventId, session)))
      return told.failed(t("agenda:notRemoved", { title: session.title }), remove);
    // Who has gone on meanwhile stays where he is.
    if (!told.isDrawn()) return;
    setAsked(false);
    close();
  };
  const title = id === "new" ? t("agenda:add") : (session?.title ?? store.row(id)?.title ?? t("agenda:session"));
  const actions = store.canSave && (
    <div className="agenda-panel-actions">
      <Button small ref={editButton} onClick={edit}>
        {t("agenda:edit")}
      </Button>
      <Button small tone="quiet" onClick={() => setAsked(true)}>
        {t("agenda:remove.action")}
      </Button>
    </div>
  );
  const { problem } = store.opening;
  if (problem && !session && id !== "new")
    return <GonePanel problem={problem} retry={() => void store.getSession(eventId, id)} onClose={close} />;
  return (
    <SidePanel title={title} onClose={close}>
      {isEdited && (session || id === "new") ? (
        <SessionForm
          eventId={eventId}
          session={session}
          left={left}
          onSettled={() => setLeft(undefined)}
          onDone={(saved) => {
            setLeft(undefined);
            if (id === "new") address.go({ session: saved?.id });
            else {
              setEdited(false);
              address.go({ edit: undefined });
            }
          }}
        />
      ) : session ? (
        <>
          {actions}
          <SessionFacts session={session} address={address} />
        </>
      ) : (
        <Skeleton rows={8} />
      )}
      {isAsked && session && (
        <Confirm
          title={t("agenda:remove.title")}
          action={t("agenda:remove.action")}
          danger
          busy={store.removing.busy}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        >
          <p>{t("agenda:remove.help", { title: session.title })}</p>
          {store.removing.problem && <ProblemView problem={store.removing.problem} />}
        </Confirm>
      )}
    </SidePanel>
  );
});
