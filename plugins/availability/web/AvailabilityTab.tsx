// When a participant is available, as a tab of the profile: the form, and what stays outside of the times.
import { useFormikContext } from "formik";
import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import {
  Button,
  Conflict,
  FormPanel,
  formatNumber,
  PickField,
  ProblemView,
  problemText,
  Skeleton,
  type TabPart,
  t,
  useEnv,
  useStore,
} from "#web";
import type { ProfileTabProps } from "../../event-data/contract.ts";
import { type Availability, covers, instantsOf, MOST, spanOf, wholeOf, without } from "../contract.ts";
import { findParticipants } from "./findParticipants.ts";
import { AvailabilityStore } from "./store.ts";
import { TimesFields, valuesOf } from "./TimesFields.tsx";
import { copied, isTooMany, joinedOf, spansOf, type Values } from "./values.ts";
import { windowsText, windowText } from "./words.ts";

const Tab = observer(function Tab({ eventId, thing, isOpen }: ProfileTabProps) {
  const store = useStore(AvailabilityStore);
  const ask = useCallback(() => void store.getAvailability(eventId, thing.id), [store, eventId, thing.id]);
  // Meetings may have been arranged meanwhile, behind another tab.
  useEffect(() => {
    if (isOpen) ask();
  }, [ask, isOpen]);
  const kept = store.thingId === thing.id ? store.kept : undefined;
  if (!kept)
    return store.opening.problem ? <ProblemView problem={store.opening.problem} retry={ask} /> : <Skeleton rows={8} />;
  return store.late ? <Late eventId={eventId} thing={thing} /> : <Form eventId={eventId} thing={thing} kept={kept} />;
});

/** Somebody else saved first: both times side by side. */
const Late = observer(function Late({ eventId, thing }: Pick<ProfileTabProps, "eventId" | "thing">) {
  const store = useStore(AvailabilityStore);
  const { notices } = useEnv();
  const { late, zone, saving } = store;
  if (!late) return null;
  const { mine, theirs } = late;
  const label = t("availability:title");
  const clash = { key: "windows", label, mine: windowsText(mine, zone), theirs: windowsText(theirs.windows, zone) };
  const save = async (chosen: ReadonlySet<string>) => {
    if (chosen.has("windows")) return store.show(thing.id, theirs);
    if (await store.saveAvailability(eventId, thing.id, mine, theirs.rev)) notices.success(t("common:toast.saved"));
  };
  return (
    <Conflict
      title={t("availability:late", { name: thing.name })}
      clashes={[clash]}
      busy={saving.busy}
      problem={saving.problem?.code === "stale" ? undefined : saving.problem}
      onSave={(chosen) => void save(chosen)}
      onDrop={() => store.show(thing.id, theirs)}
    />
  );
});

interface FormProps extends Pick<ProfileTabProps, "eventId" | "thing"> {
  kept: Availability;
}

const Form = observer(function Form({ eventId, thing, kept }: FormProps) {
  const store = useStore(AvailabilityStore);
  const { notices } = useEnv();
  const { days, zone, saving, canSave } = store;
  return (
    <FormPanel<Values>
      key={thing.id}
      label={t("availability:formOf", { name: thing.name })}
      initial={valuesOf(kept.windows, days)}
      check={({ windows }): Record<string, string> =>
        isTooMany(windows) ? { windows: t("availability:problem.too_many", { number: formatNumber(MOST) }) } : {}
      }
      busy={saving.busy}
      problem={saving.problem}
      readOnly={canSave ? undefined : t("availability:readOnly")}
      onSave={async (values) => {
        const saved = await store.saveAvailability(eventId, thing.id, joinedOf(values), kept.rev);
        if (saved) notices.success(t("common:toast.saved"));
        return saved;
      }}
    >
      <TimesFields days={days} zone={zone} taken={kept.taken} readOnly={!canSave}>
        <Outside kept={kept} />
      </TimesFields>
      {canSave && <CopyFrom eventId={eventId} thingId={thing.id} />}
    </FormPanel>
  );
});

/** What the times leave outside: meetings, which stay, and times outside of the event, whose days have been changed. */
const Outside = observer(function Outside({ kept }: Pick<FormProps, "kept">) {
  const { days, zone, canSave } = useStore(AvailabilityStore);
  const { values, setFieldValue } = useFormikContext<Values>();
  const { windows } = values;
  const spans = spansOf(windows, days);
  const meetings = windows === null ? [] : kept.taken.filter((one) => !covers(spans, spanOf(one)));
  const beyond = windows === null ? [] : without(spans, [wholeOf(days)]);
  if (meetings.length === 0 && beyond.length === 0) return <div role="status" />;
  return (
    <div className="note-warn times-outside" role="status">
      {meetings.length > 0 && (
        <>
          <p>{t("availability:outside", { count: meetings.length, number: formatNumber(meetings.length) })}</p>
          <ul>
            {meetings.map(({ id, with: names, ...when }) => (
              <li key={id}>
                {windowText(when, zone)}
                {names.length > 0 && (
                  <>
                    {" · "}
                    <bdi>{names.join(", ")}</bdi>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {beyond.length > 0 && (
        <>
          <p>{t("availability:beyond", { count: beyond.length, number: formatNumber(beyond.length) })}</p>
          <ul>
            {beyond.map((span) => (
              <li key={span.from}>{windowText(instantsOf(span), zone)}</li>
            ))}
          </ul>
          {canSave && (
            <Button small onClick={() => void setFieldValue("windows", copied(windows, days))}>
              {t("availability:beyond.take", { count: beyond.length })}
            </Button>
          )}
        </>
      )}
    </div>
  );
});

/** Takes over the times of somebody else; nothing is saved yet. */
const CopyFrom = observer(function CopyFrom({ eventId, thingId }: { eventId: number; thingId: number }) {
  const store = useStore(AvailabilityStore);
  const { api, notices } = useEnv();
  const { setFieldValue } = useFormikContext<Values>();
  const find = useCallback(
    async (words: string, signal: AbortSignal) => {
      const found = await findParticipants(api, eventId, words, signal);
      return found.filter(({ id }) => id !== thingId);
    },
    [api, eventId, thingId],
  );
  const copy = async (id: number) => {
    const other = await store.timesOf(eventId, id);
    if (other) void setFieldValue("windows", copied(other.windows, store.days));
    else if (store.copying.problem) notices.error(problemText(store.copying.problem, t));
  };
  return (
    <PickField
      label={t("availability:copy")}
      placeholder={t("availability:copy.find")}
      find={find}
      onPick={({ id }) => void copy(Number(id))}
    />
  );
});

export const AvailabilityTab: TabPart<ProfileTabProps> = {
  title: "availability:title",
  access: { permissions: ["things"] },
  suits: ({ category }) => category === undefined || category === 1,
  Tab,
};
