// Data types to tick, as a value of the form around it. Others may be among those that are chosen, which are not here: they are
// counted, and go with the last one that is ticked here, since nothing ticked means all.
import { useField } from "formik";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";

interface Props {
  id: string;
  describedBy: string | undefined;
  types: readonly { id: number; type: string }[];
}

export function TypeBoxes({ id, describedBy, types }: Props) {
  const [{ value }, , change] = useField<number[]>("type_ids");
  const isHere = (one: number) => types.some((type) => type.id === one);
  const here = value.filter(isHere);
  const elsewhere = value.length - here.length;
  const tick = (type: number, isIn: boolean) => {
    const others = value.filter((one) => one !== type);
    void change.setValue(isIn ? [...others, type] : others.some(isHere) ? others : []);
  };
  return (
    <fieldset className="answer-choices" id={id} aria-label={t("common:fields.types")} aria-describedby={describedBy}>
      {types.map((type) => (
        <label key={type.id}>
          <input
            type="checkbox"
            checked={value.includes(type.id)}
            onChange={({ target }) => tick(type.id, target.checked)}
          />
          {type.type}
        </label>
      ))}
      {elsewhere > 0 && here.length > 0 && (
        <p className="field-help">
          {t("common:fields.typesElsewhere", { count: elsewhere, number: formatNumber(elsewhere) })}
        </p>
      )}
      {elsewhere > 0 && here.length === 0 && (
        <p className="note-warn" role="status">
          {t("common:fields.typesNobody")}{" "}
          <Button tone="quiet" onClick={() => void change.setValue([])}>
            {t("common:fields.typesForAll")}
          </Button>
        </p>
      )}
    </fieldset>
  );
}
