// Brings what an event asks of its profiles. Where that cannot be had it is said, and asked again once it can.
import { useEffect } from "react";
import { problemText, t, useBackOnline, useEnv, useStore } from "#web";
import { EventDataStore } from "./store.ts";

/** How often is asked whether columns that are being put in order are ready. */
const IN_WORK_MS = 15_000;

export function useQuestions(eventId: number): void {
  const { questions } = useStore(EventDataStore);
  const { notices } = useEnv();
  const isKnown = questions.eventId === eventId;
  const { problem } = questions.listing;
  useEffect(() => {
    let isHere = true;
    const bring = async () => {
      await questions.list(eventId);
      const missing = isHere && questions.eventId !== eventId ? questions.listing.problem : undefined;
      if (!missing || missing.silent) return;
      const action = { label: t("common:retry"), run: () => void (isHere && bring()) };
      notices.error(problemText(missing, t), { title: t("event-data:questions.unlisted"), action });
    };
    void bring();
    return () => {
      isHere = false;
    };
  }, [questions, notices, eventId]);
  useBackOnline(isKnown ? undefined : problem, () => void questions.list(eventId));
  const isInWork = questions.beside.some(({ in_work }) => in_work);
  useEffect(() => {
    if (!isInWork) return;
    const timer = setInterval(() => void questions.list(eventId), IN_WORK_MS);
    return () => clearInterval(timer);
  }, [questions, eventId, isInWork]);
}
