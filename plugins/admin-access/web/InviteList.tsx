// Invitations: whom, with what, until when; a new link for one, or none any more.
import { observer } from "mobx-react-lite";
import { Button, EmptyState, formatDateTime, Panel, problemText, roleText, t, useStore } from "#web";
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
  const { invites = [], decidingInvite: deciding } = store;
  if (invites.length === 0) {
    return <EmptyState title={t("admin-access:invite.none")}>{t("admin-access:invite.noneText")}</EmptyState>;
  }
  const resend = async (invite: InviteRow) => {
    if (await store.resend(invite)) onSent();
  };
  return (
    <Panel title={t("admin-access:invites")} flush>
      {deciding.problem && (
        <p className="form-problem" role="alert">
          {problemText(deciding.problem, t)}
        </p>
      )}
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
                <td>
                  {isOpen(invite) && (
                    <div className="access-actions">
                      <Button small busy={deciding.busy} onClick={() => void resend(invite)}>
                        {t("admin-access:invite.resend")}
                      </Button>
                      <Button small tone="quiet" busy={deciding.busy} onClick={() => void store.revoke(invite)}>
                        {t("admin-access:invite.revoke")}
                      </Button>
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
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
