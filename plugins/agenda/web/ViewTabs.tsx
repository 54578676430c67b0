// List, plan of the day, clashes: three ways to look at the same sessions.
import { formatNumber, Tabs, t } from "#web";
import { type AgendaAddress, type AgendaView, VIEWS } from "./address.ts";

interface Props {
  view: AgendaView;
  /** Unknown until the sessions are here. */
  clashes: number | undefined;
  go: AgendaAddress["go"];
}

export function ViewTabs({ view, clashes, go }: Props) {
  const count = clashes !== undefined && (
    <span className={`chip ${clashes > 0 ? "chip-bad" : "chip-good"}`}>{formatNumber(clashes)}</span>
  );
  const tabs = VIEWS.map((id) => ({ id, title: t(`agenda:view.${id}`), mark: id === "clashes" && count }));
  const choose = (next: AgendaView) => go({ view: next === "list" ? undefined : next });
  return <Tabs label={t("agenda:view.label")} tabs={tabs} open={view} onOpen={choose} />;
}
