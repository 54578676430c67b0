// What changed last in the event, on its own clocks.
import { observer } from "mobx-react-lite";
import type { Change } from "#schemas/overview.ts";
import { ChangeList, Panel, t, useSession } from "#web";

export const Changes = observer(function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <Panel title={t("overview:changes")}>
      <ChangeList changes={changes} zone={useSession().event?.timezone} />
    </Panel>
  );
});
