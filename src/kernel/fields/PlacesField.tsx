// Where a field is met: on profiles, in lists, and in the participants' app as a filter and at the first log-in.
import { useField } from "formik";
import { useId } from "react";
import { FIELD_PLACES, type FieldPlace } from "#schemas/fields.ts";
import { t } from "../i18n/setup.ts";

export function PlacesField() {
  const [{ value = [] }, , change] = useField<FieldPlace[]>("places");
  const id = useId();
  const put = (place: FieldPlace, isIn: boolean) =>
    void change.setValue(FIELD_PLACES.filter((one) => (one === place ? isIn : value.includes(one))));
  return (
    <fieldset className="field-places">
      <legend>{t("common:fields.places")}</legend>
      {FIELD_PLACES.map((place) => (
        <div key={place} className="field field-check">
          <input
            id={`${id}-${place}`}
            type="checkbox"
            checked={value.includes(place)}
            aria-describedby={`${id}-${place}-help`}
            onChange={({ target }) => put(place, target.checked)}
          />
          <label htmlFor={`${id}-${place}`}>{t(`common:fields.place.${place}`)}</label>
          <p className="field-help" id={`${id}-${place}-help`}>
            {t(`common:fields.place.${place}.help`)}
          </p>
        </div>
      ))}
    </fieldset>
  );
}
