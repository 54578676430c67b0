// A field of a profile in words: its name, its values, and its picture where it is one. The component is an observer.
import type { ReactNode } from "react";
import { fieldName, nameOfKey } from "#schemas/fields.ts";
import {
  Avatar,
  answerText,
  Breakable,
  countryName,
  currentLocale,
  formatNumber,
  t,
  useEnv,
  useSession,
  useStore,
} from "#web";
import { getPhoto } from "../../event-data/contract.ts";
import { DuplicatesStore } from "./store.ts";

const OWN = "fields.";

export function useFieldWords(field: string): {
  label: string;
  text: (value: unknown) => string;
  drawn: (value: unknown) => ReactNode;
} {
  const session = useSession();
  const { api } = useEnv();
  const { fields } = useStore(DuplicatesStore);
  const key = field.startsWith(OWN) ? field.slice(OWN.length) : undefined;
  const own = fields.find((one) => one.key === key);
  const text = (value: unknown): string => {
    if (value === undefined || value === null || value === "") return t("duplicates:panel.nothing");
    if (key !== undefined) return answerText(own, value, session.event?.timezone);
    if (field === "photo") return t("duplicates:panel.picture");
    if (field === "type_id") {
      const types = (session.typeCategories ?? []).flatMap((one) => one.types);
      return types.find((type) => type.id === value)?.type ?? String(value);
    }
    if (field === "country") return countryName(String(value));
    if (field === "status") return t(`duplicates:status.${String(value)}`);
    return typeof value === "number" ? formatNumber(value) : String(value);
  };
  const drawn = (value: unknown) =>
    field === "photo" && typeof value === "string" ? (
      <Avatar name="" src={api.address(getPhoto, { params: { photo: value } })} kind="thing" size="large" />
    ) : (
      <Breakable text={text(value)} />
    );
  if (key === undefined) return { label: t(`duplicates:field.${field}`), text, drawn };
  return { label: own ? fieldName(own, currentLocale()) : nameOfKey(key), text, drawn };
}
