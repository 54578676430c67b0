// One token beside the list: what it may do, its renewal and its end; or a new one.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import {
  Button,
  Confirm,
  FormPanel,
  formatDateTime,
  NumberField,
  problemText,
  SidePanel,
  type Tracking,
  t,
  useEnv,
  useStore,
  useTold,
} from "#web";
import {
  type ApiToken,
  ApiTokenDraft,
  MOST_DAYS,
  MOST_GRACE_HOURS,
  NewApiToken,
  RotateDraft,
  USUAL_DAYS,
} from "../contract.ts";
import { networksError } from "./NetworksField.tsx";
import { SecretPanel } from "./SecretPanel.tsx";
import { ApiTokensStore } from "./store.ts";
import { TokenFields } from "./TokenFields.tsx";
import { TrialPart } from "./TrialView.tsx";

const messages = () => ({
  scopes: t("api-tokens:problem.no_scopes"),
  allowed_containers: t("api-tokens:problem.no_events"),
});

/** Tells of a secret whose panel has gone by the time that it comes: it is shown where its token is opened. */
function useIssued(asking: Tracking) {
  const told = useTold(asking);
  const { go } = useEnv();
  return (token: ApiToken | undefined, name: string, again: () => unknown) => {
    if (!token) return told.failed(t("api-tokens:notIssued", { name }), again);
    const run = () => go(`/app-settings/api-tokens?open=${token.id}`);
    told.done(t("api-tokens:issued", { name }), { action: { label: t("common:openAgain"), run } });
  };
}

export const NewTokenPanel = observer(function NewTokenPanel({ onClose }: { onClose: () => void }) {
  const store = useStore(ApiTokensStore);
  const [made, setMade] = useState<number>();
  const issued = useIssued(store.issuing);
  const create = async (draft: NewApiToken): Promise<unknown> => {
    const token = await store.create(draft);
    setMade(token?.id);
    issued(token, draft.name, () => create(draft));
    return token;
  };
  const initial: NewApiToken = {
    name: "",
    scopes: [],
    allowed_containers: [-1],
    allowed_networks: [],
    days: USUAL_DAYS,
  };
  return (
    <SidePanel title={t("api-tokens:create")} onClose={onClose}>
      {made && store.secretOf(made) ? (
        <SecretPanel tokenId={made} onDone={onClose} />
      ) : (
        <FormPanel<NewApiToken>
          initial={initial}
          schema={NewApiToken}
          messages={messages()}
          check={({ allowed_networks }) => networksError(allowed_networks)}
          onSave={create}
          busy={store.issuing.busy}
          problem={store.issuing.problem}
          action={t("api-tokens:create")}
          always
          onCancel={onClose}
          label={t("api-tokens:create")}
        >
          <TokenFields />
          <NumberField name="days" label={t("api-tokens:field.days")} min={1} max={MOST_DAYS} required />
        </FormPanel>
      )}
    </SidePanel>
  );
});

export const TokenPanel = observer(function TokenPanel({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const store = useStore(ApiTokensStore);
  const [isRenewing, setRenewing] = useState(false);
  const saving = store.saving.of(token.id);
  const isOver = token.state === "revoked";
  const locked = isOver ? "api-tokens:locked.revoked" : token.own ? undefined : "api-tokens:locked.other";
  return (
    <SidePanel title={token.name} onClose={onClose}>
      {store.secretOf(token.id) ? (
        <SecretPanel tokenId={token.id} onDone={onClose} />
      ) : isRenewing ? (
        <RenewForm token={token} onClose={() => setRenewing(false)} />
      ) : (
        <>
          <Facts token={token} />
          <FormPanel<ApiTokenDraft>
            initial={{
              name: token.name,
              scopes: token.scopes,
              allowed_containers: token.allowed_containers,
              allowed_networks: token.allowed_networks,
            }}
            meanwhile="told"
            check={({ allowed_networks }) => networksError(allowed_networks)}
            schema={ApiTokenDraft}
            messages={messages()}
            onSave={(draft) => store.save(token, draft)}
            busy={saving.busy}
            problem={saving.problem}
            readOnly={locked && t(locked)}
            label={token.name}
          >
            <TokenFields />
          </FormPanel>
          {!isOver && <Ends token={token} onRenew={() => setRenewing(true)} />}
          <TrialPart token={token} />
        </>
      )}
    </SidePanel>
  );
});

function Facts({ token }: { token: ApiToken }) {
  const used = token.last_used_at
    ? t("api-tokens:used", { time: formatDateTime(token.last_used_at), address: token.last_used_from ?? "" })
    : t("api-tokens:never");
  return (
    <dl className="facts">
      <dt>{t("api-tokens:column.prefix")}</dt>
      <dd>
        <code>{token.prefix}…</code>
      </dd>
      <dt>{t("api-tokens:column.owner")}</dt>
      <dd>{token.owner}</dd>
      <dt>{t("api-tokens:column.expires_at")}</dt>
      <dd>{formatDateTime(token.expires_at)}</dd>
      <dt>{t("api-tokens:field.networks")}</dt>
      <dd>{token.allowed_networks.join(", ") || t("api-tokens:networks.any")}</dd>
      {token.state === "renewed" && token.previous_until && (
        <>
          <dt>{t("api-tokens:previous")}</dt>
          <dd>{formatDateTime(token.previous_until)}</dd>
        </>
      )}
      <dt>{t("api-tokens:column.last_used_at")}</dt>
      <dd>{used}</dd>
    </dl>
  );
}

const RenewForm = observer(function RenewForm({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const store = useStore(ApiTokensStore);
  const renewing = store.renewing.of(token.id);
  const issued = useIssued(renewing);
  const renew = async (draft: RotateDraft): Promise<unknown> => {
    const renewed = await store.rotate(token, draft);
    issued(renewed, token.name, () => renew(draft));
    return renewed;
  };
  return (
    <FormPanel<RotateDraft>
      initial={{ days: USUAL_DAYS, grace_hours: 24 }}
      schema={RotateDraft}
      onSave={renew}
      busy={renewing.busy}
      problem={renewing.problem}
      action={t("api-tokens:renew.action")}
      always
      onCancel={onClose}
      label={t("api-tokens:renew.action")}
    >
      <p>{t("api-tokens:renew.text")}</p>
      <NumberField name="days" label={t("api-tokens:field.days")} min={1} max={MOST_DAYS} required />
      <NumberField
        name="grace_hours"
        label={t("api-tokens:field.grace_hours")}
        min={0}
        max={MOST_GRACE_HOURS}
        required
      />
    </FormPanel>
  );
});

const Ends = observer(function Ends({ token, onRenew }: { token: ApiToken; onRenew: () => void }) {
  const store = useStore(ApiTokensStore);
  const [isAsking, setAsking] = useState(false);
  const { busy, problem } = store.revoking.of(token.id);
  const revoke = async () => {
    await store.revoke(token);
    setAsking(false);
  };
  return (
    <div className="token-ends">
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
      {token.own && <Button onClick={onRenew}>{t("api-tokens:renew.action")}</Button>}
      <Button tone="quiet" onClick={() => setAsking(true)}>
        {t("api-tokens:revoke.action")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("api-tokens:revoke.title", { name: token.name })}
          action={t("api-tokens:revoke.action")}
          danger
          busy={busy}
          typed={token.name}
          onConfirm={() => void revoke()}
          onClose={() => setAsking(false)}
        >
          <p>{t("api-tokens:revoke.text")}</p>
        </Confirm>
      )}
    </div>
  );
});
