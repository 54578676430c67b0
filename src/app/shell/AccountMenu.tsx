// The account button. What it opens arrives with the first press, so that the frame does not wait for it.
import { observer } from "mobx-react-lite";
import { type ButtonHTMLAttributes, type ComponentType, forwardRef, useState } from "react";
import { asProblem, problemText } from "../../kernel/api/problem.ts";
import { t } from "../../kernel/i18n/setup.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { Button } from "../../kernel/ui/Button.tsx";

const bring = () => import("./AccountPopover.tsx");
const prepare = () => void bring().catch(() => undefined);

export function AccountMenu() {
  const { notices } = useRoot();
  const [part, setPart] = useState<{ Drawn: ComponentType }>();
  const open = () =>
    bring().then(
      ({ AccountPopover }) => setPart({ Drawn: AccountPopover }),
      (error: unknown) => notices.error(problemText(asProblem(error), t), { title: t("common:toast.failed") }),
    );
  return part ? (
    <part.Drawn />
  ) : (
    <AccountButton onPointerEnter={prepare} onFocus={prepare} onClick={() => void open()} />
  );
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement>;

/** The button itself, before and after its menu has arrived. */
export const AccountButton = observer(
  forwardRef<HTMLButtonElement, ButtonProps>(function AccountButton({ className = "", ...props }, ref) {
    const { session } = useRoot();
    const initials =
      `${firstOf(session.user?.first_name)}${firstOf(session.user?.last_name)}`.toLocaleUpperCase() || "?";
    return (
      <Button
        ref={ref}
        tone="quiet"
        className={`account-button ${className}`}
        aria-label={t("common:account")}
        aria-haspopup="menu"
        {...props}
      >
        <span className="account-initials" data-text={initials} />
      </Button>
    );
  }),
);

/** The first whole character, which may be an emoji of several parts. Most names need no segmenter, whose tables take 20 ms to load. */
function firstOf(name = ""): string {
  const word = name.trim();
  if (/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}](?!\p{M})/u.test(word)) return word.charAt(0);
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? "";
}
