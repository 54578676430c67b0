// Asks before every session of the person is ended (type 2; INTERFACES settles it).
import { observer } from "mobx-react-lite";
import { useAtStake } from "../../kernel/form/LeaveGuard.tsx";
import { t } from "../../kernel/i18n/setup.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { Confirm } from "../../kernel/ui/Confirm.tsx";

const WIDTH = 544;
const EVERY_DEVICE = 2;

export const LogoutDialog = observer(function LogoutDialog({ close }: { close: () => void }) {
  const { session, notices } = useRoot();
  const lost = useAtStake();
  const leave = async () => {
    const isDone = await session.logout(EVERY_DEVICE);
    close();
    if (!isDone && session.isAuthenticated) notices.error(t("common:logout.failed"));
  };
  return (
    <Confirm
      title={t("common:logout.title")}
      action={t("common:logout.action")}
      width={WIDTH}
      busy={session.loggingOut.busy}
      onConfirm={() => void leave()}
      onClose={close}
    >
      <p>{t("common:logout.help")}</p>
      {lost.map((text) => (
        <p key={text} className="note-warn">
          {text}
        </p>
      ))}
    </Confirm>
  );
});
