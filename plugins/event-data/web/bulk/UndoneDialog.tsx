// Whom an act on many left out, or its undoing left as they are, and what could not come back; all of them as a file.
import { Button, Dialog, formatNumber, Losses, t } from "#web";
import type { BulkResult } from "../../contract.ts";
import { LeftOut } from "./Report.tsx";

interface Props {
  /** What an act did, or its undoing. */
  of: "act" | "undoing";
  result: BulkResult;
  jobId: number;
  onClose: () => void;
}

export function UndoneDialog({ of, result, jobId, onClose }: Props) {
  const count = result.skipped;
  return (
    <Dialog
      title={t(of === "act" ? "event-data:bulk.did.skipped" : "event-data:bulk.undoTitle")}
      onClose={onClose}
      width={620}
      foot={
        <Button tone="primary" onClick={onClose}>
          {t("common:close")}
        </Button>
      }
    >
      {of === "undoing" && result.losses && <Losses losses={result.losses} />}
      {count > 0 && (
        <>
          <p>{t(`event-data:bulk.${of === "act" ? "wereLeft" : "stayed"}`, { count, number: formatNumber(count) })}</p>
          <LeftOut result={result} jobId={jobId} />
        </>
      )}
    </Dialog>
  );
}
