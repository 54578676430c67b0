// The fields that profiles of a category usually have beyond the built-in ones. Apart from the question that adds them, which is
// known from the start: only whoever chooses some needs to know them all.
import type { FieldDraft } from "./fields.ts";
import type { UsualCategory, UsualKey } from "./fieldUsual.ts";

/** A text in the languages in which usual fields are known. */
export type UsualText = Readonly<Record<"en" | "de", string>>;

const SECTIONS = {
  profile: { en: "Profile", de: "Profil" },
  contact: { en: "Contact", de: "Kontakt" },
  attendance: { en: "Attendance", de: "Teilnahme" },
  exhibition: { en: "Exhibition", de: "Ausstellung" },
} satisfies Record<string, UsualText>;

/** Facts of a field that do not depend on the event or its languages. */
type Facts = Pick<FieldDraft, "kind" | "limits" | "unique" | "places" | "owner_edits" | "see_role">;

export interface UsualField extends Facts {
  key: UsualKey;
  labels: UsualText;
  help?: UsualText;
  section: UsualText;
  /** Those whose profiles usually have it. */
  categories: readonly UsualCategory[];
  /** Ticked before anybody has chosen. */
  isFirst?: boolean;
  /** Codes of languages, of a choice. */
  options?: readonly string[];
  /** Headings of files that mean it beside its key and names: folded, letters and figures only. */
  headings: string;
}

const LANGUAGES = "ar cs da de en es fi fr hu it ja ko nl no pl pt ro ru sv tr uk zh".split(" ");

export const USUAL_FIELDS: readonly UsualField[] = [
  {
    key: "headline",
    kind: "text",
    labels: { en: "Headline", de: "Kurzvorstellung" },
    help: { en: "One line about this profile", de: "Eine Zeile zu diesem Profil" },
    section: SECTIONS.profile,
    categories: [1, 2],
    limits: { max_length: 140 },
    places: ["profile", "onboarding"],
    owner_edits: true,
    isFirst: true,
    headings: "tagline slogan motto headlinetext schlagzeile uberschrift",
  },
  {
    key: "summary",
    kind: "long_text",
    labels: { en: "Summary", de: "Beschreibung" },
    section: SECTIONS.profile,
    categories: [1, 2, 3],
    limits: { max_length: 2000 },
    places: ["profile", "onboarding"],
    owner_edits: true,
    isFirst: true,
    headings:
      "description about aboutme aboutus bio biography shortbio companydescription profiltext uber ubermich uberuns " +
      "biografie biographie kurzbeschreibung produktbeschreibung productdescription firmenbeschreibung",
  },
  {
    key: "language",
    kind: "choice",
    labels: { en: "Language", de: "Sprache" },
    section: SECTIONS.profile,
    categories: [1],
    options: LANGUAGES,
    places: ["profile", "list", "filter"],
    owner_edits: true,
    headings:
      "locale lang preferredlanguage languagecode spokenlanguage muttersprache bevorzugtesprache korrespondenzsprache",
  },
  {
    key: "category",
    kind: "text",
    labels: { en: "Category", de: "Kategorie" },
    section: SECTIONS.profile,
    categories: [3],
    limits: { max_length: 100 },
    places: ["profile", "list", "filter"],
    isFirst: true,
    headings: "productcategory itemcategory produktkategorie warengruppe productgroup produktgruppe",
  },
  {
    key: "price",
    kind: "text",
    labels: { en: "Price", de: "Preis" },
    help: { en: "As it is shown, with its currency", de: "Wie er angezeigt wird, mit Währung" },
    section: SECTIONS.profile,
    categories: [3],
    limits: { max_length: 60 },
    places: ["profile"],
    isFirst: true,
    headings: "pricetext listprice unitprice preistext listenpreis stuckpreis",
  },
  {
    key: "phone",
    kind: "phone",
    labels: { en: "Phone", de: "Telefon" },
    help: { en: "Seen by organisers only", de: "Nur für Veranstalter sichtbar" },
    section: SECTIONS.contact,
    categories: [1, 2],
    places: ["profile"],
    owner_edits: true,
    see_role: 200,
    isFirst: true,
    headings:
      "phonenumber telephone telephonenumber tel phone1value telefonnummer rufnummer numerodetelephone telefono " +
      "numerodetelefono numeroditelefono telefone numerodetelefone telefoon telefoonnummer numertelefonu",
  },
  {
    key: "website",
    kind: "url",
    labels: { en: "Website", de: "Website" },
    section: SECTIONS.contact,
    categories: [1, 2, 3],
    places: ["profile"],
    owner_edits: true,
    isFirst: true,
    headings:
      "url web homepage webpage webaddress websiteurl companywebsite link webseite internetseite internet internetadresse",
  },
  {
    key: "linkedin",
    kind: "url",
    labels: { en: "LinkedIn", de: "LinkedIn" },
    section: SECTIONS.contact,
    categories: [1, 2],
    places: ["profile"],
    owner_edits: true,
    headings: "linkedinurl linkedinprofile linkedinprofil linkedinlink",
  },
  {
    key: "location",
    kind: "text",
    labels: { en: "Location", de: "Ort" },
    section: SECTIONS.contact,
    categories: [1, 2],
    limits: { max_length: 120 },
    places: ["profile", "list", "filter"],
    owner_edits: true,
    headings: "city place town cityname stadt wohnort standort ortschaft",
  },
  {
    key: "address",
    kind: "long_text",
    labels: { en: "Address", de: "Anschrift" },
    section: SECTIONS.contact,
    categories: [2],
    limits: { max_length: 500 },
    places: ["profile"],
    isFirst: true,
    headings: "postaladdress streetaddress companyaddress address1 adresse postanschrift firmenanschrift firmenadresse",
  },
  {
    key: "badge_id",
    kind: "text",
    labels: { en: "Badge ID", de: "Badge-ID" },
    help: {
      en: "What the scanner reads; nobody else has the same",
      de: "Was der Scanner liest; niemand sonst hat dieselbe",
    },
    section: SECTIONS.attendance,
    categories: [1],
    limits: { max_length: 64 },
    unique: true,
    places: ["profile", "list"],
    see_role: 200,
    isFirst: true,
    headings: "badge badgecode badgenumber badgescanid barcode qrcode scanid ausweisnummer badgenummer strichcode",
  },
  {
    key: "registration_id",
    kind: "text",
    labels: { en: "Registration ID", de: "Anmelde-ID" },
    help: { en: "The number that your registration system gave", de: "Die Nummer aus Ihrem Anmeldesystem" },
    section: SECTIONS.attendance,
    categories: [1, 2],
    limits: { max_length: 100 },
    places: ["profile", "list"],
    see_role: 200,
    headings: "",
  },
  {
    key: "exhibitor_id",
    kind: "text",
    labels: { en: "Exhibitor ID", de: "Aussteller-ID" },
    help: {
      en: "The same for a company and its people: relationships are made by it",
      de: "Für ein Unternehmen und seine Personen dieselbe: Danach entstehen Beziehungen",
    },
    section: SECTIONS.exhibition,
    categories: [1, 2, 3],
    limits: { max_length: 64 },
    places: ["profile", "list", "filter"],
    isFirst: true,
    headings: "exhibitornumber exhibitorno exhibitorcode exhibitorreference ausstellernummer ausstellernr",
  },
  {
    key: "booths",
    kind: "text",
    labels: { en: "Booths", de: "Stände" },
    section: SECTIONS.exhibition,
    categories: [2],
    limits: { max_length: 100 },
    places: ["profile", "list", "filter"],
    isFirst: true,
    headings: "booth boothnumber boothno stand standnumber standnummer standnr messestand standplatz stande",
  },
];

/** The usual field of a key, if there is one. */
export function usualField(key: string): UsualField | undefined {
  return USUAL_FIELDS.find((one) => one.key === key);
}

/** A text in a language; English where it is not known. */
export function usualText(text: UsualText, locale: string): string {
  return locale.toLowerCase().startsWith("de") ? text.de : text.en;
}

/** The languages of an app in which usual fields have names; English where none has. */
function knownLocales(locales: readonly string[]): readonly string[] {
  const known = locales.filter((locale) => /^(en|de)\b/i.test(locale));
  return known.length > 0 ? known : ["en-gb"];
}

/** The draft of a usual field for data types, with its names in the languages of the app. */
export function usualDraft(field: UsualField, typeIds: readonly number[], locales: readonly string[]): FieldDraft {
  const { key, labels, help, section, categories: _, isFirst: __, headings: ___, options, ...facts } = field;
  const known = knownLocales(locales);
  const said = (text: UsualText) => Object.fromEntries(known.map((locale) => [locale, usualText(text, locale)]));
  return {
    ...facts,
    key,
    labels: said(labels),
    ...(help && { help: said(help) }),
    section: usualText(section, known[0] ?? ""),
    type_ids: [...typeIds],
    ...(options && { options: languagesOf(options, known) }),
  };
}

/** In the order of their names in the first language. */
function languagesOf(codes: readonly string[], locales: readonly string[]) {
  const names = new Map(locales.map((locale) => [locale, new Intl.DisplayNames([locale], { type: "language" })]));
  const [first = "en-gb"] = locales;
  return codes
    .map((key) => ({
      key,
      labels: Object.fromEntries([...names].map(([locale, name]) => [locale, name.of(key) ?? key])),
    }))
    .sort((a, b) => (a.labels[first] ?? "").localeCompare(b.labels[first] ?? "", first));
}
