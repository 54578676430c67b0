// What is wrong with the draft; each finding leads to its place. One about another file only names it.
import type { Finding } from "#schemas/core.ts";
import { t } from "#web";
import { isOfDraft } from "./store.ts";

interface Props {
  findings: readonly Finding[];
  /** The findings are those of the draft as it stands. */
  isJudged: boolean;
  isDrawn: boolean;
  onGo: (finding: Finding) => void;
}

export function FindingList({ findings, isJudged, isDrawn, onGo }: Props) {
  if (findings.length === 0) return isJudged ? <p className="nav-tool-fine">{t("nav-tool:findings.none")}</p> : null;
  return (
    <>
      {!isDrawn && <p role="alert">{t("nav-tool:findings.unread")}</p>}
      <ul className="nav-tool-findings">
        {findings.map((finding) => (
          <li key={`${finding.file} ${finding.rule} ${finding.line} ${finding.column} ${finding.message}`}>
            {isOfDraft(finding) ? (
              <button type="button" onClick={() => onGo(finding)}>
                <Said finding={finding} place={t("nav-tool:finding.place", { line: finding.line })} />
              </button>
            ) : (
              <div>
                <Said
                  finding={finding}
                  place={`${finding.file}, ${t("nav-tool:finding.place", { line: finding.line })}`}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Said({ finding, place }: { finding: Finding; place: string }) {
  return (
    <>
      <span className={`nav-tool-severity nav-tool-${finding.severity}`}>
        {t(`nav-tool:severity.${finding.severity}`)}
      </span>
      <span>
        {finding.message}
        {finding.suggestion ? `: ${finding.suggestion}` : ""}
      </span>
      <span className="nav-tool-place">
        {place} · {finding.rule}
      </span>
    </>
  );
}
