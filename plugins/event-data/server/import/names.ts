// Names of people as files write them: whether two can be one person's, and the parts of a name of which a line says only some. Pure.
import { fold } from "#server";
import type { Thing } from "../../contract.ts";

/** What tells nobody from anybody else in a name. */
const COMMON = new Set("dr prof mr mrs ms herr frau gmbh ag kg ltd inc llc co the der die das and und of".split(" "));

function tellingWords(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !COMMON.has(word));
}

/** Whether a name may be another way of writing one that is known. */
function mayBeOne(name: string, known: string): boolean {
  const there = new Set(tellingWords(known));
  return tellingWords(name).some((word) => there.has(word));
}

/** Who a line is about, as far as it says so beside an id; empty where it does not. */
export interface Said {
  email: string;
  name: string;
}

/** Whether a line says anything of whom it is about, and all of it is otherwise in a profile. */
export function contradicts({ email, name }: Said, { email: known, name: knownName }: Said): boolean {
  if (!email && !name) return false;
  return !(email && email === known) && !(name && mayBeOne(name, knownName));
}

/** Whether a line says of a profile both another address and another name. */
export function isAnother(said: Said, thing: Thing): boolean {
  return said.email !== "" && said.name !== "" && contradicts(said, thing);
}
