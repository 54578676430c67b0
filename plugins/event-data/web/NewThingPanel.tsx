// A new participant, company or item, beside the list that it will stand in.
import { observer } from "mobx-react-lite";
import { answerErrors, Button, FormPanel, SidePanel, t, useEnv, useSession, useStore, useTold } from "#web";
import { type Thing, ThingDraft } from "../contract.ts";
import { Asked } from "./Asked.tsx";
import { categoryOf } from "./place.ts";
import { EventDataStore } from "./store.ts";
import { ThingFields } from "./ThingForm.tsx";

interface Props {
  /** What the button said that opened it. */
  title: string;
  eventId: number;
  types: readonly { id: number; type: string }[];
  typeId: number | undefined;
  onClose: () => void;
  /** Whoever has walked on meanwhile is not here any more. */
  onCreated: (thing: Thing, isHere: boolean) => void;
  /** Somebody is added who is known from another event. */
  onElsewhere: () => void;
}

export const NewThingPanel = observer(function NewThingPanel(props: Props) {
  const { title, eventId, types, typeId, onClose, onCreated, onElsewhere } = props;
  const store = useStore(EventDataStore);
  const { notices } = useEnv();
  const told = useTold(store.creating);
  const session = useSession();
  const categories = session.typeCategories ?? [];
  const initial: ThingDraft = { type_id: typeId ?? types[0]?.id ?? 0, status: "imported", fields: {} };
  const create = async (values: ThingDraft) => {
    const thing = await store.createThing(eventId, withoutBlanks(values));
    if (!thing) {
      told.failed(t("common:notSaved", { name: nameOf(values) }), () => create(values));
      return undefined;
    }
    notices.success(t("event-data:new.done", { name: thing.name }));
    // The form counts as saved before the panel changes, so that nothing asks whether to leave.
    setTimeout(() => {
      const isHere = told.isDrawn();
      if (isHere) store.put(thing);
      onCreated(thing, isHere);
    });
    return thing;
  };
  return (
    <SidePanel title={title} onClose={onClose}>
      <p className="thing-elsewhere">
        <Button small onClick={onElsewhere}>
          {t("event-data:elsewhere.action")}
        </Button>
      </p>
      <Asked eventId={eventId} rows={10}>
        <FormPanel
          label={title}
          initial={initial}
          schema={ThingDraft}
          messages={{ email: t("problem:field.email") }}
          check={(values) =>
            answerErrors(store.questions.fields, values.fields ?? {}, {
              typeId: values.type_id,
              role: session.accessRole,
              timeZone: session.event?.timezone,
            })
          }
          busy={store.creating.busy}
          problem={store.creating.problem}
          action={t("event-data:new.action")}
          always
          onCancel={onClose}
          onSave={create}
        >
          {({ values }) => (
            <ThingFields
              category={categoryOf(values.type_id, categories)}
              types={types}
              typeId={values.type_id}
              fields={{}}
              eventId={eventId}
              country={values.country ?? ""}
            />
          )}
        </FormPanel>
      </Asked>
    </SidePanel>
  );
});

function nameOf({ name, first_name, last_name, email }: ThingDraft): string {
  return name || [first_name, last_name].filter(Boolean).join(" ") || email || "";
}

function withoutBlanks(values: ThingDraft): ThingDraft {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== "" && value !== undefined),
  ) as ThingDraft;
}
