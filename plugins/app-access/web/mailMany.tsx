// Log-in e-mails to many: their entry in the menu of a list, and what there is to choose.
import { useState } from "react";
import { KeptMail, t, useEnv } from "#web";
import type { BulkActPart, BulkChoiceProps } from "../../event-data/contract.ts";
import { LINK_DAYS, type LoginMailOrder, MAIL_ACT, sendLoginMail } from "../contract.ts";

function Choice({ id, chosen, onChosen }: BulkChoiceProps) {
  const { settings } = useEnv();
  const [onlyNew, setOnlyNew] = useState((chosen as LoginMailOrder | undefined)?.only_new ?? true);
  return (
    <form
      id={id}
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onChosen({ only_new: onlyNew } satisfies LoginMailOrder);
      }}
    >
      <p className="muted">
        {t(settings.sendsMail ? "app-access:many.help" : "app-access:many.keepHelp", { days: LINK_DAYS })}
      </p>
      <KeptMail />
      <label>
        <input type="checkbox" checked={onlyNew} onChange={({ target }) => setOnlyNew(target.checked)} />{" "}
        {t("app-access:many.onlyNew")}
      </label>
    </form>
  );
}

export const LoginMails: BulkActPart = {
  act: MAIL_ACT,
  access: sendLoginMail.access as { accessRole: number },
  words: "app-access:many",
  help: ({ sendsMail }) => (sendsMail ? "app-access:many.forGood" : "app-access:many.keepForGood"),
  apply: ({ sendsMail }) => (sendsMail ? "app-access:many.apply" : "app-access:many.keep"),
  isTyped: true,
  suits: (category) => category === undefined || category === 1,
  hindered: (event, { publicNetworkingUrl }) => {
    if (publicNetworkingUrl === "") return "app-access:hindered.no_app";
    if (event?.active !== 1) return "app-access:hindered.inactive";
    return event.web_networking_activated === 1 ? undefined : "app-access:hindered.no_networking";
  },
  Choice,
};
