// What a dry run would have written by now, laid over what is stored: lines that come later meet it as an import would.
import type { Thing } from "../../contract.ts";
import { REGISTRATION, type ThingValues } from "../repository.ts";

type Ids = number | number[];

/** Fields by which a line may meet a profile that another one has made. */
const MET_BY: ReadonlySet<string> = new Set(["email", "type_id", `fields.${REGISTRATION}`]);

export class Tried {
  private readonly texts = new Texts();
  /** Where the values of profiles stand: by id of those that are stored, and in their order of those that would be made. */
  private readonly changed = new Map<number, number>();
  private readonly made: number[] = [];
  private last = 0;
  /** By what stands for an address or a name: the texts themselves would take more room. */
  private readonly byEmail = new Map<number, Ids>();
  private readonly byName = new Map<number, Ids>();
  private readonly byRegistration = new Map<number, Ids>();
  /** Whether later lines may meet new profiles otherwise than by what makes them twins. */
  private readonly keepsNew: boolean;

  constructor(
    columns: readonly { field: string }[],
    /** Whether a line that names no type finds whatever has its address; else who gives that of a new profile is its twin. */
    private readonly isByAddress: boolean,
  ) {
    this.keepsNew = columns.some(({ field }) => MET_BY.has(field));
  }

  /** What stands for a profile that would be made: nobody has such an id. */
  nextId(): number {
    this.last -= 1;
    return this.last;
  }

  /** `newId` is what stands for it where there was none. */
  keep(current: Thing | undefined, values: ThingValues, newId = this.nextId()): void {
    if (!current && !this.keepsNew) return;
    const place = this.texts.add(JSON.stringify(values));
    const id = current?.id ?? newId;
    if (id > 0) this.changed.set(id, place);
    else this.made[-id - 1] = place;
    if ((current || this.isByAddress) && values.email && values.email !== current?.email)
      add(this.byEmail, values.email, id);
    if (values.name !== current?.name) add(this.byName, values.name, id);
    const number = registrationOf(values);
    if (number && number !== (current && registrationOf(current))) add(this.byRegistration, number, id);
  }

  /** The same profiles as they would be by now. */
  latest(things: readonly Thing[]): readonly Thing[] {
    if (this.changed.size === 0) return things;
    return things.map((one) => (this.changed.has(one.id) ? { ...one, ...this.valuesOf(one.id) } : one));
  }

  /** Those who may have come to one of these addresses or names. */
  having(addresses: readonly string[]): Thing[] {
    return this.at(this.byEmail, addresses);
  }

  called(names: readonly string[]): Thing[] {
    return this.at(this.byName, names);
  }

  registered(numbers: readonly string[]): Thing[] {
    return this.at(this.byRegistration, numbers);
  }

  private at(places: ReadonlyMap<number, Ids>, wanted: readonly string[]): Thing[] {
    if (places.size === 0) return [];
    const ids = new Set(wanted.flatMap((one) => places.get(signOf(one)) ?? []));
    return [...ids].map((id) => ({
      ...this.valuesOf(id),
      ...{ id, rev: 1, created_at: "", updated_at: "", photo: null },
    }));
  }

  private valuesOf(id: number): ThingValues {
    return JSON.parse(this.texts.at((id < 0 ? this.made[-id - 1] : this.changed.get(id)) as number)) as ThingValues;
  }
}

function registrationOf({ fields }: Pick<ThingValues, "fields">): string {
  const value = fields[REGISTRATION];
  return value === undefined || value === null ? "" : String(value);
}

/** The order in which profiles were made, those of a dry run last. */
export function asMade({ id: one }: Pick<Thing, "id">, { id: other }: Pick<Thing, "id">): number {
  if (one < 0 !== other < 0) return one < 0 ? 1 : -1;
  return one < 0 ? other - one : one - other;
}

function add(places: Map<number, Ids>, text: string, id: number): void {
  const sign = signOf(text);
  const there = places.get(sign);
  if (there === undefined) places.set(sign, id);
  else if (typeof there === "number") places.set(sign, [there, id]);
  else there.push(id);
}

/** A number of 31 bits; texts that share one are told apart by whoever asks. */
function signOf(text: string): number {
  let sign = 7;
  for (let at = 0; at < text.length; at++) sign = (Math.imul(sign, 31) + text.charCodeAt(at)) & 0x3fffffff;
  return sign;
}

const PIECE = 4 * 1024 * 1024;
const LENGTH = 4;

/** Very many texts outside the heap, of which a job has little. */
class Texts {
  private readonly pieces: Buffer[] = [];
  private free = PIECE;

  add(text: string): number {
    const size = Buffer.byteLength(text);
    let piece = this.pieces.at(-1);
    if (!piece || this.free + LENGTH + size > piece.length) {
      piece = Buffer.allocUnsafeSlow(Math.max(PIECE, LENGTH + size));
      this.pieces.push(piece);
      this.free = 0;
    }
    const place = (this.pieces.length - 1) * PIECE + this.free;
    piece.writeUInt32LE(size, this.free);
    piece.write(text, this.free + LENGTH);
    this.free += LENGTH + size;
    return place;
  }

  at(place: number): string {
    const piece = this.pieces[Math.floor(place / PIECE)] as Buffer;
    const from = (place % PIECE) + LENGTH;
    return piece.toString("utf8", from, from + piece.readUInt32LE(from - LENGTH));
  }
}
