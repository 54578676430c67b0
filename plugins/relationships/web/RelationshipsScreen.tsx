// Kinds of relationships of an event: the list, and beside it the open kind with its links, its gaps and its settings.
import { observer } from "mobx-react-lite";
import { useEffect, useMemo } from "react";
import { useParams } from "react-router-dom";
import {
  Button,
  DataGrid,
  formatNumber,
  GonePanel,
  type GridColumn,
  icons,
  Listed,
  Page,
  TAB,
  t,
  useAddress,
  useHrefWith,
  useLastSeen,
  useOpened,
  useSession,
  useStore,
} from "#web";
import type { Kind } from "../contract.ts";
import { endText } from "./endText.ts";
import { KindPanel } from "./KindPanel.tsx";
import { NewKindPanel } from "./NewKindPanel.tsx";
import { RelationshipsStore, type RelationshipsStoreInstance } from "./store.ts";
import { TypeGraph } from "./TypeGraph.tsx";
import { useBegin } from "./useBegin.ts";
import { Uncounted, WithoutLink } from "./WithoutLink.tsx";

export const RelationshipsScreen = observer(function RelationshipsScreen() {
  const store = useStore(RelationshipsStore);
  // By what they say, since the session hands out new lists of the same types.
  const typesKey = JSON.stringify((useSession().typeCategories ?? []).flatMap((one) => one.types));
  const eventId = Number(useParams().eventId);
  const { unlinked } = store;
  const columns = useMemo(
    () => kindColumns(JSON.parse(typesKey), unlinkedColumn(JSON.parse(typesKey), unlinked)),
    [typesKey, unlinked],
  );
  const [opened, open] = useOpened("id");
  const hrefWith = useHrefWith();
  const [params, change] = useAddress();
  const begin = useBegin(store.kinds, store.canSave);
  const isPictured = params.has(PICTURE);
  const picture = (isOpen: boolean) => change({ [PICTURE]: isOpen ? "1" : undefined }, { replace: true });
  useEffect(() => {
    store.forgetUnlinked();
    void store.listKinds(eventId);
  }, [store, eventId]);
  const states = store.kinds?.map(({ id, rev, links }) => `${id}/${rev}/${links}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted once the kinds are here, and again where one has other links
  useEffect(() => {
    if (states) void store.countUnlinked(eventId);
  }, [store, eventId, states]);

  const add = store.canSave && (
    <Button tone="primary" icon={icons.add} onClick={() => open("new")}>
      {t("relationships:add")}
    </Button>
  );
  const kind = typeof opened === "number" ? store.kind(opened) : undefined;
  const seen = useLastSeen(opened, kind, eventId);
  const side =
    opened === "new" && store.canSave ? (
      <NewKindPanel eventId={eventId} onClose={() => open(undefined)} onCreated={(made) => open(made.id)} />
    ) : seen ? (
      <KindPanel
        key={seen.id}
        eventId={eventId}
        kind={seen}
        isGone={!kind}
        onClose={() => open(undefined)}
        onMade={(made) => open(made.id)}
      />
    ) : typeof opened === "number" && store.kinds ? (
      <GonePanel onClose={() => open(undefined)} />
    ) : undefined;

  const empty = {
    title: t("relationships:empty.title"),
    help: t("relationships:empty.help"),
    action: add || undefined,
  };
  return (
    <Page
      title={t("relationships:title")}
      help={t("relationships:help")}
      width="wide"
      actions={
        store.kinds?.length ? (
          <>
            <Button onClick={() => picture(true)}>{t("relationships:graph.open")}</Button>
            {add}
          </>
        ) : undefined
      }
      side={side}
    >
      <Listed
        rows={store.kinds}
        problem={store.listing.problem}
        retry={() => void store.listKinds(eventId)}
        empty={empty}
      >
        {(rows) => (
          <>
            {begin.doing && <p role="status">{t(`relationships:begin.${begin.doing}`)}</p>}
            <Uncounted eventId={eventId} />
            <DataGrid
              title={t("relationships:title")}
              // In the order that the server gave them, unless a column is chosen.
              rows={rows}
              columns={columns}
              openId={kind?.id}
              onOpen={(row) => (begin.doing ? change({ id: String(row.id), ...begin.then }) : open(row.id))}
              hrefOf={({ id }) => hrefWith({ id, [TAB]: undefined, ...begin.then })}
            />
          </>
        )}
      </Listed>
      {isPictured && store.kinds?.length ? (
        <TypeGraph eventId={eventId} kinds={store.kinds} onClose={() => picture(false)} />
      ) : undefined}
    </Page>
  );
});

const PICTURE = "picture";

/** How many have no link, at the one end and at the other, each a way to them. They come after the list, kind by kind. */
function unlinkedColumn(
  types: readonly { id: number; type: string }[],
  unlinked: RelationshipsStoreInstance["unlinked"],
): GridColumn<Kind> {
  return {
    field: "unlinked",
    title: t("relationships:column.unlinked"),
    kind: "number",
    width: 190,
    filterable: false,
    value: ({ id }) => unlinked[id] && Math.max(unlinked[id].from, unlinked[id].to),
    render: (kind) => <WithoutLink kind={kind} types={types} />,
  };
}

function kindColumns(
  types: readonly { id: number; type: string }[],
  withoutLink: GridColumn<Kind>,
): GridColumn<Kind>[] {
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
      field: "links",
      title: t("relationships:column.links"),
      kind: "number",
      width: 156,
      format: (value) => formatNumber(Number(value)),
    },
    {
      field: "cardinality",
      title: t("relationships:column.cardinality"),
      width: 150,
      value: ({ cardinality }) => t(`relationships:cardinality.short.${cardinality}`),
    },
    {
      field: "visible",
      title: t("relationships:column.visible"),
      width: 190,
      value: ({ visible }) => t(visible ? "relationships:visible.yes" : "relationships:visible.no"),
    },
    withoutLink,
  ];
}
