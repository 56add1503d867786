import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addContact, addTicket } from '../testing/conversation/tickets'
import { type Caller, createWorld, type World } from '../testing/world/world'
import type { AttendanceReport, AttendanceSummary, AttendanceSummaryRow } from './report.calls'
import { type AttendanceGroup, attendanceGroups } from './report.contract'

let world: World
let ana: Caller
beforeEach(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
  fill()
})
afterEach(() => world.stop())

const march = 'dateFrom=2026-03-02&dateTo=2026-03-05'
const at = (day: string) => new Date(`2026-${day}T12:00:00Z`)

interface PastTicket {
  opened: string
  closed?: string
  userId?: number | null
  queueId?: number | null
  contactId?: number
  startedByUs?: boolean
  rating?: number
}

function addPast({ opened, closed, rating, ...ticket }: PastTicket) {
  const ctx = world.ctx(1)
  const { id } = addTicket(ctx, { status: 'open', userId: 2, queueId: 1, ...ticket, at: at(opened) })
  if (closed) {
    ctx.company.sqlite.run(
      "UPDATE ticket SET status = 'closed', closed_at = ?, started_at = ?, rating = ? WHERE id = ?",
      [at(closed).getTime(), at(closed).getTime() - 600_000, rating ?? null, id],
    )
  }
  return id
}

function fill() {
  const ctx = world.ctx(1)
  const { sqlite } = ctx.company
  for (const [id, name, kanban] of [
    [1, 'Cliente antigo', 0],
    [2, 'Atacado', 0],
    [3, 'Proposta', 1],
  ] as const) {
    sqlite.run(
      "INSERT INTO tag (id, name, name_key, color, kanban, created_at, updated_at) VALUES (?, ?, ?, '#0b7285', ?, 0, 0)",
      [id, name, name.toLowerCase(), kanban],
    )
  }
  const tagged = addContact(ctx, 'Júlia Peçanha')
  for (const tag of [1, 2]) sqlite.run('INSERT INTO contact_tag (contact_id, tag_id) VALUES (?, ?)', [tagged, tag])
  // Before the period: one that is resolved in it, and one that is compared with.
  addPast({ opened: '02-10', closed: '03-04', queueId: 2, userId: 3 })
  addPast({ opened: '02-28', closed: '02-28' })
  // In it: opened and resolved on different days, resolved after it, and without queue and agent.
  const lane = addPast({ opened: '03-02', closed: '03-03', contactId: tagged, rating: 5, startedByUs: true })
  sqlite.run('INSERT INTO ticket_tag (ticket_id, tag_id, created_at) VALUES (?, 3, 0)', [lane])
  addPast({ opened: '03-05', closed: '03-06', userId: 3, rating: 2 })
  addPast({ opened: '03-05', queueId: null, userId: null })
  // After it, stored closed, and of another company.
  addPast({ opened: '03-06' })
  addTicket(ctx, { status: 'closed', silent: true, at: at('03-03') })
  addTicket(world.ctx(2), { status: 'open', userId: 1, at: at('03-03') })
}

const summary = async (groupBy: AttendanceGroup, filter = march) =>
  (await ana.get(`/ticketreport/summary?groupBy=${groupBy}&${filter}`)).body as AttendanceSummary
const listed = async (filter: string | URLSearchParams) =>
  ((await ana.get(`/ticketreport/reports?pageSize=9999999&${filter}`)).body as AttendanceReport).tickets.length

const namesOf = { queue: 'queueIds', user: 'users', connection: 'whatsappId', tag: 'tags' } as const

/** The report's filter that lists a row's tickets. */
function filterOfRow(groupBy: AttendanceGroup, { id, days }: AttendanceSummaryRow, filter: string) {
  const query = new URLSearchParams(filter)
  if (groupBy !== 'day') query.set(namesOf[groupBy], `[${id}]`)
  if (days) {
    query.set('dateFrom', days.from)
    query.set('dateTo', days.to)
  }
  return query
}

test('each row has as many tickets as the report lists for it, and the total as many as the report', async () => {
  for (const filter of [
    '',
    '&onlyRated=true',
    '&counts=opened',
    '&counts=resolved',
    '&users=[2,0]',
    '&searchParam=julia',
  ]) {
    for (const groupBy of attendanceGroups) {
      const { rows, totals, previous } = await summary(groupBy, march + filter)
      expect([groupBy, filter, totals.total]).toEqual([groupBy, filter, await listed(march + filter)])
      expect(previous?.totals.total).toBe(await listed(`dateFrom=2026-02-26&dateTo=2026-03-01${filter}`))
      for (const row of rows) {
        const expected = await listed(filterOfRow(groupBy, row, march + filter))
        expect([groupBy, filter, row.id, row.days?.from, row.totals.total]).toEqual([
          ...[groupBy, filter, row.id, row.days?.from, expected],
        ])
      }
    }
  }
})

test('groups by record, the largest first, with tickets that have none and the change', async () => {
  const shown = async (groupBy: AttendanceGroup) =>
    (await summary(groupBy)).rows.map(({ name, totals, previous }) => [name, totals.total, totals.closed, previous])
  expect(await shown('queue')).toEqual([
    ['Vendas', 2, 1, 1],
    ['', 1, 0, 0],
    ['Suporte', 1, 1, 0],
  ])
  expect(await shown('user')).toEqual([
    ['Carla Dias', 2, 1, 0],
    ['', 1, 0, 0],
    ['Bruno Lima', 1, 1, 1],
  ])
  expect(await shown('tag')).toEqual([
    ['', 3, 1, 1],
    ['Atacado', 1, 1, 0],
    ['Cliente antigo', 1, 1, 0],
    ['Proposta', 1, 1, 0],
  ])
  const { totals, previous } = await summary('tag')
  expect(totals).toEqual({ total: 4, closed: 2, supportTime: 10, rated: 2, rating: 3.5 })
  expect(previous?.period).toEqual({ from: '2026-02-26', to: '2026-03-01', days: 4 })
})

test('groups by day, with empty days and the day before the period; long periods by month', async () => {
  const { rows } = await summary('day')
  expect(rows.map(({ days, totals, previous }) => [days?.from, totals.total, totals.closed, previous])).toEqual([
    ['2026-03-02', 1, 0, 0],
    ['2026-03-03', 1, 1, 0],
    ['2026-03-04', 1, 1, 1],
    ['2026-03-05', 2, 0, 0],
  ])
  const long = await summary('day', 'dateFrom=2026-01-15&dateTo=2026-03-20')
  expect([long.groupBy, long.rows.map(({ days, totals }) => [days?.from, days?.to, totals.total])]).toEqual([
    'month',
    [
      ['2026-01-15', '2026-01-31', 0],
      ['2026-02-01', '2026-02-28', 2],
      ['2026-03-01', '2026-03-20', 5],
    ],
  ])
  const { previous, rows: everyMonth } = await summary('day', 'dateTo=2026-03-05')
  expect([previous, everyMonth.at(0)?.previous, everyMonth.at(0)?.days?.from]).toEqual([null, null, '2026-02-10'])
})

test('filters by who started, by rating, and by missing records', async () => {
  const counts = {
    'startedBy=company': 1,
    'startedBy=contact': 3,
    'ratings=5': 1,
    'ratings=0,2': 3,
    'tags=[2,3]': 1,
    'tags=[0,3]': 4,
  }
  for (const [filter, count] of Object.entries(counts))
    expect([filter, await listed(`${march}&${filter}`)]).toEqual([filter, count])
})

test('is refused to plain users and for reversed days, and shows each company its own', async () => {
  expect((await (await world.as(world.bruno)).get('/ticketreport/summary')).status).toBe(403)
  expect((await ana.get('/ticketreport/summary?dateFrom=2026-03-05&dateTo=2026-03-04')).status).toBe(400)
  const gina = await world.as(world.gina)
  expect((await gina.get(`/ticketreport/summary?groupBy=queue&${march}`)).body).toMatchObject({ totals: { total: 1 } })
})

test('saved views belong to the user who saved them', async () => {
  const sofia = await world.as(world.sofia)
  const [mine, hers] = [
    (await ana.post('/ticketreport/views', { name: 'Vendas', query: 'queueIds=1' })).body as { id: number },
    (await sofia.post('/ticketreport/views', { name: 'Tudo', query: '' })).body as { id: number },
  ]
  expect((await ana.put(`/ticketreport/views/${mine.id}`, { name: 'Fila de vendas' })).body).toEqual({
    id: mine.id,
    name: 'Fila de vendas',
    query: 'queueIds=1',
  })
  expect((await ana.put(`/ticketreport/views/${hers.id}`, { name: 'Minha' })).status).toBe(404)
  expect((await ana.delete(`/ticketreport/views/${hers.id}`)).status).toBe(404)
  expect((await ana.delete(`/ticketreport/views/${mine.id}`)).status).toBe(200)
  expect((await ana.get('/ticketreport/views')).body).toEqual([])
  expect((await sofia.get('/ticketreport/views')).body).toMatchObject([{ id: hers.id, name: 'Tudo' }])
  expect((await ana.post('/ticketreport/views', { name: '', query: '' })).status).toBe(400)
  expect((await (await world.as(world.bruno)).get('/ticketreport/views')).status).toBe(403)
})
