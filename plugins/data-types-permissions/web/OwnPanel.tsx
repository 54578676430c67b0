// What the profiles of one data type may do for themselves in the participants' app, and what they read where they may not.
import { observer } from "mobx-react-lite";
import { Choice, languageHere, SidePanel, t, useSession, useStore } from "#web";
import { ACTORS } from "../../data-types/contract.ts";
import { AVAILABILITIES, type FullSetting, type RuledType, SESSIONS } from "../contract.ts";
import { DoneText } from "./DoneText.tsx";
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
  const choice = (name: "availability" | "sessions", values: readonly string[]) => (
    <Choice
      label={t(`data-types-permissions:own.${name}`)}
      value={setting[name]}
      options={values.map((value) => [value, t(`data-types-permissions:own.${name}.${value}`)] as const)}
      disabled={!store.canSave}
      onChange={(value) => set({ [name]: value } as Partial<FullSetting>)}
    />
  );
  return (
    <SidePanel title={t("data-types-permissions:own.title", { type: type.type })} onClose={onClose}>
      <p className="field-help">{t("data-types-permissions:own.help")}</p>
      {ACTORS.includes(type.type_category_id) && (
        <>
          <Tick {...field} name="approachable" />
          {choice("availability", AVAILABILITIES)}
          <Tick {...field} name="exports" />
          {choice("sessions", SESSIONS)}
        </>
      )}
      <Tick {...field} name="editable" />
      {!setting.editable && (
        <div className="rules-locked">
          {locales.map((locale) => (
            <DoneText
              key={locale}
              label={t("data-types-permissions:own.locked", { language: languageHere(locale) })}
              value={setting.locked[locale] ?? ""}
              most={300}
              disabled={!store.canSave}
              onDone={(text) => set({ locked: { ...setting.locked, [locale]: text } })}
            />
          ))}
          <DoneText
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
