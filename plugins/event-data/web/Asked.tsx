// What is drawn of a form of profiles waits for what the event asks: without it answers would stand by their keys.
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { ProblemView, Skeleton, useStore } from "#web";
import { EventDataStore } from "./store.ts";

interface Props {
  eventId: number;
  rows: number;
  children: ReactNode;
}

export const Asked = observer(function Asked({ eventId, rows, children }: Props) {
  const { questions } = useStore(EventDataStore);
  if (questions.eventId === eventId) return children;
  const { problem } = questions.listing;
  if (!problem) return <Skeleton rows={rows} />;
  return <ProblemView problem={problem} retry={() => void questions.list(eventId)} />;
});
