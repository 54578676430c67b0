// A session to write: title, time, place. When somebody else was faster, both versions stand side by side.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import * as Type from "typebox/type";
import { DateTimeField, FormPanel, SelectField, TextField, t, useStore, useTold } from "#web";
import { LONGEST_SESSION, type Session, SessionDraft } from "../contract.ts";
import { StaleSession } from "./StaleSession.tsx";
import { type SessionValues, valuesOf } from "./sessionValues.ts";
import { AgendaStore, type AgendaStoreInstance, NEW } from "./store.ts";

interface Props {
  eventId: number;
  /** Undefined for a new one. */
  session: Session | undefined;
  /** What was typed before, and came too late: it stands beside the session as it is now. */
  left: SessionValues | undefined;
  /** It has been chosen between the two. */
  onSettled: () => void;
  onDone: (saved: Session | undefined) => void;
}

const { title, start, end, kind, language } = SessionDraft.properties;
const rules = Type.Object({ title, start, end, kind, language });

function draftOf({ stage_id, track_id, ...values }: SessionValues): SessionDraft {
  return { ...values, stage_id: stage_id ?? null, track_id: track_id ?? null };
}

/** What the schema cannot say. */
export function checkTimes(values: Pick<SessionValues, "start" | "end">): Record<string, string> {
  if (!values.start || !values.end) return {};
  const minutes = (Date.parse(values.end) - Date.parse(values.start)) / 60_000;
  if (minutes < 1) return { end: t("agenda:error.endBeforeStart") };
  return minutes > LONGEST_SESSION ? { end: t("agenda:error.tooLong") } : {};
}

/** A new session begins after the last one ends, and lasts an hour. */
function blank({ sessions, stages }: AgendaStoreInstance, eventStart: string): SessionValues {
  const latest = sessions?.at(-1)?.end ?? eventStart;
  const later = new Date(Date.parse(latest) + 3_600_000).toISOString();
  return { title: "", start: latest, end: later, stage_id: stages[0]?.id, track_id: undefined, kind: "", language: "" };
}

export const SessionForm = observer(function SessionForm({ eventId, session, left, onSettled, onDone }: Props) {
  const store = useStore(AgendaStore);
  const { zone } = store;
  const saving = store.saving.of(session?.id ?? NEW);
  const told = useTold(saving);
  const [isOvertaken, setOvertaken] = useState(false);
  const isLate = left !== undefined || isOvertaken;
  const theirs = saving.problem?.code === "stale" ? (saving.problem.current as Session) : isLate ? session : undefined;
  const initial = session ? valuesOf(session) : blank(store, store.eventStart);
  const save = async (values: SessionValues, based = session): Promise<Session | undefined> => {
    const draft = draftOf(values);
    const saved = based ? await store.saveSession(eventId, based, draft) : await store.createSession(eventId, draft);
    // Who has gone on meanwhile stays where he is.
    if (saved && told.isDrawn()) onDone(saved);
    if (!saved) {
      const title = t("common:notSaved", { name: values.title });
      told.failed(title, () => save(values, based), { stale: { to: saving, typed: values } });
    }
    return saved;
  };
  const named = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormPanel<SessionValues>
      initial={initial}
      typed={left}
      meanwhile={session && (() => setOvertaken(true))}
      schema={rules}
      check={checkTimes}
      onSave={(values) => save(values)}
      busy={saving.busy}
      problem={theirs ? undefined : saving.problem}
      action={t(session ? "agenda:save" : "agenda:add")}
      label={t(session ? "agenda:edit" : "agenda:add")}
      always
      onCancel={() => {
        store.forget(session?.id ?? NEW);
        onDone(undefined);
      }}
    >
      {({ values, setValues }) => (
        <>
          {theirs && (
            <StaleSession
              mine={values}
              theirs={theirs}
              busy={saving.busy}
              onMine={() => void save(values, theirs)}
              onTheirs={() => {
                store.put(eventId, theirs);
                store.forget(theirs.id);
                onSettled();
                setOvertaken(false);
                void setValues(valuesOf(theirs));
              }}
            />
          )}
          <TextField
            name="title"
            label={t("agenda:field.title")}
            required
            maxLength={255}
            autoFocus={session !== undefined}
          />
          <DateTimeField name="start" label={t("agenda:field.from")} timeZone={zone} required />
          <DateTimeField name="end" label={t("agenda:field.to")} timeZone={zone} required />
          <SelectField
            name="stage_id"
            label={t("agenda:field.stage")}
            options={named(store.stages)}
            placeholder={t("agenda:noStage")}
          />
          <SelectField
            name="track_id"
            label={t("agenda:field.track")}
            options={named(store.tracks)}
            placeholder={t("agenda:noTrack")}
          />
          <TextField name="kind" label={t("agenda:field.kind")} maxLength={100} />
          <TextField name="language" label={t("agenda:field.language")} maxLength={100} />
        </>
      )}
    </FormPanel>
  );
});
