// The links of a kind: found by words of either profile, made by hand or from a file, taken away.
import { observer } from "mobx-react-lite";
import { useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ListQuestion } from "#schemas/list.ts";
import {
  Button,
  DataGrid,
  formatNumber,
  type GridHandle,
  type GridSelection,
  type Pick,
  PickField,
  problemText,
  selectionOf,
  t,
  useAddress,
  useEnv,
  useSession,
  useStore,
  useTold,
} from "#web";
import { type Kind, LINKS_AT_ONCE, type Link } from "../contract.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { endText } from "./endText.ts";
import { ImportPairs } from "./ImportPairs.tsx";
import { LastLinks } from "./LastLinks.tsx";
import { endColumn, LINKED_ON, SOURCE } from "./linkColumns.tsx";
import { MatchDialog } from "./MatchDialog.tsx";
import { putBack } from "./putBack.ts";
import { RelationshipsStore } from "./store.ts";
import { useLinksLeft } from "./useLinksLeft.ts";

/** The dialogs that one begins at, in the address under the name of the list. */
const DIALOGS = ["import", "match"] as const;
type Dialog = (typeof DIALOGS)[number];

interface Props {
  eventId: number;
  kind: Kind;
  /** Nothing is linked by it any more. */
  isGone: boolean;
}

export const Links = observer(function Links({ eventId, kind, isGone }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const navigate = useNavigate();
  const { typeCategories = [], event } = useSession();
  const types = typeCategories.flatMap((one) => one.types);
  const grid = useRef<GridHandle<Link>>(null);
  const [chosen, setChosen] = useState<GridSelection>();
  const [matched, setMatched] = useState<number>();
  const [query, change] = useAddress();
  const open = DIALOGS.find((one) => query.has(`l.${one}`));
  const setOpen = (next?: Dialog) => {
    const to = Object.fromEntries(DIALOGS.map((one) => [`l.${one}`, one === next ? "1" : undefined]));
    change(to, { preventScrollReset: true });
  };
  const ask = useCallback(
    (question: ListQuestion, signal: AbortSignal) => store.queryLinks(kind.id, question, signal),
    [store, kind.id],
  );
  useLinksLeft(eventId, kind, open, () => grid.current?.refresh());
  const selection = chosen && selectionOf(chosen);
  const take = async () => {
    if (!selection) return;
    const removed = await store.removeLinks(eventId, kind.id, selection);
    if (!removed) return void (store.unlinking.problem && notices.failed(store.unlinking.problem));
    const count = removed.length;
    const undo = { label: t("common:undo"), run: () => void putBack(store, notices, eventId, kind, removed) };
    notices.success(t("relationships:links.taken", { count, number: formatNumber(count) }), {
      action: count > 0 ? undo : undefined,
    });
    setChosen(undefined);
    grid.current?.clearSelection();
    grid.current?.refresh();
  };
  const end = (side: "from" | "to") => endColumn(side, endText(kind[side], types), eventId);
  const count = Math.max(0, chosen?.count ?? 0);
  const isTooMany = count > LINKS_AT_ONCE;
  return (
    <>
      {store.canSave && (
        <NewLink eventId={eventId} kind={kind} isGone={isGone} onLinked={() => grid.current?.refresh()} />
      )}
      {store.canSave && !open && !isGone && (
        <LastLinks eventId={eventId} kind={kind} onUndone={() => grid.current?.refresh()} />
      )}
      <DataGrid<Link>
        title={t("relationships:links.title", { name: kind.name })}
        columns={[end("from"), end("to"), SOURCE(), LINKED_ON(event?.timezone)]}
        ask={ask}
        // Links may come back from a notice, when this is another list than the one they were taken from.
        about={`${kind.id}/${store.broughtBack.get()}`}
        addressed="l"
        selectable={store.canSave}
        onSelect={setChosen}
        onCounts={(counts) => setMatched(counts.matched)}
        onOpen={(link) => navigate(`/event-data/${eventId}/profile/${link.from.id}`)}
        hrefOf={(link) => `/event-data/${eventId}/profile/${link.from.id}`}
        handle={grid}
        height={340}
        empty={<p className="muted relation-none">{t("relationships:links.none")}</p>}
      />
      <ExportMenu
        eventId={eventId}
        grid={grid}
        selected={chosen}
        isEmpty={isGone || matched === 0}
        start={(draft) => store.exports.exportLinks(eventId, kind.id, draft)}
      >
        {store.canSave && (
          <>
            <Button
              small
              busy={store.unlinking.busy}
              disabled={isGone || !selection || isTooMany}
              onClick={() => void take()}
            >
              {t("relationships:links.take", { count, number: formatNumber(count) })}
            </Button>
            <Button small disabled={isGone} onClick={() => setOpen("match")}>
              {t("relationships:match.action")}
            </Button>
            <Button small disabled={isGone} onClick={() => setOpen("import")}>
              {t("relationships:import.title")}
            </Button>
          </>
        )}
      </ExportMenu>
      {isTooMany && (
        <p className="field-help" role="status">
          {t("relationships:links.tooMany", { number: formatNumber(count), most: formatNumber(LINKS_AT_ONCE) })}
        </p>
      )}
      {store.canSave && open === "import" && (
        <ImportPairs
          eventId={eventId}
          kind={kind}
          onClose={() => setOpen()}
          onImported={() => grid.current?.refresh()}
        />
      )}
      {store.canSave && open === "match" && (
        <MatchDialog eventId={eventId} kind={kind} onClose={() => setOpen()} onLinked={() => grid.current?.refresh()} />
      )}
    </>
  );
});

const NewLink = observer(function NewLink({ eventId, kind, isGone, onLinked }: Props & { onLinked: () => void }) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const [ends, setEnds] = useState<Partial<Record<"from" | "to", Pick>>>({});
  const { from, to } = ends;
  const told = useTold(store.linking);
  const link = async () => {
    if (!from || !to) return;
    const names = { from: from.label, to: to.label };
    if (!(await store.createLink(eventId, kind.id, Number(from.id), Number(to.id))))
      return told.failed(t("relationships:links.notMade", names), link);
    notices.success(t("relationships:links.made", names));
    // What was chosen meanwhile is for the next link.
    const isNext = (now: typeof ends) => now.from !== from || now.to !== to;
    setEnds((now) => (isNext(now) ? now : kind.cardinality === "one-many" ? { from } : {}));
    onLinked();
  };
  return (
    <div className="relation-new">
      {(["from", "to"] as const).map((end) => (
        <EndPick
          key={end}
          end={end}
          kind={kind}
          picked={ends[end]}
          onPick={(pick) => {
            store.linking.problem = undefined;
            setEnds((now) => ({ ...now, [end]: pick }));
          }}
        />
      ))}
      {store.linking.problem && (
        <p className="form-problem" role="alert">
          {problemText(store.linking.problem, t)}
        </p>
      )}
      <Button disabled={isGone || !from || !to} busy={store.linking.busy} onClick={() => void link()}>
        {t("relationships:links.make")}
      </Button>
    </div>
  );
});

interface EndProps {
  end: "from" | "to";
  kind: Kind;
  picked: Pick | undefined;
  onPick: (pick: Pick | undefined) => void;
}

function EndPick({ end, kind, picked, onPick }: EndProps) {
  const store = useStore(RelationshipsStore);
  const side = kind[end];
  const find = useCallback(
    (words: string, signal: AbortSignal) => store.findProfiles(kind.id, end, words, signal),
    [store, kind.id, end],
  );
  const label = t(`relationships:end.${end}`);
  if (!picked) {
    return (
      <PickField
        label={label}
        placeholder={t(`relationships:find.${side.category ?? 0}`)}
        find={find}
        onPick={onPick}
      />
    );
  }
  return (
    <div className="field">
      <span className="relation-label">{label}</span>
      <span className="relation-picked">
        <span className="clamped" dir="auto" title={picked.label}>
          {picked.label}
        </span>
        <Button small tone="quiet" onClick={() => onPick(undefined)}>
          {t("relationships:links.other")}
        </Button>
      </span>
    </div>
  );
}
