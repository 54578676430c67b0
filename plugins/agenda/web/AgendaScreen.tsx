// The agenda of the selected event.
import { Page, t } from "#web";

export function AgendaScreen() {
  return <Page title={t("agenda:title")} width="wide" />;
}
