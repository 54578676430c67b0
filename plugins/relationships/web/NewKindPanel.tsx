// A new kind of relationship.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { FormPanel, SidePanel, t, useEnv, useLeft, useStore, useTold } from "#web";
import type { Kind, KindDraft } from "../contract.ts";
import { checkKind, KindFields } from "./KindFields.tsx";
import { NEW, RelationshipsStore } from "./store.ts";

interface Props {
  eventId: number;
  onClose: () => void;
  onCreated: (kind: Kind) => void;
}

const INITIAL: KindDraft = {
  name: "",
  from: { label: "", category: 2, types: [] },
  to: { label: "", category: 1, types: [] },
  cardinality: "many-many",
  visible: true,
};

export const NewKindPanel = observer(function NewKindPanel({ eventId, onClose, onCreated }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const saving = store.saving.of(NEW);
  const told = useTold(saving);
  // Of a kind that somebody removed while it was being saved.
  const [typed, setTyped] = useState<KindDraft>();
  useLeft<KindDraft>(saving, setTyped);
  const create = async (draft: KindDraft) => {
    const kind = await store.createKind(eventId, draft);
    if (!kind) {
      told.failed(t("relationships:notSaved", { name: draft.name }), () => create(draft));
      return undefined;
    }
    notices.success(t("relationships:created", { name: kind.name }));
    // The form counts as saved before the panel changes, so that nothing asks whether to leave.
    // Who has gone on meanwhile stays where he is.
    if (told.isDrawn()) setTimeout(() => onCreated(kind));
    return kind;
  };
  return (
    <SidePanel title={t("relationships:add")} onClose={onClose}>
      <FormPanel
        label={t("relationships:add")}
        initial={INITIAL}
        typed={typed}
        check={checkKind}
        busy={saving.busy}
        problem={saving.problem}
        action={t("relationships:create")}
        always
        onCancel={onClose}
        onSave={create}
      >
        <KindFields />
      </FormPanel>
    </SidePanel>
  );
});
