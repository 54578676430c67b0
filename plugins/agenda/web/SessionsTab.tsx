// The sessions in which a participant speaks, as a tab of the profile; and which speakers of the agenda that is.
import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { Link } from "react-router-dom";
import {
  Button,
  formatNumber,
  PickField,
  ProblemView,
  problemText,
  Skeleton,
  type TabPart,
  TakeOut,
  t,
  useEnv,
  useSession,
  useStore,
} from "#web";
import type { ProfileTabProps } from "../../event-data/contract.ts";
import type { ProfileSpeaker, SessionRow } from "../contract.ts";
import { dayName, timeSpan } from "./dayName.ts";
import { clockOf } from "./placed.ts";
import { AgendaStore } from "./store.ts";

const Tab = observer(function Tab({ eventId, thing, isOpen }: ProfileTabProps) {
  const { speaking } = useStore(AgendaStore);
  const { notices } = useEnv();
  const ask = useCallback(() => void speaking.listSessionsOf(eventId, thing.id), [speaking, eventId, thing.id]);
  useEffect(() => {
    if (isOpen) ask();
  }, [ask, isOpen]);
  const find = useCallback(
    async (words: string) =>
      ((await speaking.findSpeakers(eventId, words)) ?? []).map(({ id, name, sessions }) => ({
        id,
        label: name,
        note: sessionsText(sessions),
      })),
    [speaking, eventId],
  );
  const known = speaking.thingId === thing.id ? speaking.known : undefined;
  if (speaking.listing.problem && !known) return <ProblemView problem={speaking.listing.problem} retry={ask} />;
  if (!known) return <Skeleton rows={4} />;
  const link = async ({ id, name }: Pick<ProfileSpeaker, "id" | "name">, thingId: number | null) => {
    if (!(await speaking.linkSpeaker(eventId, id, thingId))) {
      return void notices.error(problemText(speaking.linking.problem ?? { code: "", message: "" }, t));
    }
    notices.success(t(thingId === null ? "agenda:profile.unlinked" : "agenda:profile.linked", { name }));
    ask();
  };
  const { speakers, sessions, namesakes } = known;
  return (
    <>
      {speakers.length > 0 && (
        <ul className="agenda-speaks">
          {speakers.map((speaker) => (
            <li key={speaker.id}>
              <span className="muted">{t("agenda:profile.as")}</span> <bdi>{speaker.name}</bdi>
              {speaking.canSave && (
                <TakeOut
                  label={t("agenda:profile.unlink", { name: speaker.name })}
                  disabled={speaking.linking.busy}
                  onClick={() => void link(speaker, null)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {sessions.length > 0 ? (
        <ul className="agenda-sessions">
          {sessions.map((session) => (
            <Item key={session.id} eventId={eventId} session={session} />
          ))}
        </ul>
      ) : (
        <p className="muted">{t(speakers.length > 0 ? "agenda:profile.noSessions" : "agenda:profile.none")}</p>
      )}
      {speaking.canSave ? (
        <section className="agenda-link-speaker">
          {namesakes.map((speaker) => (
            <p key={speaker.id} className="agenda-namesake">
              <span>
                {t("agenda:profile.namesake", { name: speaker.name, sessions: sessionsText(speaker.sessions) })}
              </span>
              <Button small disabled={speaking.linking.busy} onClick={() => void link(speaker, thing.id)}>
                {t("agenda:profile.link")}
              </Button>
            </p>
          ))}
          <PickField
            label={t("agenda:profile.find")}
            help={t("agenda:profile.findHelp")}
            placeholder={t("agenda:profile.findWords")}
            find={find}
            onPick={({ id, label }) => void link({ id: Number(id), name: label }, thing.id)}
          />
        </section>
      ) : (
        <p className="form-read-only">{t("agenda:readOnly")}</p>
      )}
    </>
  );
});

const sessionsText = (count: number) => t("agenda:profile.sessions", { count, number: formatNumber(count) });

function Item({ eventId, session }: { eventId: number; session: SessionRow }) {
  const zone = useSession().event?.timezone ?? "UTC";
  const { day } = clockOf(zone)(session.start);
  return (
    <li>
      <Link to={`/event-details/${eventId}/agenda?session=${session.id}`}>
        <bdi>{session.title}</bdi>
      </Link>
      <span className="muted">
        {dayName(day, "short")}, {timeSpan(session, zone)}
        {session.stage && ` · ${session.stage.name}`}
      </span>
    </li>
  );
}

export const SessionsTab: TabPart<ProfileTabProps> = {
  title: "agenda:profile.title",
  access: { accessRole: 299, permissions: ["sessions"] },
  suits: ({ category }) => category === undefined || category === 1,
  Tab,
};
