// The small cross beside one of several: takes that one out.
import { Button } from "./Button.tsx";
import { cross } from "./icons.ts";
import { passFocusOn } from "./passFocusOn.ts";

interface Props {
  /** What is taken out of what, in words. */
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

/**
 * Takes one out of a list that stands beside it; the focus goes on to the line beside, once this one has gone.
 * @example <TakeOut label={t("custom-groups:profile.take", { name })} onClick={() => void take(id)} />
 */
export function TakeOut({ label, disabled = false, onClick }: Props) {
  return (
    <Button
      small
      tone="quiet"
      icon={cross}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={({ currentTarget }) => {
        passFocusOn(currentTarget);
        onClick();
      }}
    />
  );
}
