// The custom groups of an event: the list, and beside it the open group with its members and its settings.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import {
  Button,
  DataGrid,
  EmptyState,
  formatDateTime,
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
import type { Group } from "../contract.ts";
import { clauseFields, ruleText } from "./clauses.ts";
import { GroupPanel } from "./GroupPanel.tsx";
import { NewGroupPanel } from "./NewGroupPanel.tsx";
import { CustomGroupsStore } from "./store.ts";

export const CustomGroupsScreen = observer(function CustomGroupsScreen() {
  const store = useStore(CustomGroupsStore);
  const session = useSession();
  const eventId = Number(useParams().eventId);
  const [query, setQuery] = useSearchParams();
  useEffect(() => void store.listGroups(eventId), [store, eventId]);

  const opened = query.get("group");
  const open = (id: number | "new" | undefined) => {
    const next = new URLSearchParams(query);
    if (id === undefined) next.delete("group");
    else next.set("group", String(id));
    setQuery(next, { preventScrollReset: true });
  };
  const add = store.canSave && (
    <Button tone="primary" icon={icons.add} onClick={() => open("new")}>
      {t("custom-groups:add")}
    </Button>
  );
  const group = opened && opened !== "new" ? store.group(Number(opened)) : undefined;
  const side =
    opened === "new" && store.canSave ? (
      <NewGroupPanel eventId={eventId} onClose={() => open(undefined)} onCreated={(made) => open(made.id)} />
    ) : group ? (
      <GroupPanel key={group.id} eventId={eventId} group={group} onClose={() => open(undefined)} />
    ) : undefined;

  function content() {
    if (store.listing.problem && !store.groups) {
      return <ProblemView problem={store.listing.problem} retry={() => void store.listGroups(eventId)} />;
    }
    if (!store.groups) return <Skeleton kind="table" rows={8} />;
    if (store.groups.length === 0) {
      return (
        <EmptyState title={t("custom-groups:empty.title")} action={add || undefined}>
          {t("custom-groups:empty.help")}
        </EmptyState>
      );
    }
    return (
      <DataGrid
        title={t("custom-groups:title")}
        rows={store.groups}
        columns={columns(session)}
        openId={group?.id}
        onOpen={(row) => open(row.id)}
        defaultSort={DEFAULT_SORT}
      />
    );
  }

  return (
    <Page
      title={t("custom-groups:title")}
      help={t("custom-groups:help")}
      width="wide"
      actions={store.groups?.length ? add : undefined}
      side={side}
    >
      {content()}
    </Page>
  );
});

const DEFAULT_SORT = [{ field: "name", direction: "asc" }] as const;

function columns(session: ReturnType<typeof useSession>): GridColumn<Group>[] {
  const fields = clauseFields(session.typeCategories ?? []);
  const how = (group: Group) => (group.rule ? ruleText(group.rule, fields) : t("custom-groups:mode.manual"));
  return [
    {
      field: "name",
      title: t("custom-groups:column.name"),
      minWidth: 180,
      flex: 1,
      render: (group) => (
        <span className={`group-name group-${group.colour}`} dir="auto">
          {group.name}
        </span>
      ),
    },
    {
      field: "members",
      title: t("custom-groups:column.members"),
      kind: "number",
      width: 120,
      format: (value) => (typeof value === "number" ? formatNumber(value) : t("custom-groups:broken")),
    },
    { field: "how", title: t("custom-groups:column.how"), minWidth: 200, flex: 2, value: how },
    {
      field: "updated_at",
      title: t("custom-groups:column.updated_at"),
      kind: "date",
      width: 170,
      format: (value) => formatDateTime(String(value), session.event?.timezone),
    },
  ];
}
