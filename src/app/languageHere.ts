/** The language of whoever is here while no texts are: the one that was chosen, else the browser's. */
export function languageHere(): "de" | "en" {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem("lang");
  } catch {
    // Storage is forbidden.
  }
  return /^"?de\b/i.test(chosen ?? navigator.language) ? "de" : "en";
}
