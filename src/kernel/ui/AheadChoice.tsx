// What is to become of what profiles have before them, such as confirmed meetings: called off, and who is told.
import { useId } from "react";
import type { Ahead, Loss } from "#schemas/losses.ts";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { useEnv } from "../store/useStore.ts";
import { KeptMail } from "./KeptMail.tsx";

interface Props {
  losses: readonly Loss[];
  chosen: Ahead;
  /** Profiles that stay keep it, unless somebody says otherwise; with those that leave it goes. */
  canKeep: boolean;
  /** What is done can be undone, so that letters wait. */
  isLater: boolean;
  onChoose: (chosen: Ahead) => void;
}

export function AheadChoice({ losses, chosen, canKeep, isLater, onChoose }: Props) {
  const { sendsMail } = useEnv().settings;
  const sum = (of: "count" | "reached") => losses.reduce((all, { others }) => all + (others?.[of] ?? 0), 0);
  const [count, reached] = [sum("count"), sum("reached")];
  if (losses.length === 0 || (count === 0 && !canKeep)) return null;
  const unreached = count - reached;
  const help = [
    reached > 0 && t("common:ahead.tellHelp"),
    reached > 0 && isLater && t(sendsMail ? "common:ahead.tellLater" : "common:ahead.writeLater"),
    unreached > 0 && t("common:ahead.unreached", { count: unreached, number: formatNumber(unreached) }),
  ];
  const isAsked = count > 0 && (chosen.calls_off || !canKeep);
  const isTold = isAsked && reached > 0;
  return (
    <>
      {canKeep && (
        <Check
          label={t("common:ahead.callOff")}
          is={chosen.calls_off}
          onChange={(calls_off) => onChoose({ ...chosen, calls_off })}
        />
      )}
      {isAsked && (
        <Check
          label={
            reached === 0
              ? t("common:ahead.tellNobody")
              : t(sendsMail ? "common:ahead.tell" : "common:ahead.write", {
                  count: reached,
                  number: formatNumber(reached),
                })
          }
          help={help.filter(Boolean).join(" ")}
          is={chosen.tells && isTold}
          disabled={reached === 0}
          onChange={(tells) => onChoose({ ...chosen, tells })}
        />
      )}
      {isTold && chosen.tells && <KeptMail />}
    </>
  );
}

interface CheckProps {
  label: string;
  help?: string;
  is: boolean;
  disabled?: boolean;
  onChange: (is: boolean) => void;
}

function Check({ label, help, is, disabled = false, onChange }: CheckProps) {
  const id = useId();
  return (
    <div className="field field-check">
      <input
        id={id}
        type="checkbox"
        checked={is}
        disabled={disabled}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
