// The facts of the simulated audience, every one of them to be seen and chosen.
import { useId } from "react";
import type { Environment } from "#schemas/condition.ts";
import { PERMISSION_KEYS } from "#schemas/scalars.ts";
import { Choice, Panel, roleText, t } from "#web";
import type { RoleFacts } from "../contract.ts";
import { type Audience, ENVIRONMENTS, EVENTS, FORMATS, permissionsOf } from "./audience.ts";

interface Props {
  audience: Audience;
  roles: readonly RoleFacts[];
  flags: readonly string[];
  onChange: (audience: Audience) => void;
}

export function AudiencePanel({ audience, roles, flags, onChange }: Props) {
  const set = (change: Partial<Audience>) => onChange({ ...audience, ...change });
  const held = permissionsOf(audience, roles);
  return (
    <Panel title={t("nav-tool:audience")} help={t("nav-tool:audience.help")}>
      <div className="nav-tool-facts">
        <Choice
          label={t("nav-tool:audience.role")}
          value={String(audience.roleId)}
          options={roles.map((role) => [String(role.id), `${roleText(role)} (${role.id})`])}
          onChange={(value) => set({ roleId: Number(value) })}
        />
        <Choice
          label={t("nav-tool:audience.event")}
          value={audience.event}
          options={EVENTS.map((event) => [event, t(`nav-tool:audience.event.${event}`)])}
          onChange={(value) => set({ event: value as Audience["event"] })}
        />
        <Choice
          label={t("nav-tool:audience.format")}
          value={audience.format}
          options={FORMATS.map((format) => [format, t(`nav-tool:format.${format}`)])}
          disabled={audience.event === "none"}
          onChange={(format) => set({ format })}
        />
        <Choice
          label={t("nav-tool:audience.environment")}
          value={audience.environment}
          options={ENVIRONMENTS.map((name) => [name, t(`nav-tool:environment.${name}`)])}
          onChange={(value) => set({ environment: value as Environment })}
        />
        <Day label={t("nav-tool:audience.today")} value={audience.today} onChange={(today) => set({ today })} />
      </div>
      <Ticks
        legend={t("nav-tool:audience.flags")}
        all={flags}
        ticked={audience.flags}
        onChange={(ticked) => set({ flags: ticked })}
      />
      <Ticks
        legend={t("nav-tool:audience.permissions")}
        all={PERMISSION_KEYS}
        ticked={held}
        onChange={(permissions) => set({ permissions })}
        reset={
          audience.permissions && {
            label: t("nav-tool:permissions.ofRole"),
            run: () => set({ permissions: undefined }),
          }
        }
      />
    </Panel>
  );
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="date"
        value={value}
        onChange={(event) => event.target.value && onChange(event.target.value)}
      />
    </div>
  );
}

interface TicksProps {
  legend: string;
  all: readonly string[];
  ticked: readonly string[];
  onChange: (ticked: string[]) => void;
  reset?: { label: string; run: () => void } | undefined;
}

/** A list of facts, folded: how many of them hold is said, which ones is a click away. */
function Ticks({ legend, all, ticked, onChange, reset }: TicksProps) {
  return (
    <details className="nav-tool-ticks">
      <summary>
        {legend}{" "}
        <span>
          {t("nav-tool:ticked", { count: all.filter((key) => ticked.includes(key)).length, all: all.length })}
        </span>
      </summary>
      <fieldset>
        <legend className="sr-only">{legend}</legend>
        {all.map((key) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={ticked.includes(key)}
              onChange={(event) =>
                onChange(event.target.checked ? [...ticked, key] : ticked.filter((each) => each !== key))
              }
            />
            <code>{key}</code>
          </label>
        ))}
        {reset && (
          <button type="button" className="nav-tool-reset" onClick={reset.run}>
            {reset.label}
          </button>
        )}
      </fieldset>
    </details>
  );
}
