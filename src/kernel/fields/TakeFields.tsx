// Takes fields of another event: choose the event, see what each of its fields would become here, tick some, and make them.
import { observer } from "mobx-react-lite";
import { useMemo, useState } from "react";
import { fieldName } from "#schemas/fields.ts";
import type { TakenField } from "#schemas/fieldTaking.ts";
import { problemText } from "../api/problem.ts";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { useEnv, useSession } from "../store/useStore.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { EventChoice } from "../ui/EventChoice.tsx";
import { StepsFoot } from "../ui/StepsFoot.tsx";
import { ProblemView, Skeleton } from "../ui/states.tsx";
import { useAddress } from "../ui/useAddress.ts";
import type { FieldsStoreInstance } from "./fieldsStore.ts";

interface Props {
  eventId: number;
  store: FieldsStoreInstance;
}

/** In the address while the dialog is open. */
const OPEN = "take";

/** The button that opens the dialog; it can be pressed once the fields have arrived. */
export const TakeFields = observer(function TakeFields({ eventId, store }: Props) {
  const [address, change] = useAddress();
  return (
    <>
      <Button disabled={!store.fields} onClick={() => change({ [OPEN]: "1" }, { preventScrollReset: true })}>
        {t("common:fields.take.button")}
      </Button>
      {address.has(OPEN) && (
        <TakeDialog
          eventId={eventId}
          store={store}
          onClose={() => change({ [OPEN]: undefined }, { preventScrollReset: true })}
        />
      )}
    </>
  );
});

const canTake = ({ state, free_key }: TakenField) => state === "new" || (state === "differs" && free_key !== null);

const TakeDialog = observer(function TakeDialog({ eventId, store, onClose }: Props & { onClose: () => void }) {
  const { notices } = useEnv();
  const { events: all } = useSession();
  const events = useMemo(() => (all ?? []).filter((event) => event.id !== eventId), [all, eventId]);
  const [from, setFrom] = useState(0);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [found, setFound] = useState<readonly TakenField[]>();
  const { adding } = store;
  const open = found?.filter(canTake) ?? [];
  const chosen = open.filter(({ field }) => ticked.has(field.key));
  const choose = async (next: number) => {
    setFrom(next);
    setFound(undefined);
    if (next === 0) return;
    const answer = await store.take(eventId, { from: next, mode: "dry-run" });
    if (!answer) return;
    // What can be taken comes first.
    setFound(answer.found.toSorted((a, b) => Number(canTake(b)) - Number(canTake(a))));
    // What is new is what somebody comes for; what differs is looked at first.
    setTicked(new Set(answer.found.flatMap(({ field, state }) => (state === "new" ? field.key : []))));
  };
  const tick = (keys: readonly string[], isIn: boolean) => {
    const next = new Set(ticked);
    for (const key of keys) isIn ? next.add(key) : next.delete(key);
    setTicked(next);
  };
  const take = async () => {
    const fields = chosen.map(({ field, free_key }) => ({ key: field.key, ...(free_key ? { as: free_key } : {}) }));
    const done = await store.take(eventId, { from, mode: "apply", fields });
    if (!done) return;
    notices.success(t("common:fields.take.done", { count: done.added }));
    onClose();
  };
  const foot = (
    <StepsFoot
      busy={adding.busy}
      onClose={onClose}
      next={{
        text: t("common:fields.take.take", { count: chosen.length }),
        disabled: chosen.length === 0,
        act: take,
      }}
      done={false}
    />
  );
  return (
    <Dialog title={t("common:fields.take.title")} onClose={onClose} width={720} held={adding.busy} foot={foot}>
      <p>{t("common:fields.take.help")}</p>
      <EventChoice
        label={t("common:fields.take.from")}
        events={events}
        chosen={from || undefined}
        none={t("common:fields.take.choose")}
        disabled={adding.busy}
        onChoose={(event) => void choose(event ?? 0)}
      />
      {from > 0 && adding.problem && !found && <ProblemView problem={adding.problem} retry={() => void choose(from)} />}
      {from > 0 && adding.busy && !found && <Skeleton rows={4} />}
      {found?.length === 0 && <p className="muted">{t("common:fields.take.none")}</p>}
      {found && found.length > 0 && (
        <div className="usual-fields">
          <fieldset className="answer-choices" aria-label={t("common:fields.take.fields")}>
            <label className="usual-all">
              <input
                type="checkbox"
                checked={open.length > 0 && chosen.length === open.length}
                disabled={adding.busy || open.length === 0}
                ref={(box) => {
                  if (box) box.indeterminate = chosen.length > 0 && chosen.length < open.length;
                }}
                onChange={({ target }) =>
                  tick(
                    open.map(({ field }) => field.key),
                    target.checked,
                  )
                }
              />
              {t("common:fields.take.all")}
            </label>
            {found.map((one) => (
              <label key={one.field.id}>
                <input
                  type="checkbox"
                  checked={ticked.has(one.field.key)}
                  disabled={adding.busy || !canTake(one)}
                  onChange={({ target }) => tick([one.field.key], target.checked)}
                />
                <span>
                  {fieldName(one.field, currentLocale())} <Facts one={one} />
                </span>
              </label>
            ))}
          </fieldset>
        </div>
      )}
      {adding.problem && found && (
        <p className="form-problem" role="alert">
          {problemText(adding.problem, t)}
        </p>
      )}
    </Dialog>
  );
});

/** What it is, and what would become of it. */
function Facts({ one: { field, state, differs, free_key, left_types } }: { one: TakenField }) {
  const list = (all: readonly string[]) => new Intl.ListFormat(currentLocale()).format(all);
  const by = list(differs.map((what) => t(`common:fields.take.by.${what}`)));
  const count = field.options.filter(({ archived }) => !archived).length;
  const facts = [
    t(`common:fields.kind.${field.kind}`),
    count > 0 && t("common:fields.take.options", { count, number: formatNumber(count) }),
    t(`common:fields.take.state.${state}`, { by, key: free_key ?? "" }),
    state !== "no_type" && left_types.length > 0 && t("common:fields.take.leftTypes", { types: list(left_types) }),
  ];
  return (
    <small className="muted">
      <code>{field.key}</code> · {facts.filter(Boolean).join(" · ")}
    </small>
  );
}
