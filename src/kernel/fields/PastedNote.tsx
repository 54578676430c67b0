// What of pasted options does not come along as it was pasted.
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import type { Pasted } from "./pastedOptions.ts";

/** `most` is how many there may be. */
export function PastedNote({ pasted: { cut, beyond }, most }: { pasted: Pasted; most: number }) {
  const told = [
    cut > 0 && t("common:fields.paste.cut", { count: cut, number: formatNumber(cut) }),
    beyond > 0 &&
      t("common:fields.paste.beyond", { count: beyond, number: formatNumber(beyond), most: formatNumber(most) }),
  ].filter(Boolean);
  return <div role="status">{told.length > 0 && <p className="note-warn">{told.join(" ")}</p>}</div>;
}
