// Asks before somebody logs in as somebody else, and opens the event app as them in a new tab.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button, Confirm, Dialog, problemText, t, useStore } from "#web";
import type { ProfileHeadProps } from "../../event-data/contract.ts";
import type { LoginLink } from "../contract.ts";
import { AppAccessStore } from "./store.ts";

interface Props extends Pick<ProfileHeadProps, "eventId" | "thing" | "onChanged"> {
  onClose: () => void;
}

export const AsDialog = observer(function AsDialog({ eventId, thing, onChanged, onClose }: Props) {
  const store = useStore(AppAccessStore);
  const [link, setLink] = useState<LoginLink>();
  const { name } = thing;
  const enter = async () => {
    // Opened with the press itself: later the browser would take it for an advertisement.
    const tab = window.open("", "_blank");
    const made = await store.impersonateThing(eventId, thing.id);
    if (!made) return tab?.close();
    onChanged();
    if (!tab) return setLink(made);
    tab.opener = null;
    tab.location.replace(made.address);
    onClose();
  };
  if (link) {
    const foot = <Button onClick={onClose}>{t("common:close")}</Button>;
    return (
      <Dialog title={t("app-access:as.title", { name })} onClose={onClose} width={520} foot={foot}>
        <p>{t("app-access:as.blocked")}</p>
        <p>
          <a href={link.address} target="_blank" rel="noreferrer" onClick={onClose}>
            {t("app-access:as.open")}
          </a>
        </p>
      </Dialog>
    );
  }
  const { problem } = store.linking;
  return (
    <Confirm
      title={t("app-access:as.title", { name })}
      action={t("app-access:as.action", { name })}
      busy={store.linking.busy}
      onConfirm={() => void enter()}
      onClose={onClose}
    >
      <p>{t("app-access:as.text", { name })}</p>
      <p>{t("app-access:as.told")}</p>
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </Confirm>
  );
});
