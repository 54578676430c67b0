// The outbox: every letter with its state; one opens beside the list.
import { observer } from "mobx-react-lite";
import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import {
  DataGrid,
  EmptyState,
  formatDateTime,
  GonePanel,
  type GridColumn,
  Page,
  ProblemView,
  Skeleton,
  t,
  useHrefWith,
  useStore,
} from "#web";
import type { Letter } from "../contract.ts";
import { LetterPanel } from "./LetterPanel.tsx";
import { OutboxStore } from "./store.ts";

function letterColumns(): GridColumn<Letter>[] {
  return [
    { field: "subject", title: t("outbox:field.subject"), flex: 2, minWidth: 200 },
    { field: "recipient", title: t("outbox:field.recipient"), flex: 1, minWidth: 180 },
    {
      field: "state",
      title: t("outbox:field.state"),
      kind: "choice",
      width: 150,
      choices: (["queued", "sent", "failed", "kept"] as const).map((value) => ({
        value,
        label: t(`outbox:state.${value}`),
      })),
      format: (value) => t(`outbox:state.${String(value)}`),
    },
    {
      field: "created_at",
      title: t("outbox:field.created_at"),
      kind: "date",
      format: (value) => formatDateTime(String(value)),
    },
  ];
}

export const OutboxScreen = observer(function OutboxScreen() {
  const store = useStore(OutboxStore);
  const [search, setSearch] = useSearchParams();
  const columns = useMemo(letterColumns, []);
  useEffect(() => void store.listLetters(), [store]);

  const hrefWith = useHrefWith();
  const open = (id: number | undefined) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (id === undefined) next.delete("letter");
      else next.set("letter", String(id));
      return next;
    });
  const openId = Number(search.get("letter")) || undefined;
  const letter = store.letters?.find((each) => each.id === openId);
  const title = t("outbox:title");
  const help = t(store.sends ? "outbox:help.sends" : "outbox:help.keeps");
  if (store.listing.problem && !store.letters) {
    return (
      <Page title={title}>
        <ProblemView problem={store.listing.problem} retry={() => void store.listLetters()} />
      </Page>
    );
  }
  if (!store.letters) {
    return (
      <Page title={title}>
        <Skeleton kind="table" />
      </Page>
    );
  }
  return (
    <Page
      title={title}
      help={help}
      width="wide"
      side={
        letter ? (
          <LetterPanel letter={letter} onClose={() => open(undefined)} />
        ) : (
          search.has("letter") && <GonePanel onClose={() => open(undefined)} />
        )
      }
    >
      {store.letters.length === 0 ? (
        <EmptyState title={t("outbox:empty.title")}>{t("outbox:empty.body")}</EmptyState>
      ) : (
        <DataGrid
          title={title}
          rows={store.letters}
          columns={columns}
          openId={openId}
          onOpen={(row) => open(row.id)}
          hrefOf={({ id }) => hrefWith({ letter: id })}
        />
      )}
    </Page>
  );
});
