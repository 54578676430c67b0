// The recovery codes that are told once: whoever leaves before they are stored is asked.
import { LeaveGuard, RecoveryCodes, t } from "#web";

export function OwnCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const words = { title: t("account:codes.leave"), help: t("account:codes.leaveHelp") };
  return (
    <RecoveryCodes codes={codes} onStored={onStored} guard={(isSafe) => <LeaveGuard when={!isSafe} words={words} />} />
  );
}
