// The outbox: every letter with its state; one opens beside the list.
import { observer } from "mobx-react-lite";
import { useEffect, useMemo, useRef, useState } from "react";
import { LETTER_KINDS, LETTER_STATES } from "#schemas/letters.ts";
import {
  Button,
  DataGrid,
  EmptyState,
  formatDateTime,
  GonePanel,
  type GridColumn,
  type GridHandle,
  ownZone,
  Page,
  t,
  useAddress,
  useHrefWith,
  useStore,
} from "#web";
import type { LetterRow, LettersToRetry } from "../contract.ts";
import { LetterPanel } from "./LetterPanel.tsx";
import { RetryMany } from "./RetryMany.tsx";
import { RetryRun } from "./RetryRun.tsx";
import { States } from "./States.tsx";
import { OutboxStore } from "./store.ts";

function letterColumns(): GridColumn<LetterRow>[] {
  return [
    {
      field: "subject",
      title: t("outbox:field.subject"),
      flex: 3,
      minWidth: 320,
      format: (value) => String(value).trim() || t("outbox:letter.noSubject"),
    },
    { field: "recipient", title: t("outbox:field.recipient"), flex: 1, minWidth: 150 },
    {
      field: "kind",
      title: t("outbox:field.kind"),
      kind: "choice",
      width: 150,
      choices: LETTER_KINDS.map((value) => ({ value, label: t(`outbox:kind.${value}`) })),
    },
    {
      field: "state",
      title: t("outbox:field.state"),
      kind: "choice",
      width: 120,
      choices: LETTER_STATES.map((value) => ({ value, label: t(`outbox:state.${value}`) })),
    },
    {
      field: "created_at",
      title: t("outbox:field.created_at"),
      kind: "date",
      width: 200,
      format: (value) => formatDateTime(String(value)),
    },
  ];
}

/** The letter that is open, as the address names it. */
function useOpenId() {
  const [params, change] = useAddress();
  const open = (id: number | undefined) => change({ letter: id?.toString() });
  return { isNamed: params.has("letter"), openId: Number(params.get("letter")) || undefined, open };
}

export const OutboxScreen = observer(function OutboxScreen() {
  const store = useStore(OutboxStore);
  const columns = useMemo(letterColumns, []);
  const hrefWith = useHrefWith();
  const { isNamed, openId, open } = useOpenId();
  const grid = useRef<GridHandle<LetterRow>>(null);
  const [question, setQuestion] = useState<LettersToRetry>({});
  const { counts, opening } = store;
  const zone = ownZone();
  useEffect(() => void store.countLetters(), [store]);
  useEffect(() => void (openId && store.open(openId)), [store, openId]);

  const changed = () => {
    grid.current?.refresh();
    void store.countLetters();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a reload has left is looked for once
  useEffect(() => {
    const left = store.left();
    if (left) void store.awaitRetry(left).then(changed);
  }, [store]);
  const askRetry = () => {
    const { filter, search } = grid.current?.question() ?? {};
    const shown = { ...(filter && { filter }), ...(search && { search }), zone };
    setQuestion(shown);
    void store.countFailed(shown);
  };
  const close = () => open(undefined);
  const letter = store.opened?.id === openId ? store.opened : undefined;
  const side = letter ? (
    <LetterPanel letter={letter} onRetried={changed} onClose={close} />
  ) : (
    isNamed &&
    (!openId || opening.problem) && (
      <GonePanel problem={opening.problem} retry={() => void (openId && store.open(openId))} onClose={close} />
    )
  );
  const title = t("outbox:title");
  return (
    <Page
      title={title}
      // Its line has its room before it is known what it says.
      help={counts ? t(counts.sends ? "outbox:help.sends" : "outbox:help.keeps") : "\u00a0"}
      width="wide"
      side={side}
    >
      <DataGrid
        title={title}
        columns={columns}
        ask={({ columns: _, ...asked }, signal) => store.query({ ...asked, zone }, signal)}
        defaultSort={[{ field: "id", direction: "desc" }]}
        remember="outbox"
        openId={openId}
        onOpen={(row) => open(row.id)}
        hrefOf={({ id }) => hrefWith({ letter: id })}
        handle={grid}
        actions={
          counts?.sends &&
          counts.letters.failed > 0 && (
            <Button small busy={store.asking.busy || store.retryingMany.busy} onClick={askRetry}>
              {t("outbox:retryMany.action")}
            </Button>
          )
        }
        empty={<EmptyState title={t("outbox:empty.title")}>{t("outbox:empty.body")}</EmptyState>}
      >
        <States again={changed} />
        <RetryRun />
      </DataGrid>
      {store.failed !== undefined && <RetryMany question={question} onRetried={changed} />}
    </Page>
  );
});
