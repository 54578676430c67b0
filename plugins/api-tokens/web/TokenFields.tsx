// Name, scopes and events of a token, as they are chosen for a new one and for one that is there.
import { useField } from "formik";
import { observer } from "mobx-react-lite";
import { Button, EventBoxes, FieldFrame, TextField, t, useSession, useStore } from "#web";
import type { ScopeChoice } from "../contract.ts";
import { NetworksField } from "./NetworksField.tsx";
import { ApiTokensStore } from "./store.ts";

type Choose = (choice: ScopeChoice, verb: string) => boolean;

/** Sets of scopes that most programs need. */
const PRESETS: Record<string, Choose> = {
  read: (_, verb) => verb === "read",
  registration: ({ resource }, verb) =>
    (resource === "thing" && verb !== "remove") || (resource === "container" && verb === "read"),
  all: () => true,
};

export const resourceName = (resource: string) =>
  t(`api-tokens:resource.${resource}`, { defaultValue: resource.replaceAll("-", " ") });

export const TokenFields = observer(function TokenFields() {
  return (
    <>
      <TextField
        name="name"
        label={t("api-tokens:field.name")}
        help={t("api-tokens:help.name")}
        maxLength={190}
        required
      />
      <ScopesField />
      <EventsField />
      <NetworksField />
    </>
  );
});

const ScopesField = observer(function ScopesField() {
  const { scopes = [] } = useStore(ApiTokensStore);
  const [{ value }, , change] = useField<string[]>("scopes");
  const toggle = (scope: string) =>
    change.setValue(value.includes(scope) ? value.filter((one) => one !== scope) : [...value, scope]);
  const preset = (choose: Choose) =>
    change.setValue(
      scopes.flatMap((choice) =>
        choice.verbs.filter((verb) => choose(choice, verb)).map((verb) => `${choice.resource}:${verb}`),
      ),
    );
  return (
    <FieldFrame name="scopes" label={t("api-tokens:field.scopes")} help={t("api-tokens:help.scopes")}>
      {({ id, "aria-describedby": describedBy }) => (
        <fieldset
          id={id}
          className="token-group"
          aria-label={t("api-tokens:field.scopes")}
          aria-describedby={describedBy}
        >
          <p className="token-presets">
            {Object.entries(PRESETS).map(([name, choose]) => (
              <Button key={name} small onClick={() => void preset(choose)}>
                {t(`api-tokens:preset.${name}`)}
              </Button>
            ))}
          </p>
          <ul className="token-scopes">
            {scopes.map(({ resource, verbs }) => (
              <li key={resource}>
                <span>{resourceName(resource)}</span>
                <span className="token-verbs">
                  {verbs.map((verb) => (
                    <label key={verb}>
                      <input
                        type="checkbox"
                        aria-label={`${resourceName(resource)}: ${t(`api-tokens:verb.${verb}`)}`}
                        checked={value.includes(`${resource}:${verb}`)}
                        onChange={() => void toggle(`${resource}:${verb}`)}
                      />
                      {t(`api-tokens:verb.${verb}`)}
                    </label>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </FieldFrame>
  );
});

const EventsField = observer(function EventsField() {
  const { events } = useSession();
  return (
    <EventBoxes
      name="allowed_containers"
      label={t("api-tokens:field.events")}
      events={events ?? []}
      all={t("api-tokens:events.all")}
    />
  );
});
