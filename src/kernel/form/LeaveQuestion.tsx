// The question itself; it arrives only when it is asked.
import { t } from "../i18n/setup.ts";
import { Confirm } from "../ui/Confirm.tsx";

export interface LeaveWords {
  title: string;
  help: string;
}

interface Props {
  leave: () => void;
  stay: () => void;
  /** What would be lost, where it is no change of the page. */
  words?: LeaveWords | undefined;
}

export function LeaveQuestion({ leave, stay, words }: Props) {
  return (
    <Confirm
      title={words?.title ?? t("common:unsaved.title")}
      action={t("common:unsaved.leave")}
      danger
      onConfirm={leave}
      onClose={stay}
    >
      <p>{words?.help ?? t("common:unsaved.help")}</p>
    </Confirm>
  );
}
