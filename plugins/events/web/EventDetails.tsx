// One event beside the list: its facts, and what can be done with it as a whole.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Button, Confirm, passFocusOn, problemText, SidePanel, t, useEnv, useRoot, useStore } from "#web";
import type { EventRow } from "../contract.ts";
import { CopyForm } from "./CopyForm.tsx";
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
  const [step, setStep] = useState<"copy" | "archive">();
  const [hadForm, setHadForm] = useState(false);
  const changing = store.changing.of(event.id);
  const done = async (work: Promise<unknown>) => {
    const isDone = await work;
    if (isDone) setStep(undefined);
    onChanged();
  };
  const leaveForm = () => {
    setStep(undefined);
    setHadForm(true);
  };
  return (
    <SidePanel title={event.name} onClose={onClose}>
      <Facts event={event} />
      {changing.problem && (
        <p className="form-problem" role="alert">
          {problemText(changing.problem, t)}
        </p>
      )}
      {step === "copy" ? (
        <CopyForm event={event} onMade={onMade} onClose={leaveForm} />
      ) : (
        <Actions event={event} begin={setStep} done={done} hadForm={hadForm} />
      )}
      {step === "archive" && (
        <Confirm
          title={t("events:archive.title", { name: event.name })}
          action={t("events:archive.action")}
          danger
          busy={changing.busy}
          onConfirm={() => void done(store.archive(event))}
          onClose={() => setStep(undefined)}
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
  begin: (step: "copy" | "archive") => void;
  done: (work: Promise<unknown>) => Promise<void>;
  /** The form of a copy was left: its button, drawn anew, takes the focus back. */
  hadForm: boolean;
}

const Actions = observer(function Actions({ event, begin, done, hadForm }: ActionsProps) {
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
        <Button autoFocus={hadForm} onClick={() => begin("copy")}>
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
        <Button tone="quiet" onClick={() => begin("archive")}>
          {t("events:archive.action")}
        </Button>
      )}
    </div>
  );
});
