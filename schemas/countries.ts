// Countries by their two-letter codes (ISO 3166), and how their names are read.

/** Every code. */
export const COUNTRY_CODES: readonly string[] =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW".split(
    " ",
  );

let codesByName: Map<string, string> | undefined;

/** The code of a country that is given by its code, or by its name in one of the dashboard's languages. */
export function countryCode(text: string): string | undefined {
  const plain = text.trim();
  const upper = plain.toUpperCase();
  if (COUNTRY_CODES.includes(upper)) return upper;
  codesByName ??= named();
  return codesByName.get(plain.toLowerCase());
}

function named(): Map<string, string> {
  const names = new Map([
    ["uk", "GB"],
    ["usa", "US"],
  ]);
  for (const tag of ["en-GB", "de"]) {
    const format = new Intl.DisplayNames(tag, { type: "region" });
    for (const code of COUNTRY_CODES) names.set((format.of(code) ?? code).toLowerCase(), code);
  }
  return names;
}
