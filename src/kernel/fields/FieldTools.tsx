// What a page of fields shows of them, and in which order; in the address, so that it can be passed on.
import { FIELD_KINDS } from "#schemas/fields.ts";
import { Choice } from "../form/Choice.tsx";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { FilterChips } from "../ui/FilterChips.tsx";
import { SearchBox } from "../ui/SearchBox.tsx";
import { useAddress } from "../ui/useAddress.ts";
import { FIELD_MARKS, FIELD_ORDERS, type FieldQuestion } from "./fieldsShown.ts";

/** What makes the list shorter; its order does not. */
const NARROWING = ["words", "kind", "type", "mark"] as const;
type Name = (typeof NARROWING)[number] | "order" | "archived";

interface Asked {
  question: FieldQuestion;
  /** Whether archived fields are among those that are shown. */
  isArchive: boolean;
  set: (name: Name, value: string) => void;
  /** Takes off all that makes the list shorter. */
  clear: () => void;
}

/** The question that the address holds, and how it is put. */
export function useFieldQuestion(): Asked {
  const [params, change] = useAddress();
  const put = (to: Partial<Record<Name, string>>) => change(to, { preventScrollReset: true, replace: true });
  return {
    question: {
      order: FIELD_ORDERS.find((one) => one === params.get("order")),
      words: params.get("words") ?? "",
      kind: FIELD_KINDS.find((one) => one === params.get("kind")) ?? "",
      type: Number(params.get("type") ?? 0) || 0,
      mark: FIELD_MARKS.find((one) => one === params.get("mark")),
    },
    isArchive: params.has("archived"),
    set: (name, value) => put({ [name]: value }),
    clear: () => put(Object.fromEntries(NARROWING.map((name) => [name, ""]))),
  };
}

interface Props extends Asked {
  types: readonly { id: number; type: string }[];
  /** How many fields are left, and of how many; the latter is not known before they have come. */
  shown: number;
  total: number | undefined;
}

export function FieldTools({ question, set, clear, types, shown, total }: Props) {
  const { words, kind, type, mark, order } = question;
  const any = ["", t("common:fields.any")] as const;
  const asked = [
    ["kind", t("common:fields.kind"), kind && t(`common:fields.kind.${kind}`)],
    [
      "type",
      t("common:fields.types"),
      type > 0 && (types.find(({ id }) => id === type)?.type ?? t("common:filters.gone")),
    ],
    ["mark", t("common:fields.mark"), mark && t(`common:fields.mark.${mark}`)],
  ] as const;
  const isLess = words.trim() !== "" || asked.some(([, , value]) => value);
  const number = formatNumber(total ?? 0);
  return (
    <search className="field-tools" aria-label={t("common:fields.tools")}>
      <div className="field-asked">
        <div className="field">
          <label htmlFor="field-words">{t("common:fields.words")}</label>
          <SearchBox
            id="field-words"
            label={t("common:fields.words")}
            placeholder=""
            text={words}
            onText={(value) => set("words", value)}
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
      </div>
      <div className="field-narrowed">
        <FilterChips
          chips={asked.flatMap(([name, title, value]) =>
            value ? [{ key: name, text: `${title}: ${value}`, onRemove: () => set(name, "") }] : [],
          )}
          onClear={clear}
          isSearched={words.trim() !== ""}
        />
        <span role="status">
          {total !== undefined &&
            (isLess
              ? t("common:fields.count.some", { shown: formatNumber(shown), total: number })
              : t("common:fields.count.all", { count: total, number }))}
        </span>
      </div>
    </search>
  );
}
