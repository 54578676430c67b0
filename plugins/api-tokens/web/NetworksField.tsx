// Addresses and networks of a token, one a line.
import { useField } from "formik";
import { useState } from "react";
import { FieldFrame, t } from "#web";

const PLAUSIBLE = /^[0-9a-f:.]{2,45}(\/\d{1,3})?$/i;

const wordsOf = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** What is wrong with what was typed, as far as the page can say; the server knows exactly. */
export function networksError(networks: readonly string[] = []): Record<string, string> {
  const isWrong = networks.some((network) => !PLAUSIBLE.test(network));
  return isWrong ? { allowed_networks: t("api-tokens:problem.networks") } : {};
}

export function NetworksField() {
  const [{ value }, , change] = useField<string[]>("allowed_networks");
  const [typed, setTyped] = useState(value.join("\n"));
  // What stands in the form counts: Discard and a saved token bring their own.
  const text = wordsOf(typed).join() === value.join() ? typed : value.join("\n");
  return (
    <FieldFrame name="allowed_networks" label={t("api-tokens:field.networks")} help={t("api-tokens:help.networks")}>
      {(given) => (
        <textarea
          {...given}
          className="input"
          rows={Math.min(6, Math.max(2, value.length + 1))}
          value={text}
          onChange={({ target }) => {
            setTyped(target.value);
            void change.setValue(wordsOf(target.value));
          }}
          onBlur={() => void change.setTouched(true)}
        />
      )}
    </FieldFrame>
  );
}
