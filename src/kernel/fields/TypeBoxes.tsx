// Data types to tick, as a value of the form around it.
import { useField } from "formik";
import { t } from "../i18n/setup.ts";

interface Props {
  id: string;
  describedBy: string | undefined;
  types: readonly { id: number; type: string }[];
}

export function TypeBoxes({ id, describedBy, types }: Props) {
  const [field, , change] = useField<number[]>("type_ids");
  return (
    <fieldset className="answer-choices" id={id} aria-label={t("common:fields.types")} aria-describedby={describedBy}>
      {types.map((type) => (
        <label key={type.id}>
          <input
            type="checkbox"
            checked={field.value.includes(type.id)}
            onChange={({ target }) =>
              void change.setValue(
                target.checked ? [...field.value, type.id] : field.value.filter((one) => one !== type.id),
              )
            }
          />
          {type.type}
        </label>
      ))}
    </fieldset>
  );
}
