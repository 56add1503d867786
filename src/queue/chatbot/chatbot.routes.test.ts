import { afterEach, beforeEach, expect, test } from 'bun:test'
import { fileListRecords } from '../../file-list/file-list.record'
import { changePlans } from '../../testing/world/change-plans'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import type { ChatbotInput } from './chatbot.contract'
import { clearIntegrationOfQueues } from './clear-targets'
import { menuControls, menuText } from './menu-text.contract'

let world: World
let ana: Caller
beforeEach(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
})
afterEach(() => world.stop())

const text = (name: string, more: Partial<ChatbotInput> = {}): ChatbotInput => ({
  name,
  greetingMessage: name,
  ...more,
})
const save = (chatbots: unknown) => ana.put('/queue/1', { chatbots })

function shape(options: { id: number; name: string; options: never[] }[]): unknown {
  return options.map(({ id, name, options: below }) => (below.length > 0 ? [id, name, shape(below)] : [id, name]))
}

test('creates a queue with its options, keeps ids of kept options, and deletes omitted ones', async () => {
  const made = await ana.post('/queue', {
    name: 'Cobrança',
    color: '#123456',
    chatbots: [text('Boletos', { options: [text('Este mês'), text('Atrasados')] }), text('Outros')],
  })
  expect(made.status).toBe(200)
  const { id } = made.body
  expect(shape(made.body.chatbots)).toEqual([
    [
      1,
      'Boletos',
      [
        [2, 'Este mês'],
        [3, 'Atrasados'],
      ],
    ],
    [4, 'Outros'],
  ])
  expect(made.body).toMatchObject({ chatbotCount: 4, lostTargetCount: 0 })
  const [boletos] = made.body.chatbots
  const changed = { ...boletos, name: 'Faturas', options: [text('Novo'), boletos.options[1]] }
  const saved = await ana.put(`/queue/${id}`, { chatbots: [text('Primeira'), changed] })
  expect(shape(saved.body.chatbots)).toEqual([
    [5, 'Primeira'],
    [
      1,
      'Faturas',
      [
        [6, 'Novo'],
        [3, 'Atrasados'],
      ],
    ],
  ])
  expect(saved.body.chatbotCount).toBe(4)
  // Omitted options stay.
  expect((await ana.put(`/queue/${id}`, { name: 'Cobranças' })).body.chatbots).toEqual(saved.body.chatbots)
  const twice = await ana.put(`/queue/${id}`, { chatbots: [saved.body.chatbots[0], saved.body.chatbots[0]] })
  expect(twice.body.fields).toEqual({ 'chatbots.1.id': 'unknown' })
  // An option may move below another.
  const [primeira, faturas] = saved.body.chatbots
  const moved = await ana.put(`/queue/${id}`, { chatbots: [{ ...primeira, options: [faturas] }] })
  expect(shape(moved.body.chatbots)).toEqual([
    [
      5,
      'Primeira',
      [
        [
          1,
          'Faturas',
          [
            [6, 'Novo'],
            [3, 'Atrasados'],
          ],
        ],
      ],
    ],
  ])
  expect((await ana.delete(`/queue/${id}`)).status).toBe(200)
  expect(world.ctx(1).company.sqlite.query('SELECT count(*) AS n FROM chatbot').get()).toEqual({ n: 0 })
})

const deep = (levels: number): ChatbotInput => text('Nível', levels > 1 ? { options: [deep(levels - 1)] } : {})
const many = (count: number) => Array.from({ length: count }, (_, index) => text(`Opção ${index + 1}`))

test.each([
  ['a short name', [text('abc')], { 'chatbots.0.name': 'tooShort' }],
  ['a long text', [text('Longa', { greetingMessage: 'x'.repeat(4097) })], { 'chatbots.0.greetingMessage': 'tooLong' }],
  ['an unknown kind', [{ ...text('Tipo'), queueType: 'robot' }], { 'chatbots.0.queueType': 'invalid' }],
  ['no agent', [text('Agente', { queueType: 'attendent' })], { 'chatbots.0.optUserId': 'required' }],
  ['no queue', [text('Fila', { queueType: 'queue' })], { 'chatbots.0.optQueueId': 'required' }],
  ['no files', [text('Arquivos', { queueType: 'file' })], { 'chatbots.0.optFileId': 'required' }],
  ['no robot', [text('Robô', { queueType: 'integration' })], { 'chatbots.0.optIntegrationId': 'required' }],
  [
    'no text above options',
    [text('Menu', { greetingMessage: ' ', options: [text('Nova')] })],
    { 'chatbots.0.greetingMessage': 'required' },
  ],
  [
    'options below a queue',
    [text('Fila', { queueType: 'queue', optQueueId: 2, options: [text('Nova')] })],
    { 'chatbots.0.queueType': 'noOptionsBelow' },
  ],
  [
    'a queue that closes',
    [text('Fila', { queueType: 'queue', optQueueId: 2, closeTicket: true })],
    { 'chatbots.0.closeTicket': 'closesInstead' },
  ],
  [
    'somebody else’s queue',
    [text('Fila'), text('Menu', { options: [text('Fila', { queueType: 'queue', optQueueId: 99 })] })],
    { 'chatbots.1.options.0.optQueueId': 'unknown' },
  ],
  ['an id of another queue', [text('Nova', { id: 77 })], { 'chatbots.0.id': 'unknown' }],
  [
    'an unknown agent',
    [text('Agente', { queueType: 'attendent', optUserId: 99 })],
    { 'chatbots.0.optUserId': 'unknown' },
  ],
  [
    'an unknown robot',
    [text('Robô', { queueType: 'integration', optIntegrationId: 9 })],
    { 'chatbots.0.optIntegrationId': 'unknown' },
  ],
  ['unknown files', [text('Arquivos', { queueType: 'file', optFileId: 9 })], { 'chatbots.0.optFileId': 'unknown' }],
  [
    'an agent with an unknown queue',
    [text('Agente', { queueType: 'attendent', optUserId: 2, optQueueId: 99 })],
    { 'chatbots.0.optQueueId': 'unknown' },
  ],
  [
    'options below an option that closes',
    [text('Menu', { closeTicket: true, options: [text('Nova')] })],
    { 'chatbots.0.queueType': 'noOptionsBelow' },
  ],
  ['nine levels', [deep(9)], { chatbots: 'tooDeep' }],
  ['31 on a level', many(31), { chatbots: 'tooMany' }],
])('%s is refused at its place', async (_, chatbots, fields) => {
  const { status, body } = await save(chatbots)
  expect([status, body.fields]).toEqual([400, fields])
  expect((await ana.get('/queue/1')).body.chatbotCount).toBe(0)
})

test('the list of queues has the options of each queue, unless the request leaves them out', async () => {
  await save([text('Boletos', { options: [text('Este mês'), text('Atrasados')] }), text('Outros')])
  await ana.put('/queue/2', { chatbots: [text('Garantia')] })
  await ana.post('/queue', { name: 'Cobrança', color: '#123456' })
  const gina = await world.as(world.gina)
  const options = (queue: { chatbots: never }) => shape(queue.chatbots)
  expect((await ana.get('/queue')).body.map(options)).toEqual([
    [
      [
        1,
        'Boletos',
        [
          [2, 'Este mês'],
          [3, 'Atrasados'],
        ],
      ],
      [4, 'Outros'],
    ],
    [[5, 'Garantia']],
    [],
  ])
  const first = (await ana.get('/queue')).body[0]
  expect(first.chatbots).toEqual((await ana.get('/queue/1')).body.chatbots)
  expect((await gina.get('/queue')).body.flatMap(options)).toEqual([])
  expect(JSON.stringify((await ana.get('/queue?chatbots=false')).body)).not.toContain('"chatbots"')
})

test('accepts eight levels and 500 options, and no more', async () => {
  expect((await save([deep(8)])).status).toBe(200)
  const level = () => many(30).map((option) => ({ ...option, options: many(15) }))
  expect((await save(level())).body.chatbotCount).toBe(480)
  const full = (below: number) => {
    const last = [text('Primeira', { options: many(below) }), ...many(29)]
    return [...level().slice(0, 29), text('Última', { options: last })]
  }
  expect((await save(full(5))).body.chatbotCount).toBe(500)
  expect((await save(full(6))).body.fields).toEqual({ chatbots: 'tooMany' })
  expect((await ana.post('/chatbot', { queueId: 1, ...text('Mais uma') })).body.fields).toEqual({ chatbots: 'tooMany' })
})

test('a queue that closes its tickets has no options, and the reverse', async () => {
  const closes = { closeTicket: 'hasOptions' }
  expect((await ana.put('/queue/1', { closeTicket: true, chatbots: [text('Nova')] })).body.fields).toEqual(closes)
  await save([text('Nova')])
  expect((await ana.put('/queue/1', { closeTicket: true })).body.fields).toEqual(closes)
  expect((await ana.put('/queue/1', { closeTicket: true, chatbots: [] })).status).toBe(200)
})

test('an option whose target was deleted only sends its text, and its queue reports it', async () => {
  const list = fileListRecords.createFrom(world.ctx(1), { name: 'Catálogo', message: 'Segue', options: [] })
  const extra = (await ana.post('/queue', { name: 'Extra', color: '#123456' })).body.id
  world.ports.botRecords = { ...world.ports.botRecords, integration: { exists: () => true } }
  const saved = await save([
    text('Arquivos', { queueType: 'file', optFileId: list.id }),
    text('Para Carla', { queueType: 'attendent', optUserId: 3, optQueueId: extra }),
    text('Para extra', { queueType: 'queue', optQueueId: extra }),
    text('Para o robô', { queueType: 'integration', optIntegrationId: 7 }),
  ])
  expect(saved.status).toBe(200)
  expect((await ana.get(`/files/${list.id}/uses`)).body.queues).toEqual(['Vendas'])
  changePlans(world, { useIntegrations: false })
  const robot = saved.body.chatbots.at(-1)
  expect((await save(saved.body.chatbots)).status).toBe(200)
  for (const added of [
    { ...robot, optIntegrationId: 8 },
    { ...robot, id: null },
  ]) {
    expect((await save([...saved.body.chatbots.slice(0, 3), added])).body.error).toBe('ERR_PLAN_LIMIT')
  }
  const ctx = world.ctx(1)
  fileListRecords.remove(ctx, list.id)
  ctx.transaction(() => clearIntegrationOfQueues(ctx, 7))
  await ana.delete(`/queue/${extra}`)
  const seen = async () => {
    const { chatbots, lostTargetCount } = (await ana.get('/queue/1')).body
    return [lostTargetCount, chatbots.map((one: Record<string, unknown>) => [one.queueType, one.lostTarget])]
  }
  expect(await seen()).toEqual([
    3,
    [
      ['text', true],
      ['attendent', false],
      ['text', true],
      ['text', true],
    ],
  ])
  await ana.delete('/users/3')
  expect((await seen())[0]).toBe(4)
  const { chatbots } = (await ana.get('/queue/1')).body
  // The mark stays until it is acknowledged or the option gets another action.
  const [files, carla, ...rest] = chatbots
  await save([{ ...files, lostTarget: false }, { ...carla, queueType: 'attendent', optUserId: 2 }, ...rest])
  expect((await seen())[0]).toBe(2)
})

test('reads, adds, changes and deletes single options', async () => {
  const first = await ana.post('/chatbot', { queueId: 1, ...text('Boletos') })
  expect([first.status, first.body]).toMatchObject([200, { id: 1, queueId: 1, name: 'Boletos', options: [] }])
  const below = await ana.post('/chatbot', { chatbotId: 1, ...text('Este mês') })
  expect(below.body).toMatchObject({ queueId: 1, name: 'Este mês' })
  const changed = await ana.put('/chatbot/2', { name: 'Do mês', queueType: 'queue', optQueueId: 2 })
  expect(changed.body).toMatchObject({ name: 'Do mês', greetingMessage: 'Este mês', optQueueId: 2 })
  expect(shape((await ana.get('/chatbot/1')).body.options)).toEqual([[2, 'Do mês']])
  const unchanged = await ana.put('/chatbot/2', { optQueueId: null, options: null, lostTarget: null })
  expect(unchanged.body).toMatchObject({ queueType: 'queue', optQueueId: 2, lostTarget: false })
  const refused = await ana.put('/chatbot/1', { greetingMessage: '' })
  expect(refused.body.fields).toEqual({ 'chatbots.0.greetingMessage': 'required' })
  expect((await ana.delete('/chatbot/1')).status).toBe(200)
  expect((await ana.get('/chatbot/2')).body.error).toBe('ERR_NO_CHATBOT_FOUND')
  expect((await ana.post('/chatbot', text('Solta'))).body.fields).toEqual({ queueId: 'required' })
  expect((await ana.post('/chatbot', { queueId: 99, ...text('Solta') })).body.error).toBe('ERR_NO_QUEUE_FOUND')
})

test('of two concurrent changes by admins, the later is refused and loses nothing', async () => {
  await save([text('Boletos'), text('Preços')])
  const opened = (await ana.get('/queue/1')).body
  const [bills, prices] = opened.chatbots
  const put = (body: object) => ana.put('/queue/1', { chatbotsRevision: opened.chatbotsRevision, ...body })
  // Other fields are saved by a user who opened the queue before.
  expect((await put({ chatbots: [bills, { ...prices, name: 'Tabela' }] })).status).toBe(200)
  expect((await put({ greetingMessage: 'Olá' })).status).toBe(200)
  const refused = await put({ chatbots: [bills], greetingMessage: 'Oi' })
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_CHATBOTS_CHANGED'])
  const now = (await ana.get('/queue/1')).body
  expect([shape(now.chatbots), now.greetingMessage]).toEqual([
    [
      [1, 'Boletos'],
      [2, 'Tabela'],
    ],
    'Olá',
  ])
  expect((await put({ chatbots: [bills], chatbotsRevision: now.chatbotsRevision })).status).toBe(200)
  expect((await save([text('Outra')])).status).toBe(200)
})

test('options are limited to the company’s admins', async () => {
  await save([text('Boletos')])
  const bruno = await world.as(world.bruno)
  const gina = await world.as(world.gina)
  for (const [method, path, body] of [
    ['GET', '/chatbot/1'],
    ['POST', '/chatbot', { queueId: 1, ...text('Nova') }],
    ['PUT', '/chatbot/1', { name: 'Outra' }],
    ['DELETE', '/chatbot/1'],
  ] as const) {
    expect((await bruno.call(method, path, body)).body.error).toBe('ERR_NO_PERMISSION')
    if (method !== 'POST') expect((await gina.call(method, path, body)).body.error).toBe('ERR_NO_CHATBOT_FOUND')
  }
})

test('a menu without an introduction begins with its first option', () => {
  const [intro, leave] = [' ', 'encerrar']
  expect(menuText({ intro, names: ['Vendas'], leave })).toBe('*[ 1 ]* - Vendas\n\n*[ Sair ]* - encerrar')
  expect(menuControls({ intro, leave })).toBe('*[ Sair ]* - encerrar')
})
