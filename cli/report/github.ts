// Annotations that GitHub shows beside the lines.
import type { Outcome } from "../outcome.ts";

const words = { error: "error", warning: "warning", note: "notice" } as const;

export function github(outcome: Outcome): string {
  const lines = outcome.findings.map(({ rule, severity, message, file, line, column, suggestion }) => {
    const place = file === "" ? "" : `file=${property(file)},line=${line},col=${column},`;
    return `::${words[severity]} ${place}title=${property(rule)}::${data(suggestion ? `${message} (${suggestion})` : message)}`;
  });
  return lines.length > 0 ? `${lines.join("\n")}\n` : "";
}

function data(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function property(text: string): string {
  return data(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
