// The fields of times: throughout, at some times or not at all; as a picture and as a list, which say the same.
import { useFormikContext } from "formik";
import { type ReactNode, useId } from "react";
import { t } from "#web";
import type { Day, Taken, Windows } from "../contract.ts";
import { Clocks } from "./Clocks.tsx";
import { TimesList } from "./TimesList.tsx";
import { TimesPicture } from "./TimesPicture.tsx";
import { byDay, KINDS, type Kind, kindOf, nextTime, painted, spansOf, type Values } from "./values.ts";

interface Props {
  days: readonly Day[];
  zone: string;
  taken?: readonly Taken[];
  readOnly?: boolean;
  /** What is to be told of the times, below the picture. */
  children?: ReactNode;
}

export function TimesFields({ days, zone, taken = [], readOnly = false, children }: Props) {
  const { values, errors, setFieldValue } = useFormikContext<Values>();
  const { windows } = values;
  const id = useId();
  const become = (next: Windows) => void setFieldValue("windows", next);
  const choose = (kind: Kind) => {
    if (kind === "whole") return become(null);
    const first = kind === "times" && nextTime([], days, zone);
    become(first ? [first] : []);
  };
  return (
    <>
      <fieldset className="times-kinds">
        <legend>{t("availability:kind")}</legend>
        {KINDS.map((kind) => (
          <label key={kind} className="times-kind">
            <input type="radio" name={`${id}-kind`} checked={kindOf(windows) === kind} onChange={() => choose(kind)} />
            {t(`availability:kind.${kind}`)}
          </label>
        ))}
      </fieldset>
      <Clocks days={days} zone={zone} />
      <TimesPicture
        days={days}
        zone={zone}
        spans={spansOf(windows, days)}
        taken={taken}
        readOnly={readOnly}
        onPaint={(quarters, isOn) => become(painted(windows, days, quarters, isOn))}
      />
      {children}
      {windows && windows.length > 0 && (
        <TimesList days={days} zone={zone} windows={windows} readOnly={readOnly} onChange={become} />
      )}
      {typeof errors.windows === "string" && (
        <p className="field-error" role="alert">
          {errors.windows}
        </p>
      )}
    </>
  );
}

/** What the form begins with. */
export function valuesOf(windows: Windows, days: readonly Day[]): Values {
  return { windows: windows && byDay(windows, days) };
}
