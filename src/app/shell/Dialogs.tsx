// Dialogs that are opened by name: log-out of the house, and those that areas offer, such as the profile.
import { observer } from "mobx-react-lite";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { asProblem, problemText } from "../../kernel/api/problem.ts";
import { loadTexts, t } from "../../kernel/i18n/setup.ts";
import type { DialogProps, LazyPart } from "../../kernel/plugin/defineWebPlugin.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { loadStyles } from "../../kernel/ui/loadStyles.ts";
import { useFocusReturn } from "../../kernel/ui/useFocusReturn.ts";
import paletteStyles from "../palette/palette.css?url";
import { TypeAhead } from "./TypeAhead.tsx";

const EDIT_PROFILE = "editProfile";

export const Dialogs = observer(function Dialogs() {
  const { shell } = useRoot();
  const [search, setSearch] = useSearchParams();
  const part = search.get(EDIT_PROFILE);
  const wantsProfile = part !== null;
  useEffect(() => {
    if (!wantsProfile) return;
    shell.openDialog("profile", part);
    setSearch(
      (before) => {
        before.delete(EDIT_PROFILE);
        return before;
      },
      { replace: true },
    );
  }, [wantsProfile, part, shell, setSearch]);
  if (!shell.dialog) return null;
  const named = { name: shell.dialog, part: shell.dialogPart, close: () => shell.closeDialog() };
  return <NamedDialog key={shell.dialog} {...named} />;
});

interface HouseDialog {
  load: LazyPart;
  /** The namespace of its texts. */
  texts?: string;
  /** It is there to be typed into: what is typed before it has come becomes its `part`. */
  isTyped?: boolean;
}
/** The house's own. */
const HOUSE: Readonly<Record<string, HouseDialog>> = {
  logout: { load: () => import("./LogoutDialog.tsx") },
  palette: { load: () => styled(import("../palette/PaletteDialog.tsx")), texts: "palette", isTyped: true },
  shortcuts: { load: () => styled(import("../shortcuts/ShortcutsDialog.tsx")), texts: "palette" },
};

async function styled<Part>(part: Promise<Part>): Promise<Part> {
  await loadStyles(paletteStyles);
  return part;
}

function NamedDialog({ name, part: first, close }: DialogProps & { name: string }) {
  const { registry, notices } = useRoot();
  useFocusReturn();
  const [part, setPart] = useState<{ Drawn: ComponentType<DialogProps> }>();
  const typed = useRef<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: brought once for each name
  useEffect(() => {
    const area = registry.faces.find((face) => face.dialogs?.[name])?.id;
    const { load = registry.dialogs[name], texts = area } = HOUSE[name] ?? {};
    if (!load) return close();
    const exported = `${name.charAt(0).toUpperCase()}${name.slice(1)}Dialog`;
    Promise.all([load(), texts && loadTexts(texts)]).then(
      ([parts]) => setPart({ Drawn: parts[exported] as ComponentType<DialogProps> }),
      (error: unknown) => {
        console.error(error);
        notices.error(problemText(asProblem(error), t), { title: t("common:toast.failed") });
        close();
      },
    );
  }, [name]);
  if (part) return <part.Drawn close={close} part={first ?? typed.current} />;
  if (!HOUSE[name]?.isTyped) return null;
  const onType = (text: string) => {
    typed.current = text;
  };
  return <TypeAhead onType={onType} close={close} />;
}
