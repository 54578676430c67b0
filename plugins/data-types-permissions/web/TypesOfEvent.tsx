// The event's data types: how many profiles each has, what holds for it whomever it meets; taken up and taken out here.
import { observer } from "mobx-react-lite";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { Button, Confirm, formatNumber, t, useEnv, useStore } from "#web";
import { ACTORS } from "../../data-types/contract.ts";
import { MOST_PENDING, type RuledType } from "../contract.ts";
import { countUnusual } from "./OwnRules.tsx";
import { TypeRulesStore } from "./store.ts";

interface Props {
  eventId: number;
  /** Opens what the profiles of a type may do for themselves. */
  onOwn: (type: number) => void;
}

export const TypesOfEvent = observer(function TypesOfEvent({ eventId, onOwn }: Props) {
  const store = useStore(TypeRulesStore);
  const { notices } = useEnv();
  const [leaving, setLeaving] = useState<RuledType>();
  const leave = async () => {
    if (!leaving) return;
    const done = await store.leave(leaving.id);
    setLeaving(undefined);
    if (done) notices.success(t("data-types-permissions:types.left", { type: leaving.type }));
    else if (store.moving.problem) notices.failed(store.moving.problem);
  };
  const title = t("data-types-permissions:types.title");
  return (
    <section className="rules-types" aria-label={title}>
      <h2>{title}</h2>
      <p className="field-help">{t("data-types-permissions:types.help")}</p>
      {store.types.length > 0 && (
        <div className="rules-scroll">
          <table aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t("data-types-permissions:column.type")}</th>
                <th scope="col">{t("data-types-permissions:column.category")}</th>
                <th scope="col" className="rules-number">
                  {t("data-types-permissions:column.profiles")}
                </th>
                <th scope="col">{t("data-types-permissions:column.meets")}</th>
                <th scope="col">{t("data-types-permissions:column.pending")}</th>
                <th scope="col">{t("data-types-permissions:column.contacts")}</th>
                <th scope="col">{t("data-types-permissions:column.own")}</th>
                <th scope="col">
                  <span className="sr-only">{t("data-types-permissions:column.actions")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {store.types.map((type) => (
                <Row
                  key={type.id}
                  type={type}
                  eventId={eventId}
                  onOwn={() => onOwn(type.id)}
                  onLeave={() => setLeaving(type)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {store.canSave && <TakeUp />}
      {leaving && (
        <Confirm
          title={t("data-types-permissions:types.leaveTitle", { type: leaving.type })}
          action={t("data-types-permissions:types.leave")}
          danger
          busy={store.moving.busy}
          onConfirm={() => void leave()}
          onClose={() => setLeaving(undefined)}
        >
          <p>{t("data-types-permissions:types.leaveHelp")}</p>
        </Confirm>
      )}
    </section>
  );
});

const Row = observer(function Row({
  type,
  eventId,
  onOwn,
  onLeave,
}: {
  type: RuledType;
  eventId: number;
  onOwn: () => void;
  onLeave: () => void;
}) {
  const store = useStore(TypeRulesStore);
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
    <tr>
      <th scope="row">{type.type}</th>
      <td>{t(`data-types-permissions:category.${type.type_category_id}`)}</td>
      <td className="rules-number">
        <Link to={`/event-data/${eventId}/type/${type.id}`}>{formatNumber(type.profiles)}</Link>
      </td>
      {acts ? (
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
            <Pending key={pending} value={pending} type={type} disabled={!store.canSave || !meets} />
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
      ) : (
        <>
          <td className="muted">–</td>
          <td className="muted">–</td>
          <td className="muted">–</td>
        </>
      )}
      <td>
        <button type="button" className="field-link" aria-label={`${own}, ${label("own")}`} onClick={onOwn}>
          {own}
        </button>
      </td>
      <td>
        {store.canSave && (
          <Button
            tone="quiet"
            small
            disabled={store.moving.busy}
            aria-label={`${t("data-types-permissions:types.leave")}: ${type.type}`}
            onClick={onLeave}
          >
            {t("data-types-permissions:types.leave")}
          </Button>
        )}
      </td>
    </tr>
  );
});

/** A figure that counts as changed when one is done with it. */
function Pending({ value, type, disabled }: { value: number; type: RuledType; disabled: boolean }) {
  const store = useStore(TypeRulesStore);
  const [text, setText] = useState(String(value));
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
