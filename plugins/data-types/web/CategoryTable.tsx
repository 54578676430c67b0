// The data types of one category: where each is used, and its place in the order.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button, formatNumber, TypeIcon, t, useEnv, useSession, useStore } from "#web";
import type { TypeDetail } from "../contract.ts";
import { DataTypesStore } from "./store.ts";

interface Props {
  category: 1 | 2 | 3;
  rows: readonly TypeDetail[];
  openId: number | undefined;
  onOpen: (id: number) => void;
}

export const CategoryTable = observer(function CategoryTable({ category, rows, openId, onOpen }: Props) {
  const store = useStore(DataTypesStore);
  const locales = useSession().app?.locales.supported_locales ?? [];
  const { notices } = useEnv();
  const [dragged, setDragged] = useState<number>();
  const place = async (id: number, before: TypeDetail | undefined) => {
    if (store.ordering.busy || !before || before.id === id || before.type_category_id !== category) return;
    const ids = store.of(category).map((one) => one.id);
    const [from, to] = [ids.indexOf(id), ids.indexOf(before.id)];
    if (from < 0) return;
    ids.splice(to, 0, ...ids.splice(from, 1));
    if (!(await store.order(category, ids)) && store.ordering.problem) notices.failed(store.ordering.problem);
  };
  // A row that is moved takes its button out of the page for a moment, and the focus with it.
  const move = async (button: HTMLElement, id: number, before: TypeDetail | undefined) => {
    await place(id, before);
    button.focus();
  };
  const title = t(`data-types:category.${category}`);
  return (
    <section className="types-category" aria-label={title}>
      {rows.length === 0 ? (
        <p className="muted">{t("data-types:noneOf")}</p>
      ) : (
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t("data-types:column.type")}</th>
              <th scope="col" className="types-words-column">
                {t("data-types:column.languages")}
              </th>
              <th scope="col" className="types-number">
                {t("data-types:column.events")}
              </th>
              <th scope="col" className="types-number">
                {t("data-types:column.profiles")}
              </th>
              <th scope="col" className="types-moves">
                <span className="sr-only">{t("data-types:column.order")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((type, at) => (
              <tr
                key={type.id}
                data-row={type.id}
                data-open={type.id === openId || undefined}
                className={type.id === openId ? "types-open" : undefined}
                draggable={!store.ordering.busy}
                onDragStart={() => setDragged(type.id)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => dragged !== undefined && void place(dragged, type)}
              >
                <th scope="row">
                  <span className="types-name">
                    <TypeIcon icon={type.icon} colour={type.colour} />
                    <button type="button" className="field-link" onClick={() => onOpen(type.id)}>
                      <span className="clamped">{type.type}</span>
                    </button>
                    {type.archived_at && <span className="chip">{t("data-types:archived")}</span>}
                  </span>
                </th>
                <td className="types-words-column">
                  <Languages type={type} locales={locales} />
                </td>
                <td className="types-number">{formatNumber(type.events)}</td>
                <td className="types-number">{profilesText(store.profilesOf(type.id))}</td>
                <td className="types-moves">
                  <Button
                    tone="quiet"
                    small
                    aria-disabled={at === 0}
                    aria-label={t("data-types:up", { name: type.type })}
                    onClick={({ currentTarget }) => void move(currentTarget, type.id, rows[at - 1])}
                  >
                    ↑
                  </Button>
                  <Button
                    tone="quiet"
                    small
                    aria-disabled={at === rows.length - 1}
                    aria-label={t("data-types:down", { name: type.type })}
                    onClick={({ currentTarget }) => void move(currentTarget, type.id, rows[at + 1])}
                  >
                    ↓
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
});

/** In which languages participants read a name of its own, and in which the name itself stands. */
function Languages({ type, locales }: { type: TypeDetail; locales: readonly string[] }) {
  const missing = locales.filter((locale) => !type.labels[locale]?.one || !type.labels[locale]?.many);
  if (missing.length === 0) return <span className="chip chip-good">{t("data-types:languages.all")}</span>;
  if (missing.length === locales.length) return <span className="muted">{t("data-types:languages.none")}</span>;
  return <span className="chip chip-warn">{t("data-types:languages.missing", { locales: missing.join(", ") })}</span>;
}

function profilesText(count: number | undefined): string {
  return count === undefined ? "…" : formatNumber(count);
}
