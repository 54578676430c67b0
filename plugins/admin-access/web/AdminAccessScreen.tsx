// Who may administrate the app: people, and those who are invited.
import { observer } from "mobx-react-lite";
import { useEffect, useMemo } from "react";
import {
  Button,
  DataGrid,
  formatDateTime,
  GonePanel,
  type GridColumn,
  icons,
  Page,
  ProblemView,
  roleText,
  Skeleton,
  TAB,
  t,
  useAddress,
  useHrefWith,
  useStore,
} from "#web";
import type { Member } from "../contract.ts";
import { InviteList } from "./InviteList.tsx";
import { InvitePanel } from "./InvitePanel.tsx";
import { MemberPanel } from "./MemberPanel.tsx";
import { AdminAccessStore } from "./store.ts";

function eventsText(ids: readonly number[]): string {
  return ids.includes(-1) ? t("admin-access:events.all") : t("admin-access:events.some", { count: ids.length });
}

function memberColumns(): GridColumn<Member>[] {
  return [
    {
      field: "name",
      title: t("admin-access:column.name"),
      minWidth: 160,
      flex: 2,
      value: (row) => `${row.first_name} ${row.last_name}`.trim(),
    },
    { field: "email", title: t("admin-access:column.email"), minWidth: 180, flex: 2 },
    { field: "role", title: t("admin-access:column.role"), width: 220, value: (row) => roleText(row.role) },
    {
      field: "events",
      title: t("admin-access:column.events"),
      width: 176,
      value: (row) => eventsText(row.allowed_containers),
    },
    {
      field: "status",
      title: t("admin-access:column.status"),
      width: 130,
      kind: "choice",
      choices: (["active", "deactivated"] as const).map((value) => ({
        value,
        label: t(`admin-access:status.${value}`),
      })),
      format: (value) => t(`admin-access:status.${String(value)}`),
    },
    {
      field: "second_factor",
      title: t("admin-access:column.second_factor"),
      width: 152,
      kind: "boolean",
      format: (value) => t(value ? "admin-access:factor.on" : "admin-access:factor.off"),
    },
    {
      field: "last_seen_at",
      title: t("admin-access:column.last_seen_at"),
      kind: "date",
      format: (value) => (value ? formatDateTime(String(value)) : t("admin-access:never")),
    },
  ];
}

/** The address says what is open beside the list. */
function useShown() {
  const [params, put] = useAddress();
  const set = (change: Record<string, string | undefined>) =>
    put({ ...("open" in change && { [TAB]: undefined }), ...change });
  const side = params.get("open");
  return {
    isInvites: params.get("show") === "invites",
    isInviting: side === "invite",
    openId: Number(side) || undefined,
    set,
  };
}

export const AdminAccessScreen = observer(function AdminAccessScreen() {
  const store = useStore(AdminAccessStore);
  const { isInvites, isInviting, openId, set } = useShown();
  const columns = useMemo(memberColumns, []);
  useEffect(() => void store.load(), [store]);
  const hrefWith = useHrefWith();
  const { members, invites, loading } = store;
  const opened = members?.find(({ id }) => id === openId);
  const close = () => set({ open: undefined });
  const side = isInviting ? (
    <InvitePanel onClose={close} />
  ) : opened ? (
    <MemberPanel key={opened.id} member={opened} onClose={close} />
  ) : (
    openId && members && <GonePanel onClose={close} />
  );
  const waiting = invites?.filter(({ state }) => state === "pending").length;
  // Nobody is waiting only when that is known.
  const invited =
    waiting === undefined ? t("admin-access:invites") : t("admin-access:show.invites", { count: waiting });
  return (
    <Page
      title={t("admin-access:title")}
      help={t("admin-access:help")}
      width="wide"
      side={side}
      actions={
        <>
          <Button onClick={() => set({ show: isInvites ? undefined : "invites" })}>
            {isInvites ? t("admin-access:show.members") : invited}
          </Button>
          <Button
            tone="primary"
            icon={icons.add}
            onClick={() => {
              store.set({ link: undefined });
              set({ open: "invite" });
            }}
          >
            {t("admin-access:invite.action")}
          </Button>
        </>
      }
    >
      {loading.problem && !members ? (
        <ProblemView problem={loading.problem} retry={() => void store.load()} />
      ) : !members ? (
        <Skeleton kind="table" />
      ) : isInvites ? (
        <InviteList onSent={() => set({ open: "invite" })} />
      ) : (
        <DataGrid
          title={t("admin-access:title")}
          columns={columns}
          rows={members}
          remember="admin-access"
          openId={openId}
          onOpen={(member) => set({ open: String(member.id) })}
          hrefOf={({ id }) => hrefWith({ open: id, [TAB]: undefined })}
        />
      )}
    </Page>
  );
});
