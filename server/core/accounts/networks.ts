// Addresses and networks, IPv4 and IPv6: how one is written, and whether an address lies in some of them.
import { BlockList, isIP } from "node:net";

const kindOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** IPv4 that comes inside of IPv6 counts as what it is; the name of a line (`%eth0`) belongs to nobody's address. */
const plain = (address: string) =>
  address
    .trim()
    .toLowerCase()
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/, "");

interface Network {
  address: string;
  bits: number;
}

function read(text: string): Network | undefined {
  const [address = "", bits, ...rest] = plain(text).split("/");
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (most === 0 || rest.length > 0) return undefined;
  if (bits === undefined) return { address, bits: most };
  return /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= most ? { address, bits: Number(bits) } : undefined;
}

/** An address or a network as it is kept; undefined where it is neither. */
export function networkOf(text: string): string | undefined {
  const network = read(text);
  return network && plain(text);
}

/** Whether an address lies in one of these networks. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const bare = plain(address);
  if (isIP(bare) === 0) return false;
  const list = new BlockList();
  for (const network of networks.map(read)) {
    if (network) list.addSubnet(network.address, network.bits, kindOf(network.address));
  }
  return list.check(bare, kindOf(bare));
}
