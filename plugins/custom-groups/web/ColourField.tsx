// The colour by which a group is told apart, chosen by name.
import { SelectField, t } from "#web";
import { COLOURS } from "../contract.ts";

export function ColourField() {
  const options = COLOURS.map((value) => ({ value, label: t(`custom-groups:colour.${value}`) }));
  return <SelectField name="colour" label={t("custom-groups:colour.label")} options={options} />;
}
