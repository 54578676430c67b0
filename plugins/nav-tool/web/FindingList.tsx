// What is wrong with the draft; each finding leads to its place.
import type { Finding } from "#schemas/core.ts";
import { t } from "#web";

interface Props {
  findings: readonly Finding[];
  isDrawn: boolean;
  onGo: (finding: Finding) => void;
}

export function FindingList({ findings, isDrawn, onGo }: Props) {
  if (findings.length === 0) return <p className="nav-tool-fine">{t("nav-tool:findings.none")}</p>;
  return (
    <>
      {!isDrawn && <p role="alert">{t("nav-tool:findings.unread")}</p>}
      <ul className="nav-tool-findings">
        {findings.map((finding) => (
          <li key={`${finding.rule} ${finding.line} ${finding.column} ${finding.message}`}>
            <button type="button" onClick={() => onGo(finding)}>
              <span className={`nav-tool-severity nav-tool-${finding.severity}`}>
                {t(`nav-tool:severity.${finding.severity}`)}
              </span>
              <span>
                {finding.message}
                {finding.suggestion ? `: ${finding.suggestion}` : ""}
              </span>
              <span className="nav-tool-place">
                {t("nav-tool:finding.place", { line: finding.line })} · {finding.rule}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
