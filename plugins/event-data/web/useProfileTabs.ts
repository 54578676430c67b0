// The tabs of a profile: its form in one or two parts, what other areas put beside it and above it, and its history.
import { type Part, type ScreenPart, type Slot, type Tab, type TabPart, t, useSession, useSlot } from "#web";
import type { ProfileHeadProps, ProfileTabProps } from "../contract.ts";

/** Where other areas put their tabs, and what stands above all tabs. */
const SLOT = "event-data.profile";
const HEAD = "event-data.profile-head";

/** The tabs that this person sees, in order, and those of other areas with what they draw. */
export function useProfileTabs(
  category: number | undefined,
  isAsked: boolean,
): {
  tabs: readonly Tab[];
  parts: readonly Part<TabPart<ProfileTabProps>>[];
  isComing: boolean;
} {
  const session = useSession();
  const { parts: all, isComing } = useSlot<TabPart<ProfileTabProps>>(SLOT);
  const parts = all.filter(
    ({ part }) => session.isAllowed(part.access) === true && (part.suits?.({ category }) ?? true),
  );
  const others = parts.map(({ id, part }) => ({ id, title: t(part.title) }));
  const own = (id: "profile" | "fields" | "history") => ({ id, title: t(`event-data:tab.${id}`) });
  return { tabs: [own("profile"), ...(isAsked ? [own("fields")] : []), ...others, own("history")], parts, isComing };
}

/** What other areas put above the tabs, for this person. */
export function useProfileHead(category: number | undefined): Slot<ScreenPart<ProfileHeadProps>> {
  const session = useSession();
  const { parts, isComing } = useSlot<ScreenPart<ProfileHeadProps>>(HEAD);
  const shown = parts.filter(
    ({ part }) => session.isAllowed(part.access) === true && (part.suits?.({ category }) ?? true),
  );
  return { parts: shown, isComing };
}
