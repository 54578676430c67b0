// When something happened, on the event's clocks; whoever points at it sees it on their own, where these show another time.
import { observer } from "mobx-react-lite";
import { formatDateTime, ownDateTime, t, useSession } from "#web";

export const Moment = observer(function Moment({ at }: { at: string }) {
  const zone = useSession().event?.timezone;
  const own = zone && ownDateTime(at, zone);
  return (
    <time className="muted" dateTime={at} title={own ? t("grid:clocks.own", { time: own }) : undefined}>
      {formatDateTime(at, zone)}
    </time>
  );
});
