// What sets of profiles, such as groups, are called in the filters that name them.
import { useEffect, useMemo } from "react";
import { type FilterName, t } from "#web";
import type { QuestionsStoreInstance } from "./questionsStore.ts";

/** Asked for once a list is filtered: few filters name sets, and no column does. */
export function useSetNames(questions: QuestionsStoreInstance, eventId: number, isFiltered: boolean): FilterName[] {
  useEffect(() => void (isFiltered && questions.listSets(eventId)), [questions, eventId, isFiltered]);
  const { sets } = questions;
  return useMemo(() => {
    const fields = [...new Set(sets.map(({ field }) => field))];
    return fields.map((field) => ({
      field,
      title: t("event-data:bulk.group"),
      choices: sets.filter((one) => one.field === field).map(({ id, name }) => ({ value: id, label: name })),
    }));
  }, [sets]);
}
