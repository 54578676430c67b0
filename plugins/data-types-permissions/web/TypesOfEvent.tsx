// The event's data types: how many profiles each has, what holds for it whomever it meets; taken up and taken out here.
import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect, useId, useState } from "react";
import { Link } from "react-router-dom";
import { Button, formatNumber, OpenLink, Ordered, Tabs, TypeIcon, t, useEnv, useHrefWith, useStore } from "#web";
import { ACTORS } from "../../data-types/contract.ts";
import { MOST_PENDING, type RuledType } from "../contract.ts";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { countUnusual } from "./OwnRules.tsx";
import { type ShownType, TypeRulesStore } from "./store.ts";

interface Props {
  eventId: number;
  /** The category whose tab is open. */
  category: CategoryId;
  onCategory: (category: CategoryId) => void;
  /** The type whose panel is open. */
  openId: number | undefined;
  /** Opens what the profiles of a type may do for themselves. */
  onOwn: (type: number) => void;
  /** Opens what a type is called and how it looks. */
  onLook: (type: number) => void;
}

/** One panel at a time: what the address says of the others goes. */
export const NO_PANEL = { pair: undefined, people: undefined, own: undefined, look: undefined };

export const CATEGORY_IDS = [1, 2, 3] as const;
export type CategoryId = (typeof CATEGORY_IDS)[number];

export const TypesOfEvent = observer(function TypesOfEvent({
  eventId,
  category,
  onCategory,
  openId,
  onOwn,
  onLook,
}: Props) {
  const store = useStore(TypeRulesStore);
  const [leaving, setLeaving] = useState<ShownType>();
  const rows = store.types.filter((type) => type.type_category_id === category);
  const acts = ACTORS.includes(category);
  const move = (from: number, to: number) => {
    const [type, other] = [rows[from], rows[to]];
    if (type && other) store.place(type.id, other.id);
  };
  const title = t("data-types-permissions:types.title");
  return (
    <section className="rules-types" aria-label={title}>
      <h2>{title}</h2>
      <p className="field-help">{t("data-types-permissions:types.help")}</p>
      <Tabs
        label={title}
        tabs={CATEGORY_IDS.map((id) => ({
          id: String(id),
          title: t(`data-types-permissions:category.${id}`),
          mark: (
            <span className="rules-count">
              {formatNumber(store.types.filter((type) => type.type_category_id === id).length)}
            </span>
          ),
        }))}
        open={String(category)}
        onOpen={(id) => onCategory(Number(id) as CategoryId)}
      >
        {rows.length === 0 ? (
          <p className="muted">{t("data-types-permissions:types.noneOf")}</p>
        ) : (
          <div className="rules-scroll">
            <Ordered rows={rows.map(({ id, type }) => ({ id, name: type }))} onMove={move}>
              {(place) => (
                <table aria-label={title}>
                  <thead>
                    <tr>
                      <th scope="col" className="rules-number">
                        {t("data-types-permissions:column.id")}
                      </th>
                      <th scope="col">{t("data-types-permissions:column.system")}</th>
                      <th scope="col">{t("data-types-permissions:column.shown")}</th>
                      <th scope="col" className="rules-number">
                        {t("data-types-permissions:column.profiles")}
                      </th>
                      {acts &&
                        (["meets", "pending", "contacts"] as const).map((column) => (
                          <th key={column} scope="col">
                            {t(`data-types-permissions:column.${column}`)}
                          </th>
                        ))}
                      <th scope="col" className="rules-own-head">
                        {t("data-types-permissions:column.own")}
                      </th>
                      {store.canSave && (
                        <th scope="col">
                          <span className="sr-only">{t("data-types-permissions:column.actions")}</span>
                        </th>
                      )}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((type, at) => (
                      <Row
                        key={type.id}
                        type={type}
                        eventId={eventId}
                        isOpen={type.id === openId}
                        moves={place(at).moves}
                        onOwn={() => onOwn(type.id)}
                        onLook={() => onLook(type.id)}
                        onLeave={() => setLeaving(type)}
                      />
                    ))}
                  </tbody>
                </table>
              )}
            </Ordered>
          </div>
        )}
      </Tabs>
      {store.canSave && <TakeUp />}
      {leaving && <LeaveDialog type={leaving} onClose={() => setLeaving(undefined)} />}
    </section>
  );
});

interface RowProps {
  type: ShownType;
  eventId: number;
  isOpen: boolean;
  /** The buttons by which it is moved. */
  moves: ReactNode;
  onOwn: () => void;
  onLook: () => void;
  onLeave: () => void;
}

const Row = observer(function Row({ type, eventId, isOpen, moves, onOwn, onLook, onLeave }: RowProps) {
  const store = useStore(TypeRulesStore);
  const hrefWith = useHrefWith();
  const setting = store.setting(type.id);
  const { meets, pending, contacts } = setting;
  const unusual = countUnusual(setting);
  const acts = ACTORS.includes(type.type_category_id);
  const label = (column: string) => `${type.type}: ${t(`data-types-permissions:column.${column}`)}`;
  const own =
    unusual === 0
      ? t("data-types-permissions:own.usual")
      : t("data-types-permissions:own.unusual", { count: unusual, number: formatNumber(unusual) });
  return (
    <tr data-row={type.id} data-open={isOpen || undefined} className={isOpen ? "rules-open" : undefined}>
      <td className="rules-number muted">{type.id}</td>
      <th scope="row">
        <span className="clamped" dir="auto">
          {type.system}
        </span>
      </th>
      <td>
        <span className="rules-shown">
          <TypeIcon icon={type.icon} colour={type.colour} />
          <OpenLink
            className="field-link"
            aria-label={`${type.type}, ${label("shown")}`}
            href={hrefWith({ ...NO_PANEL, look: type.id })}
            onOpen={onLook}
          >
            <span className="clamped" dir="auto">
              {type.type}
            </span>
          </OpenLink>
        </span>
      </td>
      <td className="rules-number">
        <Link to={`/event-data/${eventId}/type/${type.id}`}>{formatNumber(type.profiles)}</Link>
      </td>
      {acts && (
        <>
          <td>
            <input
              type="checkbox"
              checked={meets}
              disabled={!store.canSave}
              aria-label={label("meets")}
              onChange={({ target }) => store.set(type.id, { meets: target.checked })}
            />
          </td>
          <td>
            <Pending value={pending} type={type} disabled={!store.canSave || !meets} />
          </td>
          <td>
            <input
              type="checkbox"
              checked={contacts}
              disabled={!store.canSave}
              aria-label={label("contacts")}
              onChange={({ target }) => store.set(type.id, { contacts: target.checked })}
            />
          </td>
        </>
      )}
      <td>
        <button type="button" className="field-link" aria-label={`${own}, ${label("own")}`} onClick={onOwn}>
          {own}
        </button>
      </td>
      {store.canSave && (
        <td className="rules-acts">
          {moves}
          <Button
            tone="quiet"
            small
            disabled={store.moving.busy}
            aria-label={`${t("data-types-permissions:types.leave")}: ${type.type}`}
            onClick={onLeave}
          >
            {t("data-types-permissions:types.leave")}
          </Button>
        </td>
      )}
    </tr>
  );
});

/** A figure that counts as changed when one is done with it. */
function Pending({ value, type, disabled }: { value: number; type: RuledType; disabled: boolean }) {
  const store = useStore(TypeRulesStore);
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const isWrong = !/^[0-9]{1,3}$/.test(text) || Number(text) > MOST_PENDING;
  const done = () => {
    if (isWrong) setText(String(value));
    else if (Number(text) !== value) store.set(type.id, { pending: Number(text) });
  };
  return (
    <input
      className="input input-number rules-pending"
      inputMode="numeric"
      value={text}
      disabled={disabled}
      aria-invalid={isWrong || undefined}
      aria-label={`${type.type}: ${t("data-types-permissions:column.pending")}`}
      title={t("data-types-permissions:types.pendingHelp", { most: MOST_PENDING })}
      onChange={({ target }) => setText(target.value)}
      onBlur={done}
      onKeyDown={({ key }) => key === "Enter" && done()}
    />
  );
}

const TakeUp = observer(function TakeUp() {
  const store = useStore(TypeRulesStore);
  const { notices } = useEnv();
  const id = useId();
  const others = store.saved?.others ?? [];
  const [chosen, setChosen] = useState(0);
  const type = others.find((one) => one.id === chosen) ?? others[0];
  if (!type) return <p className="muted">{t("data-types-permissions:types.noOthers")}</p>;
  const takeUp = async () => {
    if (await store.takeUp(type.id)) {
      notices.success(t("data-types-permissions:types.taken", { type: type.type }));
    } else if (store.moving.problem) notices.failed(store.moving.problem);
  };
  return (
    <div className="rules-take">
      <label htmlFor={id}>{t("data-types-permissions:types.other")}</label>
      <select id={id} className="input" value={type.id} onChange={({ target }) => setChosen(Number(target.value))}>
        {others.map((one) => (
          <option key={one.id} value={one.id}>
            {`${one.type} (${t(`data-types-permissions:category.${one.type_category_id}`)})`}
          </option>
        ))}
      </select>
      <Button busy={store.moving.busy} onClick={() => void takeUp()}>
        {t("data-types-permissions:types.takeUp")}
      </Button>
    </div>
  );
});
