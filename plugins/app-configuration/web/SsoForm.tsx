// The settings of single sign-on. The client secret is typed and never comes back.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { ROLES } from "#schemas/scalars.ts";
import {
  EventBoxes,
  FormPanel,
  PasswordField,
  roleText,
  SelectField,
  TextAreaField,
  TextField,
  t,
  useSession,
  useStore,
} from "#web";
import type { LoginProvider, LoginProviderDraft } from "../contract.ts";
import { domainError, domainsOf } from "./domains.ts";
import { AppConfigurationStore } from "./store.ts";

interface Typed {
  issuer: string;
  client_id: string;
  secret: string;
  domains: string;
  claim_email: string;
  claim_first_name: string;
  claim_last_name: string;
  unknown: LoginProviderDraft["unknown"];
  admit_role_id: number;
  admit_containers: number[];
}

const USUAL_ROLE = 299;

function typedOf(provider: LoginProvider | null): Typed {
  return {
    issuer: provider?.issuer ?? "",
    client_id: provider?.client_id ?? "",
    secret: "",
    domains: provider?.domains.join("\n") ?? "",
    claim_email: provider?.claims.email ?? "email",
    claim_first_name: provider?.claims.first_name ?? "given_name",
    claim_last_name: provider?.claims.last_name ?? "family_name",
    unknown: provider?.unknown ?? "refuse",
    admit_role_id: provider?.admit_role_id ?? USUAL_ROLE,
    admit_containers: provider ? [...provider.admit_containers] : [-1],
  };
}

function check(typed: Typed): Record<string, string> {
  const errors: Record<string, string> = {};
  const required = t("problem:field.required");
  for (const name of [
    "issuer",
    "client_id",
    "domains",
    "claim_email",
    "claim_first_name",
    "claim_last_name",
  ] as const) {
    if (!typed[name].trim()) errors[name] = required;
  }
  if (typed.issuer.trim() && !/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(typed.issuer.trim())) {
    errors.issuer = t("problem:field.uri");
  }
  const wrong = domainError(typed.domains);
  if (wrong) errors.domains = wrong;
  if (typed.unknown === "admit" && typed.admit_containers.length === 0) errors.admit_containers = required;
  return errors;
}

export const SsoForm = observer(function SsoForm({
  provider,
  onDirty,
}: {
  provider: LoginProvider | null;
  onDirty: (dirty: boolean) => void;
}) {
  const store = useStore(AppConfigurationStore);
  const { accessRole = USUAL_ROLE } = useSession();
  const save = (typed: Typed) => {
    const { secret, domains, claim_email, claim_first_name, claim_last_name, ...rest } = typed;
    const draft: LoginProviderDraft = {
      ...rest,
      issuer: rest.issuer.trim(),
      client_id: rest.client_id.trim(),
      admit_containers: rest.admit_containers.length > 0 ? rest.admit_containers : [-1],
      domains: domainsOf(domains),
      claims: { email: claim_email.trim(), first_name: claim_first_name.trim(), last_name: claim_last_name.trim() },
      // What is changed has to be tested before it counts.
      enabled: (provider?.enabled && !secret && sameProvider(provider, typed)) ?? false,
    };
    return store.saveSso(draft, secret);
  };
  const roles = ROLES.filter(({ id }) => id >= accessRole).map(({ id, label }) => ({
    value: id,
    label: roleText({ id, name: label }),
  }));
  return (
    <FormPanel<Typed>
      initial={typedOf(provider)}
      meanwhile="told"
      check={check}
      onSave={save}
      busy={store.savingSso.busy}
      problem={store.savingSso.problem}
      label={t("app-configuration:sso.title")}
    >
      {({ values, dirty }) => (
        <>
          <Dirty dirty={dirty} onDirty={onDirty} />
          <TextField
            name="issuer"
            label={t("app-configuration:field.issuer")}
            help={t("app-configuration:issuer.help")}
            placeholder="https://login.example.com"
            required
          />
          <TextField name="client_id" label={t("app-configuration:field.client_id")} autoComplete="off" required />
          <PasswordField
            name="secret"
            label={t("app-configuration:field.secret")}
            help={t(provider?.has_secret ? "app-configuration:secret.kept" : "app-configuration:secret.help")}
            autoComplete="off"
          />
          <TextAreaField
            name="domains"
            label={t("app-configuration:field.sso_domains")}
            help={t("app-configuration:sso_domains.help")}
            placeholder="example.com"
            rows={3}
            required
          />
          <fieldset className="sso-mapping">
            <legend>{t("app-configuration:field.claims")}</legend>
            <TextField name="claim_email" label={t("app-configuration:field.claim_email")} required />
            <TextField name="claim_first_name" label={t("app-configuration:field.claim_first_name")} required />
            <TextField name="claim_last_name" label={t("app-configuration:field.claim_last_name")} required />
          </fieldset>
          <SelectField
            name="unknown"
            label={t("app-configuration:field.unknown")}
            help={t(`app-configuration:unknown.${values.unknown}.help`)}
            options={(["refuse", "admit"] as const).map((value) => ({
              value,
              label: t(`app-configuration:unknown.${value}`),
            }))}
          />
          {values.unknown === "admit" && (
            <>
              <SelectField
                name="admit_role_id"
                label={t("app-configuration:field.admit_role")}
                options={roles}
                required
              />
              <EventChoice name="admit_containers" />
            </>
          )}
        </>
      )}
    </FormPanel>
  );
});

/** Whether what a test has proved stays as it was. */
function sameProvider({ issuer, client_id, claims }: LoginProvider, typed: Typed): boolean {
  const mapped = claims.email === typed.claim_email && claims.first_name === typed.claim_first_name;
  return (
    issuer === typed.issuer && client_id === typed.client_id && mapped && claims.last_name === typed.claim_last_name
  );
}

function Dirty({ dirty, onDirty }: { dirty: boolean; onDirty: (dirty: boolean) => void }) {
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  return null;
}

/** All events, or some of those that whoever decides may open. */
const EventChoice = observer(function EventChoice({ name }: { name: string }) {
  const { events, app } = useSession();
  return (
    <EventBoxes
      name={name}
      label={t("app-configuration:field.admit_events")}
      events={events ?? []}
      all={app?.allowed_containers.includes(-1) && t("app-configuration:events.all")}
    />
  );
});
