// A meeting to arrange or to move: whom, when, where. What stands in the way is told while one chooses.
import { useFormikContext } from "formik";
import { observer } from "mobx-react-lite";
import { type MutableRefObject, useCallback, useEffect, useRef } from "react";
import {
  CheckField,
  DateTimeField,
  FormPanel,
  formatNumber,
  PickField,
  SelectField,
  TAB,
  TakeOut,
  TextAreaField,
  t,
  useStore,
  useTold,
} from "#web";
import type { ProfileTabProps } from "../../event-data/contract.ts";
import type { Meeting } from "../contract.ts";
import { InTheWay } from "./InTheWay.tsx";
import { endOf, type LateMove, MEETING, type MeetingValues, onTheirs, valuesOf } from "./meetingValues.ts";
import { clashesIn, NEW, NetworkingStore } from "./store.ts";
import { othersText } from "./words.tsx";

interface Props extends Pick<ProfileTabProps, "eventId" | "thing" | "isOpen"> {
  /** As it is now; undefined for a new one. */
  meeting: Meeting | undefined;
  /** A move that came too late, and is to be saved once more. */
  late?: LateMove | undefined;
  /** Told also where the form has gone meanwhile. */
  onDone: (isDrawn: boolean, saved?: Meeting) => void;
}

const LENGTHS = [15, 20, 30, 45, 60, 90, 120];
const MOST = 49;
const OWN_TAB = "networking/MeetingsTab";

export const MeetingForm = observer(function MeetingForm({ eventId, thing, meeting, late, isOpen, onDone }: Props) {
  const store = useStore(NetworkingStore);
  const { zone } = store;
  const saving = store.saving.of(meeting?.id ?? NEW);
  const told = useTold(saving);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that led here has gone.
    title.current?.focus();
    return () => store.forget();
  }, [store]);
  const find = useCallback(
    (words: string, signal: AbortSignal) => store.findPartners(eventId, words, signal),
    [store, eventId],
  );
  const nothing = { others: [], location_id: undefined, message: "", isAccepted: true, anyway: false };
  const initial: MeetingValues = meeting ? valuesOf(meeting) : { ...nothing, start: store.firstStart, minutes: 30 };
  const known = Math.max(meeting?.rev ?? 0, late?.theirs.rev ?? 0);
  const base = useRef(known);
  const isStale = saving.problem?.code === "stale" || late !== undefined;
  const save = async (values: MeetingValues): Promise<Meeting | undefined> => {
    const { start = "", message, location_id = null } = values;
    const when = { start, end: endOf(values), location_id, message, ...(values.anyway && { anyway: true }) };
    const saved = meeting
      ? await store.saveMeeting(eventId, meeting.id, { ...when, rev: base.current })
      : await store.createMeeting(eventId, {
          ...when,
          participants: [thing.id, ...values.others.map(({ id }) => id)],
          state: values.isAccepted ? "accepted" : "requested",
        });
    const { problem } = saving;
    if (saved) onDone(told.isDrawn(), saved);
    else if (problem && told.isDrawn()) {
      const clashes = clashesIn(problem);
      if (clashes) store.meet(clashes);
    } else {
      const name = meeting ? othersText(meeting, thing.id) : values.others.map(({ label }) => label).join(", ");
      const theirs = problem?.code === "stale" ? (problem.current as Meeting) : undefined;
      const left: LateMove | undefined = theirs && { theirs, values: onTheirs(values, initial, theirs) };
      const at = { [TAB]: OWN_TAB, [MEETING]: meeting?.id.toString() };
      const stale = left && { to: store.moving.of(thing.id), typed: left, at };
      told.failed(t("networking:notSaved", { name }), () => save(values), stale && { stale });
    }
    return saved;
  };
  const lengths = [...new Set([...LENGTHS, initial.minutes, ...(late ? [late.values.minutes] : [])])].sort(
    (a, b) => a - b,
  );
  const taken = new Set(store.clashes?.locations);
  const places = (store.locations ?? []).filter(({ id, open }) => open || id === initial.location_id);
  return (
    <FormPanel<MeetingValues>
      label={t(meeting ? "networking:move.title" : "networking:arrange")}
      initial={initial}
      typed={late?.values}
      check={(values) => check(values, meeting)}
      busy={saving.busy}
      problem={saving.problem?.code === "stale" ? undefined : saving.problem}
      action={t(meeting ? "networking:move.action" : "networking:arrange")}
      always
      goesWith={MEETING}
      onCancel={() => onDone(true)}
      onSave={save}
    >
      {({ values, setFieldValue, errors, submitCount }) => (
        <>
          <Base
            of={base}
            rev={known}
            told={isStale && isOpen ? ((saving.problem?.current as Meeting | undefined)?.rev ?? 0) : 0}
          />
          <h3 className="meeting-form-title" ref={title} tabIndex={-1}>
            {meeting
              ? t("networking:move.with", { name: othersText(meeting, thing.id) })
              : t("networking:arrangeFor", { name: thing.name })}
          </h3>
          {isStale && (
            <p className="note-warn" role="alert">
              {t("networking:stale")}
            </p>
          )}
          {!meeting && (
            <>
              <PickField
                label={t("networking:field.whom")}
                placeholder={t("networking:field.find")}
                disabled={values.others.length >= MOST}
                find={find}
                onPick={({ id, label }) => {
                  const isThere = Number(id) === thing.id || values.others.some((one) => one.id === id);
                  if (!isThere) void setFieldValue("others", [...values.others, { id: Number(id), label }]);
                }}
              />
              {values.others.length > 0 && (
                <ul className="meeting-others" aria-label={t("networking:field.whom")}>
                  {values.others.map(({ id, label }) => (
                    <li key={id}>
                      <bdi>{label}</bdi>
                      <TakeOut
                        label={t("networking:field.take", { name: label })}
                        onClick={() =>
                          void setFieldValue(
                            "others",
                            values.others.filter((one) => one.id !== id),
                          )
                        }
                      />
                    </li>
                  ))}
                </ul>
              )}
              {submitCount > 0 && typeof errors.others === "string" && (
                <p className="field-error" role="alert">
                  {errors.others}
                </p>
              )}
            </>
          )}
          <DateTimeField name="start" label={t("networking:field.start")} timeZone={zone} required />
          <SelectField
            name="minutes"
            label={t("networking:field.minutes")}
            options={lengths.map((value) => ({
              value,
              label: t("networking:minutes", { count: value, number: formatNumber(value) }),
            }))}
          />
          <SelectField
            name="location_id"
            label={t("networking:field.place")}
            placeholder={t("networking:noPlace")}
            options={places.map(({ id, name, category }) => {
              const place = category ? `${name} (${category})` : name;
              return { value: id, label: taken.has(id) ? t("networking:placeTaken", { name: place }) : place };
            })}
          />
          <InTheWay
            eventId={eventId}
            thing={thing}
            meeting={meeting}
            values={values}
            isOpen={isOpen}
            onStart={(start) => void setFieldValue("start", start)}
            onAsked={() => void setFieldValue("anyway", false)}
          />
          {(meeting ? meeting.state === "accepted" : values.isAccepted) && (store.clashes?.away.length ?? 0) > 0 && (
            <CheckField name="anyway" label={t("networking:field.anyway")} help={t("networking:field.anywayHelp")} />
          )}
          <TextAreaField name="message" label={t("networking:field.message")} maxLength={500} rows={2} />
          {!meeting && (
            <CheckField
              name="isAccepted"
              label={t("networking:field.accepted")}
              help={t("networking:field.acceptedHelp")}
            />
          )}
        </>
      )}
    </FormPanel>
  );
});

/** What is typed stands on the meeting as it was when the typing began, or as somebody else has saved it once that is told. */
function Base({ of, rev, told }: { of: MutableRefObject<number>; rev: number; told: number }) {
  const { dirty } = useFormikContext<MeetingValues>();
  useEffect(() => {
    of.current = dirty ? Math.max(of.current, told) : rev;
  }, [of, rev, told, dirty]);
  return null;
}

/** What the contract cannot say of the inputs. */
function check({ others, start }: MeetingValues, meeting: Meeting | undefined): Record<string, string> {
  return {
    ...(!meeting && others.length === 0 ? { others: t("networking:error.whom") } : {}),
    ...(start ? {} : { start: t("networking:error.start") }),
  };
}
