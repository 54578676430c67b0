// API tokens of the app as a list; one of them, or a new one, opens beside it.
import { observer } from "mobx-react-lite";
import { useEffect, useMemo } from "react";
import {
  Button,
  DataGrid,
  EmptyState,
  formatDateTime,
  GonePanel,
  type GridColumn,
  icons,
  Page,
  ProblemView,
  Skeleton,
  t,
  useAddress,
  useHrefWith,
  useStore,
} from "#web";
import type { ApiToken } from "../contract.ts";
import { ApiTokensStore } from "./store.ts";
import { NewTokenPanel, TokenPanel } from "./TokenPanel.tsx";

const STATES = ["active", "expiring", "renewed", "expired", "revoked"] as const;
const CHIPS: Record<ApiToken["state"], string> = {
  active: "chip-good",
  expiring: "chip-warn",
  renewed: "chip-accent",
  expired: "chip-bad",
  revoked: "",
};

function tokenColumns(): GridColumn<ApiToken>[] {
  const events = ({ allowed_containers: ids }: ApiToken) =>
    ids.includes(-1) ? t("api-tokens:events.ofOwner") : t("api-tokens:events.some", { count: ids.length });
  return [
    { field: "name", title: t("api-tokens:column.name"), minWidth: 180, flex: 2 },
    { field: "prefix", title: t("api-tokens:column.prefix"), width: 160, format: (value) => `${String(value)}…` },
    { field: "owner", title: t("api-tokens:column.owner"), minWidth: 140, flex: 1 },
    {
      field: "scopes",
      title: t("api-tokens:column.scopes"),
      width: 130,
      value: ({ scopes }) => t("api-tokens:scopes", { count: scopes.length }),
    },
    { field: "events", title: t("api-tokens:column.events"), width: 176, value: events },
    {
      field: "last_used_at",
      title: t("api-tokens:column.last_used_at"),
      kind: "date",
      format: (value) => (value ? formatDateTime(String(value)) : t("api-tokens:never")),
    },
    {
      field: "expires_at",
      title: t("api-tokens:column.expires_at"),
      kind: "date",
      format: (value) => formatDateTime(String(value)),
    },
    {
      field: "state",
      title: t("api-tokens:column.state"),
      width: 130,
      kind: "choice",
      choices: STATES.map((value) => ({ value, label: t(`api-tokens:state.${value}`) })),
      format: (value) => t(`api-tokens:state.${String(value)}`),
      render: ({ state }) => <span className={`chip ${CHIPS[state]}`}>{t(`api-tokens:state.${state}`)}</span>,
    },
  ];
}

export const ApiTokensScreen = observer(function ApiTokensScreen() {
  const store = useStore(ApiTokensStore);
  const [params, change] = useAddress();
  const hrefWith = useHrefWith();
  const { tokens, loading } = store;
  const columns = useMemo(tokenColumns, []);
  useEffect(() => void store.load(), [store]);
  const open = (what: string | undefined) => change({ open: what });
  const openId = Number(params.get("open")) || undefined;
  const opened = tokens?.find(({ id }) => id === openId);
  const close = () => open(undefined);
  const side =
    params.get("open") === "new" ? (
      <NewTokenPanel onClose={close} />
    ) : opened ? (
      <TokenPanel key={opened.id} token={opened} onClose={close} />
    ) : (
      openId && tokens && <GonePanel onClose={close} />
    );
  const create = (
    <Button tone="primary" icon={icons.add} onClick={() => open("new")}>
      {t("api-tokens:create")}
    </Button>
  );
  return (
    <Page title={t("api-tokens:title")} help={t("api-tokens:help")} width="wide" side={side} actions={create}>
      {loading.problem && !tokens ? (
        <ProblemView problem={loading.problem} retry={() => void store.load()} />
      ) : !tokens ? (
        <Skeleton kind="table" />
      ) : (
        <DataGrid
          title={t("api-tokens:title")}
          columns={columns}
          rows={tokens}
          remember="api-tokens"
          openId={openId}
          onOpen={({ id }) => open(String(id))}
          hrefOf={({ id }) => hrefWith({ open: id })}
          empty={
            <EmptyState title={t("api-tokens:empty.title")} action={create}>
              {t("api-tokens:empty.text")}
            </EmptyState>
          }
        />
      )}
    </Page>
  );
});
