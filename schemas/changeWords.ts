// The keys of the words in which a change is told, wherever it is. Pure.

/** The keys of a word: what areas share stands in the history's texts, what one has alone in its own. */
export interface WordKeys {
  key: string;
  instead?: string;
  /** A name without a text is shown as it is: the area that had one may be gone. */
  otherwise: string;
}

export function keysOf(word: string, type: string | undefined, otherwise: string): WordKeys {
  const [area, noun] = type?.split(".", 2) ?? [];
  const key = `history:${word}`;
  return noun === undefined ? { key, otherwise } : { key, instead: `${area}:told.${word}`, otherwise };
}

export function actionKeys(action: string, type: string): WordKeys {
  return keysOf(`action.${action}`, type, action.replaceAll("_", " "));
}

export function objectKeys(type: string): WordKeys {
  const keys = keysOf(`object.${type.replaceAll(".", "-")}`, type, type.replaceAll(/[._-]/g, " "));
  // Within its area an object is known by the second half of its name.
  const [area, ...noun] = type.split(".");
  return noun.length === 0 ? keys : { ...keys, instead: `${area}:told.object.${noun.join("-")}` };
}
