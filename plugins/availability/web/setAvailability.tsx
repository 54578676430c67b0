// Availability for many at once: its entry in the menu of a list, and the form in which one chooses the times.
import { FormikProvider, useFormik } from "formik";
import { observer } from "mobx-react-lite";
import { formatNumber, t, useStore } from "#web";
import type { BulkActPart, BulkChoiceProps } from "../../event-data/contract.ts";
import { type AvailabilityOrder, MOST, SET_ACT, saveAvailability } from "../contract.ts";
import { AvailabilityStore } from "./store.ts";
import { TimesFields, valuesOf } from "./TimesFields.tsx";
import { isTooMany, joinedOf, type Values } from "./values.ts";

const Choice = observer(function Choice({ id, chosen, onChosen }: BulkChoiceProps) {
  const { days, zone } = useStore(AvailabilityStore);
  const { windows = null } = (chosen ?? {}) as Partial<AvailabilityOrder>;
  const form = useFormik<Values>({
    initialValues: valuesOf(windows, days),
    validate: (values) =>
      isTooMany(values.windows) ? { windows: t("availability:problem.too_many", { number: formatNumber(MOST) }) } : {},
    onSubmit: (values) => onChosen({ windows: joinedOf(values) } satisfies AvailabilityOrder),
  });
  return (
    <FormikProvider value={form}>
      <form id={id} className="form" onSubmit={form.handleSubmit} noValidate>
        <TimesFields days={days} zone={zone} />
      </form>
    </FormikProvider>
  );
});

export const SetAvailability: BulkActPart = {
  act: SET_ACT,
  access: saveAvailability.access as { accessRole: number },
  words: "availability:bulk",
  isCompared: true,
  Choice,
};
