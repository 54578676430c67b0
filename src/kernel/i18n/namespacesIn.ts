// Which areas' texts an answer needs, read from the keys of its words. Pure.

/** The namespaces of all keys that stand anywhere in a value, each once. */
export function namespacesIn(value: unknown, found = new Set<string>()): string[] {
  if (Array.isArray(value)) for (const part of value) namespacesIn(part, found);
  else if (value && typeof value === "object") {
    for (const [name, part] of Object.entries(value)) {
      if (name === "key" && typeof part === "string") found.add(part.split(":")[0] ?? "");
      else namespacesIn(part, found);
    }
  }
  return [...found];
}
