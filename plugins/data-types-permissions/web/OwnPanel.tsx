// What the profiles of one data type may do for themselves in the participants' app, and what they read where they may not.
import { observer } from "mobx-react-lite";
import { useId, useState } from "react";
import { SidePanel, t, useSession, useStore } from "#web";
import { ACTORS } from "../../data-types/contract.ts";
import { AVAILABILITIES, type FullSetting, type RuledType, SESSIONS } from "../contract.ts";
import { TypeRulesStore } from "./store.ts";

interface Props {
  type: RuledType;
  onClose: () => void;
}

export const OwnPanel = observer(function OwnPanel({ type, onClose }: Props) {
  const store = useStore(TypeRulesStore);
  const locales = useSession().app?.locales.supported_locales ?? [];
  const setting = store.setting(type.id);
  const set = (part: Partial<FullSetting>) => store.set(type.id, part);
  const field = { setting, set, disabled: !store.canSave };
  return (
    <SidePanel title={t("data-types-permissions:own.title", { type: type.type })} onClose={onClose}>
      <p className="field-help">{t("data-types-permissions:own.help")}</p>
      {ACTORS.includes(type.type_category_id) && (
        <>
          <Tick {...field} name="approachable" />
          <Choice {...field} name="availability" values={AVAILABILITIES} />
          <Tick {...field} name="exports" />
          <Choice {...field} name="sessions" values={SESSIONS} />
        </>
      )}
      <Tick {...field} name="editable" />
      {!setting.editable && (
        <div className="rules-locked">
          {locales.map((locale) => (
            <Text
              key={`${locale} ${setting.locked[locale] ?? ""}`}
              label={t("data-types-permissions:own.locked", { locale })}
              value={setting.locked[locale] ?? ""}
              most={300}
              disabled={!store.canSave}
              onDone={(text) => set({ locked: { ...setting.locked, [locale]: text } })}
            />
          ))}
          <Text
            key={setting.locked_link}
            label={t("data-types-permissions:own.link")}
            help={t("data-types-permissions:own.linkHelp")}
            value={setting.locked_link}
            most={500}
            isWrong={(text) => text !== "" && !/^https:\/\/[^\s]+$/.test(text)}
            disabled={!store.canSave}
            onDone={(locked_link) => set({ locked_link })}
          />
        </div>
      )}
    </SidePanel>
  );
});

interface FieldProps {
  setting: FullSetting;
  set: (part: Partial<FullSetting>) => void;
  disabled: boolean;
}

function Tick({ name, setting, set, disabled }: FieldProps & { name: "approachable" | "exports" | "editable" }) {
  return (
    <label className="rules-tick">
      <input
        type="checkbox"
        checked={setting[name]}
        disabled={disabled}
        onChange={({ target }) => set({ [name]: target.checked })}
      />
      {t(`data-types-permissions:own.${name}`)}
    </label>
  );
}

interface ChoiceProps extends FieldProps {
  name: "availability" | "sessions";
  values: readonly string[];
}

function Choice({ name, values, setting, set, disabled }: ChoiceProps) {
  return (
    <label className="field">
      <span>{t(`data-types-permissions:own.${name}`)}</span>
      <select
        className="input"
        value={setting[name]}
        disabled={disabled}
        onChange={({ target }) => set({ [name]: target.value } as Partial<FullSetting>)}
      >
        {values.map((value) => (
          <option key={value} value={value}>
            {t(`data-types-permissions:own.${name}.${value}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TextProps {
  label: string;
  help?: string;
  value: string;
  most: number;
  disabled: boolean;
  isWrong?: (text: string) => boolean;
  onDone: (text: string) => void;
}

/** A text that counts as changed when one is done with it; what is wrong stays and says so. */
function Text({ label, help, value, most, disabled, isWrong, onDone }: TextProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const wrong = isWrong?.(text.trim()) ?? false;
  const done = () => {
    if (!wrong && text.trim() !== value) onDone(text.trim());
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        value={text}
        maxLength={most}
        disabled={disabled}
        aria-invalid={wrong || undefined}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={({ target }) => setText(target.value)}
        onBlur={done}
        onKeyDown={({ key }) => key === "Enter" && done()}
      />
      {help && (
        <p id={`${id}-help`} className={wrong ? "field-error" : "field-help"}>
          {help}
        </p>
      )}
    </div>
  );
}
