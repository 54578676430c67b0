// The states of a page, each drawn on purpose: empty, loading, error, no permission, not on the plan, and not there yet.
import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import type { Access } from "#schemas/access.ts";
import type { Condition } from "#schemas/condition.ts";
import { commonProblems, WHOLE } from "#schemas/problem.ts";
import type { ApiProblem } from "../api/problem.ts";
import { isOffPlan, problemText } from "../api/problem.ts";
import { t } from "../i18n/setup.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { copy, error as errorIcon, information, lock, refresh } from "./icons.ts";
import { Needs, WhoHelps } from "./Needs.tsx";
import { Page } from "./Page.tsx";
import { passFocusOn } from "./passFocusOn.ts";
import { useBackOnline } from "./useBackOnline.ts";

interface StateProps {
  title: string;
  icon?: readonly string[];
  /** Icon, heading and text in one of the tones of the theme. */
  tone?: "plain" | "bad";
  action?: ReactNode;
  /** Announced at once, for what went wrong. */
  alert?: boolean;
  children?: ReactNode;
}

function State({ title, icon, tone = "plain", action, alert = false, children }: StateProps) {
  return (
    <div className={`state state-${tone}`} role={alert ? "alert" : undefined}>
      {icon && (
        <span className="state-icon">
          <Icon paths={icon} size={20} />
        </span>
      )}
      <h2>{title}</h2>
      {children && <div className="state-text">{children}</div>}
      {action && <div className="state-actions">{action}</div>}
    </div>
  );
}

interface EmptyProps {
  title: string;
  /** What this is, and an example. */
  children?: ReactNode;
  /** The first thing to do. */
  action?: ReactNode;
  icon?: readonly string[];
}

/** Nothing here yet: what it is, the first action, an example. */
export function EmptyState({ title, children, action, icon = information }: EmptyProps) {
  return (
    <State title={title} icon={icon} action={action}>
      {children}
    </State>
  );
}

interface ProblemProps {
  problem: Pick<ApiProblem, "code" | "message"> & Partial<Pick<ApiProblem, "requestId" | "access" | "reasons">>;
  retry?: () => void;
  /** Leads back from what is not there. */
  back?: () => void;
  /** What else can be done about it. */
  more?: ReactNode;
}

/** What happened, what is safe, retry, and the request id to copy. What this person may not see, or what is not there, is told as that. */
export function ProblemView({ problem, retry, back, more }: ProblemProps) {
  useBackOnline(problem, retry);
  if (problem.code === "not_found") {
    const action = (back || more) && (
      <>
        {more}
        {back && <Button onClick={back}>{t("common:gone.action")}</Button>}
      </>
    );
    return (
      <State title={t("common:gone.heading")} icon={information} alert action={action}>
        <p>{saysMore(problem) ? problemText(problem, t) : t("common:gone.help")}</p>
      </State>
    );
  }
  const again = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    passFocusOn(currentTarget);
    retry?.();
  };
  const actions = retry && (
    <>
      <Button icon={refresh} onClick={again}>
        {t("common:retry")}
      </Button>
      {more}
    </>
  );
  if (isOffPlan(problem)) {
    return (
      <State title={t("common:notOnPlan.heading")} icon={lock} alert>
        <p>{t("common:notOnPlan.help")}</p>
      </State>
    );
  }
  if (problem.code === "forbidden") {
    return (
      <State title={t("common:noPermission.part")} icon={lock} alert action={actions}>
        <Needs access={problem.access} />
        <WhoHelps access={problem.access} />
        {problem.requestId && <RequestId id={problem.requestId} />}
      </State>
    );
  }
  return (
    <State title={t("common:problem.title")} icon={errorIcon} tone="bad" alert action={actions}>
      <p>{problemText(problem, t)}</p>
      <p>{t("common:problem.safe")}</p>
      {problem.requestId && <RequestId id={problem.requestId} />}
    </State>
  );
}

/** In one line above what is shown already: it could not be had anew, and why. */
export function ProblemLine({ problem, retry }: { problem: ProblemProps["problem"]; retry: () => void }) {
  useBackOnline(problem, retry);
  const again = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    passFocusOn(currentTarget);
    retry();
  };
  return (
    <div className="problem-line" role="alert">
      <p className="form-problem">{problemText(problem, t)}</p>
      <Button small onClick={again}>
        {t("common:retry")}
      </Button>
    </div>
  );
}

/** Whether the server said what it is that is not there, and what became of it. */
const saysMore = ({ message, reasons }: ProblemProps["problem"]) =>
  reasons?.[WHOLE] !== undefined || message !== commonProblems.not_found.message;

/** A request id that support can look up, with a copy button. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className="request-id">
      {t("common:problem.requestId")} <code>{id}</code>
      <Button
        tone="quiet"
        small
        icon={copy}
        aria-label={t("common:problem.copyRequestId")}
        onClick={() => void navigator.clipboard?.writeText(id)}
      />
    </p>
  );
}

/** Wraps a state as a whole page, for where a screen may not be drawn at all. */
function StatePage({ title, children }: { title: string; children: ReactNode }) {
  return <Page title={title}>{children}</Page>;
}

interface NoPermissionProps {
  title?: string;
  /** What the page asks of a person; what is missing is named. */
  access?: Condition | Access | undefined;
  children?: ReactNode;
}

/** The person may not open this: what is missing, and who can grant it. */
export function NoPermission({ title, access, children }: NoPermissionProps) {
  return (
    <StatePage title={title ?? t("common:noPermission.title")}>
      <State title={t("common:noPermission.heading")} icon={lock}>
        <Needs access={access} />
        {children}
        <WhoHelps access={access} />
      </State>
    </StatePage>
  );
}

/** The app's plan does not hold this feature. */
export function NotOnPlan({ title }: { title?: string }) {
  return (
    <StatePage title={title ?? t("common:notOnPlan.title")}>
      <State title={t("common:notOnPlan.heading")} icon={lock}>
        <p>{t("common:notOnPlan.help")}</p>
      </State>
    </StatePage>
  );
}

/** An area whose own screen is still to come says so in one plain sentence. */
export function PlannedScreen({ title }: { title: string }) {
  return (
    <StatePage title={title}>
      <State title={t("common:planned.heading")} icon={information}>
        <p>{t("common:planned.help")}</p>
      </State>
    </StatePage>
  );
}

interface SkeletonProps {
  /** How many lines the real layout will have. */
  rows?: number;
  kind?: "lines" | "table" | "page";
}

/** The outline of what is coming; drawn only after 150 ms, so that quick answers do not flicker. */
export function Skeleton({ rows = 5, kind = "lines" }: SkeletonProps) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), 150);
    return () => clearTimeout(timer);
  }, []);
  const lines = Array.from({ length: rows }, (_, at) => `line-${at}`);
  return (
    <div
      className={`skeleton skeleton-${kind} ${isDrawn ? "" : "skeleton-held"}`}
      role="status"
      aria-label={t("common:loading")}
    >
      {kind === "page" && <span className="skeleton-line skeleton-title" />}
      {lines.map((line) => (
        <span className="skeleton-line" key={line} />
      ))}
    </div>
  );
}
