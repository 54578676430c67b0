// What is missing before the event can open, and how far it is; what is done stands below.
import { Link } from "react-router-dom";
import type { Step } from "#schemas/overview.ts";
import { formatNumber, Icon, icons, Panel, Ring, say, t } from "#web";

export function Steps({ steps }: { steps: readonly Step[] }) {
  const open = steps.filter(({ done }) => !done).sort((a, b) => Number(b.needed) - Number(a.needed));
  const done = steps.filter((step) => step.done);
  const missing = open.filter(({ needed }) => needed).length;
  const help =
    missing > 0
      ? t("overview:steps.missing", { count: missing })
      : t(open.length > 0 ? "overview:steps.advised" : "overview:steps.ready");
  const progress = t("overview:steps.progress", { done: formatNumber(done.length), of: formatNumber(steps.length) });
  return (
    <Panel
      title={t("overview:steps")}
      help={help}
      actions={<Ring done={done.length} of={steps.length} isReady={missing === 0} name={progress} />}
    >
      <ul className="overview-steps">
        {open.map((step) => (
          <li key={step.id} className="overview-step">
            <span className="overview-step-mark" aria-hidden="true" />
            <div>
              <Link to={step.path}>{say(step.title)}</Link>
              {step.needed && <span className="chip chip-warn">{t("overview:steps.needed")}</span>}
              {step.help && <p>{say(step.help)}</p>}
            </div>
          </li>
        ))}
        {done.map((step) => (
          <li key={step.id} className="overview-step overview-step-done">
            <Icon paths={icons.tickCircle} title={t("overview:steps.done")} />
            <Link to={step.path}>{say(step.title)}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
