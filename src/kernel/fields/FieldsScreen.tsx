// The page of fields over its store: of one event, or with 0 of those that several events share.
import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect } from "react";
import type { Field } from "#schemas/fields.ts";
import { t } from "../i18n/setup.ts";
import { useEnv, useSession } from "../store/useStore.ts";
import { FieldsPage } from "./FieldsPage.tsx";
import type { FieldsStoreInstance } from "./fieldsStore.ts";
import { LastAct } from "./LastAct.tsx";
import { TakeFields } from "./TakeFields.tsx";
import { UsualFields } from "./UsualFields.tsx";

interface Props {
  title: string;
  help: string;
  eventId: number;
  store: FieldsStoreInstance;
  /** What else can be done here, beside its own actions. */
  actions?: ReactNode;
  /** What else is told and done about a field that is open. */
  more?: (field: Field) => ReactNode;
}

/** A whole screen of fields. */
export const FieldsScreen = observer(function FieldsScreen({ title, help, eventId, store, actions, more }: Props) {
  const session = useSession();
  const { notices } = useEnv();
  useEffect(() => {
    void store.list(eventId);
    store.findBulk(eventId);
    void store.countAnswers(eventId);
  }, [store, eventId]);
  const told = <T,>(done: T): T => {
    if (done !== undefined) notices.success(t("common:toast.saved"));
    return done;
  };
  return (
    <FieldsPage
      title={title}
      help={help}
      actions={
        <>
          {store.hasUsual && <UsualFields eventId={eventId} store={store} />}
          {store.canTake && <TakeFields eventId={eventId} store={store} />}
          {actions}
        </>
      }
      last={<LastAct eventId={eventId} store={store} />}
      more={more}
      events={session.events ?? []}
      // What was done last stands above the list: it comes with it, and moves nothing.
      fields={store.hasRecalled(eventId) ? store.fields : undefined}
      eventId={eventId}
      use={store.use}
      counting={{ ...store.counting }}
      types={eventId > 0 ? (session.typeCategories ?? []).flatMap(({ types }) => types) : (session.types ?? [])}
      locales={session.app?.locales.supported_locales ?? []}
      listing={{ ...store.listing }}
      saving={store.saving}
      replacing={store.replacing}
      isMadeHere={store.isMadeHere}
      running={store.running}
      stopping={store.stopping}
      stop={store.stop}
      bulk={{
        run: (fields, bulk) => store.runBulk(eventId, fields, bulk),
        undo: () => store.undoBulk(eventId),
        stop: store.halt,
        ...{ bulking: store.bulking, unbulking: store.unbulking, halting: store.halting, job: store.bulkJob },
      }}
      acts={{
        create: async (draft) => {
          const made = told(await store.create(eventId, draft));
          // Whom it is asked is known from then on.
          if (made) void store.countAnswers(eventId);
          return made;
        },
        save: async (field, change) => told(await store.save(eventId, field, change)),
        doubles: (field) => store.listDoubles(eventId, field),
        misfits: (field, limits) => store.countMisfits(eventId, field, limits),
        fitting: store.fitting,
        mentions: (field, asker = "panel") => store.listMentions(eventId, field, asker),
        mentioning: store.mentioning,
        order: async (fields) => {
          const done = await store.order(eventId, fields);
          if (!done && store.ordering.problem) notices.failed(store.ordering.problem);
          return done;
        },
        archive: async (field, isArchived, typeIds) => told(await store.archive(eventId, field, isArchived, typeIds)),
        replaceOption: (field, option, into, mode) => store.replaceOption(eventId, field, option, into, mode),
        undoOption: (field, jobId) => store.undoOption(eventId, field, jobId),
        changeKind: (field, order) => store.changeKind(eventId, field, order),
        undoKind: (field, jobId) => store.undoKind(eventId, field, jobId),
        remove: async (field) => told(await store.remove(eventId, field)),
        reload: () => store.list(eventId),
        recount: () => store.countAnswers(eventId),
      }}
    />
  );
});
