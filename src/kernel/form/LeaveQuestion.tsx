// The question itself; it arrives only when it is asked.
import { t } from "../i18n/setup.ts";
import { Confirm } from "../ui/Confirm.tsx";

export function LeaveQuestion({ leave, stay }: { leave: () => void; stay: () => void }) {
  return (
    <Confirm
      title={t("common:unsaved.title")}
      action={t("common:unsaved.leave")}
      danger
      onConfirm={leave}
      onClose={stay}
    >
      <p>{t("common:unsaved.help")}</p>
    </Confirm>
  );
}
