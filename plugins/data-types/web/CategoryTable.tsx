// The data types of one category: where each is used, and its place in the order.
import { observer } from "mobx-react-lite";
import {
  formatNumber,
  languageHere,
  NoMatch,
  OpenLink,
  Ordered,
  type RowId,
  refilled,
  TypeIcon,
  t,
  useEnv,
  useHrefWith,
  useSession,
  useStore,
} from "#web";
import type { TypeDetail } from "../contract.ts";
import { DataTypesStore } from "./store.ts";

interface Props {
  category: 1 | 2 | 3;
  rows: readonly TypeDetail[];
  openId: number | undefined;
  onOpen: (id: number) => void;
  /** Shows the archived ones, too. */
  onArchived: () => void;
}

export const CategoryTable = observer(function CategoryTable({ category, rows, openId, onOpen, onArchived }: Props) {
  const store = useStore(DataTypesStore);
  const locales = useSession().app?.locales.supported_locales ?? [];
  const { notices } = useEnv();
  const hrefWith = useHrefWith();
  const order = async (ids: readonly RowId[]) => {
    // Among them may stand some that are not shown.
    const all = refilled(
      store.of(category),
      ids.map((id) => ({ id })),
    );
    const isMoved = await store.order(
      category,
      all.map(({ id }) => id),
    );
    if (!isMoved && store.ordering.problem) notices.failed(store.ordering.problem);
    return isMoved === true;
  };
  const title = t(`data-types:category.${category}`);
  return (
    <section className="types-category" aria-label={title}>
      {rows.length === 0 && store.of(category).length > 0 ? (
        <NoMatch title={t("data-types:archived.title")} action={t("data-types:showArchived")} onClear={onArchived}>
          {t("data-types:archived.text")}
        </NoMatch>
      ) : rows.length === 0 ? (
        <p className="muted">{t("data-types:noneOf")}</p>
      ) : (
        <Ordered rows={rows.map(({ id, type }) => ({ id, name: type }))} onOrder={order}>
          {(place, inOrder) => (
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
                {inOrder(rows).map((type, at) => (
                  <tr
                    key={type.id}
                    data-row={type.id}
                    data-open={type.id === openId || undefined}
                    className={type.id === openId ? "types-open" : undefined}
                    {...place(at).drag}
                  >
                    <th scope="row">
                      <span className="types-name">
                        <TypeIcon icon={type.icon} colour={type.colour} />
                        <OpenLink
                          className="field-link"
                          href={hrefWith({ category, open: type.id })}
                          onOpen={() => onOpen(type.id)}
                        >
                          <span className="clamped">{type.type}</span>
                        </OpenLink>
                        {type.archived_at && <span className="chip">{t("data-types:archived")}</span>}
                      </span>
                      <span className="types-words-below">
                        {t("data-types:column.languages")}: <Languages type={type} locales={locales} />
                      </span>
                    </th>
                    <td className="types-words-column">
                      <Languages type={type} locales={locales} />
                    </td>
                    <td className="types-number">{formatNumber(type.events)}</td>
                    <td className="types-number">
                      {profilesText(store.profilesOf(type.id), store.counting.problem !== undefined)}
                    </td>
                    <td className="types-moves">{place(at).moves}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Ordered>
      )}
    </section>
  );
});

/** In which languages participants read a name of its own, and in which the name itself stands. */
function Languages({ type, locales }: { type: TypeDetail; locales: readonly string[] }) {
  const missing = locales.filter((locale) => !type.labels[locale]?.one || !type.labels[locale]?.many);
  if (missing.length === 0) return <span className="chip chip-good">{t("data-types:languages.all")}</span>;
  if (missing.length === locales.length) return <span className="muted">{t("data-types:languages.none")}</span>;
  return (
    <span className="chip chip-warn">
      {t("data-types:languages.missing", { languages: missing.map(languageHere).join(", ") })}
    </span>
  );
}

/** Until they have been counted; where that failed, the page says so. */
function profilesText(count: number | undefined, hasFailed: boolean): string {
  if (count !== undefined) return formatNumber(count);
  return hasFailed ? "–" : "…";
}
