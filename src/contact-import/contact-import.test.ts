import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { read, utils, write } from 'xlsx'
import { jobHandlers } from '../compose'
import { startJobLoop } from '../kernel/job/job-loop'
import { messageEvent, receive } from '../testing/inbound'
import { addContact } from '../testing/tickets'
import { createWorld, type World } from '../testing/world'

const start = new Date('2026-11-22T15:00:00Z')
let world: World
let ana: Awaited<ReturnType<World['as']>>
let bruno: typeof ana
beforeAll(async () => {
  world = await createWorld({ now: start })
  ana = await world.as(world.ana)
  bruno = await world.as(world.bruno)
})
afterAll(() => world.stop())

function form(content: string | Uint8Array<ArrayBuffer>, name = 'clientes.csv') {
  const given = new FormData()
  given.set('file', new File([content], name))
  return given
}

const upload = async (content: string | Uint8Array<ArrayBuffer>, name?: string, as = ana) =>
  (await as.post('/contacts/upload', form(content, name))).body
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const mapping = { name: 0, number: 1 }

/** Runs a whole import and returns it. */
async function importFile(content: string | Uint8Array<ArrayBuffer>, body: object = {}) {
  const { uploadId } = await upload(content)
  const started = await ana.post(`/contacts/upload/${uploadId}/import`, { mapping, ...body })
  expect([started.status, started.body]).toEqual([202, { importId: uploadId }])
  return ended(uploadId)
}

/** Runs the import's job until it ends. */
async function ended(id: number) {
  for (;;) {
    await world.runJobs(1)
    const { body } = await ana.get(`/contacts/imports/${id}`)
    if (!['running', 'undoing'].includes(body.state)) return body
  }
}

const rowsOf = async (id: number) => (await ana.get(`/contacts/imports/${id}/rows`)).body.rows
const contactOf = async (search: string) =>
  (await ana.get(`/contacts?searchParam=${encodeURIComponent(search)}`)).body.contacts[0]

test('guesses the columns of an uploaded file of any common program', async () => {
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
  const sheet = utils.aoa_to_sheet([
    ['Telefone', 'Cliente'],
    [5511911110004, 'José'],
  ])
  const book = write(utils.book_new(sheet, 'Plan1'), { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
  const workbook = await upload(new Uint8Array(book), 'lista.xlsx')
  expect(workbook).toMatchObject({ sheets: [{ name: 'Plan1' }], rows: [{}, { cells: ['5511911110004', 'José'] }] })
})

test('maps address books exported by phones and Google', async () => {
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

test('each row creates a contact, is skipped, or fails with a reason', async () => {
  addContact(world.ctx(1), 'Já Existe', '5511922220009')
  const rows = [
    'Nome;Telefone;Mail;Tags;Cidade',
    'Rosa Nova;(11) 92222-0001;rosa@x.test;VIP import, Novo import;Santos',
    'Ignorada Conhecida;+55 11 2222-0009;;;',
    ';5511922220002;;;',
    'Sem Número;;;;',
    'Curta;12345;;;',
    'Longa;1234567890123456;;;',
    'Letras;551192222ABCD;;;',
    'Arredondada;5,51199E+12;;;',
    'Americano;+1 305 555 1234;sem arroba;ok;',
    'Rosa de Novo;011 92222-0001;;;',
    'Fixo Local;11 3222-0001;;;',
  ]
  world.published.length = 0
  const done = await importFile(rows.join('\n').replace('2222-0009', '92222-0009'), {
    mapping: { ...mapping, email: 2, tags: 3, extraInfo: [{ column: 4, name: 'Cidade' }] },
  })
  expect(done).toMatchObject({
    state: 'done',
    total: 11,
    done: 11,
    created: 3,
    updated: 0,
    ignored: 4,
    failed: 4,
    user: { id: world.ana.id, name: 'Ana Souza' },
  })
  expect(
    (await rowsOf(done.id)).map(({ row, outcome, reason }: Record<string, string>) => [row, outcome, reason]),
  ).toEqual([
    [3, 'ignored', 'alreadyExists'],
    [4, 'ignored', 'missingName'],
    [5, 'ignored', 'missingNumber'],
    [6, 'failed', 'numberTooShort'],
    [7, 'failed', 'numberTooLong'],
    [8, 'failed', 'invalidNumber'],
    [9, 'failed', 'damagedNumber'],
    [10, 'created', 'invalidEmail'],
    [11, 'ignored', 'alreadyExists'],
  ])
  expect(await contactOf('rosa nova')).toMatchObject({
    number: '5511922220001',
    email: 'rosa@x.test',
    extraInfo: [{ name: 'Cidade', value: 'Santos' }],
    tags: [{ name: 'VIP import' }, { name: 'Novo import' }],
  })
  expect(await contactOf('americano')).toMatchObject({ number: '13055551234', email: '', tags: [] })
  expect(await contactOf('fixo local')).toMatchObject({ number: '551132220001' })
  const events = world.published.map(({ event, data }) => [event, data['action']])
  expect(events).toContainEqual(['company-1-contact', 'reload'])
  expect(events).not.toContainEqual(['company-1-contact', 'create'])
  const file = await world.app.handle(
    new Request(`http://localhost/contacts/imports/${done.id}/file`, {
      headers: { authorization: `Bearer ${ana.token}` },
    }),
  )
  const sheet = read(await file.arrayBuffer()).Sheets['Importação'] ?? {}
  expect(utils.sheet_to_json<string[]>(sheet, { header: 1 })[7]).toEqual([
    ...[9, 'Arredondada', '5,51199E+12', 'Erro', 'O Excel arredondou o número; formate a coluna como texto'],
  ] as string[])
})

test('importing the file again changes nothing; with updating, fills empty fields of known contacts', async () => {
  const text = 'Nome;Número;E-mail;Tag\nLia Repetida;5511933330001;lia@x.test;Cliente import\n'
  const whole = { mapping: { ...mapping, email: 2, tags: 3 } }
  await importFile('Nome;Número\nLia Repetida;5511933330001\nPaulo;5511933330002\n')
  expect(await importFile(text, whole)).toMatchObject({ created: 0, ignored: 1 })
  expect(await contactOf('lia repetida')).toMatchObject({ email: '', tags: [] })
  expect(await importFile(text, { ...whole, update: true })).toMatchObject({ created: 0, updated: 1 })
  expect(await contactOf('lia repetida')).toMatchObject({ email: 'lia@x.test', tags: [{ name: 'Cliente import' }] })
  expect(await importFile(text.replace('Lia R', 'Outra r'), { ...whole, update: true })).toMatchObject({ ignored: 1 })
  expect((await contactOf('lia repetida')).name).toBe('Lia Repetida')
})

test('imports the chosen rows, and maps each column once', async () => {
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
    [{ mapping, rows: [] }, { rows: 'noRows' }],
    [{ mapping, rows: { except: [2, 3, 4, 5] } }, { rows: 'noRows' }],
    [{ mapping, sheet: 3 }, { sheet: 'unknown' }],
    [{ mapping, tagIds: [999_999] }, { tags: 'unknown' }],
  ]
  for (const [body, fields] of faulty) {
    const { status, body: answer } = await ana.post(`/contacts/upload/${uploadId}/import`, body)
    expect([body, status, Object.keys(answer.fields)]).toEqual([body, 400, Object.keys(fields)])
  }
  const starts = await Promise.all([1, 2].map(() => ana.post(`/contacts/upload/${uploadId}/import`, { mapping })))
  expect(starts.map(({ status }) => status).sort()).toEqual([202, 409])
})

test('refuses and deletes other files', async () => {
  const media = join(world.ctx(1).company.mediaFolder, '2026-11')
  const before = existsSync(media) ? readdirSync(media).length : 0
  const answer = await ana.post('/contacts/upload', form('<html></html>', 'lista.xlsx'))
  expect([answer.status, answer.body.error, answer.body.fields]).toEqual([
    ...[400, 'ERR_INVALID_SPREADSHEET', { file: 'unreadable' }],
  ] as unknown[])
  expect((await ana.post('/contacts/upload', form(''))).body.fields).toEqual({ file: 'empty' })
  expect(existsSync(media) ? readdirSync(media).length : 0).toBe(before)
})

test('uploads can be discarded, and are deleted after a day', async () => {
  const first = await upload('Nome;Número\nA;5511955550001')
  expect((await ana.get(`/contacts/upload/${first.uploadId}/rows?from=1`)).body).toEqual({
    rows: [{ number: 2, cells: ['A', '5511955550001'] }],
    total: 2,
  })
  await ana.delete(`/contacts/upload/${first.uploadId}`)
  expect((await ana.get(`/contacts/upload/${first.uploadId}/rows`)).status).toBe(404)
  const second = await upload('Nome;Número\nA;5511955550001')
  world.setTime(new Date(start.getTime() + 25 * 3_600_000))
  await world.runJobs(1)
  world.setTime(start)
  expect((await ana.get(`/contacts/upload/${second.uploadId}/rows`)).status).toBe(404)
})

test('an import can be undone for a day, except for contacts with messages or changes', async () => {
  const rows = Array.from({ length: 900 }, (_, n) => `Desfeita ${n};55119600${String(n).padStart(5, '0')}`)
  const done = await importFile(`Nome;Número\n${rows.join('\n')}`)
  expect(done).toMatchObject({ created: 900, undoUntil: '2026-11-23T15:00:00.000Z' })
  receive(world, 1, messageEvent({ phone: '5511960000003', text: 'oi' }))
  world.setTime(new Date(start.getTime() + 60_000))
  await ana.put(`/contacts/${(await contactOf('desfeita 7')).id}`, { email: 'nova@x.test' })
  const undone = await ana.post(`/contacts/imports/${done.id}/undo`)
  expect(undone.body.state).toBe('undoing')
  expect(await ended(done.id)).toMatchObject({
    state: 'undone',
    removed: 898,
    kept: 2,
    undoUntil: null,
  })
  expect((await ana.get('/contacts?searchParam=desfeita')).body.count).toBe(2)
  const late = await importFile('Nome;Número\nTarde;5511970000001')
  world.setTime(new Date(start.getTime() + 26 * 3_600_000))
  expect((await ana.post(`/contacts/imports/${late.id}/undo`)).body.error).toBe('ERR_CANNOT_UNDO')
  world.setTime(start)
})

test('a cancelled import keeps what it created', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => `Cancelada ${n};5511${80_000_0000 + n}`)
  const { uploadId } = await upload(rows.join('\n'))
  await ana.post(`/contacts/upload/${uploadId}/import`, { mapping })
  expect((await ana.post(`/contacts/imports/${uploadId}/cancel`)).body.state).toBe('cancelled')
  await world.runJobs(1)
  expect((await ana.get(`/contacts/imports/${uploadId}`)).body).toMatchObject({ state: 'cancelled', created: 0 })
  expect((await ana.get('/contacts/imports')).body.imports[0]).toMatchObject({ id: uploadId, state: 'cancelled' })
})

test('imports are limited to the company’s admins', async () => {
  const { uploadId } = await upload('Nome;Número\nA;5511955550009')
  const gina = await world.as(world.gina)
  for (const [method, path, body] of [
    ['POST', '/contacts/upload', form('a;1')],
    ['GET', `/contacts/upload/${uploadId}/rows`],
    ['POST', `/contacts/upload/${uploadId}/import`, { mapping }],
    ['DELETE', `/contacts/upload/${uploadId}`],
    ['GET', '/contacts/imports'],
    ['GET', `/contacts/imports/${uploadId}`],
    ['GET', `/contacts/imports/${uploadId}/rows`],
    ['GET', `/contacts/imports/${uploadId}/file`],
    ['POST', `/contacts/imports/${uploadId}/cancel`],
    ['POST', `/contacts/imports/${uploadId}/undo`],
  ] as [string, string, unknown?][]) {
    expect([path, (await bruno.call(method, path, body)).status]).toEqual([path, 403])
    if (path.includes(String(uploadId))) {
      expect([path, (await gina.call(method, path, body)).body.error]).toEqual([path, 'ERR_NO_IMPORT_FOUND'])
    }
  }
})

test('the API adds contacts one by one, each once', async () => {
  const body = { name: 'Do Programa', number: '(11) 98765-0001', email: 'p@x.test', tags: 'Site, VIP import' }
  world.published.length = 0
  const made = await bruno.post('/contactsImport', body)
  expect([made.status, made.body.number, made.body.tags.length]).toEqual([200, '5511987650001', 2])
  expect(world.published.map(({ event, data }) => [event, data['action']])).toContainEqual([
    'company-1-contact',
    'create',
  ])
  const again = await bruno.post('/contactsImport', { ...body, validateContact: 'false' })
  expect(again.body.id).toBe(made.body.id)
  const bad = await bruno.post('/contactsImport', { name: '', number: '5,5E+12' })
  expect([bad.status, bad.body.fields]).toEqual([400, { name: 'required', number: 'damagedNumber' }])
  expect((await bruno.post('/contactsImport', { name: 'X', number: '5,5E+12' })).body.fields).toEqual({
    number: 'damagedNumber',
  })
  const answers = await Promise.all(Array.from({ length: 25 }, () => bruno.post('/contactsImport', body)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
})

test('an import continues where it stopped after the file is reopened, without duplicates', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => `Retomada ${n};5521${9_1000_0000 + n}`)
  const { uploadId } = await upload(rows.join('\n'))
  await ana.post(`/contacts/upload/${uploadId}/import`, { mapping })
  await world.runJobs(1)
  const before = (await ana.get(`/contacts/imports/${uploadId}`)).body
  expect([before.state, before.done > 0, before.done < 3000]).toEqual(['running', true, true])
  world.platform.files.close(1)
  expect(await ended(uploadId)).toMatchObject({ state: 'done', total: 3000, created: 3000, ignored: 0, failed: 0 })
  const { sqlite } = world.ctx(1).company
  expect(sqlite.query("SELECT count(DISTINCT number) AS n FROM contact WHERE name LIKE 'Retomada %'").get()).toEqual({
    n: 3000,
  })
})

test('the job loop runs an import to its end', async () => {
  const { files, catalog, log } = world.platform
  const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
  try {
    const rows = Array.from({ length: 1200 }, (_, n) => `Sozinha ${n};5531${9_1000_0000 + n}`)
    const { uploadId } = await upload(rows.join('\n'))
    await ana.post(`/contacts/upload/${uploadId}/import`, { mapping })
    for (let state = 'running'; state === 'running'; await Bun.sleep(5)) {
      state = (await ana.get(`/contacts/imports/${uploadId}`)).body.state
    }
    expect((await ana.get(`/contacts/imports/${uploadId}`)).body).toMatchObject({ state: 'done', created: 1200 })
  } finally {
    await loop.stop()
  }
})
