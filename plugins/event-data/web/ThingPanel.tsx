// The open profile beside the list: how to reach whom it is about, its form in two tabs, its history, and what to do when somebody
// else saved first. It stays when one walks along the list, on the tab that is open.

import { type FormikErrors, useFormikContext } from "formik";
import { observer } from "mobx-react-lite";
import { Fragment, type RefObject, useCallback, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { WHOLE } from "#schemas/problem.ts";
import {
  type ApiProblem,
  answerErrors,
  FieldBeside,
  type FieldDrawn,
  FormPanel,
  KeptTab,
  ProblemView,
  SidePanel,
  Skeleton,
  Tabs,
  t,
  useEnv,
  useOpenedRow,
  useOpenTab,
  useSession,
  useStore,
} from "#web";
import { type Thing, ThingDraft } from "../contract.ts";
import { Asked } from "./Asked.tsx";
import { ConflictPanel } from "./ConflictPanel.tsx";
import { changeInForm, clashesOf } from "./conflict.ts";
import { History } from "./History.tsx";
import { FieldOrigin } from "./Origin.tsx";
import { PhotoField } from "./PhotoField.tsx";
import { type CategoryId, categoryOf } from "./place.ts";
import { RemoveThing } from "./RemoveThing.tsx";
import { EventDataStore } from "./store.ts";
import { ThingContact } from "./ThingContact.tsx";
import { hasQuestions, ThingFields } from "./ThingForm.tsx";
import { ThingWalk, type WalkProps } from "./ThingWalk.tsx";
import { useBlocking } from "./useBlocking.tsx";
import { useProfileHead, useProfileTabs } from "./useProfileTabs.ts";
import { useSaveThing } from "./useSaveThing.ts";

interface Props extends WalkProps {
  eventId: number;
  thingId: number;
  /** The category of the list, until the profile has arrived. */
  listed: CategoryId | undefined;
  onClose: () => void;
}

/** The tabs that show a part of the form. */
type FormTab = "profile" | "fields";

export const ThingPanel = observer(function ThingPanel({ eventId, thingId, listed, onClose, ...walk }: Props) {
  const store = useStore(EventDataStore);
  const [inAddress, setTab] = useOpenTab();
  const chosen = inAddress ?? "profile";
  const body = useRef<HTMLDivElement>(null);
  const thing = store.thing?.id === thingId ? store.thing : undefined;
  const categories = useSession().typeCategories ?? [];
  const category = thing ? categoryOf(thing.type_id, categories) : listed;
  // While the next profile is on its way, its tab is kept.
  const isAsked = thing ? hasQuestions(store.questions.fields, thing.type_id, thing.fields) : chosen === "fields";
  const { tabs, parts, isComing } = useProfileTabs(category, isAsked);
  const heads = useProfileHead(category);
  // A tab that is not there, or not any more, leaves the profile itself.
  const tab = tabs.some((one) => one.id === chosen) ? chosen : "profile";
  // The first time all of it comes together, what other areas put there too; who walks on keeps the tabs.
  const stands = useRef(false);
  const isKnown = store.questions.eventId === eventId;
  if (thing && isKnown && !isComing && !heads.isComing) stands.current = true;
  useEffect(() => void store.getThing(eventId, thingId), [store, eventId, thingId]);
  useOpenedRow("event-data", "ThingFinder", eventId, thing?.id);
  useFocusOfNext(body, thingId);
  // Who has gone on by the time that a removal is answered stays with what is open now.
  const shown = useRef<number>();
  useEffect(() => {
    shown.current = thingId;
    return () => {
      shown.current = undefined;
    };
  }, [thingId]);
  const changed = async () => {
    await store.getThing(eventId, thingId);
    if (store.thing?.id === thingId) walk.grid.current?.replace(store.thing);
    if (tab === "history") await store.listThingHistory(eventId, thingId);
  };
  return (
    <SidePanel
      title={thing?.name ?? t("event-data:title.profile")}
      onClose={onClose}
      actions={<ThingWalk thingId={thingId} {...walk} />}
    >
      <div ref={body}>
        {thing && stands.current && <ThingContact thing={thing} category={category} />}
        {thing &&
          stands.current &&
          heads.parts.map(({ id, part: { Part } }) => (
            <Part key={id} eventId={eventId} thing={thing} category={category} onChanged={() => void changed()} />
          ))}
      </div>
      {store.opening.problem && !thing ? (
        <ProblemView
          problem={store.opening.problem}
          retry={() => void store.getThing(eventId, thingId)}
          back={onClose}
          more={<Became eventId={eventId} problem={store.opening.problem} />}
        />
      ) : !stands.current || !isKnown ? (
        <Asked eventId={eventId} rows={10}>
          <Skeleton rows={10} />
        </Asked>
      ) : (
        <Tabs label={t("event-data:title.profile")} tabs={tabs} open={tab} onOpen={setTab}>
          {!thing ? (
            <Skeleton rows={8} />
          ) : (
            <Fragment key={thingId}>
              {tab === "history" && <History eventId={eventId} thing={thing} />}
              {parts.map(({ id, part: { Tab } }) => (
                <KeptTab key={id} isOpen={tab === id}>
                  <Tab
                    eventId={eventId}
                    thing={thing}
                    category={category}
                    isOpen={tab === id}
                    onChanged={() => walk.grid.current?.refreshBeside()}
                  />
                </KeptTab>
              ))}
              <KeptTab isOpen={tab === "profile" || tab === "fields"}>
                <Profile
                  eventId={eventId}
                  thing={thing}
                  grid={walk.grid}
                  onClose={() => shown.current === thingId && onClose()}
                  part={isAsked ? (tab === "fields" ? "fields" : "profile") : undefined}
                  onPart={setTab}
                />
              </KeptTab>
            </Fragment>
          )}
        </Tabs>
      )}
    </SidePanel>
  );
});

/** The way from a profile that went into another to that one. */
function Became({ eventId, problem }: { eventId: number; problem: ApiProblem }) {
  const { id, name } = problem.reasons[WHOLE]?.values ?? {};
  if (problem.code !== "not_found" || !id) return null;
  return <Link to={`/event-data/${eventId}/profile/${id}`}>{t("event-data:form.holder", { name })}</Link>;
}

/** Who opens another row means its panel; who walks on by its buttons stays on them. */
function useFocusOfNext(body: RefObject<HTMLElement>, thingId: number): void {
  const shown = useRef(thingId);
  useEffect(() => {
    if (shown.current === thingId) return;
    shown.current = thingId;
    const panel = body.current?.closest("aside");
    if (panel && !panel.contains(document.activeElement)) panel.focus();
  }, [body, thingId]);
}

interface ProfileProps extends Pick<Props, "eventId" | "grid" | "onClose"> {
  thing: Thing;
}

interface FormProps extends ProfileProps {
  part: FormTab | undefined;
  onPart: (part: FormTab) => void;
}

const Profile = observer(function Profile({ eventId, thing, grid, onClose, part, onPart }: FormProps) {
  const store = useStore(EventDataStore);
  const { notices } = useEnv();
  const session = useSession();
  const categories = session.typeCategories ?? [];
  const role = session.accessRole;
  const category = categoryOf(thing.type_id, categories);
  const types = categories.find((one) => one.id === category)?.types ?? [];
  const saved = (row: Thing | undefined) => {
    if (!row) return undefined;
    grid.current?.replace(row);
    notices.success(t("common:toast.saved"));
    return row;
  };
  const origin = useCallback(
    (drawn: FieldDrawn) => <FieldOrigin eventId={eventId} thing={thing} drawn={drawn} />,
    [eventId, thing],
  );
  const saving = useSaveThing(eventId, thing);
  const blocking = useBlocking(eventId, thing, saving.save);
  const isSettled = useRef(false);
  const meanwhile = (before: ThingDraft & Pick<Thing, "fields">, typed: typeof before) => {
    const base: Thing = { ...thing, ...before };
    const conflict = { base, theirs: thing, change: changeInForm(base, typed) };
    if (clashesOf(conflict).length > 0) store.meet(conflict);
  };
  // Of another profile there may be something to choose that was met in a cell of the list.
  if (store.conflict?.theirs.id === thing.id) {
    isSettled.current = true;
    const dropped = (theirs: Thing) => grid.current?.replace(theirs);
    return <ConflictPanel conflict={store.conflict} saving={saving} onSaved={saved} onDropped={dropped} />;
  }
  return (
    <>
      <div hidden={part === "fields"}>
        <PhotoField eventId={eventId} thing={thing} category={category} grid={grid} />
      </div>
      <FormPanel
        label={thing.name}
        initial={formOf(thing, category)}
        takesFocus={isSettled.current}
        meanwhile={meanwhile}
        schema={ThingDraft}
        messages={{ email: t("problem:field.email") }}
        check={(values) =>
          answerErrors(store.questions.fields, values.fields, {
            typeId: values.type_id,
            before: thing.fields,
            whole: values.type_id !== thing.type_id,
            role,
            timeZone: session.event?.timezone,
          })
        }
        busy={saving.busy}
        problem={saving.problem}
        readOnly={store.canSave ? undefined : t("event-data:panel.readOnly")}
        onSave={async (values) => saved(await blocking.save({ ...changeInForm(thing, values), rev: thing.rev }))}
      >
        {({ values }) => (
          <>
            <FieldBeside.Provider value={origin}>
              <ThingFields
                category={category}
                types={types}
                typeId={values.type_id}
                fields={thing.fields}
                eventId={eventId}
                thingId={thing.id}
                country={thing.country}
                {...(part && { part })}
              />
            </FieldBeside.Provider>
            <ToWhatIsWrong part={part} onPart={onPart} />
            <Drafting thingId={thing.id} />
          </>
        )}
      </FormPanel>
      {blocking.dialog}
      {store.canSave && part !== "fields" && (
        <RemoveThing eventId={eventId} thing={thing} grid={grid} onClose={onClose} />
      )}
    </>
  );
});

/** Opens the other part of the form where only that keeps it from being saved. */
function ToWhatIsWrong({ part, onPart }: Pick<FormProps, "part" | "onPart">) {
  const { errors, submitCount, isSubmitting } = useFormikContext<ThingDraft>();
  const told = useRef(submitCount);
  useEffect(() => {
    if (!part || isSubmitting || told.current === submitCount) return;
    told.current = submitCount;
    const wrong = partsOf(errors);
    if (wrong.length > 0 && !wrong.includes(part)) onPart(wrong[0] as FormTab);
  });
  return null;
}

/** Tells the list that the form holds what has not been saved: what is saved in a cell does not write over it. */
function Drafting({ thingId }: { thingId: number }) {
  const store = useStore(EventDataStore);
  const { dirty } = useFormikContext<ThingDraft>();
  useEffect(() => {
    store.noteDraft(dirty ? thingId : undefined);
    return () => store.noteDraft(undefined);
  }, [store, thingId, dirty]);
  return null;
}

function partsOf(errors: FormikErrors<ThingDraft>): FormTab[] {
  const isOwn = (key: string) => key === "fields" || key.startsWith("fields.");
  return [...new Set(Object.keys(errors).map((key): FormTab => (isOwn(key) ? "fields" : "profile")))];
}

/** The values that the form edits. A participant's name follows from the first and last ones, and is never sent along with them. */
function formOf(thing: Thing, category: CategoryId | undefined): ThingDraft & Pick<Thing, "fields"> {
  const { id: _, rev: __, created_at: ___, updated_at: ____, photo: _____, name, ...values } = thing;
  return category === 1 ? values : { ...values, name };
}
