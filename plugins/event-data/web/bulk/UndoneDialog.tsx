// After an act on many was taken back: what could not come back, and what was not touched.
import { Button, Dialog, Losses, t } from "#web";
import type { BulkResult } from "../../contract.ts";
import { LeftOut } from "./Report.tsx";

export function UndoneDialog({ result, onClose }: { result: BulkResult; onClose: () => void }) {
  return (
    <Dialog
      title={t("event-data:bulk.undoTitle")}
      onClose={onClose}
      width={620}
      foot={
        <Button tone="primary" onClick={onClose}>
          {t("common:close")}
        </Button>
      }
    >
      {result.losses && <Losses losses={result.losses} />}
      {result.skipped > 0 && <LeftOut result={result} />}
    </Dialog>
  );
}
