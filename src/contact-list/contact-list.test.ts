import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ContactLists, createContactLists } from '../testing/campaign/contact-lists'
import { addContact } from '../testing/conversation/tickets'
import { formOf } from '../testing/world/form-of'

let lists: ContactLists
beforeAll(async () => {
  lists = await createContactLists()
})
afterAll(() => lists.world.stop())

test('creates, renames and deletes a list, published to admins', async () => {
  const { world, ana, addList, addItem } = lists
  world.published.length = 0
  const id = await addList('Clientes')
  expect((await ana.post('/contact-lists', { name: 'CLIÊNTES' })).body).toMatchObject({
    error: 'ERR_CONTACT_LIST_NAME_ALREADY_EXISTS',
    fields: { name: 'nameTaken' },
  })
  expect((await ana.post('/contact-lists', { name: 'x' })).body.fields).toEqual({ name: 'tooShort' })
  await ana.put(`/contact-lists/${id}`, { name: 'Clientes antigos' })
  expect(world.published).toMatchObject([
    { event: 'company-1-ContactList', topics: ['1/admin'], data: { action: 'create', contactList: { id } } },
    { event: 'company-1-ContactList', data: { action: 'update', contactList: { name: 'Clientes antigos' } } },
  ])
  expect((await ana.get('/contact-lists/list')).body).toEqual([{ id, name: 'Clientes antigos', contactsCount: 0 }])
  await addItem(id, { name: 'Rosa', number: '5511988887777' })
  expect((await ana.delete(`/contact-lists/${id}`)).status).toBe(200)
  expect((await ana.get(`/contact-list-items?contactListId=${id}`)).body.error).toBe('ERR_NO_CONTACT_LIST_FOUND')
  await world.runJobs(1)
  const { sqlite } = world.ctx(1).company
  expect(sqlite.query('SELECT count(*) AS n FROM contact_list_item').get()).toEqual({ n: 0 })
})

test('recognises a number in any notation', async () => {
  const { ana, addList, itemsOf, listOf, addItem } = lists
  const id = await addList('Uma pessoa')
  const made = await addItem(id, { name: 'Rosa Nova', number: '(11) 98888-7777', email: 'rosa@x.test' })
  expect(made.body).toMatchObject({ number: '5511988887777', isWhatsappValid: null, email: 'rosa@x.test' })
  for (const number of ['5511988887777', '551188887777', '+55 11 98888-7777']) {
    expect((await addItem(id, { name: 'De novo', number })).body.fields).toEqual({ number: 'duplicate' })
  }
  expect((await addItem(id, { name: 'Ruim', number: '5,5E+12' })).body.fields).toEqual({ number: 'tooShort' })
  expect((await addItem(id, { name: 'Ruim', number: 'ligar depois' })).body.fields).toEqual({ number: 'invalidNumber' })
  expect((await addItem(id, { name: 'R', number: '5511988887778', email: 'x' })).body.fields).toEqual({
    name: 'tooShort',
    email: 'invalidEmail',
  })
  const other = await addItem(id, { name: 'Outra', number: '5511977776666' })
  const path = `/contact-list-items/${other.body.id}`
  expect((await ana.put(path, { number: '551188887777' })).body.fields).toEqual({ number: 'duplicate' })
  expect((await ana.put(path, { number: '551177776666' })).body).toMatchObject({ number: '551177776666' })
  expect((await ana.put(path, { contactListId: id + 100 })).body.fields).toEqual({ contactListId: 'unknown' })
  expect((await ana.put(path, { name: 'Outra pessoa' })).body).toMatchObject({ name: 'Outra pessoa', email: '' })
  expect((await itemsOf(id, '&searchParam=98888-77')).map(({ name }) => name)).toEqual(['Rosa Nova'])
  expect((await itemsOf(id, '&searchParam=pessoa outra')).map(({ name }) => name)).toEqual(['Outra pessoa'])
  await ana.post('/suppressions', { number: '5511977776666' })
  expect((await itemsOf(id)).map((item) => [item['name'], item['isSuppressed']])).toEqual([
    ['Outra pessoa', true],
    ['Rosa Nova', false],
  ])
  expect((await ana.delete(path)).status).toBe(200)
  expect((await listOf(id)).contactsCount).toBe(1)
})

test('knows the account of a number from the contact of a WhatsApp connection alone', async () => {
  const { world, addList, addItem } = lists
  const { sqlite } = world.ctx(1).company
  const id = await addList('Conhecidos')
  const validOf = async (change: string) => {
    const number = addedNumber()
    const contactId = addContact(world.ctx(1), 'Conhecida', number)
    sqlite.run(`UPDATE contact SET connection_id = 1 WHERE id = ${contactId}`)
    sqlite.run(change.replaceAll('?', String(contactId)))
    return (await addItem(id, { name: 'Conhecida', number })).body.isWhatsappValid
  }
  let last = 0
  const addedNumber = () => `55119666600${String(++last).padStart(2, '0')}`
  expect(await validOf('SELECT 1')).toBe(true)
  expect(await validOf("UPDATE contact SET channel = 'whatsappapi' WHERE id = ?")).toBe(true)
  for (const change of [
    'UPDATE contact SET connection_id = NULL WHERE id = ?',
    "UPDATE contact SET channel = 'facebook' WHERE id = ?",
    "UPDATE contact_identity SET kind = 'lid' WHERE contact_id = ?",
    'UPDATE contact_identity SET scope = 1 WHERE contact_id = ?',
  ])
    expect([change, await validOf(change)]).toEqual([change, null])
})

test('adds contacts by tag, filter and selection, without groups and blocked contacts', async () => {
  const { world, ana, addList, itemsOf } = lists
  const ctx = world.ctx(1)
  const [one, two, blocked] = ['Marcada Um', 'Marcada Dois', 'Marcada Bloqueada'].map(
    (name, n) => addContact(ctx, name, `551195555000${n}`) as number,
  )
  const tag = (await ana.post('/tags', { name: 'Para lista', kanban: false, color: '#112233' })).body.id
  await ana.post('/contacts/bulk', { action: 'tag', contactIds: [one, two, blocked], tagIds: [tag] })
  await ana.post('/contacts/bulk', { action: 'block', contactIds: [blocked] })
  await ana.put(`/contacts/${one}`, { extraInfo: [{ name: 'Cidade', value: 'Santos' }] })
  ctx.company.sqlite.run(`UPDATE contact SET channel = 'whatsappapi' WHERE id = ${one}`)
  const id = await addList('De contatos')
  const fill = async (body: object) => (await ana.post(`/contact-lists/${id}/fill`, body)).body
  expect(await fill({ contactIds: [one] })).toEqual({ added: 1, known: 0, left: 0 })
  expect(await fill({ tagIds: [tag] })).toEqual({ added: 1, known: 1, left: 1 })
  expect(await fill({ filter: { searchParam: 'marcada', active: 'true' } })).toEqual({ added: 0, known: 2, left: 0 })
  expect((await itemsOf(id)).map(({ name, extra }) => [name, extra])).toEqual([
    ['Marcada Dois', {}],
    ['Marcada Um', { Cidade: 'Santos' }],
  ])
  expect((await ana.post(`/contact-lists/${id}/fill`, {})).status).toBe(400)
})

test('pages a long list', async () => {
  const { ana, importCsv, addList, itemsOf } = lists
  const id = await addList('Longa')
  const rows = Array.from({ length: 45 }, (_, n) => `Fila ${String(n).padStart(2, '0')};5511${96_666_0000 + n}`)
  await importCsv(id, [...rows, 'Outra;5511955550000'].join('\n'))
  const after = (await itemsOf(id, '&pageNumber=2'))[4]?.['id']
  for (const [query, ...page] of [
    ['', 'Fila 00', 20, true, 46],
    ['&pageNumber=3', 'Fila 40', 6, false, 46],
    ['&searchParam=fila', 'Fila 00', 20, true, 45],
    ['&searchParam=fila&pageNumber=3', 'Fila 40', 5, false, 45],
    [`&searchParam=fila&pageNumber=3&after=${after}`, 'Fila 25', 20, false, 45],
  ]) {
    const { contacts, hasMore, count } = (await ana.get(`/contact-list-items?contactListId=${id}${query}`)).body
    expect([query, contacts[0].name, contacts.length, hasMore, count]).toEqual([query, ...page] as never)
  }
})

test('lists are limited to the company’s admins and to the plan', async () => {
  const { world, ana, addList, addItem } = lists
  const id = await addList('Fechada')
  const item = (await addItem(id, { name: 'Rosa', number: '5511933330000' })).body.id
  const bruno = await world.as(world.bruno)
  const gina = await world.as(world.gina)
  const form = () => formOf({ file: new File(['Nome;Número\nA B;5511933330001'], 'a.csv') })
  const calls: [string, string, unknown?][] = [
    ['GET', '/contact-lists'],
    ['GET', '/contact-lists/list'],
    ['GET', '/contact-lists/sample'],
    ['GET', `/contact-lists/${id}`],
    ['POST', '/contact-lists', { name: 'Nova lista' }],
    ['PUT', `/contact-lists/${id}`, { name: 'Outra lista' }],
    ['POST', `/contact-lists/${id}/check`],
    ['POST', `/contact-lists/${id}/fill`, { contactIds: [1] }],
    ['POST', `/contact-lists/${id}/upload`, form()],
    ['GET', `/contact-lists/${id}/imports`],
    ['GET', `/contact-list-items?contactListId=${id}`],
    ['GET', `/contact-list-items/${item}`],
    ['POST', '/contact-list-items', { name: 'Rosa', number: '5511933330002', contactListId: id }],
    ['PUT', `/contact-list-items/${item}`, { name: 'Rosa Lima' }],
    ['DELETE', `/contact-list-items/${item}`],
    ['DELETE', `/contact-lists/${id}`],
  ]
  for (const [method, path, body] of calls) {
    expect([path, (await bruno.call(method, path, body)).status]).toEqual([path, 403])
    if (!/\d/.test(path) && !path.includes('items')) continue
    expect([path, (await gina.call(method, path, body)).status]).toEqual([path, 404])
  }
  world.platform.catalog.sqlite.run('UPDATE plan SET use_campaigns = 0')
  world.platform.catalog.companies.forget()
  for (const [method, path, body] of calls) {
    expect([path, (await ana.call(method, path, body)).body]).toMatchObject([path, { limit: 'useCampaigns' }])
  }
})
