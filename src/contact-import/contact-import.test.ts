import { afterAll, beforeAll, expect, test } from 'bun:test'
import { read, utils } from 'xlsx'
import {
  type ContactImports,
  createContactImports,
  importForm,
  importMapping,
} from '../testing/campaign/contact-imports'
import { addContact } from '../testing/conversation/tickets'

let imports: ContactImports
beforeAll(async () => {
  imports = await createContactImports()
})
afterAll(() => imports.world.stop())

test('each row creates a contact, is skipped, or fails with a reason', async () => {
  const { world, ana, importFile, rowsOf, contactOf } = imports
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
    'Turma;120363000000000001;;;',
    'Turma Antiga;5511988880001-1580000000@g.us;;;',
  ]
  world.published.length = 0
  const done = await importFile(rows.join('\n').replace('2222-0009', '92222-0009'), {
    mapping: { ...importMapping, email: 2, tags: 3, extraInfo: [{ column: 4, name: 'Cidade' }] },
  })
  expect(done).toMatchObject({
    state: 'done',
    total: 13,
    done: 13,
    created: 3,
    updated: 0,
    ignored: 6,
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
    [13, 'ignored', 'group'],
    [14, 'ignored', 'group'],
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
  const { importFile, contactOf } = imports
  const text = 'Nome;Número;E-mail;Tag\nLia Repetida;5511933330001;lia@x.test;Cliente import\n'
  const whole = { mapping: { ...importMapping, email: 2, tags: 3 } }
  await importFile('Nome;Número\nLia Repetida;5511933330001\nPaulo;5511933330002\n')
  expect(await importFile(text, whole)).toMatchObject({ created: 0, ignored: 1 })
  expect(await contactOf('lia repetida')).toMatchObject({ email: '', tags: [] })
  expect(await importFile(text, { ...whole, update: true })).toMatchObject({ created: 0, updated: 1 })
  expect(await contactOf('lia repetida')).toMatchObject({ email: 'lia@x.test', tags: [{ name: 'Cliente import' }] })
  expect(await importFile(text.replace('Lia R', 'Outra r'), { ...whole, update: true })).toMatchObject({ ignored: 1 })
  expect((await contactOf('lia repetida')).name).toBe('Lia Repetida')
})

test('imports are limited to the company’s admins', async () => {
  const { world, bruno, upload } = imports
  const { uploadId } = await upload('Nome;Número\nA;5511955550009')
  const gina = await world.as(world.gina)
  for (const [method, path, body] of [
    ['POST', '/contacts/upload', importForm('a;1')],
    ['GET', `/contacts/upload/${uploadId}/rows`],
    ['POST', `/contacts/upload/${uploadId}/import`, { mapping: importMapping }],
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
  const { world, bruno } = imports
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
