// How this event calls and shows one data type; what is left empty is as in the app.
import { observer } from "mobx-react-lite";
import { Button, languageHere, SidePanel, TypeLook, t, useSession, useStore } from "#web";
import { DoneText } from "./DoneText.tsx";
import { type ShownType, TypeRulesStore } from "./store.ts";

interface Props {
  type: ShownType;
  onClose: () => void;
}

const FORMS = ["one", "many"] as const;

export const LookPanel = observer(function LookPanel({ type, onClose }: Props) {
  const store = useStore(TypeRulesStore);
  const locales = useSession().app?.locales.supported_locales ?? [];
  const { labels, ...look } = store.look(type.id);
  const disabled = !store.canSave;
  const isSaid = Object.keys(labels).length > 0 || look.icon !== undefined || look.colour !== undefined;
  return (
    <SidePanel title={t("data-types-permissions:look.title", { type: type.system })} onClose={onClose}>
      <div className="rules-look">
        <p className="field-help">{t("data-types-permissions:look.help")}</p>
        {locales.map((locale) => (
          <div className="rules-words" key={locale}>
            {FORMS.map((form) => {
              const words = labels[locale] ?? { one: "", many: "" };
              return (
                <DoneText
                  key={form}
                  label={t(`data-types-permissions:look.${form}`, { language: languageHere(locale) })}
                  placeholder={(form === "many" && words.one) || type.system}
                  value={words[form]}
                  most={60}
                  disabled={disabled}
                  onDone={(text) =>
                    store.show(type.id, { labels: { ...labels, [locale]: { ...words, [form]: text } } })
                  }
                />
              );
            })}
          </div>
        ))}
        <TypeLook
          icon={type.icon}
          colour={type.colour}
          disabled={disabled}
          say={(row, name) =>
            t(name === undefined ? `data-types-permissions:look.${row}` : `data-types:${row}.${name}`)
          }
          onIcon={(icon) => store.show(type.id, { icon })}
          onColour={(colour) => store.show(type.id, { colour })}
        />
        {isSaid && !disabled && (
          <p>
            <Button small onClick={() => store.show(type.id, { labels: {}, icon: undefined, colour: undefined })}>
              {t("data-types-permissions:look.asInApp")}
            </Button>
          </p>
        )}
      </div>
    </SidePanel>
  );
});
