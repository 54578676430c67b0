// A password that the server has refused stays refused until it is another one, or is sent once more.
import { useRef } from "react";
import { fieldText, t } from "#web";
import type { ProfileStoreInstance } from "./profileStore.ts";

export interface Refused {
  /** Why this password is refused; undefined where that is not known. */
  why: (password: string) => string | undefined;
  /** Keeps what the last attempt says of the password; true where it refuses it. */
  learn: (password: string) => boolean;
  forget: () => void;
}

/** What is known of the current password that was typed. */
export function useRefused({ saving }: ProfileStoreInstance): Refused {
  const refused = useRef<{ password: string; why: string }>();
  return {
    why: (password) => (password === refused.current?.password ? refused.current.why : undefined),
    learn: (password) => {
      const { problem } = saving;
      const isRefused = problem?.fields.current_password !== undefined;
      if (problem && isRefused) refused.current = { password, why: fieldText(problem, "current_password", t) };
      return isRefused;
    },
    forget: () => {
      refused.current = undefined;
    },
  };
}
