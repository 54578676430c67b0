// The rules of the password tab, as error keys by field.
import { PASSWORD_RULES } from "../contract.ts";

export interface PasswordDraft {
  current: string;
  next: string;
  repeated: string;
}

export const NO_PASSWORDS: PasswordDraft = { current: "", next: "", repeated: "" };

/** Translation keys of what is wrong, by field; empty when all is well. */
export function passwordErrors(draft: PasswordDraft): Partial<Record<keyof PasswordDraft, string>> {
  const { current, next, repeated } = draft;
  const errors: Partial<Record<keyof PasswordDraft, string>> = {};
  if (!current) errors.current = "problem:field.required";
  if (!next) errors.next = "problem:field.required";
  else if (!keepsRules(next)) errors.next = "account:error.weak";
  else if (next === current) errors.next = "problem:PASSWORD_MUST_BE_DIFFERENT";
  if (!repeated) errors.repeated = "problem:field.required";
  else if (repeated !== next) errors.repeated = "problem:PASSWORDS_MUST_MATCH";
  return errors;
}

/** Whether a new password keeps every rule. */
export function keepsRules(password: string): boolean {
  return password.length <= 128 && PASSWORD_RULES.every((rule) => rule.test(password));
}
