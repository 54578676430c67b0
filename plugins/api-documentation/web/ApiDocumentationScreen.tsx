// Every endpoint, searchable, made from the server's own description.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { NoMatch, Page, ProblemView, SearchBox, Skeleton, t, useEnv, useStore } from "#web";
import { EndpointItem } from "./EndpointItem.tsx";
import { grouped, type Listed, matching } from "./openapi.ts";
import { ApiDocumentationStore } from "./store.ts";

export const ApiDocumentationScreen = observer(function ApiDocumentationScreen() {
  const store = useStore(ApiDocumentationStore);
  const { settings } = useEnv();
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const seek = (words: string) => setParams(words ? { search: words } : {}, { replace: true });
  const { endpoints, loading } = store;
  useEffect(() => void (endpoints || store.load()), [store, endpoints]);
  const outside = settings.apiDocsUrl ? (
    <a href={settings.apiDocsUrl}>{t("api-documentation:outside")}</a>
  ) : (
    <a href={`${settings.apiUrl}/openapi.json`} download>
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
            <EndpointItem key={one.operationId} endpoint={one} />
          ))}
        </section>
      ))}
    </>
  );
}

/** The noun in words; one that has none shows itself. */
function groupText(group: string): string {
  return t(`api-documentation:group.${group}`, { defaultValue: group.replaceAll("-", " ") });
}
