// The last resort: the application could not be put together. It leans on nothing, not even on translations.
import { useState } from "react";
import { Button } from "../../kernel/ui/Button.tsx";
import { languageHere } from "../languageHere.ts";

/** What was not to be had; anything else is a fault of ours. */
export type Missing = "server" | "texts" | "code";

const TEXTS = {
  en: {
    title: "Lanyard could not start",
    server: "The server could not be reached. Check your connection.",
    texts: "The texts of the page could not be loaded.",
    code: "A part of the application could not be loaded. The connection may have been lost, or a new version published.",
    other: "Something went wrong while the application started.",
    help: "What you saved before is safe. If it does not help to try again, tell your administrator what is written here.",
    again: "Try again",
    trying: "Trying again …",
  },
  de: {
    title: "Lanyard konnte nicht starten",
    server: "Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung.",
    texts: "Die Texte der Seite konnten nicht geladen werden.",
    code: "Ein Teil der Anwendung konnte nicht geladen werden. Möglicherweise ist die Verbindung unterbrochen, oder es wurde eine neue Version veröffentlicht.",
    other: "Beim Start der Anwendung ist etwas schiefgegangen.",
    help: "Was Sie bereits gespeichert haben, ist sicher. Hilft ein erneuter Versuch nicht, teilen Sie bitte Ihrer Administration mit, was hier steht.",
    again: "Erneut versuchen",
    trying: "Neuer Versuch …",
  },
};

interface Props {
  missing: Missing | undefined;
  error: unknown;
  /** Ends when it has failed again. */
  retry: () => Promise<void>;
}

export function StartFailure({ missing, error, retry }: Props) {
  const [busy, setBusy] = useState(false);
  const language = languageHere();
  const text = TEXTS[language];
  const again = () => {
    setBusy(true);
    void retry().finally(() => setBusy(false));
  };
  return (
    <main className="bare" lang={language}>
      <div className="page page-form">
        <h1>{text.title}</h1>
        <div role="alert" className="state-text">
          <p>{busy ? text.trying : text[missing ?? "other"]}</p>
          <p>{text.help}</p>
        </div>
        <p>
          <Button tone="primary" busy={busy} onClick={again}>
            {text.again}
          </Button>
        </p>
        {!missing && <pre>{error instanceof Error ? error.message : String(error)}</pre>}
      </div>
    </main>
  );
}
