import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addContact, addTicket } from '../testing/conversation/tickets'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterAll(() => world.stop())

const set = (key: string, value: string) => ana.put(`/companySettings`, { column: key, data: value })

test('refuses anonymous callers and other companies', async () => {
  const calls: [string, string, unknown?][] = [
    ['GET', '/contacts'],
    ['GET', '/contacts/list'],
    ['GET', '/contacts/1'],
    ['POST', '/contacts', { name: 'Rita', number: '5511900001111' }],
    ['PUT', '/contacts/1', { name: 'Rita' }],
    ['DELETE', '/contacts/1'],
    ['PUT', '/contacts/block/1', { active: false }],
    ['PUT', '/contacts/toggleAcceptAudio/1'],
    ['PUT', '/contacts/toggleDisableBot/1'],
    ['GET', '/contacts/checkNumber/5511900001111'],
    ['GET', '/contacts/profile/5511900001111'],
  ]
  for (const [method, path, body] of calls) {
    expect((await world.nobody.call(method, path, body)).status).toBe(401)
  }
  const onlyAcme = addContact(world.ctx(1), 'Só da Acme')
  for (const [method, path, body] of calls.filter(([, path]) => path.endsWith('/1'))) {
    const answer = await gina.call(method, path.replace(/1$/, String(onlyAcme)), body)
    expect([path, answer.status, answer.body.error]).toEqual([path, 404, 'ERR_NO_CONTACT_FOUND'])
  }
  expect((await gina.get('/contacts?searchParam=so da acme')).body).toMatchObject({ contacts: [], count: 0 })
  expect((await gina.get('/contacts/1')).body.name).toBe('Seu Jorge')
  expect((await bruno.get('/contacts/list?companyId=2')).body.error).toBe('ERR_NO_PERMISSION')
  const foreign = await bruno.post('/contacts', { name: 'Rita', number: '5511900001111', companyId: 2 })
  expect([foreign.status, foreign.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
})

test('creates a contact, publishes it to everybody, and finds it without accents', async () => {
  world.published.length = 0
  const answer = await bruno.post('/contacts', {
    name: 'Conceição Araújo',
    number: '+55 (11) 97123-4567',
    email: 'c@exemplo.test',
    extraInfo: [{ name: 'Bairro', value: 'Sé' }],
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    name: 'Conceição Araújo',
    number: '5511971234567',
    email: 'c@exemplo.test',
    active: true,
    extraInfo: [{ name: 'Bairro', value: 'Sé' }],
  })
  expect(world.published).toHaveLength(1)
  expect(world.published[0]).toMatchObject({
    topics: ['1/admin', '1/plain'],
    event: 'company-1-contact',
    data: { action: 'create', contact: { name: 'Conceição Araújo' } },
  })
  for (const found of ['conceicao', 'ARAÚJO', '97123', 'co']) {
    const { contacts } = (await bruno.get(`/contacts?searchParam=${encodeURIComponent(found)}`)).body
    expect(contacts.map((one: { name: string }) => one.name)).toContain('Conceição Araújo')
  }
})

test('names invalid fields', async () => {
  const answer = await bruno.post('/contacts', { name: 'x', number: '123', email: 'x' })
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toEqual({ name: 'tooShort', number: 'tooShort', email: 'invalidEmail' })
  const long = await bruno.post('/contacts', { name: 'x'.repeat(51), number: '1'.repeat(51), email: '' })
  expect(long.body.fields).toEqual({ name: 'tooLong', number: 'tooLong' })
  for (const [number, status] of [
    ['1133-445', 400],
    ['1133-4455', 200],
  ] as const) {
    expect((await bruno.post('/contacts', { name: 'Fixo', number: `${number} (casa)` })).status).toBe(status)
  }
  const letters = await bruno.post('/contacts', { name: 'Rita', number: 'abcdefghij' })
  expect([letters.status, letters.body.fields]).toEqual([400, { number: 'tooShort' }])
  expect((await bruno.get('/contacts/abc')).status).toBe(400)
  expect((await bruno.put('/contacts/1', { name: 'X' })).body.fields).toEqual({ name: 'tooShort' })
  world.ctx(1).company.sqlite.run(`UPDATE contact SET name = 'M' WHERE id = 1`)
  expect((await bruno.put('/contacts/1', { name: 'M', email: 'm@acme.test' })).body.email).toBe('m@acme.test')
})

test('refuses a number in use, with or without the ninth digit', async () => {
  for (const number of ['5511988880001', '551188880001']) {
    const answer = await bruno.post('/contacts', { name: 'Maria de novo', number })
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_DUPLICATED_CONTACT'])
  }
  const id = addContact(world.ctx(1), 'Tereza')
  const taken = await bruno.put(`/contacts/${id}`, { name: 'Tereza', number: '551188880001' })
  expect([taken.status, taken.body.error]).toEqual([400, 'ERR_DUPLICATED_CONTACT'])
})

test('a changed number moves the identity; an omitted number keeps it', async () => {
  const id = addContact(world.ctx(1), 'Tereza', '5511944440001')
  // Omitted fields stay unchanged.
  const mailed = await bruno.put(`/contacts/${id}`, { email: 'tereza@exemplo.test' })
  expect(mailed.body).toMatchObject({ name: 'Tereza', email: 'tereza@exemplo.test' })
  const renamed = await bruno.put(`/contacts/${id}`, { name: 'Tereza Lima' })
  expect(renamed.body).toMatchObject({ name: 'Tereza Lima', number: '5511944440001' })
  const moved = await bruno.put(`/contacts/${id}`, { name: 'Tereza Lima', number: '5511944440002' })
  expect(moved.body.number).toBe('5511944440002')
  expect((await bruno.post('/contacts', { name: 'Outra', number: '5511944440001' })).status).toBe(200)
  expect((await bruno.post('/contacts', { name: 'Outra', number: '5511944440002' })).status).toBe(400)
  const group = addContact(world.ctx(1), 'Turma', '120363000000000001')
  world.ctx(1).company.sqlite.run(`UPDATE contact SET is_group = 1 WHERE id = ${group}`)
  const kept = await bruno.put(`/contacts/${group}`, { number: '5511944440003' })
  expect(kept.body.number).toBe('120363000000000001')
})

test('changes the switches and the block', async () => {
  const id = addContact(world.ctx(1), 'Zeca')
  expect((await bruno.put(`/contacts/block/${id}`, { active: false })).body.active).toBe(false)
  expect((await bruno.put(`/contacts/block/${id}`, {})).status).toBe(400)
  expect((await bruno.put(`/contacts/block/${id}`, { active: true })).body.active).toBe(true)
  expect((await bruno.put(`/contacts/toggleDisableBot/${id}`)).body.disableBot).toBe(true)
  expect((await bruno.put(`/contacts/toggleDisableBot/${id}`, { disableBot: true })).body.disableBot).toBe(true)
  expect((await bruno.put(`/contacts/toggleAcceptAudio/${id}`)).body.acceptAudioMessage).toBe(false)
})

test('an admin assigns a contact’s owner, which everybody reads; it is empty after the user was deleted', async () => {
  const carla = world.carla.id
  const contact = { name: 'Cliente da Carla', number: '5511977772222' }
  expect((await bruno.post('/contacts', { ...contact, walletUserId: carla })).body.error).toBe('ERR_NO_PERMISSION')
  const { body } = await ana.post('/contacts', { ...contact, walletUserId: carla })
  expect(body).toMatchObject({ walletUserId: carla, wallet: { id: carla, name: 'Carla Dias' } })
  const path = `/contacts/${body.id}`
  expect((await bruno.get(path)).body.wallet).toEqual({ id: carla, name: 'Carla Dias' })
  const put = (caller: typeof ana, fields: object) => caller.put(path, { name: contact.name, ...fields })
  for (const walletUserId of [null, world.bruno.id]) {
    expect((await put(bruno, { walletUserId })).body.error).toBe('ERR_NO_PERMISSION')
  }
  // Unchanged values are accepted from everybody.
  expect((await put(bruno, { email: 'c@exemplo.test', walletUserId: carla })).body.walletUserId).toBe(carla)
  expect((await put(ana, { email: '' })).body.walletUserId).toBe(carla)
  expect((await put(ana, { walletUserId: 99 })).body.fields).toEqual({ walletUserId: 'unknown' })
  expect((await put(ana, { walletUserId: 'Carla' })).status).toBe(400)
  expect((await put(ana, { walletUserId: null })).body.wallet).toBeNull()
  const other = (await ana.post('/users', { name: 'Dani', email: 'dani@acme.test', password: 'segredo-12' })).body.id
  await put(ana, { walletUserId: other })
  expect((await ana.delete(`/users/${other}`)).status).toBe(200)
  expect((await ana.get(path)).body).toMatchObject({ walletUserId: null, wallet: null })
})

test('only admins delete a contact, together with its tickets', async () => {
  const ctx = world.ctx(1)
  const id = addContact(ctx, 'Some daqui')
  const ticket = addTicket(ctx, { contactId: id })
  const refused = await bruno.delete(`/contacts/${id}`)
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  world.published.length = 0
  expect((await ana.delete(`/contacts/${id}`)).status).toBe(200)
  expect((await ana.get(`/tickets/${ticket.id}`)).status).toBe(404)
  expect(world.published.map(({ event, data }) => [event, data])).toEqual([
    ['company-1-contact', { action: 'delete', contactId: id }],
    ['company-1-ticket', { action: 'delete', ticketId: ticket.id, reason: 'deleted' }],
  ])
  const kept = ctx.company.sqlite.query("SELECT 1 FROM event WHERE type = 'contact.deleted' AND contact_id = ?").get(id)
  expect(kept).not.toBeNull()
})

test('pages by key, with a count', async () => {
  const fresh = await createWorld()
  try {
    const ctx = fresh.ctx(1)
    for (let index = 0; index < 90; index++) addContact(ctx, `Pessoa ${String(index).padStart(3, '0')}`)
    const { get } = await fresh.as(fresh.bruno)
    const names: string[] = []
    let cursor = ''
    for (const size of [40, 40, 11]) {
      const { body } = await get(`/contacts?${cursor}`)
      expect([body.contacts.length, body.count, body.hasMore]).toEqual([size, 91, size === 40])
      names.push(...body.contacts.map((one: { name: string }) => one.name))
      cursor = `cursor=${body.nextCursor}`
    }
    expect(new Set(names).size).toBe(91)
    expect(names).toEqual([...names].sort())
    expect((await get('/contacts?pageNumber=3')).body.contacts).toHaveLength(11)
    expect((await get('/contacts?searchParam=pessoa')).body.count).toBe(90)
    expect((await get('/contacts?cursor=nonsense')).status).toBe(400)
  } finally {
    fresh.stop()
  }
})

test('masks hidden numbers for plain users everywhere, and ignores a mask sent back', async () => {
  const id = addContact(world.ctx(1), '5511933330099', '5511933330099')
  await set('lgpdMessage', 'Tratamos seus dados')
  await set('enableLGPD', 'enabled')
  await set('lgpdHideNumber', 'enabled')
  const seen = (await bruno.get(`/contacts/${id}`)).body
  expect(seen).toMatchObject({ number: '******99', name: '******99' })
  expect((await ana.get(`/contacts/${id}`)).body.number).toBe('5511933330099')
  expect(JSON.stringify((await bruno.get('/contacts/list?searchParam=5511933330099')).body)).not.toContain('33330099')
  world.published.length = 0
  const saved = await bruno.put(`/contacts/${id}`, { name: 'Nina', number: seen.number })
  expect(saved.body).toMatchObject({ name: 'Nina', number: '******99' })
  expect((await ana.get(`/contacts/${id}`)).body.number).toBe('5511933330099')
  expect(world.published.map(({ topics, data }) => [topics, (data['contact'] as { number: string }).number])).toEqual([
    [['1/admin'], '5511933330099'],
    [['1/plain'], '******99'],
  ])
  addContact(world.ctx(1), 'Rui', '5511944440099')
  const extraInfo = [
    { name: 'Dela', value: '5511933330099' },
    { name: 'Dele', value: '5511944440099' },
  ]
  const [hers, his] = (await ana.put(`/contacts/${id}`, { extraInfo })).body.extraInfo
  const value = seen.number
  await bruno.put(`/contacts/${id}`, {
    extraInfo: [
      { name: 'Dela', value },
      { id: his.id, name: 'Do Rui', value },
    ],
  })
  expect((await ana.get(`/contacts/${id}`)).body.extraInfo).toMatchObject([{ value: his.value }, { value: hers.value }])
  // Which of the two it hides cannot be told.
  const both = `${hers.value} e ${his.value}`
  await ana.put(`/contacts/${id}`, { extraInfo: [{ name: 'Ambos', value: both }] })
  const change = (text: string) => bruno.put(`/contacts/${id}`, { extraInfo: [{ name: 'Ambos', value: text }] })
  expect((await change(`só ${value}`)).body.error).toBe('ERR_HIDDEN_NUMBER')
  expect((await ana.get(`/contacts/${id}`)).body.extraInfo).toMatchObject([{ value: both }])
  expect((await change(`${value} ou ${value}`)).status).toBe(200)
  expect((await ana.get(`/contacts/${id}`)).body.extraInfo).toMatchObject([{ value: both.replace(' e ', ' ou ') }])
  await set('lgpdHideNumber', 'disabled')
  expect((await bruno.get(`/contacts/${id}`)).body.number).toBe('5511933330099')
})

test('masks a name that is only the number, and keeps it when the mask is sent back', async () => {
  const id = addContact(world.ctx(1), '5511955554444', '5511955554444')
  await set('lgpdHideNumber', 'enabled')
  const shown = (await bruno.get(`/contacts/${id}`)).body
  expect(shown).toMatchObject({ name: '******44', number: '******44' })
  const { name, number } = shown
  expect((await bruno.put(`/contacts/${id}`, { name, number, email: 'x@y.test' })).status).toBe(200)
  expect((await ana.get(`/contacts/${id}`)).body).toMatchObject({
    name: '5511955554444',
    number: '5511955554444',
    email: 'x@y.test',
  })
  await set('lgpdHideNumber', 'disabled')
})

test('calls that need a connection say so when there is none', async () => {
  for (const path of ['/contacts/checkNumber/5511900001111', '/contacts/profile/5511988880001']) {
    const answer = await bruno.get(path)
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_WAPP_NOT_INITIALIZED'])
  }
  expect((await bruno.get('/contacts/profile/999999')).status).toBe(404)
})

test('counts all matches and follows changes', async () => {
  const fresh = await createWorld()
  try {
    const ctx = fresh.ctx(1)
    ctx.transaction(() => {
      for (let index = 0; index < 1200; index++) addContact(ctx, `Pessoa ${String(index).padStart(4, '0')}`)
    })
    const { get, post, put, delete: remove } = await fresh.as(fresh.ana)
    const count = async (query: string) => (await get(`/contacts?${query}`)).body.count as number
    const questions = ['searchParam=pessoa', 'searchParam=pe', 'isGroup=false&searchParam=pessoa', 'channel=whatsapp']
    const all = async () => [...(await Promise.all(questions.map(count)))]
    expect(await all()).toEqual([1200, 1200, 1200, 1201])
    const { id } = (await post('/contacts', { name: 'Pessoa nova', number: '5511900001234' })).body
    expect(await all()).toEqual([1201, 1201, 1201, 1202])
    await put(`/contacts/${id}`, { name: 'Outro nome' })
    expect(await all()).toEqual([1200, 1200, 1200, 1202])
    const { id: tag } = (await post('/tags', { name: 'VIP' })).body
    await post('/tags/sync', { contactId: id, tags: [tag] })
    expect(await count(`contactTag=[${tag}]`)).toBe(1)
    await remove(`/tags/${tag}`)
    expect(await count(`contactTag=[${tag}]`)).toBe(0)
    await remove(`/contacts/${id}`)
    expect(await all()).toEqual([1200, 1200, 1200, 1201])
  } finally {
    fresh.stop()
  }
})

test('publishes changed tags to users who have the contact open', async () => {
  const id = addContact(world.ctx(1), 'Com etiqueta')
  const { id: tag } = (await bruno.post('/tags', { name: 'Fiel' })).body
  world.published.length = 0
  await bruno.post('/tags/sync', { contactId: id, tags: [tag] })
  const published = world.published.filter(({ event }) => event === 'company-1-contact')
  expect(published).toMatchObject([{ data: { action: 'update', contact: { id, tags: [{ id: tag, name: 'Fiel' }] } } }])
})
