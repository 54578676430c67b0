// The second factor as one meets it: setting an authenticator app up, and the recovery codes that are told once. Light, since
// the log-in page draws it too.
import { type ReactNode, useEffect, useState } from "react";
import { t } from "../i18n/setup.ts";
import { Button } from "./Button.tsx";
import { copy } from "./icons.ts";
import { QrCode } from "./QrCode.tsx";

/** What an authenticator app is told once. */
export interface FactorKey {
  secret: string;
  uri: string;
}

/** The key of an authenticator app: to scan, to open on this device, or to type. */
export function FactorSetup({ secret, uri }: FactorKey) {
  return (
    <div className="factor-setup">
      <QrCode text={uri} label={t("common:login.factor.qr")} />
      <div>
        <p>{t("common:login.factor.scan")}</p>
        <p>
          <a href={uri}>{t("common:login.factor.open")}</a>
        </p>
        <p>{t("common:login.factor.secret")}</p>
        <p>
          <code className="factor-key">{secret.replace(/(.{4})/g, "$1 ").trim()}</code>
        </p>
      </div>
    </div>
  );
}

interface CodesProps {
  codes: readonly string[];
  onStored: () => void;
  /** What asks before they are left behind within the dashboard; they are safe once they were copied, or are said to be. */
  guard?: (isSafe: boolean) => ReactNode;
}

/** Ten codes, each good once. Going on asks first that they are stored, and so does the browser before the page is left. */
export function RecoveryCodes({ codes, onStored, guard }: CodesProps) {
  const [stored, setStored] = useState(false);
  const [copied, setCopied] = useState(false);
  const isSafe = stored || copied;
  useEffect(() => {
    if (isSafe) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isSafe]);
  const copyAll = async () => {
    await navigator.clipboard?.writeText(codes.join("\n")).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className="recovery">
      {guard?.(isSafe)}
      <p>{t("common:login.recovery.text")}</p>
      <ul className="recovery-codes" aria-label={t("common:login.recovery.title")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="recovery-foot">
        <Button icon={copy} onClick={() => void copyAll()}>
          {t(copied ? "common:login.recovery.copied" : "common:login.recovery.copy")}
        </Button>
        <label className="recovery-stored">
          <input type="checkbox" checked={stored} onChange={() => setStored(!stored)} />
          {t("common:login.recovery.stored")}
        </label>
        <Button tone="primary" disabled={!stored} onClick={onStored}>
          {t("common:login.recovery.goOn")}
        </Button>
      </div>
    </div>
  );
}
