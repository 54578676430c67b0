// What a browser calls itself, in words: "Firefox on Linux". A guess that only helps to recognise one's own devices.
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const nameIn = (text: string, names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(text))?.[1];

/** A short name of the device; undefined when the text says nothing. */
export function deviceName(userAgent: string): string | undefined {
  const parts = [nameIn(userAgent, BROWSERS), nameIn(userAgent, SYSTEMS)].filter(Boolean);
  return parts.length > 0 ? parts.join(" · ") : userAgent.slice(0, 60) || undefined;
}
