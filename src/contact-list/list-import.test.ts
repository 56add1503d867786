import { afterAll, beforeAll, expect, test } from 'bun:test'
import { read, utils } from 'xlsx'
import { type ContactLists, createContactLists } from '../testing/campaign/contact-lists'
import { formOf } from '../testing/world/form-of'

let lists: ContactLists
beforeAll(async () => {
  lists = await createContactLists()
})
afterAll(() => lists.world.stop())

test('imports a spreadsheet, and adds nobody when it is imported again', async () => {
  const { world, ana, importCsv, addList, itemsOf } = lists
  const id = await addList('Planilha')
  const rows = [
    'Nome;Número;E-mail;Cidade',
    'Ana Lima;(11) 91111-0001;ana@x.test;Santos',
    'Bia;5511911110002;;',
    'Repetida;+55 11 91111-0002;;',
    'Sem Número;;;',
    'Ruim;12;;',
  ]
  world.published.length = 0
  const done = await importCsv(id, rows.join('\n'))
  expect(done).toMatchObject({ state: 'done', contactListId: id, created: 2, ignored: 2, failed: 1, undoUntil: null })
  expect((await ana.get(`/contacts/imports/${done.id}/rows`)).body.rows).toMatchObject([
    { row: 4, reason: 'alreadyListed' },
    { row: 5, reason: 'missingNumber' },
    { row: 6, reason: 'numberTooShort' },
  ])
  expect(await itemsOf(id)).toMatchObject([
    { name: 'Ana Lima', number: '5511911110001', email: 'ana@x.test', extra: { Cidade: 'Santos' } },
    { name: 'Bia', number: '5511911110002' },
  ])
  expect((await itemsOf(id)).map(({ extra }) => extra)).toEqual([{ Cidade: 'Santos' }, { Cidade: '' }])
  const events = world.published.map(({ event, data }) => [event, data['action']])
  expect(events).toContainEqual(['company-1-ContactListItem', 'reload'])
  expect(events).not.toContainEqual(['company-1-contact', 'reload'])
  expect(await importCsv(id, rows.join('\n'))).toMatchObject({ created: 0, ignored: 4, failed: 1 })
  expect((await ana.get(`/contact-lists/${id}/imports`)).body.imports).toHaveLength(2)
  expect((await ana.get('/contacts/imports')).body.imports).toEqual([])
  // Nobody became a contact.
  expect((await ana.get('/contacts?searchParam=bia')).body.count).toBe(0)
})

test('detects the columns of a sheet without titles, else name first and number second', async () => {
  const { ana, importCsv, addList, itemsOf } = lists
  const id = await addList('Sem títulos')
  expect(await importCsv(id, '5511922220001,Caio\n5511922220002,Duda')).toMatchObject({ created: 2 })
  expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['Caio', 'Duda'])
  const headed = 'Clientes da loja\n\nCidade,Telefone,Nome\nItu,5511922220009,Eva'
  expect(await importCsv(id, headed)).toMatchObject({ total: 1, created: 1, ignored: 0 })
  expect((await itemsOf(id)).map(({ name }) => name)).toContain('Eva')
  expect(await importCsv(id, '5511922220010,77\n5511922220011,78')).toMatchObject({ created: 2 })
  expect((await itemsOf(id)).map(({ name }) => name)).toEqual(expect.arrayContaining(['77', '78']))
  const bad = formOf({ file: new File([''], 'vazia.csv') })
  expect((await ana.post(`/contact-lists/${id}/upload`, bad)).body).toMatchObject({ error: 'ERR_INVALID_SPREADSHEET' })
})

test('the columns of a spreadsheet are mapped by hand, and rows left out', async () => {
  const { world, ana, addList, itemsOf } = lists
  const id = await addList('Com colunas escolhidas')
  const form = new FormData()
  const rows = [
    'Apelido;Nome;Fone;Cidade',
    'Lu;Luísa;11922221111;Santos',
    'Zé;José;11922222222;',
    'Xi;Xica;11922223333;',
  ]
  form.set('file', new File([rows.join('\n')], 'lista.csv'))
  const { body: upload } = await ana.post('/contacts/upload', form)
  const mapping = { name: 0, number: 2, email: null, tags: null, extraInfo: [{ column: 3, name: 'Cidade' }] }
  const start = (body: object) =>
    ana.post(`/contacts/upload/${upload.uploadId}/import`, { contactListId: id, mapping, ...body })
  expect((await start({ update: true, tagIds: [1], mapping: { ...mapping, tags: 1 } })).body.fields).toEqual({
    update: 'notForLists',
    tagIds: 'notForLists',
    'mapping.tags': 'notForLists',
  })
  expect((await start({ contactListId: 999 })).body.error).toBe('ERR_NO_CONTACT_LIST_FOUND')
  const started = await start({ rows: { except: [4] } })
  expect(started.status).toBe(202)
  for (let round = 0; round < 3; round++) await world.runJobs(1)
  expect(await itemsOf(id)).toMatchObject([
    { name: 'Lu', number: '5511922221111', extra: { Cidade: 'Santos' } },
    { name: 'Zé', number: '5511922222222', extra: { Cidade: '' } },
  ])
  const { body } = await ana.get(`/contact-lists/${id}/imports`)
  expect(body.imports).toMatchObject([{ id: started.body.importId, contactListId: id, created: 2, total: 2 }])
})

test('the sample file is a spreadsheet and can be imported unchanged', async () => {
  const { world, ana, addList, itemsOf } = lists
  const id = await addList('Do modelo')
  const answer = await world.app.handle(
    new Request('http://localhost/contact-lists/sample', {
      headers: { authorization: `Bearer ${await world.tokens.sign(ana.session)}` },
    }),
  )
  expect(answer.headers.get('content-disposition')).toContain('modelo-lista-de-contatos.xlsx')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const book = read(bytes)
  const [sheet] = Object.values(book.Sheets)
  expect(utils.sheet_to_json(sheet as never, { header: 1 })[0]).toEqual(['nome', 'numero', 'email'])
  const form = formOf({ file: new File([bytes], 'modelo.xlsx') })
  await ana.post(`/contact-lists/${id}/upload`, form)
  for (let round = 0; round < 3; round++) await world.runJobs(1)
  expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['João Souza', 'Maria Silva'])
})
