// Makes a log-in link to be passed on by hand: copied at once, or shown where the browser does not let pages copy.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button, Confirm, Dialog, problemText, t, useStore } from "#web";
import type { ProfileHeadProps } from "../../event-data/contract.ts";
import { type AppAccess, LINK_DAYS, type LoginLink } from "../contract.ts";
import { AppAccessStore } from "./store.ts";

interface Props extends Pick<ProfileHeadProps, "eventId" | "thing"> {
  access: AppAccess;
  /** Copies it, or fails. */
  onLink: (link: LoginLink) => Promise<void>;
  onClose: () => void;
}

export const CopyDialog = observer(function CopyDialog({ eventId, thing, access, onLink, onClose }: Props) {
  const store = useStore(AppAccessStore);
  const [link, setLink] = useState<LoginLink>();
  const { name } = thing;
  const make = async () => {
    const made = await store.createLoginLink(eventId, thing.id);
    if (!made) return;
    await onLink(made).then(onClose, () => setLink(made));
  };
  if (link) {
    const foot = (
      <Button tone="primary" onClick={onClose}>
        {t("common:close")}
      </Button>
    );
    return (
      <Dialog title={t("app-access:copy.title")} onClose={onClose} width={520} foot={foot}>
        <p>{t("app-access:copy.text", { days: LINK_DAYS })}</p>
        <LinkField label={t("app-access:copy.label", { name })} address={link.address} />
      </Dialog>
    );
  }
  const { problem } = store.linking;
  return (
    <Confirm
      title={t("app-access:copy.ask", { name })}
      action={t("app-access:copy.action")}
      busy={store.linking.busy}
      onConfirm={() => void make()}
      onClose={onClose}
    >
      <p>{t("app-access:copy.help", { name, days: LINK_DAYS })}</p>
      {access.link?.state === "open" && <p>{t("app-access:copy.before", { name })}</p>}
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </Confirm>
  );
});

/** A link to be taken by hand. */
export function LinkField({ label, address }: { label: string; address: string }) {
  return (
    <input
      className="input login-link"
      readOnly
      value={address}
      aria-label={label}
      onFocus={({ target }) => target.select()}
    />
  );
}
