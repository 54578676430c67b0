// The link that writes to an address. All that it could be taken for something else by is escaped: not what lies between name and place.
export function mailTo(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll("%40", "@")}`;
}
