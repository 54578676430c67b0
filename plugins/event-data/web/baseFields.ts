// The built-in fields of a profile, in the order of its form, and which category has which.
import type { Thing } from "../contract.ts";
import type { CategoryId } from "./place.ts";

export type BaseField = Exclude<keyof Thing, "id" | "rev" | "created_at" | "updated_at" | "photo" | "fields">;

const FIELDS: Readonly<Record<BaseField, (category: CategoryId | undefined) => boolean>> = {
  first_name: (category) => category === 1,
  last_name: (category) => category === 1,
  name: (category) => category !== 1,
  email: (category) => category !== 3,
  company_name: (category) => category !== 2,
  job_title: (category) => category === 1,
  country: () => true,
  type_id: () => true,
  status: () => true,
};

/** Those that the form of a category asks for. */
export function baseFieldsOf(category: CategoryId | undefined): BaseField[] {
  return (Object.keys(FIELDS) as BaseField[]).filter((field) => FIELDS[field](category));
}
