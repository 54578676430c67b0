// What sets of profiles, such as groups, are called in the filters that name them.
import { useMemo } from "react";
import { type FilterName, t } from "#web";
import type { QuestionsStoreInstance } from "./questionsStore.ts";

export function useSetNames({ sets, beside }: QuestionsStoreInstance): FilterName[] {
  return useMemo(() => {
    const fields = [...new Set(sets.map(({ field }) => field))];
    return fields.map((field) => {
      const none = beside.find(({ set }) => set === field)?.none;
      return {
        field,
        title: t("event-data:bulk.group"),
        choices: sets.filter((one) => one.field === field).map(({ id, name }) => ({ value: id, label: name })),
        ...(none !== undefined && { noneName: none }),
      };
    });
  }, [sets, beside]);
}
