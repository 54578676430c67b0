// The start page: app and event are chosen here.
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import { t } from "../../kernel/i18n/setup.ts";
import { roleText } from "../../kernel/i18n/words.ts";
import { pathAfterAppSwitch, pathAfterEventSwitch } from "../../kernel/store/ordering.ts";
import { useSession } from "../../kernel/store/useStore.ts";
import { Page } from "../../kernel/ui/Page.tsx";
import { EmptyState } from "../../kernel/ui/states.tsx";
import { AppPicker, EventPicker } from "../shell/Pickers.tsx";

export const MainScreen = observer(function MainScreen() {
  const session = useSession();
  const { user, app, eventId, accessRole } = session;
  if (session.apps.length === 0) {
    return (
      <Page title={t("common:main.title")} width="form">
        <EmptyState title={t("common:main.noApps")}>
          <p>{t("common:main.noAppsHelp")}</p>
        </EmptyState>
      </Page>
    );
  }
  const target = accessRole === undefined ? undefined : continuing(accessRole, eventId);
  return (
    <Page title={t("common:main.title")} help={t("common:main.choose")} width="form">
      <div className="chooser">
        <p className="chooser-person">{t("common:main.welcome", { name: user?.first_name ?? "" })}</p>
        <AppPicker always />
        <EventPicker always />
        {app && <p className="chooser-role">{t("common:main.role", { role: roleText(app.accessRole) })}</p>}
        {target && (
          <Link className="button button-primary chooser-action" to={target}>
            {t(eventId ? "common:main.continue" : "common:main.openEvents")}
          </Link>
        )}
      </div>
    </Page>
  );
});

/** The page to go on with when nothing is to be switched. */
function continuing(accessRole: number, eventId: number): string {
  return (eventId ? pathAfterEventSwitch(accessRole, eventId) : undefined) ?? pathAfterAppSwitch(accessRole);
}
