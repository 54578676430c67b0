// What is drawn when a screen fails: code that did not arrive reloads the page once; a fault of ours is said, logged and reported.
import { useEffect } from "react";
import { useMatches, useRouteError } from "react-router-dom";
import { t } from "../../kernel/i18n/setup.ts";
import { reportError } from "../../kernel/report/sentry.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { Button } from "../../kernel/ui/Button.tsx";
import { Page } from "../../kernel/ui/Page.tsx";
import type { RouteHandle } from "../routes.tsx";
import { isChunkError } from "../screens.ts";

export function ErrorScreen() {
  const error = useRouteError();
  const isChunk = isChunkError(error);
  const { nav } = useRoot();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const routeId = handle?.route.id;
  useEffect(() => {
    if (routeId !== undefined) nav.setBroken(routeId);
  }, [nav, routeId]);
  useEffect(() => {
    if (isChunk) console.error(error);
    else reportError(error);
  }, [error, isChunk]);
  const text = error instanceof Error ? error.message : String(error);
  return (
    <Page title={t(isChunk ? "common:chunk.title" : "common:error.title")} width="form">
      <div role="alert" className="state-text">
        <p>{t(isChunk ? "common:chunk.help" : "common:error.help")}</p>
        <p>
          <Button tone="primary" onClick={() => location.reload()}>
            {t("common:chunk.reload")}
          </Button>
        </p>
        {!isChunk && (
          <details>
            <summary>{t("common:error.details")}</summary>
            <pre>{text}</pre>
          </details>
        )}
      </div>
    </Page>
  );
}
