// Said in the place of a part whose code did not arrive.
import { t } from "../i18n/setup.ts";
import { Button } from "./Button.tsx";
import { ProblemView } from "./states.tsx";

interface Props {
  retry: () => void;
  /** Takes back what was asked for. */
  onClose?: (() => void) | undefined;
}

/** Another attempt; the page anew, which alone helps where another version has been published; and the way back. */
export function MissingPart({ retry, onClose }: Props) {
  const more = (
    <>
      <Button onClick={() => location.reload()}>{t("common:chunk.reload")}</Button>
      {onClose && (
        <Button tone="quiet" onClick={onClose}>
          {t("common:close")}
        </Button>
      )}
    </>
  );
  return <ProblemView problem={{ code: "http", message: t("common:chunk.help") }} retry={retry} more={more} />;
}
