// Adds fields that profiles usually have, in one step: by category, with ticks; what is there already is marked by its key.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { Field } from "#schemas/fields.ts";
import type { UsualCategory } from "#schemas/fieldUsual.ts";
import type { DataType } from "#schemas/session.ts";
import { USUAL_FIELDS, type UsualField, usualText } from "#schemas/usualFields.ts";
import { problemText } from "../api/problem.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { useEnv, useSession } from "../store/useStore.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { StepsFoot } from "../ui/StepsFoot.tsx";
import { useAddress } from "../ui/useAddress.ts";
import type { FieldsStoreInstance } from "./fieldsStore.ts";

interface Props {
  eventId: number;
  store: FieldsStoreInstance;
}

/** In the address while the dialog is open. */
const OPEN = "usual";

/** The button that opens the dialog; it can be pressed once the fields have arrived. */
export const UsualFields = observer(function UsualFields({ eventId, store }: Props) {
  const [address, change] = useAddress();
  return (
    <>
      <Button disabled={!store.fields} onClick={() => change({ [OPEN]: "1" }, { preventScrollReset: true })}>
        {t("common:fields.usual.title")}
      </Button>
      {address.has(OPEN) && store.fields && (
        <UsualDialog
          eventId={eventId}
          store={store}
          onClose={() => change({ [OPEN]: undefined }, { preventScrollReset: true })}
        />
      )}
    </>
  );
});

const CATEGORIES = [1, 2, 3] as const;

/** One tick: a field for the profiles of a category. */
interface Tick {
  category: UsualCategory;
  usual: UsualField;
  /** Why it cannot be ticked. */
  why?: "there" | "archived" | undefined;
  /** It is there for others. */
  isWider: boolean;
}

const nameOf = ({ category, usual }: Tick) => `${category} ${usual.key}`;

function ticksOf(category: UsualCategory, fields: readonly Field[], types: readonly DataType[]): Tick[] {
  const ids = types.filter(({ type_category_id }) => type_category_id === category).map(({ id }) => id);
  if (ids.length === 0) return [];
  return USUAL_FIELDS.filter(({ categories }) => categories.includes(category)).map((usual) => {
    const field = fields.find(({ key }) => key === usual.key);
    const has = field && (field.type_ids.length === 0 || ids.every((id) => field.type_ids.includes(id)));
    // What several events share is given to other types where it is shared.
    const why = field?.archived_at ? "archived" : has || field?.event_id === 0 ? "there" : undefined;
    return { category, usual, why, isWider: field !== undefined };
  });
}

const UsualDialog = observer(function UsualDialog({ eventId, store, onClose }: Props & { onClose: () => void }) {
  const session = useSession();
  const { notices } = useEnv();
  const types = (session.typeCategories ?? []).flatMap((one) => one.types);
  const groups = CATEGORIES.map((category) => ({
    category,
    ticks: ticksOf(category, store.fields ?? [], types),
  })).filter(({ ticks }) => ticks.length > 0);
  const open = groups.flatMap(({ ticks }) => ticks).filter(({ why }) => !why);
  // Who has some of them already knows which: nothing is chosen for them.
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(open.some(({ isWider }) => isWider) ? [] : open.filter(({ usual }) => usual.isFirst).map(nameOf)),
  );
  const [isTried, setTried] = useState(false);
  const chosen = open.filter((one) => ticked.has(nameOf(one)));
  const keys = [...new Set(chosen.map(({ usual }) => usual.key))];
  const tick = (ticks: readonly Tick[], isIn: boolean) => {
    const next = new Set(ticked);
    for (const one of ticks) isIn ? next.add(nameOf(one)) : next.delete(nameOf(one));
    setTicked(next);
  };
  const add = async () => {
    setTried(true);
    const done = await store.addUsual(
      eventId,
      keys.map((key) => ({
        key,
        categories: chosen.filter(({ usual }) => usual.key === key).map(({ category }) => category),
      })),
    );
    if (!done) return;
    const { added, widened } = done;
    const told = [
      added > 0 && t("common:fields.usual.added", { count: added }),
      widened > 0 && t("common:fields.usual.widened", { count: widened }),
    ];
    notices.success(told.filter(Boolean).join(" ") || t("common:fields.usual.nothing"));
    onClose();
  };
  const { busy, problem } = store.adding;
  const foot = (
    <StepsFoot
      busy={busy}
      onClose={onClose}
      next={{
        text: t("common:fields.usual.add", { count: keys.length }),
        disabled: keys.length === 0,
        act: add,
      }}
      done={false}
    />
  );
  return (
    <Dialog title={t("common:fields.usual.title")} onClose={onClose} width={860} held={busy} foot={foot}>
      <p>{t("common:fields.usual.help")}</p>
      <div className="usual-fields">
        {groups.map(({ category, ticks }) => (
          <Group key={category} {...{ category, ticks, ticked, tick, busy }} />
        ))}
      </div>
      {isTried && problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </Dialog>
  );
});

interface GroupProps {
  category: UsualCategory;
  ticks: readonly Tick[];
  ticked: ReadonlySet<string>;
  tick: (ticks: readonly Tick[], isIn: boolean) => void;
  busy: boolean;
}

function Group({ category, ticks, ticked, tick, busy }: GroupProps) {
  const open = ticks.filter(({ why }) => !why);
  const count = open.filter((one) => ticked.has(nameOf(one))).length;
  const title = t(`common:fields.usual.category.${category}`);
  return (
    <fieldset className="answer-choices" aria-label={title}>
      <label className="usual-all">
        <input
          type="checkbox"
          aria-label={t("common:fields.bulk.selectAll", { section: title })}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < open.length;
          }}
          checked={open.length > 0 && count === open.length}
          disabled={busy || open.length === 0}
          onChange={({ target }) => tick(open, target.checked)}
        />
        {title}
      </label>
      {ticks.map((one) => (
        <label key={one.usual.key}>
          <input
            type="checkbox"
            checked={one.why !== undefined || ticked.has(nameOf(one))}
            disabled={busy || one.why !== undefined}
            onChange={({ target }) => tick([one], target.checked)}
          />
          <span>
            {usualText(one.usual.labels, currentLocale())} <Facts tick={one} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What it is; of one that is there, its key. */
function Facts({ tick: { usual, why, isWider } }: { tick: Tick }) {
  if (why || isWider) {
    return (
      <small className="muted">
        <code>{usual.key}</code> · {t(`common:fields.usual.${why ?? "wider"}`)}
      </small>
    );
  }
  const facts = [
    t(`common:fields.kind.${usual.kind}`),
    usual.unique && t("common:fields.usual.unique"),
    usual.see_role !== undefined && t("common:fields.usual.private"),
  ];
  return <small className="muted">{facts.filter(Boolean).join(" · ")}</small>;
}
