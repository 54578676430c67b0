// One meeting of a participant: when, with whom, where, its state; and the buttons that the state allows.
import { observer } from "mobx-react-lite";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { type ApiProblem, Button, Confirm, formatNumber, problemText, t, useEnv, useStore, useTold } from "#web";
import type { ProfileTabProps } from "../../event-data/contract.ts";
import type { Clashes, Meeting, MeetingChange, State } from "../contract.ts";
import { canMove } from "./meetingValues.ts";
import { clashesIn, NetworkingStore } from "./store.ts";
import { awayText, othersText, StateChip, timesText } from "./words.tsx";

interface Props extends Pick<ProfileTabProps, "eventId" | "thing" | "onChanged"> {
  meeting: Meeting;
  onMove: (meeting: Meeting) => void;
}

/** The id of a meeting's element. */
export const itemId = ({ id }: Pick<Meeting, "id">) => `meeting-${id}`;

export const MeetingItem = observer(function MeetingItem({ eventId, thing, meeting, onMove, onChanged }: Props) {
  const store = useStore(NetworkingStore);
  const { notices } = useEnv();
  const [isAsking, setAsking] = useState(false);
  const [awayOf, setAwayOf] = useState<Clashes["away"]>([]);
  const { state, location, message, reason, gone } = meeting;
  const others = meeting.participants.filter(({ id }) => id !== thing.id);
  const name = othersText(meeting, thing.id);
  // Those who remain meet without who is gone.
  const canMeet = meeting.participants.length > 1;
  const saving = store.saving.of(meeting.id);
  const told = useTold(saving);
  const become = async (to: State, change: Partial<MeetingChange> = {}): Promise<void> => {
    const saved = await store.saveMeeting(eventId, meeting.id, { rev: meeting.rev, state: to, ...change });
    const { problem } = saving;
    setAwayOf([]);
    if (saved) {
      onChanged();
      setAsking(false);
      notices.success(t(`networking:done.${to}`, { name }));
    }
    if (!problem) return;
    if (!told.isDrawn()) return told.failed(t("networking:notSaved", { name }), () => become(to, change));
    // The reason that was typed stays until it is saved, or the meeting is another one.
    if (to === "cancelled" && problem.code !== "stale") return;
    setAsking(false);
    store.settle(meeting.id);
    if (problem.code === "networking.away") setAwayOf(clashesIn(problem)?.away ?? []);
    else notices.error(problem.code === "stale" ? t("networking:stale") : problemText(problem, t));
  };
  const act = (word: string, onClick: () => void) => (
    <Act word={word} name={name} disabled={saving.busy} onClick={onClick} />
  );
  return (
    <li
      id={itemId(meeting)}
      className={state === "declined" || state === "cancelled" ? "meeting meeting-off" : "meeting"}
    >
      <span className="meeting-time figures">{timesText(meeting, store.zone)}</span>
      <div className="meeting-facts">
        <p className="meeting-who">
          {others.map(({ id, name: other, company_name }) => (
            <span key={id}>
              <Link to={`/event-data/${eventId}/profile/${id}`} dir="auto">
                {other}
              </Link>
              {company_name && <span className="muted">{company_name}</span>}
            </span>
          ))}
          {gone > 0 && (
            <span className="muted">{t("networking:gone", { count: gone, number: formatNumber(gone) })}</span>
          )}
        </p>
        <p className="muted">
          <StateChip state={state} /> {location ? location.name : t("networking:noPlace")}
        </p>
        {message && <p dir="auto">{message}</p>}
        {reason && <p className="muted">{t("networking:because", { reason })}</p>}
        {store.canSave && (
          <div className="meeting-acts">
            {state === "requested" && (
              <>
                {canMeet && act("accept", () => void become("accepted"))}
                {act("decline", () => void become("declined"))}
              </>
            )}
            {(state === "requested" || state === "accepted") && (
              <>
                {canMove(meeting) && act("move", () => onMove(meeting))}
                {act("cancel", () => setAsking(true))}
              </>
            )}
            {(state === "declined" || state === "cancelled") && canMeet && act("again", () => void become("accepted"))}
          </div>
        )}
      </div>
      {awayOf.length > 0 && (
        <Confirm
          title={t("networking:anyway.title")}
          action={t("networking:anyway.action")}
          busy={saving.busy}
          onConfirm={() => void become("accepted", { anyway: true })}
          onClose={() => setAwayOf([])}
        >
          <ul>
            {awayOf.map(({ id, name: who, times }) => (
              <li key={id}>{awayText(who, times, store.zone)}</li>
            ))}
          </ul>
        </Confirm>
      )}
      {isAsking && (
        <CancelQuestion
          name={name}
          busy={saving.busy}
          problem={saving.problem}
          onConfirm={(why) => void become("cancelled", { reason: why })}
          onClose={() => {
            setAsking(false);
            store.settle(meeting.id);
          }}
        />
      )}
    </li>
  );
});

interface ActProps {
  word: string;
  name: string;
  disabled: boolean;
  onClick: () => void;
}

function Act({ word, name, disabled, onClick }: ActProps) {
  const label = t(`networking:act.${word}`, { name });
  return (
    <Button small disabled={disabled} onClick={onClick} aria-label={label} title={label}>
      {t(`networking:do.${word}`)}
    </Button>
  );
}

interface QuestionProps {
  name: string;
  busy: boolean;
  problem: ApiProblem | undefined;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

function CancelQuestion({ name, busy, problem, onConfirm, onClose }: QuestionProps) {
  const [reason, setReason] = useState("");
  const id = useId();
  return (
    <Confirm
      title={t("networking:cancel.title", { name })}
      action={t("networking:cancel.action")}
      cancel={t("networking:cancel.keep")}
      danger
      busy={busy}
      onConfirm={() => onConfirm(reason)}
      onClose={onClose}
    >
      <p>{t("networking:cancel.help")}</p>
      <div className="field">
        <label htmlFor={id}>{t("networking:cancel.reason")}</label>
        <input
          id={id}
          className="input"
          maxLength={200}
          autoComplete="off"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </Confirm>
  );
}
