// The data types of the app by category, in the order of the navigation; beside them the open one.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Button, EmptyState, icons, Page, ProblemView, Skeleton, t, useStore } from "#web";
import { CategoryTable } from "./CategoryTable.tsx";
import { DataTypesStore } from "./store.ts";
import { TypePanel } from "./TypePanel.tsx";

const CATEGORIES = [1, 2, 3] as const;

export const DataTypesScreen = observer(function DataTypesScreen() {
  const store = useStore(DataTypesStore);
  const [params, setParams] = useSearchParams();
  const [isArchive, setArchive] = useState(false);
  useEffect(() => {
    void store.list();
    void store.countNeeds();
  }, [store]);

  const open = params.get("open");
  const opened = store.all?.find(({ id }) => String(id) === open);
  const show = (id: number | "new" | undefined) =>
    setParams(id === undefined ? {} : { open: String(id) }, { preventScrollReset: true });
  const add = (
    <Button tone="primary" icon={icons.add} onClick={() => show("new")}>
      {t("data-types:add")}
    </Button>
  );
  const hasArchived = store.all?.some(({ archived_at }) => archived_at) ?? false;

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
        {CATEGORIES.map((category) => (
          <CategoryTable
            key={category}
            category={category}
            rows={store.of(category).filter(({ id, archived_at }) => isArchive || !archived_at || id === opened?.id)}
            openId={opened?.id}
            onOpen={show}
          />
        ))}
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
            <Button aria-pressed={isArchive} onClick={() => setArchive(!isArchive)}>
              {t("data-types:showArchived")}
            </Button>
          )}
          {store.all && store.all.length > 0 && add}
        </>
      }
      side={
        (opened || open === "new") && (
          <TypePanel
            key={open}
            type={opened}
            onClose={() => show(undefined)}
            onMerged={(into) => {
              show(into);
              void store.list();
              void store.countNeeds();
            }}
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
