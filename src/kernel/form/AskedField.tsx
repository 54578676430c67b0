// An address may name one field of a form, as the command palette's settings do: the focus goes there.
import { type RefObject, useEffect } from "react";
import { useInRouterContext, useLocation } from "react-router-dom";

/** Puts the focus into the field of `form` that the address names with `field=NAME`, each time somebody comes by that address. */
export function AskedField({ form }: { form: RefObject<HTMLFormElement> }) {
  return useInRouterContext() ? <Focus form={form} /> : null;
}

function Focus({ form }: { form: RefObject<HTMLFormElement> }) {
  const { key, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: who comes by the same address once more wants the field once more
  useEffect(() => {
    const name = new URLSearchParams(search).get("field");
    const found = name ? form.current?.elements.namedItem(name) : undefined;
    const field = found instanceof RadioNodeList ? found.item(0) : found;
    if (!(field instanceof HTMLElement)) return;
    // The palette that led here gives back the focus as it closes.
    const frame = requestAnimationFrame(() => {
      field.focus({ preventScroll: true });
      field.scrollIntoView({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [form, key, search]);
  return null;
}
