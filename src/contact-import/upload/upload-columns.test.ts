import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from 'xlsx'
import {
  type ContactImports,
  createContactImports,
  importForm,
  importMapping,
  importStart,
} from '../../testing/campaign/contact-imports'

let imports: ContactImports
beforeAll(async () => {
  imports = await createContactImports()
})
afterAll(() => imports.world.stop())

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

test('guesses the columns of an uploaded file of any common program', async () => {
  const { upload } = imports
  const answer = await upload(latin1('Número;Nome;E-mail;Etiquetas\n5511911110001;João;j@x.test;VIP\n'))
  expect(answer).toMatchObject({
    fileName: 'clientes.csv',
    total: 2,
    columns: [
      { index: 0, title: 'Número', guess: 'number' },
      { index: 1, title: 'Nome', guess: 'name' },
      { index: 2, title: 'E-mail', guess: 'email' },
      { index: 3, title: 'Etiquetas', guess: 'tags' },
    ],
    sheets: [{ name: '', rows: 2, header: true }],
  })
  expect(answer.rows[1]).toEqual({ number: 2, cells: ['5511911110001', 'João', 'j@x.test', 'VIP'] })
  const bare = await upload('Maria,+55 11 91111-0002,m@x.test\nAna,5511911110003,')
  expect(bare.sheets[0].header).toBe(false)
  expect(bare.columns.map(({ guess }: { guess: string }) => guess)).toEqual(['name', 'number', 'email'])
  // Beside a surname, "Nome" is the first name, unless a column has that.
  const parted = await upload('Sobrenome;Nome;Fone\nPaz;Ana;5511911110003')
  expect(parted.columns.map(({ guess }: { guess: string }) => guess)).toEqual(['surname', 'name', 'number'])
  const sheet = utils.aoa_to_sheet([
    ['Telefone', 'Cliente'],
    [5511911110004, 'José'],
  ])
  const book = write(utils.book_new(sheet, 'Plan1'), { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
  const workbook = await upload(new Uint8Array(book), 'lista.xlsx')
  expect(workbook).toMatchObject({ sheets: [{ name: 'Plan1' }], rows: [{}, { cells: ['5511911110004', 'José'] }] })
})

test.each([
  ['a heading', 'Clientes 2026;;\nNome;Telefone;Cidade\nRita {};5511933330001;Santos', 2],
  [
    'notes, a date and a blank row',
    'Lista de contatos;;\n22/11/2026 15:00;;\n;;\nNome;Fone;Cidade\nRita {};5511933330002;Itu',
    4,
  ],
  ['a heading above unknown titles', 'Lista de clientes;;\nQuem;Onde liga;De onde\nRita {};5511933330003;Itu', 2],
  ['no heading', 'Nome;Telefone;Cidade\nRita {};5511933330004;Itu', 1],
  ['no titles', 'Rita {};5511933330005;Itu', null],
])('finds the titles below %s', async (what, content, headerRow) => {
  const { upload, importFile, contactOf, ended, ana } = imports
  const text = content.replace('{}', what)
  const { sheets, uploadId } = await upload(text)
  expect(sheets[0]).toMatchObject({ header: headerRow !== null, headerRow })
  const titles = sheets[0].columns.map(({ title }: { title: string }) => title)
  expect(titles[0]).toBe(headerRow === null ? '' : what === 'a heading above unknown titles' ? 'Quem' : 'Nome')
  expect(sheets[0].columns.map(({ guess }: { guess: string }) => guess).slice(0, 2)).toEqual(['name', 'number'])
  expect(await importFile(text)).toMatchObject({ total: 1, created: 1, ignored: 0, failed: 0 })
  expect(await contactOf(/\d{13}/.exec(text)?.[0] ?? '')).toMatchObject({ name: `Rita ${what}` })
  // The user's choice counts.
  const chosen = { mapping: importMapping, headerRow: null }
  expect((await ana.post(`/contacts/upload/${uploadId}/import`, chosen)).status).toBe(202)
  const rows = text.split('\n').filter((line) => line.replaceAll(';', '') !== '').length
  expect(await ended(uploadId)).toMatchObject({ total: rows, created: 0 })
  const { uploadId: other } = await upload(text)
  const unknown = { mapping: importMapping, headerRow: 99 }
  expect((await ana.post(`/contacts/upload/${other}/import`, unknown)).body.fields).toEqual({ headerRow: 'unknown' })
})

test('maps address books exported by phones and Google', async () => {
  const { upload, importFile, contactOf } = imports
  const guesses = async (content: string) =>
    (await upload(content)).columns.flatMap(({ title, guess }: Record<string, string>) =>
      guess ? [[title, guess]] : [],
    )
  const google = [
    'First Name,Middle Name,Last Name,Phonetic First Name,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
    'Lia,,Reis,,Loja,* myContacts ::: Google VIP,Home,lia@x.test,Mobile,11 95555-0001 ::: +55 11 95555-0002',
  ].join('\n')
  expect(await guesses(google)).toEqual([
    ...[
      ['First Name', 'name'],
      ['Last Name', 'surname'],
      ['Labels', 'tags'],
    ],
    ...[
      ['E-mail 1 - Value', 'email'],
      ['Phone 1 - Value', 'number'],
    ],
  ])
  expect(
    await guesses(
      'Name,Given Name,Family Name,Phone 1 - Type,Phone 1 - Value\nLia Reis,Lia,Reis,Mobile,+5511955550001',
    ),
  ).toEqual([
    ['Name', 'name'],
    ['Phone 1 - Value', 'number'],
  ])
  const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Rui\nTEL:+5511955550003\nEND:VCARD'
  expect(await guesses(card)).toEqual([
    ...[
      ['FN', 'name'],
      ['TEL', 'number'],
      ['EMAIL', 'email'],
      ['CATEGORIES', 'tags'],
    ],
  ])
  const body = { mapping: { name: 0, surname: 2, number: 9, email: 7, tags: 5 } }
  expect(await importFile(google, body)).toMatchObject({ created: 1, failed: 0 })
  expect(await contactOf('Lia')).toMatchObject({
    name: 'Lia Reis',
    number: '5511955550001',
    email: 'lia@x.test',
    tags: [{ name: 'Google VIP' }],
  })
})

test('imports the chosen rows, and maps each column once', async () => {
  const { ana, upload, importFile, contactOf } = imports
  const text = `Nome;Número\n${[1, 2, 3, 4].map((n) => `Escolha ${n};551194444000${n}`).join('\n')}`
  expect(await importFile(text, { rows: { except: [3, 5] } })).toMatchObject({ total: 2, created: 2 })
  expect(await importFile(text, { rows: [5, 5, 77] })).toMatchObject({ created: 1 })
  expect(await contactOf('escolha 2')).toBeUndefined()
  const { uploadId } = await upload(text)
  const faulty: [object, object][] = [
    [{ mapping: { name: 0, number: 0 } }, { 'mapping.name': 'columnTaken' }],
    [{ mapping: { name: 0 } }, { 'mapping.number': 'required' }],
    [{ mapping: { number: 1 } }, { 'mapping.name': 'required' }],
    [{ mapping: { name: 0, number: 9 } }, { 'mapping.number': 'unknown' }],
    [{ mapping: importMapping, rows: [] }, { rows: 'noRows' }],
    [{ mapping: importMapping, rows: { except: [2, 3, 4, 5] } }, { rows: 'noRows' }],
    [{ mapping: importMapping, sheet: 3 }, { sheet: 'unknown' }],
    [{ mapping: importMapping, tagIds: [999_999] }, { tags: 'unknown' }],
  ]
  for (const [body, fields] of faulty) {
    const { status, body: answer } = await ana.post(`/contacts/upload/${uploadId}/import`, body)
    expect([body, status, Object.keys(answer.fields)]).toEqual([body, 400, Object.keys(fields)])
  }
  const starts = await Promise.all(
    [1, 2].map(() => ana.post(`/contacts/upload/${uploadId}/import`, { mapping: importMapping })),
  )
  expect(starts.map(({ status }) => status).sort()).toEqual([202, 409])
})

test('refuses and deletes other files', async () => {
  const { world, ana } = imports
  const media = join(world.ctx(1).company.mediaFolder, '2026-11')
  const before = existsSync(media) ? readdirSync(media).length : 0
  const answer = await ana.post('/contacts/upload', importForm('<html></html>', 'lista.xlsx'))
  expect([answer.status, answer.body.error, answer.body.fields]).toEqual([
    ...[400, 'ERR_INVALID_SPREADSHEET', { file: 'unreadable' }],
  ] as unknown[])
  expect((await ana.post('/contacts/upload', importForm(''))).body.fields).toEqual({ file: 'empty' })
  expect(existsSync(media) ? readdirSync(media).length : 0).toBe(before)
})

test('uploads can be discarded, and are deleted after a day', async () => {
  const { world, ana, upload } = imports
  const first = await upload('Nome;Número\nA;5511955550001')
  expect((await ana.get(`/contacts/upload/${first.uploadId}/rows?from=1`)).body).toEqual({
    rows: [{ number: 2, cells: ['A', '5511955550001'] }],
    total: 2,
  })
  await ana.delete(`/contacts/upload/${first.uploadId}`)
  expect((await ana.get(`/contacts/upload/${first.uploadId}/rows`)).status).toBe(404)
  const second = await upload('Nome;Número\nA;5511955550001')
  world.setTime(new Date(importStart.getTime() + 25 * 3_600_000))
  await world.runJobs(1)
  world.setTime(importStart)
  expect((await ana.get(`/contacts/upload/${second.uploadId}/rows`)).status).toBe(404)
})
