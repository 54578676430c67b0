// Headings of address books and customer lists that hold one of several of a kind, such as a country at work and one at home.
// They stand for a field where no heading says it plainly, or where nothing stands below that one. Pure.
import type { Field } from "#schemas/fields.ts";
import type { Column } from "./columns.ts";
import { looksLikeMail } from "./examples.ts";
import { wordOf } from "./recall.ts";

/** By field, the best first: at work, where mail is sent to, at home, elsewhere. Of Outlook, Google, HubSpot, Salesforce and Eventbrite. */
const SECOND: Readonly<Record<string, string>> = {
  first_name: "contactfirstname personfirstname guestfirstname participantfirstname memberfirstname leadfirstname",
  last_name:
    "contactlastname personlastname guestlastname guestsurname participantlastname participantsurname memberlastname " +
    "leadlastname",
  name: "contactfullname personfullname leadname",
  email:
    "workemailaddress businessemail businessemailaddress emailwork personemailwork emailgeschaftlich companyemail " +
    "personalemail personalemailaddress privateemail homeemail homeemailaddress emailpersonal personemailhome " +
    "emailprivat privateemailadresse email2value emailother",
  company_name:
    "workcompany businesscompany currentcompany companyaccount accountname accountnameaccountname associatedcompany " +
    "primarycompany associatedcompanyprimary primaryassociatedcompany personorganization employername",
  job_title:
    "workjobtitle worktitle workposition currentjobtitle currentposition businesstitle positiontitle companyposition " +
    "jobposition headlinejobtitle",
  country:
    "workcountry workcountryregion businesscountryregion businesscountry companycountry companycountryregion " +
    "mailingcountry mailingcountrytextonly mailingcountrycode mailingcountrycodetextonly address1country " +
    "addresscountry billingcountry shippingcountry homecountry homecountryregion othercountryregion othercountry " +
    "address2country landregiongeschaftlich landgeschaftlich geschaftlichesland landregionprivat landprivat " +
    "weitereslandregion",
  "fields.phone":
    "mobile mobilephone mobilenumber mobilephonenumber cell cellphone cellphonenumber mobil mobiltelefon mobilnummer " +
    "handy handynummer workphone businessphone businessphonenumber workphonenumber phonework personphonework officephone businessmobile " +
    "primaryphone companyphone companymainphone businessphone2 telefongeschaftlich telefondienstlich " +
    "telefongeschaftlich2 telefonfirma homephone homephonenumber phonehome personphonemobile telefonprivat " +
    "otherphone weiterestelefon phone2value telephonemobile telephoneportable numerodemobile movil telefonomovil " +
    "numerodemovil celular telefonocelular cellulare telefonocellulare numerodicellulare telemovel telefonecelular " +
    "mobiel mobielnummer mobielenummer mobieletelefoon gsm gsmnummer komorka telefonkomorkowy",
  "fields.location":
    "workcity businesscity companycity mailingcity address1city addresscity billingcity ortgeschaftlich stadtgeschaftlich " +
    "homecity shippingcity othercity ortprivat address2city",
  "fields.address":
    "businessstreet businessaddress workstreet workaddress workaddress1 companystreet mailingstreet mailingaddress " +
    "address1formatted address1street billingstreet strassegeschaftlich street street1 addressline1 strasse " +
    "homestreet homeaddress homeaddress1 shippingstreet otherstreet strasseprivat",
  "fields.website": "website1value companyurl businesswebpage webpageurl personalwebpage personalwebsite website2value",
  "fields.linkedin": "linkedinprofileurl linkedinmemberurl personlinkedinurl linkedinbio",
};

const RANKS = new Map(
  Object.entries(SECOND).flatMap(([field, words]) =>
    words.split(" ").map((word, rank) => [word, { field, rank }] as const),
  ),
);

/** The field of a heading that stands for it where no other one does. */
export function secondOf(word: string): string | undefined {
  return RANKS.get(word)?.field;
}

/** A column of addresses at LinkedIn is that of the profiles there, although its heading says no more than that they are addresses. */
export function withProfiles(
  columns: readonly Column[],
  cellsOf: (at: number) => string[],
  fields: readonly Partial<Pick<Field, "key" | "archived_at">>[],
): Column[] {
  const isKnown = fields.some(({ key, archived_at }) => key === "linkedin" && !archived_at);
  const isOne = ({ at, field, by }: Column) => {
    if (by === "remembered" || (field !== null && field !== "fields.website")) return false;
    const cells = cellsOf(at).filter(Boolean);
    return cells.length > 0 && cells.every((cell) => PROFILE.test(cell));
  };
  const found = columns.some(({ field }) => field === LINKEDIN) || !isKnown ? undefined : columns.find(isOne);
  return columns.map((one) => (one === found ? { ...one, field: LINKEDIN, by: "example" } : one));
}

const LINKEDIN = "fields.linkedin";
const PROFILE = /^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/\S+$/i;

/** With these headings, of which for each field the best is taken that has something below it. */
export function withSecond(
  columns: readonly Column[],
  cellsOf: (at: number) => string[],
  fields: readonly Partial<Pick<Field, "key" | "archived_at">>[],
): Column[] {
  const own = new Set(fields.flatMap(({ key, archived_at }) => (archived_at ? [] : [`fields.${key}`])));
  const isFilled = ({ at }: Column) => cellsOf(at).some(Boolean);
  const best = new Map<string, { column: Column; score: number }>();
  for (const column of columns) {
    const found = column.by === "none" ? RANKS.get(wordOf(column.title)) : undefined;
    if (!found || (found.field.startsWith("fields.") && !own.has(found.field))) continue;
    // A line is left out for what is no address, and kept where that stands under its own heading.
    if (found.field === "email" && isFilled(column) && !looksLikeMail(cellsOf(column.at))) continue;
    const score = found.rank + (isFilled(column) ? 0 : RANKS.size);
    if (score < (best.get(found.field)?.score ?? Number.POSITIVE_INFINITY)) best.set(found.field, { column, score });
  }
  // A heading that says it plainly gives way where nothing stands below it.
  const holders = columns.filter(({ field }) => field !== null && best.has(field));
  for (const one of holders) {
    const { column } = best.get(one.field ?? "") ?? {};
    if (column && (one.by !== "name" || isFilled(one) || !isFilled(column))) best.delete(one.field ?? "");
  }
  const given = new Map([...best].map(([field, { column }]) => [column.at, field]));
  return columns.map((one) => {
    const field = given.get(one.at);
    if (field) return { ...one, field, by: "name" };
    return one.field !== null && best.has(one.field) ? { ...one, field: null, by: "none" } : one;
  });
}
