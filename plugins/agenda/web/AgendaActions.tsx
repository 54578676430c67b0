// What can be done to the agenda besides importing: add a session, clear everything.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button, Confirm, formatNumber, icons, MenuButton, ProblemView, t, useSession, useStore } from "#web";
import { AgendaStore } from "./store.ts";

interface Props {
  eventId: number;
  onAdd: () => void;
}

export const AgendaActions = observer(function AgendaActions({ eventId, onAdd }: Props) {
  const store = useStore(AgendaStore);
  const { event } = useSession();
  const [isAsked, setAsked] = useState(false);
  if (!store.canSave) return null;
  const count = store.sessions?.length ?? 0;
  const clear = async () => {
    if (await store.clearSchedule(eventId)) setAsked(false);
  };
  return (
    <>
      <MenuButton
        name={t("agenda:more")}
        entries={[{ text: t("agenda:clear.action"), onSelect: () => setAsked(true) }]}
        tone="quiet"
        icon={icons.more}
        aria-label={t("agenda:more")}
      />
      <Button icon={icons.add} onClick={onAdd}>
        {t("agenda:add")}
      </Button>
      {isAsked && (
        <Confirm
          title={t("agenda:clear.title")}
          action={t("agenda:clear.confirm", { count, number: formatNumber(count) })}
          danger
          busy={store.clearing.busy}
          typed={event?.name ?? ""}
          onConfirm={() => void clear()}
          onClose={() => setAsked(false)}
        >
          <p>{t("agenda:clear.help", { count, number: formatNumber(count) })}</p>
          {store.clearing.problem && <ProblemView problem={store.clearing.problem} />}
        </Confirm>
      )}
    </>
  );
});
