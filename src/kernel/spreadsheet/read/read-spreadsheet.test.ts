import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { utils, write } from 'xlsx'
import { readSpreadsheet } from './read-spreadsheet'
import { readWorkbook } from './read-workbook'
import { readRows, readSheetRows } from '../rows-file'
import { SpreadsheetError } from '../spreadsheet-limits'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'recado-spreadsheet-'))))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

async function readFile(bytes: Uint8Array | string, options = {}) {
  const path = join(folder, `${++files}.upload`)
  const rowsPath = join(folder, `${files}.rows`)
  await Bun.write(path, bytes)
  try {
    const sheets = await readSpreadsheet({ path, rowsPath }, options)
    return { sheets, rowsPath, rows: readRows(rowsPath, 0, 1_000_000).rows }
  } catch (error) {
    expect(existsSync(rowsPath)).toBe(false)
    if (error instanceof SpreadsheetError) return { failure: error.reason, rows: [] }
    throw error
  }
}

const cellsOf = async (bytes: Uint8Array | string) => (await readFile(bytes)).rows.map(({ cells }) => cells)
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

function workbook(rows: unknown[][], bookType: 'xlsx' | 'xlsb' | 'biff8' | 'ods' = 'xlsx') {
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Clientes')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['']]), 'Vazia')
  return write(book, { type: 'buffer', bookType }) as Buffer
}

test('reads text files with any delimiter, quotes, line ends and encoding', async () => {
  const expected = [
    ['Nome', 'Número'],
    ['João "Zé", Lda', '5511988880001'],
  ]
  for (const delimiter of [';', ',', '\t', '|']) {
    const text = `Nome${delimiter}Número\r\n"João ""Zé"", Lda"${delimiter}5511988880001\r\n`
    const encoded = [text, `\ufeff${text}`, latin1(text), utf16(text), utf16(text).swap16()]
    for (const bytes of [...encoded, text.replaceAll('\r\n', '\r')]) {
      expect([delimiter, await cellsOf(bytes)]).toEqual([delimiter, expected])
    }
    // Every cell in quotes, and a comma in one.
    const quoted = [
      ['Nome', 'Cidade'],
      ['Ana', 'Bagé, RS'],
    ]
    const lines = quoted.map((cells) => cells.map((cell) => `"${cell}"`).join(delimiter))
    expect([delimiter, await cellsOf(lines.join('\n'))]).toEqual([delimiter, quoted])
  }
  expect(await cellsOf('sep=;\nNome;Cidade, UF\nAna;"linha um\nlinha dois"')).toEqual([
    ['Nome', 'Cidade, UF'],
    ['Ana', 'linha um\nlinha dois'],
  ])
  // A byte of a byte order mark alone is a letter.
  expect(await cellsOf(latin1('þþ;1'))).toEqual([['þþ', '1']])
  expect(await cellsOf('Nome;Preço, R$\nAna;1,50')).toEqual([
    ['Nome', 'Preço, R$'],
    ['Ana', '1,50'],
  ])
  expect((await cellsOf(`${'Nome\n'.repeat(20)}Ana,1`)).at(-1)).toEqual(['Ana', '1'])
})

test('reads vCards of all versions as one row each, mobile numbers first', async () => {
  const cards = [
    'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=81vila;Z=C3=A9;;;\r\n',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Z=C3=A9 da =\r\nConcei=C3=A7=C3=A3o\r\n',
    'TEL;HOME:1133334444\r\nTEL;CELL:+55 11 98825-0001\r\nEND:VCARD\r\n',
    'BEGIN:VCARD\nVERSION:3.0\nN:Prado;João;;;\nitem1.TEL;type=pref:+55 11 98825-0002\n',
    'item1.EMAIL;TYPE=INTERNET:joao@x.test\nCATEGORIES:myContacts,Clientes\\, novos,VIP\nORG:Padaria;;Filial\n',
    'PHOTO;ENCODING=b;TYPE=JPEG:AAAA\n AAAA\nEND:VCARD\n',
    'BEGIN:VCARD\nVERSION:4.0\nFN:Nome lon\n go\nTEL;VALUE=uri;TYPE="voice,cell":tel:+55-11-98825-0003\nEND:VCARD\n',
  ]
  expect(await cellsOf(cards.join(''))).toEqual([
    ['FN', 'TEL', 'EMAIL', 'CATEGORIES', 'ORG', 'TEL 2', 'TEL 3', 'TEL 4', 'TEL 5'],
    ['Zé da Conceição', '+55 11 98825-0001', '', '', '', '1133334444'],
    ['João Prado', '+55 11 98825-0002', 'joao@x.test', 'myContacts, Clientes, novos, VIP', 'Padaria, Filial'],
    ['Nome longo', '+55-11-98825-0003'],
  ])
  expect((await readFile(`BEGIN:VCARD\nTEL;QUOTED-PRINTABLE${'=\n'.repeat(500_000)}END:VCARD\n`)).rows).toHaveLength(1)
})

test('rows keep their number, and blank ones are omitted', async () => {
  const { rows } = await readFile('Nome;Número\n\n;;\nAna;1\nBia;')
  expect(rows.map(({ number, cells }) => [number, ...cells].join())).toEqual(['1,Nome,Número', '4,Ana,1', '5,Bia'])
})

test('reads workbooks of all formats as texts, whole numbers and formatted dates, without evaluating formulas', async () => {
  for (const type of ['xlsx', 'xlsb', 'biff8'] as const) {
    const rows = [
      ['Nome', 'Número', 'Data'],
      ['=HYPERLINK("http://x")', 5511988880001, { t: 'n', v: 46_000, z: 'dd/mm/yyyy' }],
      ['João', { t: 'n', v: 42, f: 'WEBSERVICE("http://127.0.0.1:1")' }, { t: 'n', v: 7, z: '00000' }],
      [],
      [null, { t: 'e', v: 42 }, true, -1.5],
    ]
    const { sheets, rows: read } = await readFile(workbook(rows, type))
    expect([type, sheets?.map(({ name, rows, columns }) => [name, rows, columns])]).toEqual([
      type,
      [['Clientes', 4, 4]],
    ])
    expect([type, read.slice(1).map(({ number, cells }) => [number, ...cells])]).toEqual([
      type,
      [
        [2, '=HYPERLINK("http://x")', '5511988880001', '09/12/2025'],
        [3, 'João', '42', '00007'],
        [5, '', '', 'true', '-1.5'],
      ],
    ])
  }
  expect(await cellsOf(workbook([['Ana', 1]], 'ods'))).toEqual([['Ana', '1']])
})

test('reads rows from any position of a large file', async () => {
  const lines = Array.from({ length: 2500 }, (_, index) => `Contato ${index};${'ç'.repeat(index % 90)}`)
  const { sheets, rowsPath } = await readFile(lines.join('\n'))
  const [sheet] = sheets ?? []
  if (!sheet || !rowsPath) throw new Error('Nothing was read')
  for (const from of [0, 99, 100, 1234, 2499]) {
    expect(readSheetRows(rowsPath, sheet, from, 2).map(({ cells }) => cells[0])).toEqual(
      [from, from + 1].filter((each) => each < 2500).map((each) => `Contato ${each}`),
    )
  }
  let position = sheet.start
  let count = 0
  for (;;) {
    const { rows, next } = readRows(rowsPath, position, 200)
    if (rows.length === 0) break
    expect(rows[0]?.cells[0]).toBe(`Contato ${count}`)
    count += rows.length
    position = next
  }
  expect(count).toBe(2500)
})

test('refuses other files by their content', async () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk', 'base64')
  const html = '<html><table><tr><td>Ana</td></tr></table></html>'
  const laughs = '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
  const hex = (text: string) => Buffer.from(text, 'hex')
  const old = hex('d0cf11e0a1b11ae1'.padEnd(2000, '0'))
  const files = [png, html, laughs, '%PDF-1.7 …', 'Ana\0Bia;1', hex('504b0304ff'), hex('d0cf11e0'), old]
  for (const bytes of files) expect((await readFile(bytes)).failure).toBe('unreadable')
  expect((await readFile('')).failure).toBe('empty')
  expect((await readFile(' \n;;\n')).failure).toBe('empty')
  expect((await readFile('Nome;"Ana\nBia;1\n')).failure).toBe('unclosedQuote')
})

test('refuses files that are too wide or too long', async () => {
  expect((await readFile('a;'.repeat(1_000_000))).failure).toBe('tooManyColumns')
  expect((await readFile('a\n'.repeat(200_000))).failure).toBe(undefined)
  expect((await readFile('a\n'.repeat(200_001))).failure).toBe('tooManyRows')
  const wide = utils.aoa_to_sheet([['Ana']])
  utils.sheet_add_aoa(wide, [['x']], { origin: 'XFD1' })
  const bytes = write(utils.book_new(wide, 'x'), { type: 'buffer', bookType: 'xlsx' }) as Buffer
  expect((await readFile(bytes)).failure).toBe('tooManyColumns')
  for (const [columns, failure] of [
    [100, undefined],
    [101, 'tooManyColumns'],
  ] as const) {
    const rows = Array.from({ length: 2 }, () => Array.from({ length: columns }, () => 'x'))
    const book = utils.book_new(utils.aoa_to_sheet(rows), 'x')
    const files: Buffer[] = [Buffer.from(rows.map((row) => row.join(';')).join('\n'))]
    for (const bookType of ['xlsx', 'biff8'] as const) files.push(write(book, { type: 'buffer', bookType }) as Buffer)
    for (const file of files) expect((await readFile(file)).failure).toBe(failure)
  }
})

/** Builds a zip archive with the declared sizes. */
function zip(entries: { path: string; data: Buffer; declared?: number }[]) {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  const packedOf = new Map<Buffer, Buffer>()
  let at = 0
  for (const { path, data, declared = data.length } of entries) {
    const packed = packedOf.get(data) ?? deflateRawSync(data)
    packedOf.set(data, packed)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(declared, 18)
    common.writeUInt16LE(path.length, 22)
    const name = Buffer.from(path)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(Buffer.from('504b01021400', 'hex'), common, tail, name)
    parts.push(Buffer.from('504b0304', 'hex'), common, name, packed)
    at += 30 + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end])
}

test('refuses archives that unpack to far too much, whatever they declare, before unpacking them', async () => {
  const zeros = Buffer.alloc(50 * 1024 * 1024)
  const sheet = 'xl/worksheets/sheet1.xml'
  expect((await readFile(zip([{ path: sheet, data: zeros }]))).failure).toBe('tooLarge')
  expect((await readFile(zip([{ path: sheet, data: zeros, declared: 1000 }]))).failure).toBe('unreadable')
  const text = Buffer.from(Array.from({ length: 400_000 }, (_, i) => i.toString(36)).join(' '))
  // A small entry may be packed as tightly as it likes.
  const dense = { 'xl/blank.xml': ' '.repeat(1024 * 1024) }
  expect((await readFile(xlsx('<sheetData><row><c><v>1</v></c></row></sheetData>', dense))).failure).toBe(undefined)
  const many = Array.from({ length: 180 }, (_, i) => ({ path: `x${i}`, data: text }))
  expect((await readFile(zip(many))).failure).toBe('tooLarge')
  const files = Array.from({ length: 10_001 }, (_, i) => ({ path: `x${i}`, data: Buffer.from('a') }))
  expect((await readFile(zip(files))).failure).toBe('tooLarge')
})

test('reads the last row that a workbook may have', async () => {
  const row = (cell: string, times = 1) => `<table-row number-rows-repeated="${times}">${cell}</table-row>`
  const cell = (text: string) => row(`<table-cell value-type="string"><p>${text}</p></table-cell>`)
  const rows = `${cell('Ana')}${row('<table-cell/>', 199_999)}${cell('Bia')}`
  const data = Buffer.from(`<spreadsheet><table name="x">${rows}</table></spreadsheet>`)
  const file = zip(['META-INF/manifest.xml', 'styles.xml', 'content.xml'].map((path) => ({ path, data })))
  expect((await readFile(file)).rows.map(({ number }) => number)).toEqual([1, 200_001])
})

test('ends when cancelled or timed out, and then reads the next file', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => [`Contato ${index}`, 5511900000000 + index])
  const bytes = workbook(rows)
  const cancelled = new AbortController()
  setTimeout(() => cancelled.abort(), 20)
  const answers = await Promise.all([
    readFile(bytes, { signal: cancelled.signal }),
    readFile('Ana;1', { signal: AbortSignal.abort() }),
    readFile(bytes, { timeoutMs: 1 }),
    readFile('Ana;1'),
    readFile('Bia;2'),
  ])
  expect(answers.map(({ failure }) => failure)).toEqual(['cancelled', 'cancelled', 'tooSlow', undefined, undefined])
})

/** Builds a workbook as other programs write it. */
function xlsx(sheet: string, more: Record<string, string> = {}) {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relation = (id: string, name: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}/${name}" Target="${target}"/>`
  const parts: Record<string, string> = {
    '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml':
      '<?xml version="1.0"?><x:workbook xmlns:x="m"><x:sheets><x:sheet name="A &amp; B&#0;" r:id="s1"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${[
      relation('s1', 'worksheet', '/xl/worksheets/Sheet1.xml'),
      relation('s2', 'sharedStrings', 'sharedStrings.xml'),
      relation('s3', 'styles', './styles.xml'),
    ].join('')}</Relationships>`,
    'xl/worksheets/Sheet1.xml': sheet,
    ...more,
  }
  return zip(Object.entries(parts).map(([path, text]) => ({ path, data: Buffer.from(text) })))
}

test('reads workbooks of other programs: prefixes, inline texts, rich texts, comments, missing references', async () => {
  const sheet = `<x:worksheet xmlns:x='m'><!-- a > b --><x:sheetData>
    <x:row><x:c t="inlineStr"><x:is><x:t>Jo&#227;o &lt;1&gt;&#x10FFFF;&#1114112;</x:t></x:is></x:c><x:c t='s'><x:v>20000</x:v></x:c></x:row>
    <x:row r="5" note="a > b"><x:c r="C5" t="str"><x:f>A1&amp;"x"</x:f><x:v><![CDATA[<b>]]></x:v></x:c><x:c t="b"><x:v>1</x:v></x:c>
      <x:c t="e"><x:v>#N/A</x:v></x:c><x:c s="1"><x:v>46000</x:v></x:c><x:c s="2"><x:v>7</x:v></x:c><x:c><x:v>5.51188888E12</x:v></x:c></x:row>
    <x:row><x:c t="b"><x:v>0</x:v></x:c><x:c t="b"><x:v>true</x:v></x:c><x:c t="b"/><x:c><x:v> </x:v></x:c><x:c><x:v>x</x:v></x:c>
      <x:c t="d"><x:v>2025-12-09</x:v></x:c></x:row>
    <x:row r="9"><x:c r="XFD9" s="1"/></x:row></x:sheetData></x:worksheet>`
  const strings = `<sst>${'<si><t>nunca</t></si>'.repeat(20_000)}<si><r><t>Dona</t></r><r><rPr/><t xml:space="preserve"> Maria_x000A_</t></r><rPh><t>ド</t></rPh></si></sst>`
  const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`
  const { sheets, rows } = await readFile(xlsx(sheet, { 'xl/sharedStrings.xml': strings, 'xl/styles.xml': styles }))
  expect(sheets?.map(({ name, rows, columns }) => [name, rows, columns])).toEqual([['A & B', 3, 8]])
  expect(rows.map(({ number, cells }) => [number, cells])).toEqual([
    [1, ['João <1>\u{10ffff}', 'Dona Maria']],
    [5, ['', '', '<b>', 'true', '', '09/12/2025', '00007', '5511888880000']],
    [6, ['false', 'true', '', '', '', '2025-12-09']],
  ])
  const macSheet = '<sheetData><row><c s="1"><v>44538</v></c><c s="2"><v>7</v></c><c><v>8</v></c></row></sheetData>'
  const macBook =
    '<workbook><workbookPr date1904="1"/><sheets><sheet name="A" id="s1"/><sheet id="s3"/></sheets></workbook>'
  const mac = xlsx(macSheet, { 'xl/workbook.xml': macBook, 'xl/styles.xml': styles })
  expect(await cellsOf(mac)).toEqual([['09/12/2025', '00007', '8']])
})

test('refuses a sheet with entities, a truncated one, and one with impossible row numbers', async () => {
  const row = '<row r="1"><c t="inlineStr"><is><t>Ana</t></is></c></row>'
  for (const sheet of [
    `<!DOCTYPE x [<!ENTITY a "ha">]><sheetData>${row}</sheetData>`,
    `<sheetData>${row}<row r="2"><c`,
    '<sheetData><row r="1048577"/></sheetData>',
    '<sheetData><row r="0"/></sheetData>',
    `<sheetData>${row}${Array.from({ length: 800_000 }, (_, i) => (i * 7919).toString(36)).join(' ')}`,
  ]) {
    expect((await readFile(xlsx(sheet))).failure).toBe('unreadable')
  }
  const bytes = xlsx(`<sheetData>${row}<row r="1048576"/></sheetData>`)
  expect(await cellsOf(bytes)).toEqual([['Ana']])
  for (const signature of ['504b0506', '504b0102', '504b0304']) {
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(0, damaged.indexOf(Buffer.from(signature, 'hex'), 4))
    expect((await readFile(damaged)).failure).toBe('unreadable')
  }
})

test('reads what the library writes as the library does', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => [
    ['João', 'ção 🙂', '<&">', '  dois  ', ''][index % 5],
    index % 7 === 0 ? null : 5_511_900_000_000 + index,
    index % 3 === 0 ? { t: 'n', v: 46_000 + index / 10, z: 'dd/mm/yyyy hh:mm' } : index / 8,
    index % 2 === 0,
  ])
  const bytes = workbook(rows)
  const [sheet] = readWorkbook(bytes)
  const expected: string[][] = []
  for (const [, cells] of (sheet?.rows ?? []) as Iterable<[number, string[]]>)
    expected.push(cells.map((cell) => cell.trim()))
  expect((await readFile(bytes)).rows.map(({ cells }) => cells)).toEqual(expected)
})
