// What a page of fields shows of them, and in which order; in the address, so that it can be passed on.
import { useSearchParams } from "react-router-dom";
import { FIELD_KINDS } from "#schemas/fields.ts";
import { Choice } from "../form/Choice.tsx";
import { t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
import { FIELD_MARKS, FIELD_ORDERS, type FieldQuestion } from "./fieldsShown.ts";

const NAMES = ["words", "kind", "type", "mark", "order"] as const;

/** The question that the address holds. */
export function useFieldQuestion(): FieldQuestion {
  const [params] = useSearchParams();
  return {
    order: FIELD_ORDERS.find((one) => one === params.get("order")),
    words: params.get("words") ?? "",
    kind: FIELD_KINDS.find((one) => one === params.get("kind")) ?? "",
    type: Number(params.get("type") ?? 0) || 0,
    mark: FIELD_MARKS.find((one) => one === params.get("mark")),
  };
}

export function FieldTools({ types }: { types: readonly { id: number; type: string }[] }) {
  const [params, setParams] = useSearchParams();
  const { words, kind, type, mark, order } = useFieldQuestion();
  const set = (name: (typeof NAMES)[number], value: string) => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { preventScrollReset: true, replace: true });
  };
  const clear = () => {
    const next = new URLSearchParams(params);
    for (const name of NAMES) next.delete(name);
    setParams(next, { preventScrollReset: true, replace: true });
  };
  const any = ["", t("common:fields.any")] as const;
  const isAsked = words !== "" || kind !== "" || type > 0 || mark !== undefined || order !== undefined;
  return (
    <search className="field-tools" aria-label={t("common:fields.tools")}>
      <div className="field">
        <label htmlFor="field-words">{t("common:fields.words")}</label>
        <input
          id="field-words"
          type="search"
          className="input"
          value={words}
          onChange={({ target }) => set("words", target.value)}
        />
      </div>
      <Choice
        label={t("common:fields.kind")}
        value={kind}
        options={[any, ...FIELD_KINDS.map((one) => [one, t(`common:fields.kind.${one}`)] as const)]}
        onChange={(value) => set("kind", value)}
      />
      <Choice
        label={t("common:fields.types")}
        value={type > 0 ? String(type) : ""}
        options={[any, ...types.map((one) => [String(one.id), one.type] as const)]}
        onChange={(value) => set("type", value)}
      />
      <Choice
        label={t("common:fields.mark")}
        value={mark ?? ""}
        options={[any, ...FIELD_MARKS.map((one) => [one, t(`common:fields.mark.${one}`)] as const)]}
        onChange={(value) => set("mark", value)}
      />
      <Choice
        label={t("common:fields.orderBy")}
        value={order ?? ""}
        options={[
          ["", t("common:fields.orderBy.own")],
          ...FIELD_ORDERS.map((one) => [one, t(`common:fields.orderBy.${one}`)] as const),
        ]}
        onChange={(value) => set("order", value)}
      />
      {isAsked && (
        <Button tone="quiet" small onClick={clear}>
          {t("common:fields.clear")}
        </Button>
      )}
    </search>
  );
}
