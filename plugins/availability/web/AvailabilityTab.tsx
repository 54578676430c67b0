// When a participant is available, as a tab of the profile: the form, and what stays outside of the times.
import { useFormikContext } from "formik";
import { observer } from "mobx-react-lite";
import { type MutableRefObject, useCallback, useEffect, useRef } from "react";
import {
  Button,
  Conflict,
  FormPanel,
  formatNumber,
  PickField,
  ProblemView,
  problemText,
  Skeleton,
  TAB,
  type TabPart,
  t,
  useEnv,
  useLeft,
  useStore,
  useTold,
} from "#web";
import type { ProfileTabProps } from "../../event-data/contract.ts";
import { type Availability, covers, instantsOf, MOST, spanOf, type Windows, wholeOf, without } from "../contract.ts";
import { findParticipants } from "./findParticipants.ts";
import { AvailabilityStore, type Late as LateSave } from "./store.ts";
import { TimesFields, valuesOf } from "./TimesFields.tsx";
import { copied, isTooMany, joinedOf, spansOf, type Values } from "./values.ts";
import { windowsText, windowText } from "./words.ts";

/** This tab in the address of a profile. */
const OWN_TAB = "availability/AvailabilityTab";

const Tab = observer(function Tab({ eventId, thing, isOpen, onChanged }: ProfileTabProps) {
  const store = useStore(AvailabilityStore);
  const ask = useCallback(() => void store.getAvailability(eventId, thing.id), [store, eventId, thing.id]);
  // Meetings may have been arranged meanwhile, behind another tab.
  useEffect(() => {
    if (isOpen) ask();
  }, [ask, isOpen]);
  const save = useSave(eventId, thing, onChanged);
  const kept = store.thingId === thing.id ? store.kept : undefined;
  if (!kept)
    return store.opening.problem ? <ProblemView problem={store.opening.problem} retry={ask} /> : <Skeleton rows={8} />;
  const { late } = store;
  return late?.thingId === thing.id ? (
    <Late thing={thing} late={late} save={save} />
  ) : (
    <Form eventId={eventId} thing={thing} kept={kept} save={save} />
  );
});

type Save = (windows: Windows, rev: number) => Promise<Availability | undefined>;

/** Saves the times: where somebody else saved first, who is there still chooses; who has gone on is told. */
function useSave(eventId: number, { id, name }: ProfileTabProps["thing"], onChanged: () => void): Save {
  const store = useStore(AvailabilityStore);
  const { notices } = useEnv();
  const saving = store.saving.of(id);
  const told = useTold(saving);
  const save: Save = async (mine, rev) => {
    const saved = await store.saveAvailability(eventId, id, mine, rev);
    const { problem } = saving;
    if (saved) {
      onChanged();
      notices.success(t("common:toast.saved"));
    }
    if (saved || !problem) return saved;
    const late = { thingId: id, mine, theirs: problem.current as Availability };
    if (problem.code === "stale" && told.isDrawn()) store.note(late);
    else {
      const stale = { to: saving, typed: late, at: { [TAB]: OWN_TAB } };
      told.failed(t("availability:notSaved", { name }), () => save(mine, rev), { stale });
    }
    return undefined;
  };
  return save;
}

interface LateProps extends Pick<ProfileTabProps, "thing"> {
  late: LateSave;
  save: Save;
}

/** Somebody else saved first: both times side by side. */
const Late = observer(function Late({ thing, late, save }: LateProps) {
  const store = useStore(AvailabilityStore);
  const { zone } = store;
  const { busy, problem } = store.saving.of(thing.id);
  const { mine, theirs } = late;
  const label = t("availability:title");
  const clash = { key: "windows", label, mine: windowsText(mine, zone), theirs: windowsText(theirs.windows, zone) };
  return (
    <Conflict
      title={t("availability:late", { name: thing.name })}
      clashes={[clash]}
      busy={busy}
      problem={problem?.code === "stale" ? undefined : problem}
      onSave={(chosen) => (chosen.has("windows") ? store.show(thing.id, theirs) : void save(mine, theirs.rev))}
      onDrop={() => store.show(thing.id, theirs)}
    />
  );
});

interface FormProps extends Pick<ProfileTabProps, "eventId" | "thing"> {
  kept: Availability;
  save: Save;
}

const Form = observer(function Form({ eventId, thing, kept, save }: FormProps) {
  const store = useStore(AvailabilityStore);
  const { days, zone, canSave } = store;
  const saving = store.saving.of(thing.id);
  const base = useRef(kept.rev);
  const saveOnBase = async (values: Values) => {
    const saved = await save(joinedOf(values), base.current);
    // What was typed meanwhile stands on what was sent.
    if (saved) base.current = saved.rev;
    return saved;
  };
  useLeft<LateSave>(saving, (left) => store.note(left.theirs.rev < kept.rev ? { ...left, theirs: kept } : left));
  return (
    <FormPanel<Values>
      key={thing.id}
      label={t("availability:formOf", { name: thing.name })}
      initial={valuesOf(kept.windows, days)}
      check={({ windows }): Record<string, string> =>
        isTooMany(windows) ? { windows: t("availability:problem.too_many", { number: formatNumber(MOST) }) } : {}
      }
      busy={saving.busy}
      problem={saving.problem?.code === "stale" ? undefined : saving.problem}
      readOnly={canSave ? undefined : t("availability:readOnly")}
      onSave={saveOnBase}
    >
      <Base of={base} rev={kept.rev} />
      <TimesFields days={days} zone={zone} taken={kept.taken} readOnly={!canSave}>
        <Outside kept={kept} />
      </TimesFields>
      {canSave && <CopyFrom eventId={eventId} thingId={thing.id} />}
    </FormPanel>
  );
});

/** What is typed stands on what was stored when the typing began, whatever has been stored since. */
function Base({ of, rev }: { of: MutableRefObject<number>; rev: number }) {
  const { dirty } = useFormikContext<Values>();
  useEffect(() => {
    if (!dirty) of.current = rev;
  }, [of, rev, dirty]);
  return null;
}

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
