// An address that leads nowhere: what was asked for, and the way on.
import { observer } from "mobx-react-lite";
import { Link, useLocation } from "react-router-dom";
import { t } from "../../kernel/i18n/setup.ts";
import { Page } from "../../kernel/ui/Page.tsx";
import { EmptyState } from "../../kernel/ui/states.tsx";

export const NotFound = observer(function NotFound() {
  const { pathname } = useLocation();
  const action = (
    <Link className="button button-primary" to="/main">
      {t("common:notFound.action")}
    </Link>
  );
  return (
    <Page title={t("common:notFound.title")}>
      <EmptyState title={t("common:notFound.heading")} action={action}>
        <p>{t("common:notFound.help", { path: pathname })}</p>
      </EmptyState>
    </Page>
  );
});
