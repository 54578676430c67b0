// Countries by their two-letter codes, named in the reader's language.
import { languageTag } from "#web";

export const COUNTRY_CODES =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW".split(
    " ",
  );

let names: { tag: string; format: Intl.DisplayNames } | undefined;

/** The name of a country; what is not a code stays as it is. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const tag = languageTag();
  if (names?.tag !== tag) names = { tag, format: new Intl.DisplayNames(tag, { type: "region" }) };
  return names.format.of(code) ?? code;
}

/** All countries in the order of their names. */
export function countryOptions(): { value: string; label: string }[] {
  const options = COUNTRY_CODES.map((value) => ({ value, label: countryName(value) }));
  return options.sort((a, b) => a.label.localeCompare(b.label, languageTag()));
}
