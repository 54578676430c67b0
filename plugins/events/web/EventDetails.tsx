// One event beside the list: its facts, and what can be done with it as a whole.
import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { Button, Confirm, passFocusOn, problemText, SidePanel, t, useAddress, useEnv, useRoot, useStore } from "#web";
import type { EventRow } from "../contract.ts";
import { COPY, CopyForm } from "./CopyForm.tsx";
import { daysOf, StatusTag } from "./columns.tsx";
import { EventsStore } from "./store.ts";

interface Props {
  event: EventRow;
  onChanged: () => void;
  onMade: (event: EventRow, isDrawn: boolean) => void;
  onClose: () => void;
}

export const EventDetails = observer(function EventDetails({ event, onChanged, onMade, onClose }: Props) {
  const store = useStore(EventsStore);
  const [isAsking, setAsking] = useState(false);
  const [address, change] = useAddress();
  const isCopying = store.mayCreate && address.has(COPY);
  const copy = (isOpen: boolean) => change({ [COPY]: isOpen ? "1" : undefined });
  const hadForm = useRef(false);
  useEffect(() => {
    hadForm.current = isCopying;
  }, [isCopying]);
  const changing = store.changing.of(event.id);
  const done = async (work: Promise<unknown>) => {
    const isDone = await work;
    if (isDone) setAsking(false);
    onChanged();
  };
  return (
    <SidePanel title={event.name} onClose={onClose}>
      <Facts event={event} />
      {changing.problem && (
        <p className="form-problem" role="alert">
          {problemText(changing.problem, t)}
        </p>
      )}
      {isCopying ? (
        <CopyForm event={event} onMade={onMade} onClose={() => copy(false)} />
      ) : (
        <Actions
          event={event}
          onCopy={() => copy(true)}
          onArchive={() => setAsking(true)}
          done={done}
          hadForm={hadForm.current}
        />
      )}
      {isAsking && (
        <Confirm
          title={t("events:archive.title", { name: event.name })}
          action={t("events:archive.action")}
          danger
          busy={changing.busy}
          onConfirm={() => void done(store.archive(event))}
          onClose={() => setAsking(false)}
        >
          <p>{t("events:archive.text")}</p>
        </Confirm>
      )}
    </SidePanel>
  );
});

function Facts({ event }: { event: EventRow }) {
  const { now } = useEnv();
  return (
    <dl className="facts">
      <dt>{t("events:field.status")}</dt>
      <dd>
        <StatusTag event={event} now={now()} />
      </dd>
      <dt>{t("events:field.dates")}</dt>
      <dd>{daysOf(event)}</dd>
      <dt>{t("events:field.timezone")}</dt>
      <dd>{event.timezone}</dd>
      <dt>{t("events:field.format")}</dt>
      <dd>{t(`events:format.${event.format}`)}</dd>
      <dt>{t("events:field.web_networking_activated")}</dt>
      <dd>{t(`events:networking.${event.web_networking_activated}`)}</dd>
      <dt>{t("events:field.id")}</dt>
      <dd>{event.id}</dd>
    </dl>
  );
}

interface ActionsProps {
  event: EventRow;
  onCopy: () => void;
  onArchive: () => void;
  done: (work: Promise<unknown>) => Promise<void>;
  /** The form of a copy was left: its button, drawn anew, takes the focus back. */
  hadForm: boolean;
}

const Actions = observer(function Actions({ event, onCopy, onArchive, done, hadForm }: ActionsProps) {
  const store = useStore(EventsStore);
  const { session } = useRoot();
  const { busy } = store.changing.of(event.id);
  const next = event.active ? 0 : 1;
  return (
    <div className="event-actions">
      {!event.archived_at && (
        <Button tone="primary" onClick={() => session.selectEvent(event.id)}>
          {t("events:open")}
        </Button>
      )}
      <Link className="button button-default" to={`/event-details/${event.id}`}>
        <span className="button-text">{t("events:overview")}</span>
      </Link>
      {store.maySave && !event.archived_at && (
        <Button busy={busy} onClick={() => void done(store.setActive(event, next))}>
          {t(next ? "events:activate" : "events:deactivate")}
        </Button>
      )}
      {store.mayCreate && (
        <Button autoFocus={hadForm} onClick={onCopy}>
          {t("events:copy.action")}
        </Button>
      )}
      {store.mayCreate && event.archived_at && (
        <Button
          busy={busy}
          onClick={({ currentTarget }) => {
            passFocusOn(currentTarget);
            void done(store.restore(event));
          }}
        >
          {t("events:restore")}
        </Button>
      )}
      {store.mayCreate && !event.archived_at && (
        <Button tone="quiet" onClick={onArchive}>
          {t("events:archive.action")}
        </Button>
      )}
    </div>
  );
});
