import { afterAll, beforeAll, expect, test } from 'bun:test'
import { messageEvent, receive } from '../testing/conversation/inbound'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import { changePlans } from '../testing/world/change-plans'
import { contactExtraInfoTable } from '../contact/contact.tables'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterAll(() => world.stop())

const start = { id: 's', type: 'start', position: { x: 0, y: 0 }, data: {} }
const text = (id: string, label: string) => ({ id, type: 'message', position: { x: 300, y: 0 }, data: { label } })
const line = (source: string, target: string, sourceHandle = 'a') => ({
  id: `${source}-${sourceHandle}`,
  source,
  target,
  sourceHandle,
})

let number = 0
async function makeFlow(caller = ana, name = `Fluxo ${++number}`) {
  return (await caller.post('/flowbuilder', { name })).body as { id: number; version: number; name: string }
}

function setPlan(useIntegrations: boolean) {
  changePlans(world, { useIntegrations })
}

async function open(id: number, caller = ana) {
  return (await caller.get(`/flowbuilder/flow/${id}`)).body['flow']
}

test('all users list flows; admins with integrations in the plan edit them, in their own company', async () => {
  const { id } = await makeFlow(ana, 'Boas-vindas')
  const editing: [string, string, object?][] = [
    ['GET', `/flowbuilder/flow/${id}`],
    ['GET', `/flowbuilder/export/${id}`],
    ['GET', `/flowbuilder/versions/${id}`],
    ['GET', `/flowbuilder/versions/${id}/1`],
    ['PUT', '/flowbuilder', { flowId: id, name: 'Roubado' }],
    ['PUT', '/flowbuilder/schedule', { flowId: id, scheduledTimeRun: '08:00-12:00' }],
    ['POST', '/flowbuilder/duplicate', { flowId: id }],
    ['POST', '/flowbuilder/flow', { idFlow: id, nodes: [start], connections: [] }],
    ['POST', '/flowbuilder/import', { flowid: id, flow: '{"nodes":[],"connections":[]}' }],
    ['POST', '/flowbuilder/restore', { flowId: id, version: 1 }],
    ['DELETE', `/flowbuilder/${id}`],
  ]
  for (const [method, path, body] of editing) {
    expect((await world.nobody.call(method, path, body)).status).toBe(401)
    expect([path, (await bruno.call(method, path, body)).body['error']]).toEqual([path, 'ERR_NO_PERMISSION'])
    const { answer, ...effects } = await effectsOf(world, () => gina.call(method, path, body), 2)
    expect([path, answer.body['error']]).toEqual([path, 'ERR_NO_FLOW_FOUND'])
    expect(effects).toEqual(noEffects)
  }
  expect((await bruno.post('/flowbuilder', { name: 'Outro' })).status).toBe(403)
  for (const caller of [ana, bruno]) {
    expect((await caller.get('/flowbuilder')).body).toMatchObject({
      count: 1,
      flows: [{ id, name: 'Boas-vindas', active: true }],
    })
    expect((await caller.get(`/flowbuilder/${id}`)).body['name']).toBe('Boas-vindas')
  }
  expect((await gina.get('/flowbuilder')).body['count']).toBe(0)

  setPlan(false)
  for (const [method, path, body] of editing) {
    const { status, body: answer } = await ana.call(method, path, body)
    expect([path, status, answer['limit']]).toEqual([path, 402, 'useIntegrations'])
  }
  expect((await bruno.get('/flowbuilder')).status).toBe(200)
  setPlan(true)
})

test('creates, renames, switches, schedules, copies and deletes a flow, with live events', async () => {
  const made = await effectsOf(world, () => ana.post('/flowbuilder', { name: '  Vendas  ' }))
  expect(made).toMatchObject({
    events: { 'flow.created': 1 },
    live: { 'company-1-flowbuilder': 1 },
    otherCompany: 'none',
  })
  const id = made.answer.body['id'] as number
  expect(world.published.at(-1)).toMatchObject({
    topics: ['1/all'],
    data: { action: 'create', flow: { id, name: 'Vendas' } },
  })
  expect((await open(id)).flow).toMatchObject({ nodes: [{ type: 'start' }], connections: [] })

  expect((await ana.post('/flowbuilder', { name: 'VENDAS' })).body).toMatchObject({
    error: 'ERR_FLOW_NAME_ALREADY_EXISTS',
    fields: { name: 'nameTaken' },
  })
  const rename = (name: string) => ana.put('/flowbuilder', { flowId: id, name })
  expect((await rename('Vendas')).status).toBe(200)
  for (const [name, error] of [
    ['', 'flowNameRequired'],
    ['a', 'tooShort'],
    ['a'.repeat(51), 'tooLong'],
  ] as const) {
    expect((await rename(name)).body['fields']).toEqual({ name: error })
  }
  expect((await rename('Vendas 24 h')).body['name']).toBe('Vendas 24 h')
  expect((await ana.put('/flowbuilder', { flowId: id, active: false })).body).toMatchObject({
    active: false,
    name: 'Vendas 24 h',
  })

  const schedule = (scheduledTimeRun: string) => ana.put('/flowbuilder/schedule', { flowId: id, scheduledTimeRun })
  expect((await schedule('22:00-06:00')).body['scheduledTimeRun']).toBe('22:00-06:00')
  expect((await ana.get('/flowbuilder/scheduled')).body['flows']).toMatchObject([{ id }])
  for (const wrong of ['25:00-06:00', '22:60-06:00', '22:00', '22:00-']) {
    expect((await schedule(wrong)).body['fields']).toEqual({ scheduledTimeRun: 'scheduledTime' })
  }
  expect((await schedule('')).body['scheduledTimeRun']).toBeNull()

  const copy = () => ana.post('/flowbuilder/duplicate', { flowId: id })
  expect((await copy()).body).toMatchObject({ name: 'Vendas 24 h - cópia', active: false, version: 1 })
  expect((await copy()).body['name']).toBe('Vendas 24 h - cópia 2')

  const gone = await effectsOf(world, () => ana.delete(`/flowbuilder/${id}`))
  expect(gone).toMatchObject({ events: { 'flow.deleted': 1 }, live: { 'company-1-flowbuilder': 1 } })
  expect((await ana.get(`/flowbuilder/${id}`)).status).toBe(404)
})

test('deleting a flow removes it from the connections that start it', async () => {
  const { id } = await makeFlow()
  const { body: connection } = await ana.post('/whatsapp', {
    name: 'Loja',
    flowIdWelcome: id,
    flowIdsScheduled: String(id),
  })
  expect(connection).toMatchObject({ flowIdWelcome: id })
  await ana.delete(`/flowbuilder/${id}`)
  expect((await ana.get(`/whatsapp/${connection['id']}`)).body).toMatchObject({
    flowIdWelcome: null,
    flowIdsScheduled: '',
  })
})

test('lists flows by name, in pages, and searches them', async () => {
  for (let index = 0; index < 25; index++) await makeFlow(gina, `Lote ${String(index).padStart(2, '0')}`)
  const first = (await gina.get('/flowbuilder?pageNumber=1')).body
  expect([first['flows'].length, first['hasMore'], first['count']]).toEqual([20, true, 25])
  expect((await gina.get('/flowbuilder?pageNumber=2')).body['flows'].map(({ name }: { name: string }) => name)).toEqual(
    ['Lote 20', 'Lote 21', 'Lote 22', 'Lote 23', 'Lote 24'],
  )
  expect((await gina.get('/flowbuilder?pageNumber=1&searchParam=lote 07')).body['flows']).toMatchObject([
    { name: 'Lote 07' },
  ])
  expect((await gina.get('/flowbuilder')).body['flows'].length).toBe(25)
  for (const page of ['', '&pageNumber=']) {
    const found = (await gina.get(`/flowbuilder?searchParam=lote${page}`)).body
    expect([found['flows'].length, found['hasMore'], found['count']]).toEqual([20, true, 25])
    expect((await gina.get(`/flowbuilder?searchParam=lote 07${page}`)).body['flows']).toMatchObject([
      { name: 'Lote 07' },
    ])
  }
})

test('returns a flow as saved; saving it unchanged creates no version', async () => {
  const { id } = await makeFlow()
  const own = { label: 'Olá', 'feito por': { outro: ['sistema'] } }
  const nodes = [
    start,
    { ...text('m', ''), data: own, selected: true },
    { ...text('x', ''), type: 'futuro', data: { a: 1 } },
  ]
  const drawing = { nodes, connections: [{ ...line('s', 'm'), animated: true }] }
  const saved = await ana.post('/flowbuilder/flow', { idFlow: id, ...drawing, version: 1 })
  expect(saved.body).toMatchObject({ id, version: 2 })
  expect(saved.body['problems'].map(({ code }: { code: string }) => code).sort()).toEqual([
    'unknownType',
    'unreachable',
  ])
  const opened = await open(id)
  expect(opened).toMatchObject({ version: 2, savedBy: { name: 'Ana Souza' }, flow: drawing })
  const again = await effectsOf(world, () => ana.post('/flowbuilder/flow', { idFlow: id, ...opened.flow, version: 2 }))
  expect([again.answer.body['version'], again.events, again.live]).toEqual([2, 'none', 'none'])
})

test('warns of blocks behind a queue that takes the ticket over, but not behind one in which it waits', async () => {
  const { id } = await makeFlow()
  const queue = (node: string, queueId: number) => ({ ...text(node, ''), type: 'ticket', data: { id: queueId } })
  const nodes = [start, queue('plain', 1), queue('takes', 2), queue('last', 2)]
  const connections = [line('s', 'plain'), line('plain', 'takes'), line('takes', 'last')]
  const save = async () =>
    (await ana.post('/flowbuilder/flow', { idFlow: id, nodes, connections })).body['problems'] as unknown[]
  expect(await save()).toEqual([])
  const warning = { level: 'warning', code: 'behindHandOver', nodeId: 'takes' }
  for (const change of [{ closeTicket: true }, { closeTicket: false, chatbots: [{ name: 'A' }, { name: 'B' }] }]) {
    await ana.put('/queue/2', change)
    expect(await save()).toEqual([warning])
  }
  await ana.put('/queue/2', { chatbots: [] })
})

test('refuses to overwrite another user’s save, and names the user; one of two concurrent saves succeeds', async () => {
  const { id } = await makeFlow()
  const save = (label: string, version?: number) =>
    ana.post('/flowbuilder/flow', {
      idFlow: id,
      nodes: [start, text('m', label)],
      connections: [line('s', 'm')],
      ...(version && { version }),
    })
  const both = await Promise.all([save('um', 1), save('dois', 1)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    error: 'ERR_FLOW_CHANGED',
    version: 2,
    savedBy: { name: 'Ana Souza' },
  })
  // A save after the warning overwrites on purpose.
  expect((await save('minha', 2)).body['version']).toBe(3)
  expect((await save('três')).body['version']).toBe(4)

  const { versions } = (await ana.get(`/flowbuilder/versions/${id}`)).body as { versions?: { version: number }[] }
  expect(versions?.map(({ version }) => version)).toEqual([4, 3, 2, 1])
  expect((await ana.get(`/flowbuilder/versions/${id}/3`)).body['nodes'][1].data.label).toBe('minha')
  expect((await ana.post('/flowbuilder/restore', { flowId: id, version: 3 })).body['version']).toBe(5)
  expect((await open(id)).flow.nodes[1].data.label).toBe('minha')
})

test('saves a refused version as a copy, with the same validation', async () => {
  const { id, name } = await makeFlow()
  const drawing = { nodes: [start, text('m', 'minha')], connections: [line('s', 'm')] }
  const copy = await ana.post('/flowbuilder/duplicate', { flowId: id, ...drawing })
  expect(copy.body).toMatchObject({ name: `${name} - cópia`, version: 1 })
  expect((await open(copy.body['id'])).flow).toMatchObject(drawing)
  expect((await open(id)).version).toBe(1)
  const wrong = { flowId: id, nodes: [start, text('m', '')], connections: [] }
  const { answer, ...effects } = await effectsOf(world, () => ana.post('/flowbuilder/duplicate', wrong))
  expect([answer.body['fields'], effects]).toEqual([{ 'nodes.m.label': 'required' }, noEffects])
})

test('keeps the last fifty versions', async () => {
  const { id } = await makeFlow()
  for (let index = 0; index < 55; index++) {
    await ana.post('/flowbuilder/flow', {
      idFlow: id,
      nodes: [start, text('m', `Texto ${index}`)],
      connections: [line('s', 'm')],
    })
  }
  const { versions } = (await ana.get(`/flowbuilder/versions/${id}`)).body as { versions?: { version: number }[] }
  expect([versions?.length, versions?.at(-1)?.version, versions?.[0]?.version]).toEqual([50, 7, 56])
})

test('refuses an invalid flow, naming each error', async () => {
  const { id } = await makeFlow()
  const hidden = (type: string, data: object, nodeId = 'n') => ({ id: nodeId, type, position: { x: 0, y: 0 }, data })
  const cases: [object[], object[], Record<string, string>][] = [
    [[], [], { nodes: 'invalid' }],
    [[start, { ...start, id: 't' }], [], { 'nodes.t': 'invalid' }],
    [[start, text('m', 'a'), text('m', 'b')], [], { 'nodes.m': 'invalid' }],
    [[start, text('m', '  ')], [], { 'nodes.m.label': 'required' }],
    [[start, text('m', 'a'.repeat(4097))], [], { 'nodes.m.label': 'tooLong' }],
    [[start, hidden('interval', { sec: 121 })], [], { 'nodes.n.sec': 'tooLarge' }],
    [[start, hidden('ticket', { id: 99, name: 'Some' })], [], { 'nodes.n.id': 'invalid' }],
    [[start, hidden('tag', {})], [], { 'nodes.n.id': 'required' }],
    [[start, hidden('tag', { id: 1, name: 'Some' })], [], { 'nodes.n.id': 'invalid' }],
    [[start, hidden('priority', {})], [], { 'nodes.n.priority': 'required' }],
    [[start, hidden('priority', { priority: 'highest' })], [], { 'nodes.n.priority': 'invalid' }],
    [[start, hidden('img', { url: '../../host.key' })], [], { 'nodes.n.url': 'invalid' }],
    [[start], [line('s', 'gone')], { 'nodes.s': 'invalid' }],
    [[start, text('m', 'a')], [line('s', 'm'), { ...line('s', 'm'), id: 'z' }], { 'nodes.s.a': 'invalid' }],
    [[{ ...start, position: { x: 1e308, y: 0 } }], [], { 'nodes.0.position.x': 'invalid' }],
  ]
  for (const [nodes, connections, fields] of cases) {
    const { answer, ...effects } = await effectsOf(world, () =>
      ana.post('/flowbuilder/flow', { idFlow: id, nodes, connections }),
    )
    expect([answer.status, answer.body['fields']]).toEqual([400, fields])
    expect(effects).toEqual(noEffects)
  }
  const many = Array.from({ length: 501 }, (_, index) => text(`m${index}`, 'a'))
  expect((await ana.post('/flowbuilder/flow', { idFlow: id, nodes: many, connections: [] })).body['fields']).toEqual({
    nodes: 'tooMany',
  })
  expect((await open(id)).version).toBe(1)
})

test('saves with a warning for each variable that neither the flow nor the company’s contacts have', async () => {
  const { id } = await makeFlow()
  const field = { contactId: 1, value: 'x' }
  world
    .ctx(1)
    .db.insert(contactExtraInfoTable)
    .values({ ...field, name: 'Número do CPF' })
    .run()
  world
    .ctx(2)
    .db.insert(contactExtraInfoTable)
    .values({ ...field, name: 'Placa' })
    .run()
  const nodes = [start, text('a', '{{numero do cpf}} {{placa}} {{name}}')]
  const saved = await ana.post('/flowbuilder/flow', { idFlow: id, nodes, connections: [line('s', 'a')] })
  expect([saved.status, saved.body['problems']]).toEqual([
    200,
    [{ level: 'warning', code: 'unknownVariable', nodeId: 'a', field: 'label', name: 'placa' }],
  ])
  expect((await ana.get('/flowbuilder/fields')).body).toEqual({ fields: ['Número do CPF'] })
  const filled = { kind: 'text' as const, text: 'Rua: A', answers: { rua: 'A', flow_token: '1' } }
  receive(world, 1, { ...messageEvent(), content: filled })
  const ofForm = [start, text('a', '{{Rua}} {{screen_0_Nome_1}} {{avenida}}')]
  const version = saved.body['version']
  const next = await ana.post('/flowbuilder/flow', {
    idFlow: id,
    version,
    nodes: ofForm,
    connections: [line('s', 'a')],
  })
  expect(next.body['problems']).toMatchObject([{ code: 'unknownVariable', name: 'avenida' }])
  expect((await gina.get('/flowbuilder/fields')).body).toEqual({ fields: ['Placa'] })
})
