import { afterEach, beforeEach, expect, test } from 'bun:test'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import { changePlans } from '../testing/world/change-plans'
import { aiModelTable } from '../ai-agent/ai-agent.tables'
import { addFlow, drawFlow } from '../testing/bot/flows'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
beforeEach(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterEach(() => world.stop())

async function makeTag(caller: Caller, name: string, more: object = {}) {
  const { body } = await caller.post('/tags', { name, color: '#123456', ...more })
  return body.id as number
}

function addTicket(uuid: string, fields = "'pending', 1, NULL") {
  return world.platform.files
    .use(1)
    .sqlite.query<{ id: number }, [string]>(
      `INSERT INTO ticket (uuid, status, queue_id, user_id, contact_id, created_at, updated_at)
       VALUES (?, ${fields}, 1, 0, 0) RETURNING id`,
    )
    .get(uuid)?.id as number
}

test('refuses anonymous callers, and keeps companies apart', async () => {
  const id = await makeTag(ana, 'Cliente')
  const lane = await makeTag(ana, 'Novo', { kanban: 1 })
  const ticket = addTicket('a')
  const calls: [string, string, object?][] = [
    ['GET', '/tags/'],
    ['GET', '/tags/list'],
    ['GET', `/tags/${id}`],
    ['POST', '/tags', { name: 'Outra' }],
    ['PUT', `/tags/${id}`, { name: 'Outra' }],
    ['DELETE', `/tags/${id}`],
    ['DELETE', `/tags/tickets/${id}`],
    ['DELETE', `/tags-contacts/${id}/1`],
    ['POST', '/tags/sync', { contactId: 1, tags: [] }],
    ['GET', '/contactTags/1'],
    ['PUT', `/ticket-tags/${ticket}/${lane}`],
    ['DELETE', `/ticket-tags/${ticket}`],
  ]
  for (const [method, path, body] of calls) expect((await world.nobody.call(method, path, body)).status).toBe(401)
  for (const [method, path, body] of calls.filter(([, path]) => /\d/.test(path) && !path.startsWith('/contactTags'))) {
    const { answer, ...effects } = await effectsOf(world, () => gina.call(method, path, body), 2)
    expect([path, answer.status]).toEqual([path, 404])
    expect(effects).toEqual(noEffects)
  }
  expect((await gina.get('/tags/')).body).toEqual({ tags: [], hasMore: false, count: 0 })
  expect((await gina.get('/tags/list?companyId=1')).body.error).toBe('ERR_NO_PERMISSION')
})

test('an agent creates a tag, which is searched, listed and published', async () => {
  const { answer, ...effects } = await effectsOf(world, () => bruno.post('/tags', { name: 'Atenção' }))
  expect(answer.body).toMatchObject({ name: 'Atenção', kanban: 0, userId: 2, contactsCount: 0, ticketsCount: 0 })
  expect(answer.body.color).toMatch(/^#[0-9a-f]{6}$/)
  expect(effects).toEqual({
    events: { 'tag.created': 1 },
    jobs: 'none',
    live: { 'company-1-tag': 1, 'company1-tag': 1 },
    otherCompany: 'none',
  })
  await makeTag(ana, 'Novo lead', { kanban: true })
  expect((await bruno.get('/tags?searchParam=ATENCAO')).body).toMatchObject({ count: 1, tags: [{ name: 'Atenção' }] })
  expect((await bruno.get('/tags/list?kanban=1')).body.map((tag: { name: string }) => tag.name)).toEqual(['Novo lead'])
  expect((await bruno.get('/tags/list?kanban=0')).body.map((tag: { name: string }) => tag.name)).toEqual(['Atenção'])
  expect((await bruno.get(`/tags/?tagId=${answer.body.id}`)).body.count).toBe(1)
})

test('names invalid fields', async () => {
  const lane = await makeTag(ana, 'Pista', { kanban: 1 })
  const plain = await makeTag(ana, 'Comum')
  const invalid: [object, Record<string, string>][] = [
    [{}, { name: 'required' }],
    [{ name: 'ab' }, { name: 'tagTooShort' }],
    [{ name: 'abc', color: 'azul' }, { color: 'color' }],
    [{ name: 'abc', hourRemarketing: '24:00' }, { hourRemarketing: 'remarketingHour' }],
    [{ name: 'abc', hourRemarketing: '12:60' }, { hourRemarketing: 'remarketingHour' }],
    [{ name: 'abc', hourRemarketing: '1200' }, { hourRemarketing: 'remarketingHour' }],
    [
      { name: 'abc', kanban: 1, daysForRemarketing: 2 },
      { hourRemarketing: 'required', messageRemarketing: 'required' },
    ],
    [{ name: 'abc', kanban: 1, nextLaneId: plain }, { nextLaneId: 'unknown' }],
    [{ name: 'abc', kanban: 1, rollbackLaneId: 99 }, { rollbackLaneId: 'unknown' }],
    [{ name: 'abc', kanban: 1, whatsappIdRemarketing: 99 }, { whatsappIdRemarketing: 'unknown' }],
    [{ name: 'abc', kanban: 1, tagIdAfterRemarketing: plain }, { tagIdAfterRemarketing: 'unknown' }],
  ]
  for (const [body, fields] of invalid) {
    const { answer, ...effects } = await effectsOf(world, () => ana.post('/tags', body))
    expect(answer.body).toMatchObject({ error: 'ERR_INVALID_INPUT', fields })
    expect(effects).toEqual(noEffects)
  }
  expect((await ana.put(`/tags/${lane}`, { nextLaneId: lane })).body.fields).toEqual({ nextLaneId: 'itself' })
  expect((await ana.post('/tags', { name: 'COMUM' })).body.error).toBe('ERR_TAG_NAME_ALREADY_EXISTS')
  expect((await ana.post('/tags', { name: 'Comum', kanban: 1 })).status).toBe(200)
  const whole = { daysForRemarketing: 2, hourRemarketing: '09:30', messageRemarketing: 'Olá', whatsappIdRemarketing: 1 }
  expect((await ana.put(`/tags/${lane}`, whole)).body).toMatchObject(whole)
})

test('lanes require kanban in the plan', async () => {
  changePlans(world, { useKanban: false })
  const lane = await ana.post('/tags', { name: 'Pista', kanban: 1 })
  expect([lane.status, lane.body.error]).toEqual([402, 'ERR_PLAN_LIMIT'])
  const plain = await ana.post('/tags', { name: 'Comum' })
  expect(plain.status).toBe(200)
  expect((await ana.put(`/tags/${plain.body.id}`, { kanban: 1 })).status).toBe(402)
})

test('sets a contact’s tags as requested, counts them, and publishes them once', async () => {
  const [first, second] = [await makeTag(ana, 'Primeira'), await makeTag(ana, 'Segunda')]
  const lane = await makeTag(ana, 'Pista', { kanban: 1 })
  const { answer, ...effects } = await effectsOf(world, () =>
    bruno.post('/tags/sync', { contactId: 1, tags: [first, { id: second }, first], contactNumber: '5511988880001' }),
  )
  expect(answer.body.tags.map((tag: { contactsCount: number }) => tag.contactsCount)).toEqual([1, 1])
  expect(effects.events).toEqual({ 'contact.tagsChanged': 1 })
  expect(effects.live).toMatchObject({ 'company-1-tag': 2, 'company1-tag': 2 })
  expect(effects.otherCompany).toBe('none')
  const again = await effectsOf(world, () => bruno.post('/tags/sync', { contactId: 1, tags: [second, first] }))
  expect(again).toMatchObject(noEffects)
  for (const tags of [[99], [lane]]) {
    const refused = await effectsOf(world, () => bruno.post('/tags/sync', { contactId: 1, tags }))
    expect(refused.answer.body.fields).toEqual({ tags: 'unknown' })
    expect(refused).toMatchObject(noEffects)
  }
  expect((await bruno.post('/tags/sync', { contactId: 99, tags: [] })).body.error).toBe('ERR_NO_CONTACT_FOUND')

  const linked = { id: first, contactsCount: 1, contacts: [{ id: 1 }], ticketTags: [] }
  expect((await bruno.get(`/tags/${first}`)).body).toMatchObject(linked)
  expect((await bruno.get('/tags')).body.tags).toContainEqual(expect.objectContaining(linked))

  expect((await bruno.delete(`/tags-contacts/${first}/1`)).status).toBe(200)
  expect((await bruno.get('/contactTags/1')).body.tags.map((tag: { id: number }) => tag.id)).toEqual([second])
  expect((await bruno.get(`/tags/${first}`)).body.contactsCount).toBe(0)
  expect((await gina.get('/contactTags/1')).body.tags).toEqual([])
  world.platform.files.use(1).sqlite.run('DELETE FROM contact WHERE id = 1')
  expect((await bruno.get(`/tags/${second}`)).body.contactsCount).toBe(0)
})

test('a ticket is in one lane at a time, moved by users who may see it', async () => {
  const [first, second] = [await makeTag(ana, 'Um a um', { kanban: 1 }), await makeTag(ana, 'Etapa 2', { kanban: 1 })]
  const plain = await makeTag(ana, 'Comum')
  const ticket = addTicket('a')
  const hidden = addTicket('b', "'pending', 2, NULL")
  const { answer, ...effects } = await effectsOf(world, () => bruno.put(`/ticket-tags/${ticket}/${first}`))
  expect(answer.body).toEqual({ ticketId: ticket, tagId: first })
  expect(effects.events).toEqual({ 'ticket.laneChanged': 1, 'ticket.updated': 1 })
  expect(effects.otherCompany).toBe('none')
  expect(await effectsOf(world, () => bruno.put(`/ticket-tags/${ticket}/${first}`))).toMatchObject(noEffects)
  await bruno.put(`/ticket-tags/${ticket}/${second}`)
  expect((await ana.get(`/tags/${first}`)).body.ticketsCount).toBe(0)
  expect((await ana.get(`/tags/${second}`)).body.ticketsCount).toBe(1)
  expect((await bruno.put(`/ticket-tags/${ticket}/${plain}`)).body.error).toBe('ERR_NO_TAG_FOUND')
  expect((await bruno.put(`/ticket-tags/${hidden}/${first}`)).body.error).toBe('ERR_NO_TICKET_FOUND')
  expect((await bruno.delete(`/ticket-tags/${hidden}`)).body.error).toBe('ERR_NO_TICKET_FOUND')
  expect((await bruno.delete(`/ticket-tags/${ticket}`)).body).toEqual({ ticketId: ticket, tagId: null })
  expect((await ana.get(`/tags/${second}`)).body.ticketsCount).toBe(0)
})

test('of two concurrent moves the second is refused, unless both chose the same lane', async () => {
  const [first, second, third] = await Promise.all(
    ['Lado A', 'Lado B', 'Lado C'].map((name) => makeTag(ana, name, { kanban: 1 })),
  )
  const ticket = addTicket('dois')
  const laneOf = async () =>
    (await ana.get(`/tickets/kanban`)).body.lanes.find((lane: { tickets: { id: number }[] }) =>
      lane.tickets.some(({ id }) => id === ticket),
    )?.tag?.id
  expect((await bruno.put(`/ticket-tags/${ticket}/${first}?from=none`)).status).toBe(200)
  expect((await bruno.put(`/ticket-tags/${ticket}/${second}?from=${first}`)).status).toBe(200)
  const late = await ana.put(`/ticket-tags/${ticket}/${third}?from=${first}`)
  expect([late.status, late.body.error, await laneOf()]).toEqual([409, 'ERR_TICKET_MOVED', second])
  expect((await ana.delete(`/ticket-tags/${ticket}?from=${first}`)).body.error).toBe('ERR_TICKET_MOVED')
  expect((await ana.put(`/ticket-tags/${ticket}/${second}?from=${first}`)).status).toBe(200)
  expect((await ana.delete(`/ticket-tags/${ticket}?from=${second}`)).status).toBe(200)
  expect((await ana.put(`/ticket-tags/${ticket}/${third}?from=x`)).status).toBe(400)
})

test('lanes keep the chosen order, new ones last', async () => {
  const names = async () =>
    (await ana.get('/tags/list?kanban=1')).body
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => name.startsWith('Ordem'))
  const lane = (name: string) => makeTag(ana, name, { kanban: 1 })
  const [one, two, three] = [await lane('Ordem 1'), await lane('Ordem 2'), await lane('Ordem 3')]
  expect(await names()).toEqual(['Ordem 1', 'Ordem 2', 'Ordem 3'])
  expect((await bruno.put('/tags/lanes', { tagIds: [three, one] })).body.map(({ id }: { id: number }) => id)).toEqual(
    expect.arrayContaining([one, two, three]),
  )
  expect(await names()).toEqual(['Ordem 3', 'Ordem 1', 'Ordem 2'])
  const board = (await ana.get('/tickets/kanban')).body.lanes.map(({ tag }: { tag: { id: number } | null }) => tag?.id)
  expect(board.slice(0, 3)).toEqual([undefined, three, one])
  const plain = await makeTag(ana, 'Ordem de um contato')
  for (const tagIds of [[plain], [99_999], ['x'], 'x', undefined]) {
    expect((await ana.put('/tags/lanes', { tagIds })).status).toBe(400)
  }
  await lane('Ordem 4')
  expect(await names()).toEqual(['Ordem 3', 'Ordem 1', 'Ordem 2', 'Ordem 4'])
  expect(await effectsOf(world, () => ana.put('/tags/lanes', { tagIds: [three, one] }))).toMatchObject(noEffects)
  // However many lanes move, one event is recorded; screens follow each of them.
  expect(await effectsOf(world, () => ana.put('/tags/lanes', { tagIds: [one, three] }))).toMatchObject({
    events: { 'tag.lanesMoved': 1 },
    live: { 'company-1-tag': 2, 'company1-tag': 2 },
    otherCompany: 'none',
  })
})

test('tickets leave a lane that is converted, emptied or deleted', async () => {
  const lanes = [
    await makeTag(ana, 'Uma', { kanban: 1 }),
    await makeTag(ana, 'Duas', { kanban: 1 }),
    await makeTag(ana, 'Três', { kanban: 1 }),
  ]
  for (const [index, lane] of lanes.entries())
    await ana.put(`/ticket-tags/${addTicket(`t${index}`).toString()}/${lane}`)
  const [unticked, emptied, deleted] = lanes
  await ana.put(`/tags/${emptied}`, { nextLaneId: deleted })

  const first = await effectsOf(world, () => ana.put(`/tags/${unticked}`, { kanban: 0 }))
  expect(first.answer.body).toMatchObject({ kanban: 0, ticketsCount: 0 })
  expect(first.events).toEqual({ 'tag.updated': 1, 'tag.ticketsRemoved': 1 })
  const second = await effectsOf(world, () => ana.delete(`/tags/tickets/${emptied}`))
  expect(second.events).toEqual({ 'tag.ticketsRemoved': 1 })
  expect(await effectsOf(world, () => ana.delete(`/tags/tickets/${emptied}`))).toMatchObject(noEffects)
  const third = await effectsOf(world, () => ana.delete(`/tags/${deleted}`))
  expect(third).toMatchObject({
    events: { 'tag.deleted': 1 },
    live: { 'company-1-tag': 1, 'company1-tag': 1 },
    otherCompany: 'none',
  })
  expect(world.published.at(-1)?.data).toEqual({ action: 'delete', tagId: deleted })
  expect((await ana.get(`/tags/${emptied}`)).body).toMatchObject({ ticketsCount: 0, nextLaneId: null })
  const left = world.platform.files.use(1).sqlite.query('SELECT count(*) AS n FROM ticket_tag').get()
  expect(left).toEqual({ n: 0 })
})

test('emptying and ending a lane, and deleting others’ tags, are limited to admins', async () => {
  const plain = await makeTag(ana, 'Comum')
  const lane = await makeTag(bruno, 'Pista', { kanban: 1 })
  await bruno.put(`/ticket-tags/${addTicket('a')}/${lane}`)
  for (const refused of [
    () => bruno.delete(`/tags/${plain}`),
    () => bruno.delete(`/tags/tickets/${lane}`),
    () => bruno.put(`/tags/${lane}`, { kanban: 0 }),
  ]) {
    const { answer, ...effects } = await effectsOf(world, refused)
    expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(effects).toEqual(noEffects)
  }
  expect((await bruno.get(`/tags/${lane}`)).body).toMatchObject({ kanban: 1, ticketsCount: 1 })
  expect((await bruno.put(`/tags/${lane}`, { name: 'Nova pista', kanban: 1 })).status).toBe(200)
  expect((await ana.delete(`/tags/tickets/${lane}`)).status).toBe(200)
  expect((await ana.delete(`/tags/${plain}`)).status).toBe(200)
})

test('an agent deletes an own tag that nothing uses', async () => {
  const others = await makeTag(ana, 'De Ana')
  const plain = await makeTag(bruno, 'Comum')
  const lane = await makeTag(bruno, 'Pista', { kanban: 1 })
  const { answer, ...effects } = await effectsOf(world, () => bruno.delete(`/tags/${plain}`))
  expect(answer.status).toBe(200)
  expect(effects).toMatchObject({ events: { 'tag.deleted': 1 }, otherCompany: 'none' })
  expect((await bruno.delete(`/tags/${lane}`)).status).toBe(200)
  expect((await bruno.get('/tags/list')).body.map(({ id }: { id: number }) => id)).toEqual([others])

  const ctx = world.ctx(1)
  await ana.post('/aiprovider', { name: 'OpenAI', base_url: 'https://ai.test/v1', api_key: 'sk-test' })
  ctx.db.insert(aiModelTable).values({ providerId: 1, name: 'gpt-small' }).run()
  const agent = { name: 'Lia', agentTypeId: 1, aiProviderId: 1, aiModelListId: 1 }
  const steps = (tagId: number) => [{ kind: 'addTags', tagIds: [tagId] }]
  const uses: Record<string, (tagId: number) => unknown> = {
    contact: (tagId) => ana.post('/tags/sync', { contactId: 1, tags: [tagId] }),
    macro: (tagId) => ana.post('/macros', { name: 'Marcar', shared: true, steps: steps(tagId) }),
    campaign: (tagId) => ana.post('/campaigns', { name: 'Promoção', message1: 'Oi', whatsappId: 1, tagListId: tagId }),
    flow: (id) => addFlow(ctx, 'Marca', drawFlow([['tag', { tag: { id } }]])),
    agent: (tagId) => ana.post('/agents', { ...agent, tagsId: [tagId] }),
  }
  for (const [use, begin] of Object.entries(uses)) {
    const tagId = await makeTag(bruno, `Usada por ${use}`)
    await begin(tagId)
    const refused = await effectsOf(world, () => bruno.delete(`/tags/${tagId}`))
    expect([use, refused.answer.status, refused.answer.body.error]).toEqual([use, 400, 'ERR_IN_USE'])
    expect(refused).toMatchObject(noEffects)
  }
  for (const [index, field] of ['nextLaneId', 'rollbackLaneId', 'tagIdAfterRemarketing'].entries()) {
    const target = await makeTag(bruno, `Destino ${index}`, { kanban: 1 })
    await makeTag(ana, `Origem ${index}`, { kanban: 1, [field]: target })
    expect((await bruno.delete(`/tags/${target}`)).body.error).toBe('ERR_IN_USE')
  }
})

test('of deleting an unused tag and using it at once, one is refused', async () => {
  for (let round = 0; round < 6; round++) {
    const tagId = await makeTag(bruno, `Disputada ${round}`)
    const calls = [() => bruno.delete(`/tags/${tagId}`), () => ana.post('/tags/sync', { contactId: 1, tags: [tagId] })]
    if (round % 2) calls.reverse()
    const answers = await Promise.all(calls.map((call) => call()))
    const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error)
    expect(refusals.length).toBe(1)
    expect(['ERR_IN_USE', 'ERR_INVALID_INPUT']).toContain(refusals[0])
  }
})

test('the automatic texts of a lane are changed by admins only', async () => {
  const texts = { greetingMessageLane: 'Olá!', messageRemarketing: 'Ainda tem interesse?' }
  const lane = await makeTag(ana, 'Pista', { kanban: 1, ...texts })
  const own = await makeTag(bruno, 'Minha', { kanban: 1 })
  for (const refused of [
    () => bruno.post('/tags', { name: 'Outra', kanban: 1, greetingMessageLane: 'Oi' }),
    // It could become a lane later.
    () => bruno.post('/tags', { name: 'Outra', messageRemarketing: 'Oi' }),
    () => bruno.put(`/tags/${own}`, { greetingMessageLane: 'Oi' }),
    () => bruno.put(`/tags/${lane}`, { greetingMessageLane: '' }),
    () => bruno.put(`/tags/${lane}`, { name: 'Nova', messageRemarketing: 'Compre!' }),
  ]) {
    const { answer, ...effects } = await effectsOf(world, refused)
    expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(effects).toEqual(noEffects)
  }
  // A program that sends all fields changes the others.
  expect((await bruno.put(`/tags/${lane}`, { ...texts, name: 'Nova' })).body).toMatchObject({ ...texts, name: 'Nova' })
  expect((await ana.put(`/tags/${own}`, { greetingMessageLane: 'Oi' })).body.greetingMessageLane).toBe('Oi')
})
