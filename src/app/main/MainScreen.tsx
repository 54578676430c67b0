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
  const next = accessRole === undefined ? undefined : continuing(accessRole, eventId);
  return (
    <Page title={t("common:main.title")} help={t("common:main.choose")} width="form">
      <div className="chooser">
        <AppPicker always />
        <EventPicker always />
        {app && (
          <p className="chooser-role">
            {t("common:main.role", { name: user?.first_name ?? "", role: roleText(app.accessRole) })}
          </p>
        )}
        {next && (
          <Link className="button button-primary chooser-action" to={next.to}>
            {t(next.label)}
          </Link>
        )}
      </div>
    </Page>
  );
});

/** The page to go on with when nothing is to be switched. Who is not led to events goes on to what the app has for them. */
function continuing(accessRole: number, eventId: number): { to: string; label: string } {
  const ofEvent = pathAfterEventSwitch(accessRole, eventId);
  if (ofEvent === undefined) return { to: pathAfterAppSwitch(accessRole), label: "common:main.goOn" };
  return { to: ofEvent, label: eventId ? "common:main.continue" : "common:main.openEvents" };
}
