// Every endpoint, searchable, made from the server's own description.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { addressNow, NoMatch, Page, ProblemView, SearchBox, Skeleton, t, useAddress, useEnv, useStore } from "#web";
import { EndpointItem } from "./EndpointItem.tsx";
import { grouped, type Listed, matching } from "./openapi.ts";
import { ApiDocumentationStore } from "./store.ts";

export const ApiDocumentationScreen = observer(function ApiDocumentationScreen() {
  const store = useStore(ApiDocumentationStore);
  const { settings } = useEnv();
  const [params, change] = useAddress();
  const search = params.get("search") ?? "";
  const seek = (words: string) => change({ search: words }, { replace: true });
  const { endpoints, loading } = store;
  useEffect(() => void (endpoints || store.load()), [store, endpoints]);
  const outside = settings.apiDocsUrl ? (
    <a className="button" href={settings.apiDocsUrl}>
      {t("api-documentation:outside")}
    </a>
  ) : (
    <a className="button" href={`${settings.apiUrl}/openapi.json`} download>
      {t("api-documentation:download")}
    </a>
  );
  return (
    <Page title={t("api-documentation:title")} help={t("api-documentation:help")} actions={outside}>
      <search className="api-search">
        <SearchBox label={t("api-documentation:search")} text={search} onText={seek} />
      </search>
      {loading.problem && !endpoints ? (
        <ProblemView problem={loading.problem} retry={() => void store.load()} />
      ) : !endpoints ? (
        <Skeleton kind="table" rows={10} />
      ) : (
        <Endpoints found={matching(endpoints, search)} total={endpoints.length} onClear={() => seek("")} />
      )}
    </Page>
  );
});

interface EndpointsProps {
  found: Listed[];
  total: number;
  /** Empties the search. */
  onClear: () => void;
}

function Endpoints({ found, total, onClear }: EndpointsProps) {
  const [open, toggle] = useOpen();
  const [sought] = useState(() => [...open][0]);
  return (
    <>
      <p className="api-count" role="status">
        {t("api-documentation:count", { found: found.length, total })}
      </p>
      {found.length === 0 && <NoMatch onClear={onClear}>{t("api-documentation:none.text")}</NoMatch>}
      {grouped(found).map(([group, endpoints]) => (
        <section key={group} className="api-group" aria-label={groupText(group)}>
          <h2>{groupText(group)}</h2>
          {endpoints.map((one) => (
            <EndpointItem
              key={one.operationId}
              endpoint={one}
              isOpen={open.has(one.operationId)}
              isSought={one.operationId === sought}
              onToggle={(isOpen) => toggle(one.operationId, isOpen)}
            />
          ))}
        </section>
      ))}
    </>
  );
}

/** The endpoints that are open, by their names in the address, and how one is opened or closed. */
function useOpen(): [ReadonlySet<string>, (operationId: string, isOpen: boolean) => void] {
  const [params, change] = useAddress();
  const read = (from: URLSearchParams) => new Set(from.get("open")?.split(","));
  const toggle = (operationId: string, isOpen: boolean) => {
    const next = read(addressNow());
    if (next.has(operationId) === isOpen) return;
    if (isOpen) next.add(operationId);
    else next.delete(operationId);
    change({ open: [...next].join() }, { replace: true });
  };
  return [read(params), toggle];
}

/** The noun in words; one that has none shows itself. */
function groupText(group: string): string {
  return t(`api-documentation:group.${group}`, { defaultValue: group.replaceAll("-", " ") });
}
