// Profiles that could have a link of a kind and have none, such as companies without a representative.
import { observer } from "mobx-react-lite";
import { useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ReplyOf } from "#schemas/endpoint.ts";
import type { ListQuestion } from "#schemas/list.ts";
import { DataGrid, type GridHandle, t, useAddress, useSession, useStore } from "#web";
import type { Kind, queryUnlinked } from "../contract.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { endText } from "./endText.ts";
import { RelationshipsStore } from "./store.ts";

/** At which end they would stand, in the address. */
export const END = "u.end";

export const Unlinked = observer(function Unlinked({ eventId, kind }: { eventId: number; kind: Kind }) {
  const store = useStore(RelationshipsStore);
  const navigate = useNavigate();
  const types = (useSession().typeCategories ?? []).flatMap((one) => one.types);
  const [query, change] = useAddress();
  const grid = useRef<GridHandle<ReplyOf<typeof queryUnlinked>["rows"][number]>>(null);
  const [matched, setMatched] = useState<number>();
  const end = query.get(END) === "to" ? "to" : "from";
  const ask = useCallback(
    (question: ListQuestion, signal: AbortSignal) => store.queryUnlinked(kind.id, end, question, signal),
    [store, kind.id, end],
  );
  return (
    <>
      <div className="field relation-asked">
        <label htmlFor="unlinked-end">{t("relationships:unlinked.who")}</label>
        <select
          id="unlinked-end"
          className="input"
          value={end}
          onChange={({ target }) => {
            const to = target.value === "to" ? "to" : undefined;
            change({ [END]: to }, { replace: true, preventScrollReset: true });
          }}
        >
          {(["from", "to"] as const).map((one) => (
            <option key={one} value={one}>
              {`${endText(kind[one], types)} – ${kind[one].label}`}
            </option>
          ))}
        </select>
        <p className="field-help">{t("relationships:unlinked.help")}</p>
      </div>
      <DataGrid
        title={t("relationships:unlinked.title", { name: kind.name })}
        columns={[
          { field: "name", title: t("relationships:column.profile"), minWidth: 140, flex: 1 },
          { field: "company_name", title: t("relationships:column.company"), minWidth: 110, flex: 1 },
        ]}
        ask={ask}
        about={`${kind.id}/${end}/${kind.links}/${kind.rev}`}
        addressed="u"
        onOpen={(row) => navigate(`/event-data/${eventId}/profile/${row.id}`)}
        hrefOf={(row) => `/event-data/${eventId}/profile/${row.id}`}
        handle={grid}
        onCounts={(counts) => setMatched(counts.matched)}
        height={400}
        empty={<p className="muted relation-none">{t("relationships:unlinked.none")}</p>}
      />
      <ExportMenu
        eventId={eventId}
        grid={grid}
        isEmpty={matched === 0}
        start={(draft) => store.exports.exportUnlinked(eventId, kind.id, end, draft)}
      />
    </>
  );
});
