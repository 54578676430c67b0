// Invitations: whom, with what, until when; a new link for one, or none any more.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button, Confirm, EmptyState, formatDateTime, Panel, problemText, roleText, t, useStore } from "#web";
import type { InviteRow } from "../../account/contract.ts";
import { keyNames } from "./AccessFields.tsx";
import { AdminAccessStore } from "./store.ts";

const CHIPS: Record<InviteRow["state"], string> = {
  pending: "chip-accent",
  accepted: "chip-good",
  expired: "chip-warn",
  revoked: "",
};

/** Whoever is invited has not decided yet. */
const isOpen = ({ state }: InviteRow) => state === "pending" || state === "expired";

export const InviteList = observer(function InviteList({ onSent }: { onSent: () => void }) {
  const store = useStore(AdminAccessStore);
  const { invites = [] } = store;
  if (invites.length === 0) {
    return <EmptyState title={t("admin-access:invite.none")}>{t("admin-access:invite.noneText")}</EmptyState>;
  }
  return (
    <Panel title={t("admin-access:invites")} flush>
      <div className="access-invites">
        <table className="access-table">
          <thead>
            <tr>
              {["email", "role", "state", "by"].map((column) => (
                <th scope="col" key={column}>
                  {t(`admin-access:invite.column.${column}`)}
                </th>
              ))}
              <th scope="col" aria-label={t("admin-access:invite.column.actions")} />
            </tr>
          </thead>
          <tbody>
            {invites.map((invite) => (
              <tr key={invite.id}>
                <th scope="row">
                  {invite.email}
                  <div className="access-role">
                    <RoleOf invite={invite} />
                  </div>
                </th>
                <td>
                  <RoleOf invite={invite} />
                </td>
                <td>
                  <span className={`chip ${CHIPS[invite.state]}`}>
                    {t(`admin-access:invite.state.${invite.state}`)}
                  </span>
                  {isOpen(invite) && (
                    <p className="access-until">
                      {t(`admin-access:invite.until.${invite.state}`, { time: formatDateTime(invite.expires_at) })}
                    </p>
                  )}
                </td>
                <td>{invite.invited_by}</td>
                <td>{isOpen(invite) && <Deciding invite={invite} onSent={onSent} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
});

/** A new link for one, or none any more; what is under way or went wrong with one is no other's. */
const Deciding = observer(function Deciding({ invite, onSent }: { invite: InviteRow; onSent: () => void }) {
  const store = useStore(AdminAccessStore);
  const [isAsking, setAsking] = useState(false);
  const { busy, problem } = store.decidingInvite.of(invite.id);
  const resend = async () => {
    if (await store.resend(invite)) onSent();
  };
  const revoke = async () => {
    await store.revoke(invite);
    setAsking(false);
  };
  return (
    <>
      <div className="access-actions">
        <Button small busy={busy} onClick={() => void resend()}>
          {t("admin-access:invite.resend")}
        </Button>
        <Button small tone="quiet" busy={busy} onClick={() => setAsking(true)}>
          {t("admin-access:invite.revoke")}
        </Button>
      </div>
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
      {isAsking && (
        <Confirm
          title={t("admin-access:invite.revokeTitle")}
          action={t("admin-access:invite.revoke")}
          danger
          busy={busy}
          onConfirm={() => void revoke()}
          onClose={() => setAsking(false)}
        >
          <p>{t("admin-access:invite.revokeText", { name: invite.email })}</p>
        </Confirm>
      )}
    </>
  );
});

function RoleOf({ invite: { role, withheld } }: { invite: InviteRow }) {
  return (
    <>
      {roleText(role)}
      {withheld.length > 0 && (
        <p className="access-withheld">{t("admin-access:invite.lacks", { keys: keyNames(withheld) })}</p>
      )}
    </>
  );
}
