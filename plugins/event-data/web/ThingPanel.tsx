// The open profile beside the list: its form, its history, and what to do when somebody else saved first.
import { observer } from "mobx-react-lite";
import { type RefObject, useEffect, useState } from "react";
import {
  answerErrors,
  Button,
  Confirm,
  FormPanel,
  type GridHandle,
  KeptTab,
  Losses,
  ProblemView,
  SidePanel,
  Skeleton,
  Tabs,
  t,
  useEnv,
  useSession,
  useStore,
} from "#web";
import { type Thing, ThingDraft, type ThingRow } from "../contract.ts";
import { ConflictPanel } from "./ConflictPanel.tsx";
import { changeOf } from "./conflict.ts";
import { History } from "./History.tsx";
import { PhotoField } from "./PhotoField.tsx";
import { type CategoryId, categoryOf } from "./place.ts";
import { EventDataStore } from "./store.ts";
import { ThingFields } from "./ThingForm.tsx";
import { useProfileTabs } from "./useProfileTabs.ts";

interface Props {
  eventId: number;
  thingId: number;
  /** The category of the list, until the profile has arrived. */
  listed: CategoryId | undefined;
  grid: RefObject<GridHandle<ThingRow> | null>;
  onOpen: (id: number) => void;
  onClose: () => void;
}

export const ThingPanel = observer(function ThingPanel({ eventId, thingId, listed, grid, onOpen, onClose }: Props) {
  const store = useStore(EventDataStore);
  const [chosen, setTab] = useState("profile");
  const thing = store.thing?.id === thingId ? store.thing : undefined;
  const categories = useSession().typeCategories ?? [];
  const category = thing ? categoryOf(thing.type_id, categories) : listed;
  const { tabs, parts } = useProfileTabs(category);
  // A tab that is not there, or not any more, leaves the profile itself.
  const tab = tabs.some((one) => one.id === chosen) ? chosen : "profile";
  const part = parts.find((one) => one.id === tab);
  useEffect(() => void store.getThing(eventId, thingId), [store, eventId, thingId]);
  const step = (by: -1 | 1) => {
    const next = grid.current?.neighbour(thingId, by);
    if (next) onOpen(next.id);
  };
  return (
    <SidePanel
      title={thing?.name ?? t("event-data:title.profile")}
      onClose={onClose}
      actions={
        <>
          <Button
            tone="quiet"
            aria-label={t("event-data:panel.previous")}
            title={t("event-data:panel.previous")}
            onClick={() => step(-1)}
          >
            ↑
          </Button>
          <Button
            tone="quiet"
            aria-label={t("event-data:panel.next")}
            title={t("event-data:panel.next")}
            onClick={() => step(1)}
          >
            ↓
          </Button>
        </>
      }
    >
      <Tabs label={t("event-data:title.profile")} tabs={tabs} open={tab} onOpen={setTab}>
        {store.opening.problem && !thing ? (
          <ProblemView problem={store.opening.problem} retry={() => void store.getThing(eventId, thingId)} />
        ) : !thing ? (
          <Skeleton rows={8} />
        ) : (
          <>
            {tab === "history" && <History eventId={eventId} thing={thing} />}
            {part && <part.part.Tab eventId={eventId} thing={thing} category={category} />}
            <KeptTab isOpen={tab === "profile"}>
              <Profile eventId={eventId} thing={thing} grid={grid} onClose={onClose} />
            </KeptTab>
          </>
        )}
      </Tabs>
    </SidePanel>
  );
});

interface ProfileProps extends Pick<Props, "eventId" | "grid" | "onClose"> {
  thing: Thing;
}

const Profile = observer(function Profile({ eventId, thing, grid, onClose }: ProfileProps) {
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
  if (store.conflict) return <ConflictPanel conflict={store.conflict} eventId={eventId} onSaved={saved} />;
  return (
    <>
      <PhotoField eventId={eventId} thing={thing} category={category} grid={grid} />
      <FormPanel
        label={thing.name}
        initial={formOf(thing)}
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
        busy={store.saving.busy}
        problem={store.saving.problem}
        readOnly={store.canSave ? undefined : t("event-data:panel.readOnly")}
        onSave={async (values) =>
          saved(await store.saveThing(eventId, thing, { ...changeOf(thing, values), rev: thing.rev }))
        }
      >
        {({ values }) => (
          <ThingFields
            category={category}
            types={types}
            typeId={values.type_id}
            fields={thing.fields}
            eventId={eventId}
            thingId={thing.id}
            country={thing.country}
          />
        )}
      </FormPanel>
      {store.canSave && <Remove eventId={eventId} thing={thing} grid={grid} onClose={onClose} />}
    </>
  );
});

const Remove = observer(function Remove({ eventId, thing, grid, onClose }: ProfileProps) {
  const store = useStore(EventDataStore);
  const { notices } = useEnv();
  const [isAsking, setAsking] = useState(false);
  const losses = store.losses?.thingId === thing.id ? store.losses.list : undefined;
  const remove = async () => {
    const done = await store.removeThing(eventId, thing);
    setAsking(false);
    if (!done) return void (store.removing.problem && notices.failed(store.removing.problem));
    notices.success(t("event-data:remove.done", { name: thing.name }));
    grid.current?.refresh();
    onClose();
  };
  return (
    <p className="panel-foot">
      <Button
        tone="quiet"
        onClick={() => {
          setAsking(true);
          void store.listLosses(eventId, thing.id);
        }}
      >
        {t("event-data:remove.action")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("event-data:remove.title", { name: thing.name })}
          action={t("event-data:remove.action")}
          danger
          busy={store.removing.busy || (store.weighing.busy && !losses)}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t("event-data:remove.help")}</p>
          {losses && losses.length > 0 && <Losses losses={losses} />}
          {store.weighing.problem && !losses && <p className="muted">{t("event-data:remove.unknownLosses")}</p>}
        </Confirm>
      )}
    </p>
  );
});

/** The values that the form edits. */
function formOf({ id: _, rev: __, created_at: ___, updated_at: ____, photo: _____, ...values }: Thing) {
  return values;
}
