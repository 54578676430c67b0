// Kinds of relationships of an event: the list, and beside it the open kind with its links, its gaps and its settings.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import {
  Button,
  DataGrid,
  EmptyState,
  formatNumber,
  type GridColumn,
  icons,
  Page,
  ProblemView,
  Skeleton,
  t,
  useSession,
  useStore,
} from "#web";
import type { End, Kind } from "../contract.ts";
import { KindPanel } from "./KindPanel.tsx";
import { NewKindPanel } from "./NewKindPanel.tsx";
import { RelationshipsStore } from "./store.ts";

export const RelationshipsScreen = observer(function RelationshipsScreen() {
  const store = useStore(RelationshipsStore);
  const types = (useSession().typeCategories ?? []).flatMap((one) => one.types);
  const eventId = Number(useParams().eventId);
  const [query, setQuery] = useSearchParams();
  useEffect(() => void store.listKinds(eventId), [store, eventId]);

  const opened = query.get("kind");
  const open = (id: number | "new" | undefined) => {
    const next = new URLSearchParams(query);
    if (id === undefined) next.delete("kind");
    else next.set("kind", String(id));
    setQuery(next, { preventScrollReset: true });
  };
  const add = store.canSave && (
    <Button tone="primary" icon={icons.add} onClick={() => open("new")}>
      {t("relationships:add")}
    </Button>
  );
  const kind = opened && opened !== "new" ? store.kind(Number(opened)) : undefined;
  const side =
    opened === "new" && store.canSave ? (
      <NewKindPanel eventId={eventId} onClose={() => open(undefined)} onCreated={(made) => open(made.id)} />
    ) : kind ? (
      <KindPanel key={kind.id} eventId={eventId} kind={kind} onClose={() => open(undefined)} />
    ) : undefined;

  function content() {
    if (store.listing.problem && !store.kinds) {
      return <ProblemView problem={store.listing.problem} retry={() => void store.listKinds(eventId)} />;
    }
    if (!store.kinds) return <Skeleton kind="table" rows={8} />;
    if (store.kinds.length === 0) {
      return (
        <EmptyState title={t("relationships:empty.title")} action={add || undefined}>
          {t("relationships:empty.help")}
        </EmptyState>
      );
    }
    return (
      <DataGrid
        title={t("relationships:title")}
        rows={store.kinds}
        columns={columns(types)}
        openId={kind?.id}
        onOpen={(row) => open(row.id)}
        defaultSort={DEFAULT_SORT}
      />
    );
  }

  return (
    <Page
      title={t("relationships:title")}
      help={t("relationships:help")}
      width="wide"
      actions={store.kinds?.length ? add : undefined}
      side={side}
    >
      {content()}
    </Page>
  );
});

const DEFAULT_SORT = [{ field: "name", direction: "asc" }] as const;

/** Who may stand at an end, in words. */
export function endText({ category, types: chosen }: End, types: readonly { id: number; type: string }[]): string {
  const names = types.filter((type) => chosen.includes(type.id)).map((type) => type.type);
  return names.length > 0 ? names.join(", ") : t(`relationships:category.${category ?? 0}`);
}

function columns(types: readonly { id: number; type: string }[]): GridColumn<Kind>[] {
  const end = (field: "from" | "to"): GridColumn<Kind> => ({
    field,
    title: t(`relationships:column.${field}`),
    minWidth: 150,
    flex: 1,
    value: (kind) => `${endText(kind[field], types)} – ${kind[field].label}`,
  });
  return [
    { field: "name", title: t("relationships:column.name"), minWidth: 150, flex: 1 },
    end("from"),
    end("to"),
    {
      field: "cardinality",
      title: t("relationships:column.cardinality"),
      width: 150,
      value: ({ cardinality }) => t(`relationships:cardinality.short.${cardinality}`),
    },
    {
      field: "links",
      title: t("relationships:column.links"),
      kind: "number",
      width: 110,
      format: (value) => formatNumber(Number(value)),
    },
  ];
}
