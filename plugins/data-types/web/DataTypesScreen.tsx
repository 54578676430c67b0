// The data types of the app by category, in the order of the navigation; beside them the open one.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import {
  addressNow,
  Button,
  EmptyState,
  formatNumber,
  GonePanel,
  icons,
  Page,
  ProblemView,
  Skeleton,
  Tabs,
  t,
  useEnv,
  useLastSeen,
  useStore,
  useTold,
} from "#web";
import { CategoryTable } from "./CategoryTable.tsx";
import { DataTypesStore, type GoingMerge, NEW } from "./store.ts";
import { MERGE, TypePanel } from "./TypePanel.tsx";

const CATEGORIES = [1, 2, 3] as const;
/** In the address while archived types are shown. */
const ARCHIVED = "archived";

export const DataTypesScreen = observer(function DataTypesScreen() {
  const store = useStore(DataTypesStore);
  const { notices } = useEnv();
  const told = useTold(store.merging);
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    void store.list();
    void store.countNeeds();
  }, [store]);

  // A merge that this tab has begun, and whose end it has not seen before a reload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each app
  useEffect(() => {
    const left = store.mergeLeft();
    if (left) void awaitMerge(left);
  }, [store]);

  const open = params.get("open");
  const opened = store.all?.find(({ id }) => String(id) === open);
  const seen = useLastSeen(open, opened, 0);
  const chosen = CATEGORIES.find((one) => String(one) === params.get("category"));
  // A type that is open is shown among its own kind.
  const category = opened?.type_category_id ?? chosen ?? 1;
  const isArchive = params.has(ARCHIVED);
  const go = (to: { category?: string; open?: string | undefined; archived?: boolean }) => {
    const { category: chosenOne = String(category), archived = isArchive } = to;
    const next = { category: chosenOne, ...(to.open && { open: to.open }), ...(archived && { [ARCHIVED]: "1" }) };
    setParams(next, { preventScrollReset: true });
  };
  const show = (id: number | typeof NEW | undefined) => go({ open: id?.toString() });
  const awaitMerge = async (left: GoingMerge) => {
    const { from, into } = left;
    const done = await store.awaitMerge(left);
    // Who has gone on to another page meanwhile stays where he is.
    const isOpen = told.isDrawn() && addressNow().get("open") === String(from.id);
    if (done) {
      void store.list();
      void store.countNeeds();
      notices.success(t("data-types:merge.done", { from: from.type, into: done.into.type, count: done.moved }));
      return void (isOpen && show(into));
    }
    // Its dialog tells it where that is open.
    if (isOpen && addressNow().has(MERGE)) void store.previewMerge(from.id, into);
    else if (store.merging.problem) {
      notices.failed(store.merging.problem);
      store.settleMerge();
    }
  };
  const showArchived = (archived: boolean) => go({ open: open ?? undefined, archived });
  const add = (
    <Button tone="primary" icon={icons.add} onClick={() => show(NEW)}>
      {t("data-types:add")}
    </Button>
  );
  const hasArchived = store.all?.some(({ archived_at }) => archived_at) ?? false;

  const shownOf = (one: (typeof CATEGORIES)[number]) =>
    store.of(one).filter(({ id, archived_at }) => isArchive || !archived_at || id === opened?.id);

  function content() {
    if (store.listing.problem && !store.all) {
      return <ProblemView problem={store.listing.problem} retry={() => void store.list()} />;
    }
    if (!store.all) return <Skeleton kind="table" rows={8} />;
    if (store.all.length === 0) {
      return (
        <EmptyState title={t("data-types:empty.title")} action={add}>
          {t("data-types:empty.help")}
        </EmptyState>
      );
    }
    return (
      <div className="types-lists">
        {!store.needs && store.counting.problem && (
          <ProblemView problem={store.counting.problem} retry={() => void store.countNeeds()} />
        )}
        <Tabs
          label={t("data-types:categories")}
          tabs={CATEGORIES.map((one) => ({
            id: String(one),
            title: t(`data-types:category.${one}`),
            mark: <span className="types-count">{formatNumber(shownOf(one).length)}</span>,
          }))}
          open={String(category)}
          onOpen={(one) => go({ category: one })}
        >
          <CategoryTable
            key={category}
            category={category}
            rows={shownOf(category)}
            openId={opened?.id}
            onOpen={show}
            onArchived={() => showArchived(true)}
          />
        </Tabs>
      </div>
    );
  }

  return (
    <Page
      title={t("data-types:title")}
      help={t("data-types:help")}
      width="wide"
      actions={
        <>
          {hasArchived && (
            <Button aria-pressed={isArchive} onClick={() => showArchived(!isArchive)}>
              {t("data-types:showArchived")}
            </Button>
          )}
          {store.all && store.all.length > 0 && add}
        </>
      }
      side={
        open && !seen && open !== NEW
          ? store.all && <GonePanel onClose={() => show(undefined)} />
          : open && (
              <TypePanel
                key={open}
                type={seen}
                isGone={seen !== undefined && !opened}
                category={category}
                onClose={() => show(undefined)}
                onMerged={show}
                onMade={(type) => {
                  show(type.id);
                  void store.countNeeds();
                }}
              />
            )
      }
    >
      {content()}
    </Page>
  );
});
