import { createZip } from '../../file/zip-writer'
import { isLikeFormula, type SpreadsheetCell } from './harmless-cell.contract'

/** `date`: see `serialDate`. `digits`: shown in full, such as phone numbers. `duration`: days. */
export type ColumnFormat = 'date' | 'digits' | 'duration'

export interface SpreadsheetColumn {
  title: string
  width?: number
  format?: ColumnFormat
}

export interface SpreadsheetWriter {
  begin(): Uint8Array
  rows(rows: readonly (readonly SpreadsheetCell[])[]): Uint8Array
  end(): Uint8Array
}

const cellLengthMax = 32_767
const sheetPath = 'xl/worksheets/sheet1.xml'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Inline texts, so that no shared table is collected. */
export function createXlsxWriter(sheetName: string, columns: readonly SpreadsheetColumn[]): SpreadsheetWriter {
  const zip = createZip()
  const formats = columns.map(({ format }) => format)
  return {
    begin: () =>
      Buffer.concat([
        ...Object.entries(fixedParts(sheetName)).map(([path, text]) => zip.file(path, head + text)),
        zip.open(sheetPath),
        zip.write(
          head +
            sheetStart(columns) +
            `<row>${columns.map(({ title }) => textXml(title, styles.title)).join('')}</row>`,
        ),
      ]),
    rows: (rows) => zip.write(rows.map((row) => rowXml(row, formats)).join('')),
    end: () => Buffer.concat([zip.write('</sheetData></worksheet>'), zip.close(), zip.end()]),
  }
}

function fixedParts(sheetName: string): Record<string, string> {
  const type = (part: string, name: string) => `<Override PartName="/${part}" ContentType="${types}.${name}+xml"/>`
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${kind}" Target="${target}"/>`
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('xl/workbook.xml', 'sheet.main')}${type(sheetPath, 'worksheet')}${type('xl/styles.xml', 'styles')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageRelations}">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escapeXml(sheetNameOf(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="165" formatCode="[hh]&quot;h &quot;mm&quot;m&quot;"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="1" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>`,
  }
}

function sheetStart(columns: readonly SpreadsheetColumn[]) {
  const widths = columns.map(({ title, width }, index) => {
    const characters = Math.min(60, Math.max(title.length + 2, width ?? 0))
    return `<col min="${index + 1}" max="${index + 1}" width="${characters}" customWidth="1"/>`
  })
  const view =
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
  return `<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><cols>${widths.join('')}</cols><sheetData>`
}

/** Indexes of `cellXfs`. A quoted text stays one when edited. */
const styles = { title: 1, date: 2, digits: 3, duration: 4, quoted: 5 }
const wholeNumber = /^[1-9]\d{0,14}$/

const rowXml = (row: readonly SpreadsheetCell[], formats: readonly (ColumnFormat | undefined)[]) =>
  `<row>${row.map((cell, index) => cellXml(cell, formats[index])).join('')}</row>`

function cellXml(cell: SpreadsheetCell, format: ColumnFormat | undefined) {
  if (cell === '') return '<c/>'
  const isNumber = typeof cell === 'number' || (format === 'digits' && wholeNumber.test(cell))
  if (isNumber) return `<c${format ? ` s="${styles[format]}"` : ''}><v>${cell}</v></c>`
  return textXml(cell, isLikeFormula(cell) ? styles.quoted : undefined)
}

function textXml(text: string, style: number | undefined) {
  const shown = escapeXml(text.slice(0, cellLengthMax))
  return `<c${style ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeXml(text: string) {
  if (!/[&<>"\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text) && text.isWellFormed()) return text
  return text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}

const sheetNameOf = (name: string) =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .trim()
    .slice(0, 31) || 'Sheet1'
