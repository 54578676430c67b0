// Above the tabs of a participant: whether they have logged in to the event app, and how they are let in.
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useId, useState } from "react";
import { Button, MenuButton, problemText, type ScreenPart, t, useEnv, useSession, useStore } from "#web";
import type { ProfileHeadProps } from "../../event-data/contract.ts";
import { getAppAccess, LINK_DAYS, type LoginLink } from "../contract.ts";
import { AsDialog } from "./AsDialog.tsx";
import { CopyDialog } from "./CopyDialog.tsx";
import { MailDialog } from "./MailDialog.tsx";
import { AppAccessStore } from "./store.ts";
import { standing } from "./words.ts";

const Head = observer(function Head({ eventId, thing, onChanged }: ProfileHeadProps) {
  const store = useStore(AppAccessStore);
  const { notices } = useEnv();
  const zone = useSession().event?.timezone ?? "UTC";
  const reason = useId();
  const [open, setOpen] = useState<"mail" | "copy" | "as">();
  const { id, name, status, email } = thing;
  // What is blocked or has no address is let in otherwise.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the profile says something else
  const ask = useCallback(() => void store.getAppAccess(eventId, id), [store, eventId, id, status, email]);
  useEffect(ask, [ask]);
  const access = store.thingId === id ? store.access : undefined;
  if (store.opening.problem && !access) {
    return (
      <p className="login-head" role="alert">
        {problemText(store.opening.problem, t)}{" "}
        <Button small tone="quiet" onClick={ask}>
          {t("common:retry")}
        </Button>
      </p>
    );
  }
  if (!access) return <p className="login-head" aria-hidden="true" />;

  const copy = async (link: LoginLink) => {
    onChanged();
    await navigator.clipboard.writeText(link.address);
    notices.success(t("app-access:copied", { days: LINK_DAYS }));
  };
  const { link: hindrance, mail } = access.hindered;
  const close = () => setOpen(undefined);
  const entries = [
    {
      key: "mail",
      text: t(access.mailed_at ? "app-access:act.mailAgain" : "app-access:act.mail"),
      ...(mail && { disabled: true, label: t(`app-access:hindered.${mail}`) }),
      onSelect: () => setOpen("mail"),
    },
    { key: "copy", text: t("app-access:act.copy"), onSelect: () => setOpen("copy") },
    ...(store.canBe
      ? [undefined, { key: "as", text: t("app-access:act.as", { name }), onSelect: () => setOpen("as") }]
      : []),
  ];
  return (
    <div className="login-head">
      {store.canSend && (
        <MenuButton
          small
          name={t("app-access:menu.of", { name })}
          entries={entries}
          placement="bottom-start"
          disabled={hindrance !== null}
          aria-describedby={hindrance ? reason : undefined}
        >
          {t("app-access:menu")}
        </MenuButton>
      )}
      <span className="muted">
        {standing(access, zone).join(" · ")}
        {hindrance && store.canSend && <span id={reason}> · {t(`app-access:hindered.${hindrance}`)}</span>}
      </span>
      {open === "mail" && (
        <MailDialog eventId={eventId} thing={thing} access={access} onChanged={onChanged} onClose={close} />
      )}
      {open === "copy" && <CopyDialog eventId={eventId} thing={thing} access={access} onLink={copy} onClose={close} />}
      {open === "as" && <AsDialog eventId={eventId} thing={thing} onChanged={onChanged} onClose={close} />}
    </div>
  );
});

export const LoginHead: ScreenPart<ProfileHeadProps> = {
  access: getAppAccess.access as { accessRole: number },
  suits: ({ category }) => category === 1,
  Part: Head,
};
