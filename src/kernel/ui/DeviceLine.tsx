// A session in words: which device, how and where it began, when it was seen last.
import { formatDateTime } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { deviceName } from "./deviceName.ts";

/** What is known of a session. */
export interface Device {
  /** What the browser calls itself. */
  device: string;
  created_at: string;
  last_seen_at: string;
  /** How it began: `password`, `code`, `link`, `sso` or `invite`. */
  way: string;
  /** Where it began; empty where that is not known. */
  address: string;
}

/** Two lines about a session. */
export function DeviceLine({ session }: { session: Device }) {
  const since = { time: formatDateTime(session.created_at), way: t(`common:device.way.${session.way}`) };
  return (
    <div>
      <strong title={session.device}>{deviceName(session.device) ?? t("common:device.unknown")}</strong>
      <p>
        {session.address
          ? t("common:device.sinceFrom", { ...since, address: session.address })
          : t("common:device.since", since)}
        {" · "}
        {t("common:device.seen", { time: formatDateTime(session.last_seen_at) })}
      </p>
    </div>
  );
}
