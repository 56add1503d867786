import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Caller, createWorld, type World } from './testing/world/world'

let world: World
let callers: Record<'ana' | 'sofia', Caller>
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
  callers = { ana: await world.as(world.ana), sofia: await world.as(world.sofia) }
  await callers.ana.post('/contacts', { name: 'Cliente', number: '5511988887777' })
})
afterAll(() => world.stop())

interface NumberRecord {
  by?: 'sofia'
  /** What a new record needs besides. */
  record: object
  /** Each number with one that is stored. */
  numbers: Record<string, number>
  /** Cleared, it is 0: specified, or sent by clients of similar systems. */
  orZero?: string
}

/** The number fields of every record, by the call that creates it; PUT takes the same. */
const records: Record<string, NumberRecord> = {
  '/whatsapp': {
    record: { name: 'Números' },
    numbers: {
      timeCreateNewTicket: 60,
      maxUseBotQueues: 3,
      timeUseBotQueues: 5,
      timeSendQueue: 0,
      timeInactiveMessage: 0,
      expiresTicket: 60,
      maxUseBotQueuesNPS: 3,
      expiresTicketNPS: 60,
    },
    orZero: 'timeSendQueue',
  },
  '/queue': {
    record: { name: 'Números', color: '#445566' },
    numbers: { orderQueue: 4, tempoRoteador: 2 },
    orZero: 'orderQueue',
  },
  '/tags': { record: { name: 'Números' }, numbers: { timeLane: 0, daysForRemarketing: 0 } },
  '/queueIntegration': {
    record: { type: 'webhook', name: 'Números', urlN8N: 'https://exemplo.test/robo' },
    numbers: { typebotDelayMessage: 500, typebotExpires: 30 },
  },
  '/prompt': {
    record: { name: 'Números', prompt: 'Responda com calma', apiKey: 'sk-1', queueId: 1 },
    numbers: { maxTokens: 300, temperature: 1, maxMessages: 10 },
  },
  '/schedules': {
    record: { body: 'Oi', sendAt: '2026-11-25T12:00:00Z', contactId: 1 },
    numbers: { valorIntervalo: 2, enviarQuantasVezes: 3 },
    orZero: 'valorIntervalo',
  },
  '/plans': {
    by: 'sofia',
    record: { name: 'Números', users: 3, connections: 1, queues: 3, amount: 10 },
    numbers: { users: 3, connections: 1, queues: 3, amount: 10 },
  },
  '/companies': {
    by: 'sofia',
    record: { name: 'Números', email: 'numeros@exemplo.test', planId: 1 },
    numbers: { numberAttendants: 5, numberConections: 2 },
  },
}

const wrong = ['', ' ', null, 'abc', '-2', -2, '1e9', 1e9, 'NaN', '0x10', '1,5x']

test.each(Object.entries(records))('%s refuses what is no number, at its field', async (path, one) => {
  const { record, numbers, by = 'ana', orZero } = one
  const caller = callers[by]
  const made = await caller.post(path, { ...record, ...numbers })
  expect([made.status, made.body.fields]).toEqual([200, undefined])
  const at = `${path}/${made.body.id ?? made.body.company?.id}`
  const stored = async () =>
    (await caller.get(path === '/plans' ? '/plans/all' : path === '/companies' ? '/companies/list' : at)).body
  const before = await stored()
  for (const field of Object.keys(numbers)) {
    for (const value of wrong) {
      if (field === orZero && (value === '' || value === null)) continue
      const again = {
        ...record,
        ...(path === '/companies' ? { email: 'outra@exemplo.test' } : {}),
        name: 'Outra',
        color: '#a1b2c3',
      }
      for (const { status, body } of [
        await caller.post(path, { ...again, [field]: value }),
        await caller.put(at, { [field]: value }),
      ]) {
        expect([field, value, status, Object.keys(body.fields ?? {})]).toEqual([field, value, 400, [field]])
      }
    }
    const { status, body } = await caller.put(at, { [field]: String(numbers[field]) })
    expect([field, status, body.fields]).toEqual([field, 200, undefined])
  }
  const now = await stored()
  for (const moment of [before, now]) delete moment.updatedAt
  expect(Array.isArray(now) ? now.length : now).toEqual(Array.isArray(before) ? before.length : before)
})

test('a cleared time of redirecting is 0', async () => {
  const { body } = await callers.ana.post('/whatsapp', { name: 'Sem redirecionar', timeSendQueue: '' })
  expect(body.timeSendQueue).toBe(0)
})

test.each([
  ['/settings/trialDays', 'value'],
  ['/companySettings', 'data'],
])('the number of %s is refused likewise', async (path, field) => {
  const body = path === '/companySettings' ? { column: 'trialDays' } : {}
  for (const value of ['', 'abc', '-2', '1000000000', '0', '366', '1.5']) {
    const { status } = await callers.sofia.put(path, { ...body, [field]: value })
    expect([value, status]).toEqual([value, 400])
  }
  expect((await world.nobody.get('/public-settings/trialDays')).body.value).toBe('7')
})

test('the pace of campaigns and the limits of AI and of connections are refused likewise', async () => {
  const { ana } = callers
  for (const value of ['', 'abc', '-2', 1e9, 1.5]) {
    for (const field of ['messageInterval', 'longerIntervalAfter', 'greaterInterval']) {
      const { status, body } = await ana.post('/campaign-settings', { settings: { [field]: value } })
      expect([field, value, status, Object.keys(body.fields ?? {})]).toEqual([field, value, 400, [`settings.${field}`]])
    }
    for (const [path, body] of [
      ['/ai-usage/limit', { limit: value }],
      ['/campaign-settings/connections', { whatsappId: 1, dailyLimit: value }],
    ] as const) {
      const method = path === '/ai-usage/limit' ? ana.put : ana.post
      if (value === 1e9 && path === '/ai-usage/limit') continue
      expect([path, value, (await method(path, body)).status]).toEqual([path, value, 400])
    }
  }
})
