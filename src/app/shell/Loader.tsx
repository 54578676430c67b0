// The loader: a bar at the top of the window; it covers the page where nothing on it may be pressed meanwhile.
import { t } from "../../kernel/i18n/setup.ts";

export function Loader({ isCovering }: { isCovering: boolean }) {
  return (
    <div className={`loader ${isCovering ? "loader-covering" : ""}`} role="status" aria-label={t("common:loading")}>
      <span className="loader-bar" />
    </div>
  );
}
