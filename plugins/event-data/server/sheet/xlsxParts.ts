// The fixed parts of a workbook with one sheet.

const XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`;
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export const contentTypes = `${XML}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;

export const relations = `${XML}<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The name must be escaped already. */
export function workbook(name: string): string {
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

export const workbookRelations = `${XML}<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>\
<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

/** Formats that stand in each workbook: a date with its time, and a number with separators that is not whole. */
const OWN = ["yyyy\\-mm\\-dd\\ hh:mm", "#,##0.0##"];
const FIRST = 164;
const WHOLE = 3;

/** Positions of the cell styles: heading, date, quoted text, whole and other numbers with separators, then the sheet's own formats. */
export const STYLE = { heading: 1, date: 2, quoted: 3, whole: 4, decimal: 5, format: 6 } as const;

/** The part that says how cells look; the formats must be escaped already. */
export function styles(formats: readonly string[]): string {
  const all = [...OWN, ...formats];
  const codes = all.map((code, at) => `<numFmt numFmtId="${FIRST + at}" formatCode="${code}"/>`);
  const number = (id: number) =>
    `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
  const looks = [
    `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`,
    `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>`,
    number(FIRST),
    `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>`,
    number(WHOLE),
    number(FIRST + 1),
    ...formats.map((_, at) => number(FIRST + OWN.length + at)),
  ];
  return `${XML}<styleSheet xmlns="${MAIN}">\
<numFmts count="${all.length}">${codes.join("")}</numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${looks.length}">${looks.join("")}</cellXfs></styleSheet>`;
}
