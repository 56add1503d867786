import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addTicket } from '../testing/conversation/tickets'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import { slaResultTable } from './sla.tables'

const now = new Date('2026-11-25T15:00:00Z')
const minute = 60_000

let world: World
let ana: Caller, bruno: Caller, gina: Caller
beforeEach(async () => {
  world = await createWorld({ now })
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterEach(() => world.stop())

interface Given {
  at: string
  kept: boolean
  ticketId: number
  kind?: 'firstAnswer' | 'resolve'
  queueId?: number | null
  userId?: number | null
  overMinutes?: number
  isOpen?: boolean
}

function decided({
  at,
  kept,
  ticketId,
  kind = 'firstAnswer',
  queueId = 1,
  userId = 2,
  overMinutes = 0,
  isOpen,
}: Given) {
  const decidedAt = Date.parse(at)
  const endedAt = isOpen ? null : decidedAt + overMinutes * minute
  const row = { ticketId, kind, startedAt: decidedAt - 1, dueAt: decidedAt, decidedAt, endedAt, kept, queueId, userId }
  world
    .ctx(1)
    .db.insert(slaResultTable)
    .values({ ...row, priority: 'normal' })
    .run()
}

test('shares are counted by queue, agent and week of the company’s time zone, within the period', async () => {
  const { id: ticketId } = addTicket(world.ctx(1))
  // Sunday 23:30 in São Paulo, and Monday 00:30.
  decided({ at: '2026-11-23T02:30:00Z', kept: true, ticketId })
  decided({ at: '2026-11-23T03:30:00Z', kept: false, ticketId, overMinutes: 5 })
  decided({ at: '2026-11-24T12:00:00Z', kept: true, ticketId, kind: 'resolve', queueId: 2, userId: null })
  decided({ at: '2026-10-01T12:00:00Z', kept: false, ticketId, overMinutes: 500 })
  const { body, status } = await ana.get('/sla/report?date_from=2026-11-16&date_to=2026-11-25')
  expect(status).toBe(200)
  const none = { kept: 0, all: 0 }
  expect(body.period).toEqual({ from: '2026-11-16', to: '2026-11-25', days: 10 })
  expect(body.queues).toEqual([
    { id: 2, name: 'Suporte', firstAnswer: none, nextAnswer: none, resolve: { kept: 1, all: 1 } },
    { id: 1, name: 'Vendas', firstAnswer: { kept: 1, all: 2 }, nextAnswer: none, resolve: none },
  ])
  expect(body.users.map(({ id, firstAnswer }: { id: number; firstAnswer: object }) => [id, firstAnswer])).toEqual([
    [0, none],
    [2, { kept: 1, all: 2 }],
  ])
  expect(body.weeks.map(({ from, firstAnswer }: { from: string; firstAnswer: object }) => [from, firstAnswer])).toEqual(
    [
      ['2026-11-16', { kept: 1, all: 1 }],
      ['2026-11-23', { kept: 0, all: 1 }],
    ],
  )
})

test('lists the ten latest with their tickets, those still owed by now', async () => {
  const tickets = Array.from({ length: 12 }, () => addTicket(world.ctx(1)))
  tickets.forEach(({ id }, index) =>
    decided({ at: '2026-11-24T12:00:00Z', kept: false, ticketId: id, overMinutes: index + 1 }),
  )
  const owed = addTicket(world.ctx(1))
  decided({ at: '2026-11-25T12:00:00Z', kept: false, ticketId: owed.id, isOpen: true })
  const { worst } = (await ana.get('/sla/report?days=7')).body
  expect(worst).toHaveLength(10)
  expect(worst[0]).toMatchObject({ ticketId: owed.id, endedAt: null, overMinutes: 180, queue: 'Vendas' })
  expect(worst[1]).toMatchObject({ ticketId: tickets[11]?.id, overMinutes: 12 })
  await ana.delete(`/tickets/${owed.id}`)
  const after = (await ana.get('/sla/report?days=7')).body
  expect([after.worst[0].ticketId, after.queues[0].firstAnswer.all]).toEqual([tickets[11]?.id, 13])
})

test('is for admins of the company, and names what is wrong with the period', async () => {
  const { id } = addTicket(world.ctx(1))
  decided({ at: '2026-11-24T12:00:00Z', kept: true, ticketId: id })
  expect((await bruno.get('/sla/report?days=7')).status).toBe(403)
  expect((await gina.get('/sla/report?days=7')).body).toMatchObject({ queues: [], users: [], weeks: [], worst: [] })
  const turned = await ana.get('/sla/report?date_from=2026-11-25&date_to=2026-11-01')
  expect([turned.status, turned.body.fields]).toEqual([400, { date_to: 'endBeforeStart' }])
})
