// What profiles are linked by: values of a field at each end, and which of those who share one are linked. Pure.
import { fold } from "#server";
import type { Kind, MatchEnd } from "../contract.ts";
import { singleEnds } from "./rules.ts";

/** More links than this because of one value say that it names nobody. */
export const MOST_OF_A_VALUE = 10_000;

/** Whoever has an address there says nothing of a company. */
const FREE_MAIL = new Set(
  (
    "gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com aol.com " +
    "gmx.com gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de mail.com mail.ru yandex.ru proton.me protonmail.com " +
    "zoho.com qq.com 163.com 126.com orange.fr free.fr laposte.net libero.it hotmail.co.uk yahoo.co.uk btinternet.com"
  ).split(" "),
);

type Row = Record<string, unknown>;

/** The columns of a list that a field needs. */
export function columnOf({ field }: MatchEnd): string {
  return field.startsWith(OWN) ? "fields" : field;
}

const OWN = "fields.";

/** What a profile is compared by; empty where it says nothing. */
export function answerOf({ field, part }: MatchEnd, row: Row): string {
  const answer = field.startsWith(OWN)
    ? (JSON.parse(String(row["fields"] ?? "{}")) as Row)[field.slice(OWN.length)]
    : row[field];
  if (typeof answer !== "string" && typeof answer !== "number") return "";
  const text = fold(String(answer).trim().replace(/\s+/g, " "));
  return part === "domain" ? domainOf(text) : text;
}

/** The domain of an e-mail address or of a link, where it is somebody's own. */
export function domainOf(text: string): string {
  const host = text.includes("@") ? (text.split("@").pop() ?? "") : hostOf(text);
  return /^[^\s/]+\.[^\s/.]+$/.test(host) && !FREE_MAIL.has(host) ? host : "";
}

function hostOf(text: string): string {
  const [host = ""] = text.replace(/^[a-z][a-z0-9+.-]*:\/\//, "").split(/[/?#:]/);
  return host.replace(/^www\./, "");
}

/** Those who share a value, at each end. */
export interface Sharing {
  from: readonly number[];
  to: readonly number[];
}

/** Pairs to link, or the end whose profiles could mean several. */
export function pairsOf(
  { from, to }: Sharing,
  cardinality: Kind["cardinality"],
): { pairs: [number, number][] } | { several: "from" | "to" } | { common: true } {
  if (from.length * to.length > MOST_OF_A_VALUE) return { common: true };
  const singles = singleEnds(cardinality);
  if (singles.includes("to") && from.length > 1) return { several: "to" };
  if (singles.includes("from") && to.length > 1) return { several: "from" };
  return { pairs: from.flatMap((one) => to.filter((id) => id !== one).map((id): [number, number] => [one, id])) };
}
