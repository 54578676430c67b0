// What is wrong with a rule: conditions that name what is no longer there.
import { t } from "#web";
import type { Fault } from "../contract.ts";

export function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <div className="note-warn" role="status">
      <p>{t("custom-groups:fault.title")}</p>
      <ul>
        {faults.map(({ at, why, name }) => (
          <li key={`${at} ${name}`}>{t(`custom-groups:fault.${why}`, { place: at + 1, name })}</li>
        ))}
      </ul>
    </div>
  );
}
