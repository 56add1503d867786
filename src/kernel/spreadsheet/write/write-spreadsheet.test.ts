import { expect, test } from 'bun:test'
import { read, utils } from 'xlsx'
import { type SpreadsheetFormat, writeSpreadsheet } from './write-spreadsheet'
import type { SpreadsheetColumn } from './xlsx-writer'

const columns = [{ title: 'Nome', width: 30 }, { title: 'Número' }, { title: 'Etiquetas & mais' }]
const rows = [
  ['João <Zé> & "Cia"', '5511988880001', 'VIP, Novo'],
  ['=HYPERLINK("http://x";"clique")', '+cmd|x', ''],
  ['emoji 😀 \u202eRTL\u0007 fim', '', 12.5],
]

const bytesOf = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) =>
  new Uint8Array(await new Response(stream).arrayBuffer())
const writeRows = (format: SpreadsheetFormat, batches: (string | number)[][][]) =>
  bytesOf(writeSpreadsheet({ format, sheetName: 'Contatos: [todos]', columns, rows: batches.values() }))

test('another program reads the workbook as it was written, with formulas as text', async () => {
  const bytes = await writeRows('xlsx', [rows.slice(0, 1), [], rows.slice(1)])
  const book = read(bytes)
  expect(book.SheetNames).toEqual(['Contatos   todos'])
  const sheet = book.Sheets['Contatos   todos'] ?? {}
  expect(utils.sheet_to_json(sheet, { header: 1, defval: '' })).toEqual([
    ['Nome', 'Número', 'Etiquetas & mais'],
    ['João <Zé> & "Cia"', '5511988880001', 'VIP, Novo'],
    ['=HYPERLINK("http://x";"clique")', '+cmd|x', ''],
    ['emoji 😀 \u202eRTL fim', '', 12.5],
  ])
  expect(sheet['A3']).toMatchObject({ t: 's' })
  expect(sheet['A3'].f).toBeUndefined()
})

test('the archive is valid', async () => {
  const bytes = await writeRows('xlsx', [rows])
  const path = `${process.env['TMPDIR'] ?? '/tmp'}/recado-${process.pid}.xlsx`
  await Bun.write(path, bytes)
  const check = Bun.spawnSync([
    'python3',
    '-c',
    `import zipfile,sys; sys.exit(zipfile.ZipFile(${JSON.stringify(path)}).testzip() is not None)`,
  ])
  await Bun.file(path).delete()
  expect(check.exitCode).toBe(0)
})

test('phone numbers, dates and durations are numbers with formats in a workbook, and texts in CSV', async () => {
  const typed: SpreadsheetColumn[] = [
    { title: 'Número', format: 'digits' },
    { title: 'Tempo', format: 'duration' },
    { title: 'Data', format: 'date' },
  ]
  const given = [
    ['5511988880001', 65 / 1440, 46_000.5],
    ['120363000000000001', 1501 / 1440, ''],
    ['0119', '=1+1', ''],
  ]
  const write = (format: SpreadsheetFormat) =>
    bytesOf(writeSpreadsheet({ format, sheetName: 'x', columns: typed, rows: [given].values() }))
  const sheet = read(await write('xlsx'), { cellNF: true, cellStyles: true }).Sheets['x'] ?? {}
  const shown = ['A2', 'B2', 'C2', 'A3', 'B3', 'A4', 'B4'].map((at) => [sheet[at].t, sheet[at].w])
  expect(shown).toEqual([
    ['n', '5511988880001'],
    ['n', '01h 05m'],
    ['n', '09/12/2025 12:00'],
    ['s', '120363000000000001'],
    ['n', '25h 01m'],
    ['s', '0119'],
    ['s', '=1+1'],
  ])
  expect(new TextDecoder().decode(await write('csv'))).toContain('5511988880001;01h 05m;09/12/2025 12:00\r\n120363')
})

test('a CSV file is marked as UTF-8 and quoted where necessary', async () => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await writeRows('csv', [rows]))
  expect(text).toBe(
    [
      '\ufeffNome;Número;Etiquetas & mais',
      '"João <Zé> & ""Cia""";5511988880001;VIP, Novo',
      '"\t=HYPERLINK(""http://x"";""clique"")";"\t+cmd|x";',
      'emoji 😀 \u202eRTL\u0007 fim;;12.5',
      '',
    ].join('\r\n'),
  )
})

test('rows are requested only as they are read, and no longer when the reader disconnects', async () => {
  let requested = 0
  let isEnded = false
  function* endless() {
    try {
      for (;;) {
        requested++
        yield Array.from({ length: 100 }, () => ['Ana', crypto.randomUUID(), 1])
      }
    } finally {
      isEnded = true
    }
  }
  const reader = writeSpreadsheet({ format: 'xlsx', sheetName: 'x', columns, rows: endless() }).getReader()
  for (let i = 0; i < 10; i++) await reader.read()
  expect(requested).toBeLessThan(15)
  await reader.cancel()
  expect(isEnded).toBe(true)
  const before = requested
  await Bun.sleep(50)
  expect(requested).toBe(before)
})

test('an error of the source fails the stream', async () => {
  function* failing() {
    yield [['Ana']]
    throw new Error('no more')
  }
  const stream = writeSpreadsheet({ format: 'csv', sheetName: 'x', columns, rows: failing() })
  expect(bytesOf(stream)).rejects.toThrow('no more')
})
