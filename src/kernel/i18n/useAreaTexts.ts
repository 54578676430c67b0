// Texts of areas that a screen of another one tells something of, such as what is lost with a profile.
import { useEffect, useState } from "react";
import { hasTexts, loadTexts } from "./setup.ts";

/** Brings the texts of the areas that some keys name (`area:key`); whether they are here, or cannot be had. */
export function useAreaTexts(keys: readonly string[]): boolean {
  const wanted = [...new Set(keys.map((key) => key.slice(0, key.indexOf(":"))))]
    .filter((area) => !hasTexts(area))
    .join(" ");
  const [settled, setSettled] = useState("");
  useEffect(() => {
    if (wanted === "") return;
    let isOff = false;
    void Promise.allSettled(wanted.split(" ").map(loadTexts)).then(() => !isOff && setSettled(wanted));
    return () => {
      isOff = true;
    };
  }, [wanted]);
  return wanted === "" || settled === wanted;
}
