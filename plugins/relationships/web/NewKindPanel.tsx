// A new kind of relationship.
import { observer } from "mobx-react-lite";
import { FormPanel, SidePanel, t, useEnv, useStore } from "#web";
import type { Kind, KindDraft } from "../contract.ts";
import { checkKind, KindFields } from "./KindFields.tsx";
import { RelationshipsStore } from "./store.ts";

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
  const create = async (draft: KindDraft) => {
    const kind = await store.createKind(eventId, draft);
    if (!kind) return undefined;
    notices.success(t("relationships:created", { name: kind.name }));
    // The form counts as saved before the panel changes, so that nothing asks whether to leave.
    setTimeout(() => onCreated(kind));
    return kind;
  };
  return (
    <SidePanel title={t("relationships:add")} onClose={onClose}>
      <FormPanel
        label={t("relationships:add")}
        initial={INITIAL}
        check={checkKind}
        busy={store.saving.busy}
        problem={store.saving.problem}
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
