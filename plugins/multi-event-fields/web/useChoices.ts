// Of people whose answers differ: the profiles whose answers were chosen by hand, by e-mail address.
import { useState } from "react";
import type { PromotionDraft } from "#schemas/fieldPromotion.ts";

export function useChoices() {
  const [choices, setChoices] = useState<Readonly<Record<string, number>>>({});
  return {
    choices,
    onChoice(email: string, thingId: number | undefined) {
      const { [email]: _, ...rest } = choices;
      setChoices(thingId === undefined ? rest : { ...rest, [email]: thingId });
    },
    forget: () => setChoices({}),
    /** As they are sent. */
    byHand: Object.entries(choices).map(([email, thing_id]) => ({
      email,
      thing_id,
    })) satisfies PromotionDraft["choices"],
  };
}
