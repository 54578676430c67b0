// How the names of countries are read, as lists of people have them.
import { COUNTRY_CODES } from "./countries.ts";

/** The three-letter codes, in the order of those with two. */
const LONG_CODES =
  "AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU BRN BOL BES BRA BHS BTN BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR CYP CZE DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY GHA GIB GRL GMB GIN GLP GNQ GRC GTM GUM GNB GUY HKG HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN PAN PER PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM XKX YEM MYT ZAF ZMB ZWE";

/** Names that are neither what the dashboard calls a country nor its codes. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AE: "uae,emirates,vae",
  BA: "bosnia,bosnien",
  BO: "plurinational state of bolivia,bolivia plurinational state of",
  BY: "belorussia,weissrussland",
  CD: "dr congo,drc,democratic republic of the congo,congo democratic republic of the,demokratische republik kongo,dr kongo",
  CG: "republic of the congo,republik kongo",
  CI: "ivory coast,elfenbeinkuste",
  CN: "peoples republic of china,pr china,mainland china,volksrepublik china,vr china",
  CZ: "czech republic,tschechische republik,tschechei",
  DE: "federal republic of germany,bundesrepublik deutschland,brd",
  FM: "federated states of micronesia,micronesia federated states of",
  GB: "uk,great britain,britain,england,scotland,wales,northern ireland,united kingdom of great britain and northern ireland,grossbritannien,schottland,nordirland",
  HK: "hong kong,hongkong",
  IE: "republic of ireland,eire,republik irland",
  IR: "islamic republic of iran,iran islamic republic of",
  KP: "democratic peoples republic of korea,korea democratic peoples republic of,dprk",
  KR: "republic of korea,korea republic of,korea,republik korea",
  LA: "lao pdr,lao peoples democratic republic",
  MD: "republic of moldova,moldova republic of,moldawien",
  MK: "macedonia,republic of north macedonia,mazedonien",
  MM: "myanmar,burma,birma",
  MO: "macau,macao",
  NL: "holland",
  PS: "palestine,state of palestine,palestine state of,palastina",
  RU: "russian federation,russische foderation",
  SA: "ksa",
  SK: "slovak republic,slowakische republik",
  SY: "syrian arab republic",
  SZ: "swaziland,swasiland",
  TL: "east timor",
  TR: "turkey,republic of turkey",
  TW: "taiwan province of china,chinese taipei",
  TZ: "united republic of tanzania,tanzania united republic of",
  US: "usa,united states of america,vereinigte staaten von amerika",
  VA: "holy see,vatican,vatikan,heiliger stuhl",
  VE: "bolivarian republic of venezuela,venezuela bolivarian republic of",
  VN: "viet nam",
};
/** Signs of a name; longer texts are none. */
const LONGEST = 100;

let codesByName: Map<string, string> | undefined;

/** Languages of lists besides the dashboard's own; none of their names is another country's in another one. */
const ABROAD = ["fr", "es", "it", "pt", "nl", "pl"];

/** The code of a country that is given by one of its codes, or by a name in the dashboard's languages or those of other lists. */
export function countryCode(text: string): string | undefined {
  const plain = text.trim();
  const upper = plain.toUpperCase();
  if (COUNTRY_CODES.includes(upper)) return upper;
  if (plain.length > LONGEST) return undefined;
  codesByName ??= named();
  return codesByName.get(bare(plain));
}

function named(): Map<string, string> {
  const long = LONG_CODES.split(" ");
  const names = new Map(COUNTRY_CODES.map((code, at) => [bare(long[at] ?? code), code]));
  for (const [code, others] of Object.entries(OTHER_NAMES)) for (const name of others.split(",")) names.set(name, code);
  for (const tag of ["en-GB", "de"]) {
    const format = new Intl.DisplayNames(tag, { type: "region" });
    for (const code of COUNTRY_CODES) names.set(bare(format.of(code) ?? code), code);
  }
  for (const tag of ABROAD) {
    const format = new Intl.DisplayNames(tag, { type: "region" });
    for (const code of COUNTRY_CODES) {
      const name = bare(format.of(code) ?? code);
      if (!names.has(name)) names.set(name, code);
    }
  }
  return names;
}

/** Without what one writes and another does not: case, accents, full stops, articles. */
function bare(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[\p{M}.'\u2019]+/gu, "")
    .toLowerCase()
    .replaceAll("\u00df", "ss")
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/^(?:the|die) /, "")
    .replace(/\bsaint /g, "st ");
}
