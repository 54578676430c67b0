// Says beside a password that Caps Lock is on, as far as the last key told. It stands over the field's end, so that nothing moves.
import { type KeyboardEvent, useState } from "react";
import { t } from "../i18n/setup.ts";

export function useCapsLock() {
  const [isOn, setOn] = useState(false);
  // What fills fields in sends keys that know nothing of modifiers.
  const hear = (event: KeyboardEvent) => setOn(event.getModifierState?.("CapsLock") === true);
  return {
    keys: { onKeyDown: hear, onKeyUp: hear },
    left: () => setOn(false),
    hint: isOn && (
      <span className="caps-lock" role="status">
        {t("common:password.capsLock")}
      </span>
    ),
  };
}
