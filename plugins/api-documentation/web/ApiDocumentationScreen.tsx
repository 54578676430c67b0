// Every endpoint, searchable, made from the server's own description.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { EmptyState, Page, ProblemView, Skeleton, t, useEnv, useStore } from "#web";
import { EndpointItem } from "./EndpointItem.tsx";
import { grouped, type Listed, matching } from "./openapi.ts";
import { ApiDocumentationStore } from "./store.ts";

export const ApiDocumentationScreen = observer(function ApiDocumentationScreen() {
  const store = useStore(ApiDocumentationStore);
  const { settings } = useEnv();
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
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
      <input
        className="input api-search"
        type="search"
        aria-label={t("api-documentation:search")}
        placeholder={t("api-documentation:search")}
        value={search}
        onChange={({ target }) => setParams(target.value ? { search: target.value } : {}, { replace: true })}
      />
      {loading.problem && !endpoints ? (
        <ProblemView problem={loading.problem} retry={() => void store.load()} />
      ) : !endpoints ? (
        <Skeleton kind="table" rows={10} />
      ) : (
        <Endpoints found={matching(endpoints, search)} total={endpoints.length} />
      )}
    </Page>
  );
});

function Endpoints({ found, total }: { found: Listed[]; total: number }) {
  return (
    <>
      <p className="api-count" role="status">
        {t("api-documentation:count", { found: found.length, total })}
      </p>
      {found.length === 0 && (
        <EmptyState title={t("api-documentation:none.title")}>{t("api-documentation:none.text")}</EmptyState>
      )}
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
