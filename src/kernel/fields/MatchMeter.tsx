// How much a field changes matches, at the weight that is chosen: which pairs it compares, how many of them it finds alike.
import type { FieldUse } from "#schemas/fieldEndpoints.ts";
import type { Field } from "#schemas/fields.ts";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { matchEffect } from "./matchEffect.ts";

interface Props {
  field: Field;
  weight: number;
  use: FieldUse;
  all: readonly Field[];
}

export function MatchMeter({ field, weight, use, all }: Props) {
  const effect = matchEffect(field, weight, use, all);
  const percent = (part: number) => formatNumber(part, { style: "percent", maximumFractionDigits: 0 });
  const title = t("common:fields.meter.title");
  if (!effect) return null;
  const { compared, alike, weight: share } = effect;
  return (
    <section className="field-meter" aria-label={title}>
      <h4>{title}</h4>
      <span className="field-meter-bar" aria-hidden="true">
        {alike === undefined ? (
          <span className="field-meter-compared" style={{ inlineSize: percent(compared) }} />
        ) : (
          <>
            <span className="field-meter-alike" style={{ inlineSize: `${100 * compared * alike}%` }} />
            <span className="field-meter-compared" style={{ inlineSize: `${100 * compared * (1 - alike)}%` }} />
          </>
        )}
      </span>
      <ul>
        <li>{t("common:fields.meter.compared", { share: percent(compared) })}</li>
        {compared > 0 && (
          <li>
            {alike === undefined
              ? t("common:fields.meter.unknown")
              : t("common:fields.meter.alike", { alike: percent(alike), unlike: percent(1 - alike) })}
          </li>
        )}
        <li>
          {weight === 0
            ? t("common:fields.meter.none")
            : t("common:fields.meter.weight", { weight: formatNumber(weight), share: percent(share) })}
        </li>
      </ul>
    </section>
  );
}
