// How to reach whom a profile is about, above its tabs: what is looked for most is there without scrolling.
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { type Field, fieldApplies, fieldName } from "#schemas/fields.ts";
import { countryName, currentLocale, useSession, useStore } from "#web";
import type { Thing } from "../contract.ts";
import { StatusChip } from "./columns.tsx";
import { mailTo } from "./mailTo.ts";
import type { CategoryId } from "./place.ts";
import { EventDataStore } from "./store.ts";

const WAYS: readonly Field["kind"][] = ["phone", "email", "url"];

interface Props {
  thing: Thing;
  category: CategoryId | undefined;
}

export const ThingContact = observer(function ThingContact({ thing, category }: Props) {
  const { questions } = useStore(EventDataStore);
  const types = (useSession().typeCategories ?? []).flatMap((category) => category.types);
  const company = category !== 2 && thing.company_name;
  const who = [thing.job_title, company, thing.country && countryName(thing.country)].filter(Boolean);
  const ways = questions.fields
    .filter((field) => WAYS.includes(field.kind) && !field.archived_at && fieldApplies(field, thing.type_id))
    .map((field) => ({ field, answer: thing.fields[field.key] }))
    .filter((one): one is { field: Field; answer: string } => typeof one.answer === "string" && one.answer !== "");
  return (
    <div className="thing-contact">
      {/* Names of any length leave the tabs in sight; whole they stand in the form. */}
      <p className="clamped">
        <StatusChip status={thing.status} /> <span>{types.find(({ id }) => id === thing.type_id)?.type}</span>
        {who.length > 0 && (
          <span className="muted">
            {" · "}
            <bdi>{who.join(" · ")}</bdi>
          </span>
        )}
      </p>
      {(thing.email !== "" || ways.length > 0) && (
        <ul>
          {thing.email && <Way href={mailTo(thing.email)}>{thing.email}</Way>}
          {ways.map(({ field, answer }) => (
            <Way key={field.key} href={hrefOf(field, answer)} title={fieldName(field, currentLocale())}>
              {field.kind === "url" ? answer.replace(/^https?:\/\/(www\.)?|\/$/g, "") : answer}
            </Way>
          ))}
        </ul>
      )}
    </div>
  );
});

/** Undefined where an answer was imported that is no address. */
function hrefOf({ kind }: Field, answer: string): string | undefined {
  if (kind === "url") return /^https?:\/\//i.test(answer) ? answer : undefined;
  if (kind === "email") return mailTo(answer);
  return `tel:${answer.replace(/[^\d+]/g, "")}`;
}

function Way({ href, title, children }: { href: string | undefined; title?: string; children: ReactNode }) {
  const isWeb = href?.startsWith("http");
  return (
    <li>
      {href ? (
        <a href={href} title={title} dir="ltr" {...(isWeb && { target: "_blank", rel: "noreferrer" })}>
          {children}
        </a>
      ) : (
        <bdi title={title}>{children}</bdi>
      )}
    </li>
  );
}
