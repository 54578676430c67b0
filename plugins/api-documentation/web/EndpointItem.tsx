// One endpoint: a line that opens to its parameters, body, reply and problems. What is not open is not drawn: of all
// endpoints that would be tens of thousands of elements.
import { useEffect, useRef, useState } from "react";
import { Breakable, loadTexts, problemText, t } from "#web";
import { type JsonSchema, type Listed, type ListedProblem, linesOf, problemsOf, typeOf } from "./openapi.ts";

/** The language in which the API describes itself. */
const OWN = "en";

interface EndpointItemProps {
  endpoint: Listed;
  isOpen: boolean;
  /** Whether the page was opened for this one: it stands in the window then. */
  isSought: boolean;
  onToggle: (isOpen: boolean) => void;
}

export function EndpointItem({ endpoint, isOpen, isSought, onToggle }: EndpointItemProps) {
  const { method, path, summary } = endpoint;
  const place = useRef<HTMLDetailsElement>(null);
  const [, setTold] = useState(false);
  useEffect(() => {
    if (isOpen) void Promise.all(areasIn(endpoint).map(loadTexts)).then(() => setTold(true));
  }, [endpoint, isOpen]);
  useEffect(() => {
    if (isSought) place.current?.scrollIntoView({ block: "start" });
  }, [isSought]);
  return (
    <details
      ref={place}
      className="api-endpoint"
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>
        <span className={`api-method api-method-${method.toLowerCase()}`}>{method}</span>
        <code dir="ltr">
          <Breakable text={path} />
        </code>
        <span className="api-summary" lang={OWN}>
          {summary}
        </span>
      </summary>
      {isOpen && (
        <div className="api-details">
          <p>
            <strong>{t("api-documentation:access")}</strong> {accessText(endpoint)}
          </p>
          <Parameters endpoint={endpoint} />
          <Body endpoint={endpoint} />
          <Replies endpoint={endpoint} />
        </div>
      )}
    </details>
  );
}

function accessText({ "x-access": access, path }: Listed): string {
  if (access === "public") return t("api-documentation:access.public");
  const parts = [t(path.startsWith("/1/api/") ? "api-documentation:access.app" : "api-documentation:access.dashboard")];
  if (access.accessRole !== undefined) parts.push(t("api-documentation:access.role", { role: access.accessRole }));
  if (access.permissions?.length) {
    parts.push(t("api-documentation:access.permissions", { keys: access.permissions.join(", ") }));
  }
  if (access.alsoPermissions?.length) {
    parts.push(t("api-documentation:access.alsoPermissions", { keys: access.alsoPermissions.join(", ") }));
  }
  return parts.join("; ");
}

function Parameters({ endpoint }: { endpoint: Listed }) {
  const { parameters = [] } = endpoint;
  if (parameters.length === 0) return null;
  const lines = parameters.map(({ name, in: place, required, description, schema = {} }) => ({
    name,
    depth: 0,
    type: `${typeOf(schema)} · ${t(`api-documentation:in.${place}`)}`,
    required: required === true,
    description: String(description ?? schema.description ?? ""),
  }));
  return <Shape title={t("api-documentation:parameters")} lines={lines} />;
}

function Body({ endpoint }: { endpoint: Listed }) {
  const contents = Object.entries(endpoint.requestBody?.content ?? {});
  const [first] = contents;
  if (!first) return null;
  const [type, { schema }] = first;
  if (type !== "application/json") {
    const types = contents.map(([one]) => one).join(", ");
    return (
      <p>
        <strong>{t("api-documentation:body")}</strong> {t("api-documentation:body.file", { types })}
      </p>
    );
  }
  return <Shape title={t("api-documentation:body")} lines={linesOf(schema)} />;
}

function Replies({ endpoint }: { endpoint: Listed }) {
  const responses = Object.entries(endpoint.responses);
  const [status, good] = responses.find(([code]) => code.startsWith("2")) ?? ["200", undefined];
  const schema = good?.content?.["application/json"]?.schema;
  const data = (schema?.properties as Record<string, JsonSchema> | undefined)?.data;
  const problems = responses.filter(([code]) => !code.startsWith("2"));
  return (
    <>
      <Shape title={`${t("api-documentation:reply")} ${status}`} note={data && typeOf(data)} lines={linesOf(data)} />
      <h3>{t("api-documentation:problems")}</h3>
      <ul className="api-problems">
        {problems.map(([status, { description }]) => (
          <li key={status}>
            <strong>{status}</strong>
            <ul>
              {problemsOf(description).map((problem) => (
                <Problem key={problem.code} problem={problem} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The areas that have words for problems of an endpoint. */
function areasIn({ responses }: Listed): string[] {
  const codes = Object.values(responses).flatMap(({ description }) => problemsOf(description));
  return [...new Set(codes.flatMap(({ code }) => (code.includes(".") ? code.split(".", 1) : [])))];
}

/** In the reader's words where there are some. */
function Problem({ problem }: { problem: ListedProblem }) {
  const text = problemText(problem, t);
  return (
    <li>
      <code>{problem.code}</code> <span lang={text === problem.message ? OWN : undefined}>{text}</span>
    </li>
  );
}

interface ShapeProps {
  title: string;
  note?: string | undefined;
  lines: ReturnType<typeof linesOf>;
}

function Shape({ title, note, lines }: ShapeProps) {
  return (
    <>
      <h3>
        {title}
        {note && <code> {note}</code>}
      </h3>
      {lines.length > 0 && (
        <table className="api-shape" aria-label={title}>
          <tbody>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a shape never move
              <tr key={`${at}-${line.name}`}>
                <th scope="row" className={`api-depth-${line.depth}`}>
                  <code>{line.name}</code>
                  {line.required && <span className="chip">{t("api-documentation:required")}</span>}
                </th>
                <td>
                  <code>{line.type}</code>
                </td>
                <td lang={OWN}>{line.description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
