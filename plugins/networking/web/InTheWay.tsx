// What stands in the way of the meeting that is being arranged, and when nothing would; asked anew after every choice.
import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { Button, formatDateTime, problemText, t, useStore } from "#web";
import type { ProfileTabProps } from "../../event-data/contract.ts";
import type { Meeting } from "../contract.ts";
import { endOf, type MeetingValues } from "./meetingValues.ts";
import { NetworkingStore } from "./store.ts";
import { awayText, timesText } from "./words.tsx";

interface Props extends Pick<ProfileTabProps, "eventId" | "thing" | "isOpen"> {
  meeting: Meeting | undefined;
  values: MeetingValues;
  onStart: (start: string) => void;
  /** It is another meeting that is asked about: what was chosen for the one before no longer holds. */
  onAsked: () => void;
}

const REST_MS = 150;

export const InTheWay = observer(function InTheWay({
  eventId,
  thing,
  meeting,
  values,
  isOpen,
  onStart,
  onAsked,
}: Props) {
  const store = useStore(NetworkingStore);
  const { start, minutes, location_id } = values;
  const people = meeting ? meeting.participants.map(({ id }) => id) : [thing.id, ...values.others.map(({ id }) => id)];
  const end = endOf({ start, minutes });
  const asked = end
    ? JSON.stringify({
        ...{ participants: people, start, end, location_id: location_id ?? null },
        ...(meeting ? { meeting_id: meeting.id } : { state: values.isAccepted ? "accepted" : "requested" }),
      })
    : "";
  useEffect(() => {
    if (asked === "" || !isOpen) return;
    const timer = setTimeout(() => void store.checkMeeting(eventId, JSON.parse(asked)), REST_MS);
    return () => clearTimeout(timer);
  }, [store, eventId, asked, isOpen]);

  const first = useRef(asked);
  useEffect(() => {
    if (first.current === asked) return;
    first.current = asked;
    onAsked();
  });

  const { clashes, checking, zone } = store;
  if (checking.problem) {
    return (
      <p className="muted" role="status">
        {problemText(checking.problem, t)}
      </p>
    );
  }
  if (!clashes || clashes.taken.length + clashes.away.length + clashes.refused.length === 0) {
    return (
      <p className="meeting-clear muted" role="status">
        {clashes ? t("networking:clear") : ""}
      </p>
    );
  }
  return (
    <div className="note-warn meeting-clashes" role="status">
      <ul>
        {clashes.refused.map(({ id, name, by, rule }) => (
          <li key={`refused-${id}`}>{t(`networking:refused.${rule}`, { name, by })}</li>
        ))}
        {clashes.taken.map(({ what, id, meeting_id, name, ...times }) => (
          <li key={`${what}-${id}-${meeting_id}`}>
            {t(`networking:taken.${what}`, { name, times: timesText(times, zone) })}
          </li>
        ))}
        {clashes.away.map(({ id, name, times }) => (
          <li key={`away-${id}`}>{awayText(name, times, zone)}</li>
        ))}
      </ul>
      {clashes.taken.length + clashes.away.length === 0 ? null : clashes.free.length > 0 ? (
        <>
          <p>{t("networking:free")}</p>
          <div className="meeting-acts">
            {clashes.free.map((instant) => (
              <Button key={instant} small onClick={() => onStart(instant)}>
                {formatDateTime(instant, zone)}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <p>{t("networking:noneFree")}</p>
      )}
    </div>
  );
});
