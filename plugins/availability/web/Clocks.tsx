// On which clocks the times are, and that the reader's own show another time.
import { ownDateTime, ownZone, t } from "#web";
import { type Day, instantAt } from "../contract.ts";

export function Clocks({ days, zone }: { days: readonly Day[]; zone: string }) {
  const isOther = days.some(({ from }) => ownDateTime(instantAt(from), zone) !== undefined);
  return (
    <p className="times-clocks muted">
      {t("common:field.zone", { zone: zone.replaceAll("_", " ") })}
      {isOther && (
        <span className="chip chip-warn">
          {t("availability:otherClocks", { zone: ownZone().replaceAll("_", " ") })}
        </span>
      )}
    </p>
  );
}
