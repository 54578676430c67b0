// Dialogs that are opened by name: log-out of the house, and those that areas offer, such as the profile.
import { observer } from "mobx-react-lite";
import { type ComponentType, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { problemText, asProblem } from "../../kernel/api/problem.ts";
import { loadTexts, t } from "../../kernel/i18n/setup.ts";
import type { DialogProps } from "../../kernel/plugin/defineWebPlugin.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { LogoutDialog } from "./LogoutDialog.tsx";

const EDIT_PROFILE = "editProfile";

export const Dialogs = observer(function Dialogs() {
  const { shell } = useRoot();
  const [search, setSearch] = useSearchParams();
  const wantsProfile = search.has(EDIT_PROFILE);
  useEffect(() => {
    if (!wantsProfile) return;
    shell.openDialog("profile");
    setSearch(
      (before) => {
        before.delete(EDIT_PROFILE);
        return before;
      },
      { replace: true },
    );
  }, [wantsProfile, shell, setSearch]);
  const close = () => shell.closeDialog();
  if (shell.dialog === "logout") return <LogoutDialog close={close} />;
  return shell.dialog ? <AreaDialog key={shell.dialog} name={shell.dialog} close={close} /> : null;
});

function AreaDialog({ name, close }: { name: string; close: () => void }) {
  const { registry, notices } = useRoot();
  const [part, setPart] = useState<{ Drawn: ComponentType<DialogProps> }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: brought once for each name
  useEffect(() => {
    const load = registry.dialogs[name];
    const area = registry.faces.find((face) => face.dialogs?.[name])?.id;
    if (!load || !area) return close();
    const exported = `${name.charAt(0).toUpperCase()}${name.slice(1)}Dialog`;
    Promise.all([load(), loadTexts(area)]).then(
      ([parts]) => setPart({ Drawn: parts[exported] as ComponentType<DialogProps> }),
      (error: unknown) => {
        console.error(error);
        notices.error(problemText(asProblem(error), t), { title: t("common:toast.failed") });
        close();
      },
    );
  }, [name]);
  return part ? <part.Drawn close={close} /> : null;
}
