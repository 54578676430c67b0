// The secret of a token that was just issued: shown once, to be copied before the panel is closed.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Button, icons, t, useEnv, useStore } from "#web";
import { ApiTokensStore } from "./store.ts";
import { TestCall } from "./TrialView.tsx";

export const SecretPanel = observer(function SecretPanel({ tokenId, onDone }: { tokenId: number; onDone: () => void }) {
  const store = useStore(ApiTokensStore);
  const secret = store.secretOf(tokenId);
  // A secret is shown once: closing it or leaving the page forgets it.
  useEffect(() => () => store.forget(tokenId), [store, tokenId]);
  const { notices } = useEnv();
  const [isStored, setStored] = useState(false);
  if (!secret) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      notices.success(t("api-tokens:secret.copied"));
    } catch {
      notices.error(t("common:copyFailed"));
    }
  };
  return (
    <div className="token-secret">
      <p>{t("api-tokens:secret.text")}</p>
      <input
        className="input"
        readOnly
        value={secret}
        aria-label={t("api-tokens:secret.label")}
        onFocus={({ target }) => target.select()}
      />
      <p>
        <Button tone="primary" icon={icons.copy} onClick={() => void copy()}>
          {t("api-tokens:secret.copy")}
        </Button>
      </p>
      <p className="token-use">{t("api-tokens:secret.use")}</p>
      <code>{`curl -H "Authorization: Bearer …" ${location.origin}/1/api/container`}</code>
      <TestCall secret={secret} />
      <label className="token-stored">
        <input type="checkbox" checked={isStored} onChange={({ target }) => setStored(target.checked)} />
        {t("api-tokens:secret.stored")}
      </label>
      <Button disabled={!isStored} onClick={onDone}>
        {t("common:close")}
      </Button>
    </div>
  );
});
