// The custom groups of an event: the list, and beside it the open group with its members and its settings.
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
import type { Group } from "../contract.ts";
import { Compare, useCompared, usualOf } from "./Compare.tsx";
import { type ClauseField, ruleText } from "./clauses.ts";
import { GroupPanel } from "./GroupPanel.tsx";
import { PRIORITY } from "./GroupPlace.tsx";
import { NewGroupPanel } from "./NewGroupPanel.tsx";
import { PriorityDialog } from "./PriorityDialog.tsx";
import { CustomGroupsStore } from "./store.ts";
import { useClauseFields } from "./useClauseFields.ts";
import { usesText } from "./uses.ts";

export const CustomGroupsScreen = observer(function CustomGroupsScreen() {
  const store = useStore(CustomGroupsStore);
  const zone = useSession().event?.timezone;
  const eventId = Number(useParams().eventId);
  const [opened, open] = useOpened("id");
  const hrefWith = useHrefWith();
  const [compared, compare] = useCompared();
  const [query, change] = useAddress();
  const prioritize = (isOpen: boolean) => change({ [PRIORITY]: isOpen ? "1" : undefined }, { replace: true });
  useEffect(() => void store.listGroups(eventId), [store, eventId]);

  // By what they say: the fields are made anew whenever the session hands out new lists of the same types.
  const fieldsKey = JSON.stringify(useClauseFields(eventId));
  const { priority, ranked } = store;
  const isRanked = priority?.rule === "highest";
  const saysSide = ranked.some(({ side }) => side !== "none");
  const saysAttendance = ranked.some(({ attendance }) => attendance !== "unspecified");
  const columns = useMemo(
    () =>
      groupColumns(JSON.parse(fieldsKey), {
        zone,
        ranked: isRanked ? ranked : undefined,
        ...{ saysSide, saysAttendance },
      }),
    [fieldsKey, zone, isRanked, ranked, saysSide, saysAttendance],
  );
  const add = store.canSave && (
    <Button tone="primary" icon={icons.add} onClick={() => open("new")}>
      {t("custom-groups:add")}
    </Button>
  );
  const group = typeof opened === "number" ? store.group(opened) : undefined;
  const seen = useLastSeen(opened, group, eventId);
  const side =
    opened === "new" && store.canSave ? (
      <NewGroupPanel eventId={eventId} onClose={() => open(undefined)} onCreated={(made) => open(made.id)} />
    ) : seen ? (
      <GroupPanel
        key={seen.id}
        eventId={eventId}
        group={seen}
        isGone={!group}
        onClose={() => open(undefined)}
        onMade={(made) => open(made.id)}
      />
    ) : typeof opened === "number" && store.groups ? (
      <GonePanel onClose={() => open(undefined)} />
    ) : undefined;

  const empty = {
    title: t("custom-groups:empty.title"),
    help: t("custom-groups:empty.help"),
    action: add || undefined,
  };
  return (
    <Page
      title={t("custom-groups:title")}
      help={
        priority && (store.groups?.length ?? 0) > 1
          ? `${t("custom-groups:help")} ${t(`custom-groups:priority.now.${priority.rule}`)}`
          : t("custom-groups:help")
      }
      width="wide"
      actions={
        store.groups?.length ? (
          <>
            {store.groups.length > 1 && (
              <>
                <Button onClick={() => compare(usualOf(store.groups ?? []))}>{t("custom-groups:compare.open")}</Button>
                <Button onClick={() => prioritize(true)}>{t("custom-groups:priority.open")}</Button>
              </>
            )}
            {add}
          </>
        ) : undefined
      }
      side={side}
    >
      <Listed
        rows={store.countedGroups}
        problem={store.listing.problem}
        retry={() => void store.listGroups(eventId)}
        empty={empty}
      >
        {(rows) => (
          <DataGrid
            // The order in which it begins is that of the groups, where they have one.
            key={priority?.rule}
            title={t("custom-groups:title")}
            rows={isRanked ? ranked : rows}
            columns={columns}
            openId={group?.id}
            onOpen={(row) => open(row.id)}
            hrefOf={({ id }) => hrefWith({ id, [TAB]: undefined })}
            {...(isRanked ? {} : { defaultSort: BY_NAME })}
          />
        )}
      </Listed>
      {query.has(PRIORITY) && priority && <PriorityDialog eventId={eventId} onClose={() => prioritize(false)} />}
      {compared && store.countedGroups && (
        <Compare eventId={eventId} ids={compared} onChoose={compare} onClose={() => compare(undefined)} />
      )}
    </Page>
  );
});

const BY_NAME = [{ field: "name", direction: "asc" }] as const;

interface Told {
  zone: string | undefined;
  /** The groups in their order, where that decides anything. */
  ranked: readonly Group[] | undefined;
  /** Whether any group says something of it: a column of the same word in each row tells nothing. */
  saysSide: boolean;
  saysAttendance: boolean;
}

function groupColumns(
  fields: readonly ClauseField[],
  { zone, ranked, saysSide, saysAttendance }: Told,
): GridColumn<Group>[] {
  const how = (group: Group) => {
    if (!group.rule) return t("custom-groups:mode.manual");
    const text = ruleText(group.rule, fields);
    return group.faults.length > 0 ? `⚠ ${t("custom-groups:fault.title")} ${text}` : text;
  };
  const place: GridColumn<Group> = {
    field: "place",
    title: t("custom-groups:column.place"),
    kind: "number",
    width: 96,
    value: ({ id }) => (ranked?.findIndex((group) => group.id === id) ?? -1) + 1,
  };
  return [
    {
      field: "name",
      title: t("custom-groups:column.name"),
      minWidth: 220,
      flex: 2,
      render: (group) => <span className={`group-name group-${group.colour}`}>{group.name}</span>,
    },
    ...(ranked ? [place] : []),
    {
      field: "members",
      title: t("custom-groups:column.members"),
      kind: "number",
      width: 120,
      format: (value) => (typeof value === "number" ? formatNumber(value) : t("custom-groups:broken")),
    },
    {
      field: "side",
      title: t("custom-groups:details.side"),
      width: 170,
      hidden: !saysSide,
      format: (value) => t(`custom-groups:side.${value}`),
    },
    {
      field: "attendance",
      title: t("custom-groups:details.attendance"),
      width: 220,
      hidden: !saysAttendance,
      format: (value) => t(`custom-groups:attendance.${value}`),
    },
    { field: "description", title: t("custom-groups:details.description"), minWidth: 160, flex: 1, hidden: true },
    { field: "how", title: t("custom-groups:column.how"), minWidth: 180, flex: 2, value: how },
    {
      field: "uses",
      title: t("custom-groups:uses.title"),
      minWidth: 110,
      flex: 1,
      value: ({ uses }) => usesText(uses),
    },
    {
      field: "updated_at",
      title: t("custom-groups:column.updated_at"),
      kind: "date",
      ...(zone && { zone }),
    },
  ];
}
