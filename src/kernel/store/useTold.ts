// What a part of a page has asked for, as that part tells it: in its place as long as it is drawn, in a notice afterwards.
import { runInAction } from "mobx";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router-dom";
import { problemText } from "../api/problem.ts";
import { t } from "../i18n/setup.ts";
import { type AddressChange, withChange } from "../ui/useAddress.ts";
import type { NoticeExtras } from "./NoticesStore.ts";
import type { Tracking } from "./tracked.ts";
import { BACK } from "./useLeft.ts";
import { useEnv } from "./useStore.ts";

/** How one comes back to what could not be saved: the form of which asking takes up what was typed, and where that form is. */
export interface WayBack {
  to: Tracking;
  typed: unknown;
  /** What the address has otherwise than when the part was drawn. */
  at?: AddressChange;
}

interface WaysBack {
  /** Somebody else had saved first. */
  stale?: WayBack;
  /** It has been removed. */
  gone?: WayBack;
}

interface Told {
  /** Whether the part is drawn still. */
  isDrawn: () => boolean;
  /** It was done: where the part that would say so has gone, a notice does. */
  done: (text: string, extras?: NoticeExtras) => void;
  /**
   * The last asking has failed: what it was about, and how it is tried again; or, where that would fail once more, how one comes
   * back to what was typed. Where the part has gone, a notice says so.
   */
  failed: (title: string, again: () => unknown, ways?: WaysBack) => void;
}

/**
 * The problem goes with the part that drew it; one that comes later is told in a notice, so that nothing fails unseen.
 * @example
 * const told = useTold(store.saving.of(note.id));
 * const save = async (draft: NoteDraft) => {
 *   const saved = await store.save(note.id, draft);
 *   if (!saved) told.failed(t("notes:notSaved", { title: note.title }), () => save(draft));
 *   return saved;
 * };
 */
export function useTold(asking: Tracking): Told {
  const { notices, go } = useEnv();
  const { pathname, search } = useLocation();
  const isDrawn = useRef(false);
  const place = useRef({ pathname, search });
  useLayoutEffect(() => {
    place.current = { pathname, search };
  });
  useEffect(() => {
    isDrawn.current = true;
    return () => {
      isDrawn.current = false;
      runInAction(() => {
        asking.problem = undefined;
      });
    };
  }, [asking]);
  return useMemo(() => {
    const open = ({ to, typed, at = {} }: WayBack) => {
      runInAction(() => {
        to.left = typed;
      });
      const { pathname, search } = place.current;
      go(`${pathname}?${withChange(new URLSearchParams(search), at)}`, BACK);
    };
    return {
      isDrawn: () => isDrawn.current,
      done: (text, extras) => {
        if (!isDrawn.current) notices.success(text, extras);
      },
      failed: (title, again, { stale, gone } = {}) => {
        const { problem } = asking;
        if (isDrawn.current || !problem) return;
        runInAction(() => {
          asking.problem = undefined;
        });
        const isOver = problem.code === "stale" || problem.code === "not_found";
        const back = problem.code === "stale" ? stale : gone;
        const action = !isOver
          ? { label: t("common:retry"), run: () => void again() }
          : back && { label: t("common:openAgain"), run: () => open(back) };
        // What somebody else did is no fault of ours: nobody asks for the request's number.
        const requestId = isOver ? undefined : problem.requestId;
        notices.error(problemText(problem, t), { title, requestId, action });
      },
    };
  }, [asking, notices, go]);
}
