// What is known of a session: when, where, who, what it clashes with, and its texts.
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Icon, icons, t, useSession, useStore } from "#web";
import type { Clash, Session } from "../contract.ts";
import type { AgendaAddress } from "./address.ts";
import { dayName, ownTime, timeSpan } from "./dayName.ts";
import { clockOf } from "./placed.ts";
import { RichText } from "./RichText.tsx";
import { AgendaStore } from "./store.ts";

/** Who reads profiles; their area asks again. */
const PROFILES = { accessRole: 299, permissions: ["things"] };

interface Props {
  session: Session;
  address: AgendaAddress;
}

export const SessionFacts = observer(function SessionFacts({ session, address }: Props) {
  const { zone, clashesOf, eventId } = useStore(AgendaStore);
  const seesProfiles = useSession().isAllowed(PROFILES) === true;
  const read = clockOf(zone);
  const [start, end] = [read(session.start), read(session.end)];
  const own = ownTime(session, zone);
  const clashes = clashesOf.get(session.id) ?? [];
  return (
    <div className="agenda-facts">
      {session.subtitle && <p className="agenda-muted">{session.subtitle}</p>}
      {clashes.map((clash) => (
        <ClashNote
          key={`${clash.rule}/${clash.sessions.join("/")}/${clash.speaker?.id}`}
          clash={clash}
          {...{ session, address }}
        />
      ))}
      <dl>
        <Fact name="start">
          {dayName(start.day, "long")}, {timeSpan(session, zone)}
          {end.day !== start.day && ` (${dayName(end.day, "short")})`}
          <span className="agenda-muted"> · {zone}</span>
          {own && <div className="agenda-muted">{own}</div>}
        </Fact>
        <Fact name="stage">
          <Named>{session.stage?.name ?? t("agenda:noStage")}</Named>
        </Fact>
        <Fact name="track">
          <Named>{session.track?.name ?? t("agenda:noTrack")}</Named>
        </Fact>
        <Fact name="speakers">
          {session.speakers.length === 0
            ? t("agenda:noSpeakers")
            : session.speakers.map(({ id, name, thing_id }) => (
                <span key={id} className="agenda-speaker">
                  <button
                    type="button"
                    className="agenda-link"
                    title={t("agenda:speaker.show", { name })}
                    onClick={() => address.go({ speaker: id })}
                  >
                    <bdi>{name}</bdi>
                  </button>
                  {thing_id !== null && seesProfiles && (
                    <Link
                      to={`/event-data/${eventId}/profile/${thing_id}`}
                      aria-label={t("agenda:speaker.profileOf", { name })}
                      title={t("agenda:speaker.profileOf", { name })}
                    >
                      {t("agenda:speaker.profile")}
                    </Link>
                  )}
                </span>
              ))}
        </Fact>
        {session.kind && <Fact name="kind">{session.kind}</Fact>}
        {session.language && <Fact name="language">{session.language}</Fact>}
        {session.source && (
          <Fact name="source">
            {session.source} {session.external_id && `· ${session.external_id}`}
          </Fact>
        )}
        {session.url && (
          <Fact name="url">
            <a href={session.url} target="_blank" rel="noreferrer noopener">
              {session.url}
            </a>
          </Fact>
        )}
      </dl>
      {session.abstract && <RichText html={session.abstract} />}
      {session.description && <RichText html={session.description} />}
    </div>
  );
});

/** A name that somebody typed, whole in its title where it is long. */
function Named({ children }: { children: string }) {
  return (
    <span className="clamped" title={children}>
      <bdi>{children}</bdi>
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{t(`agenda:field.${name}`)}</dt>
      <dd>{children}</dd>
    </>
  );
}

const ClashNote = observer(function ClashNote({ clash, session, address }: Props & { clash: Clash }) {
  const store = useStore(AgendaStore);
  const other = store.row(clash.sessions.find((id) => id !== session.id) ?? 0);
  if (!other) return null;
  return (
    <div className="agenda-note">
      <Icon paths={icons.error} />
      <p>
        {t(`agenda:clash.${clash.rule}`, { name: clash.speaker?.name ?? clash.stage?.name ?? "" })}
        <br />
        {timeSpan(other, store.zone)}{" "}
        <button type="button" className="agenda-link" onClick={() => address.go({ session: other.id })}>
          {other.title}
        </button>
      </p>
    </div>
  );
});
