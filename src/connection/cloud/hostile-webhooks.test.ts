import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createCloudWorld, type CloudWorld } from '../../testing/whatsapp/cloud-world'
import { text } from '../../testing/whatsapp/cloud-talk'
import { messageChange, statusChange } from '../../testing/services/graph-server/graph-changes'
import type { Change } from '../../testing/services/graph-server/graph-server.types'
import { graphPhone } from '../../testing/services/graph-server/start-graph-server'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'

const now = new Date('2026-11-23T12:00:00Z')
const secondPhone = { ...graphPhone, id: '209990001112223', displayNumber: '+55 21 3003-1000' }
const maria = { waId: '5511988880001', name: 'Dona Maria' }

let world: CloudWorld
beforeEach(async () => {
  world = await createCloudWorld({ phones: [graphPhone, secondPhone], world: { now } })
})
afterEach(() => world.stop())

const message = (content: Record<string, unknown>, more: Record<string, unknown> = {}): Change => {
  const change = messageChange(graphPhone, maria, { id: 'wamid.x', atMs: now.getTime(), content })
  const [inner] = change.value['messages'] as object[]
  return { ...change, value: { ...change.value, messages: [{ ...inner, ...more }] } }
}

/** Values where another kind is expected. */
const odd = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  'x'.repeat(1000),
  '\u0000\ud800',
  [],
  [[]],
  {},
  { a: { b: [1] } },
  '__proto__',
]

test('values of other kinds anywhere are neither errors nor kept for later', async () => {
  const fields = ['id', 'from', 'from_user_id', 'timestamp', 'type', 'text', 'context', 'referral', 'group_id']
  const contents = [
    'image',
    'audio',
    'location',
    'contacts',
    'interactive',
    'button',
    'reaction',
    'order',
    'system',
    'errors',
  ]
  let id = 0
  for (const value of odd) {
    const changes = [
      ...fields.map((field) => message(text('x'), { id: `wamid.${++id}`, [field]: value })),
      ...contents.map((type) => message({ type, [type]: value }, { id: `wamid.${++id}` })),
      ...['messages', 'statuses', 'contacts', 'metadata', 'message_echoes', 'user_id_update'].map((field) => {
        const change = message(text('x'), { id: `wamid.${++id}` })
        return { ...change, value: { ...change.value, [field]: value } }
      }),
      { field: value as string, value: {} },
      { field: 'message_template_status_update', value: value as Record<string, unknown> },
      {
        field: 'phone_number_quality_update',
        value: { event: value, display_phone_number: value, current_limit: value },
      },
      { field: 'account_update', value: { event: 'ACCOUNT_RESTRICTION', violation_info: value } },
      { field: 'user_id_update', value: { user_id_update: [{ user_id: value, wa_id: value }] } },
    ]
    const { status } = await world.graph.deliver(...changes)
    expect([200, 400]).toContain(status)
  }
  await until(() => world.filed() === 0, 'all to be interpreted', 30_000)
  const failed = world.ctx(1).company.sqlite.query('SELECT error FROM inbound_event WHERE error IS NOT NULL').values()
  expect(failed).toEqual([])
})

test('a time in the future, or a year ago, is stored as now or as it was', async () => {
  const year = 365 * 86_400_000
  await world.graph.says(maria, text('amanhã'), { atMs: now.getTime() + year })
  await world.graph.says(maria, text('antiga'), { atMs: now.getTime() - year })
  await until(() => world.messages().length === 2, 'both messages')
  const times = world.messages().map(({ body, created_at }) => [body, created_at])
  expect(times).toEqual([
    ['amanhã', now.getTime()],
    ['antiga', now.getTime() - year + 999],
  ])
})

test('reports about another company’s message change nothing', async () => {
  await world.connect()
  world.addAccount(2, secondPhone, { key: 'WebhookKey0000000000000000002B' })
  await world.graph.says(maria, text('Oi'))
  await until(() => world.messages().length === 1, 'the message')
  acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
  await (await world.as(world.ana)).post('/messages/1', { body: 'Olá' })
  await until(() => world.graph.accepted.length === 1, 'the answer')
  const [sent] = world.graph.accepted
  await until(() => world.messages().at(-1)?.['ack'] === 1, 'acceptance')
  const forged = { id: sent?.id ?? '', to: maria.waId, body: sent?.body ?? {} }
  await world.graph.deliver(statusChange(secondPhone, forged, { status: 'failed', atMs: now.getTime(), code: 131026 }))
  await world.graph.deliver(statusChange(secondPhone, forged, { status: 'read', atMs: now.getTime() }))
  await until(() => world.filed(2) === 0, 'the reports to be interpreted')
  expect(world.messages().at(-1)).toMatchObject({ ack: 1, send_state: null })
})

test('an order with thousands of products is filed without its content', async () => {
  const items = Array.from({ length: 8000 }, (_, index) => ({
    product_retailer_id: `SOFA-${index}`,
    quantity: 1,
    item_price: 990,
  }))
  const { status } = await world.graph.says(maria, { type: 'order', order: { product_items: items } })
  expect(status).toBe(200)
  await until(() => world.messages().length === 1, 'the order')
  expect(JSON.parse(world.messages()[0]?.['data'])).toEqual({ placeholder: 'unsupported' })
})
