import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, readMigrations } from '../kernel/database/migrate'
import { companyTable } from '../platform/platform.tables'
import { messageEvent, newId, receive } from '../testing/conversation/inbound'
import { type Caller, createWorld, type World } from '../testing/world/world'
import type { Dashboard, TicketsOfDays } from './report.calls'

let world: World
let ana: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-10T15:00:00.123Z') })
})
afterEach(() => world.stop())

let people = 0
function receiveAt(moment: string) {
  world.setTime(new Date(moment))
  const phone = `551197100${String(++people).padStart(4, '0')}`
  receive(world, 1, messageEvent({ phone, id: newId(), atMs: Date.parse(moment) }))
}

async function lookAt(moment: string, timeZone: string) {
  world.platform.catalog.db.update(companyTable).set({ timeZone }).run()
  world.platform.catalog.companies.forget()
  world.setTime(new Date(moment))
  ana = await world.as(world.ana)
}

const hours = async (day: string) => {
  const { body } = await ana.get(`/dashboard/ticketsDay?initialDate=${day}&finalDate=${day}`)
  const { data } = body as { data: { horario: number; total: number }[] }
  return {
    shown: data.length,
    counted: Object.fromEntries(data.flatMap((one) => (one.total ? [[one.horario, one.total]] : []))),
  }
}
const days = async (query: string) => ((await ana.get(`/dashboard/ticketsDay?${query}`)).body as TicketsOfDays).data
const of = async (day: string) => {
  const { counters, messages } = (await ana.get(`/dashboard?date_from=${day}&date_to=${day}`)).body as Dashboard
  return [counters.passiveTickets, counters.leads, messages.received.count]
}

test('counts an event at 15:20 in hour 15, and one at 23:30 today', async () => {
  await lookAt('2026-03-10T12:00:00.500Z', 'America/Sao_Paulo')
  for (const moment of ['2026-03-10T18:20:37.450Z', '2026-03-11T02:30:12.001Z']) receiveAt(moment)
  expect(await hours('2026-03-10')).toEqual({ shown: 24, counted: { 15: 1, 23: 1 } })
  expect([await of('2026-03-10'), await of('2026-03-11')]).toEqual([
    [2, 2, 2],
    [0, 0, 0],
  ])
  const { body } = await ana.get('/dashboard?days=1')
  expect(body).toMatchObject({ counters: { passiveTickets: 2 }, period: { from: '2026-03-10', to: '2026-03-10' } })
})

test.each([
  ['Asia/Kolkata', '2026-03-10T18:29:59.999Z', '2026-03-10T18:30:00.001Z'],
  ['Asia/Kathmandu', '2026-03-10T18:14:59.999Z', '2026-03-10T18:15:00.001Z'],
  ['America/St_Johns', '2026-03-11T02:29:59.999Z', '2026-03-11T02:30:00.001Z'],
])('in %s the figures and the messages of a day end at its midnight', async (zone, before, after) => {
  await lookAt(before, zone)
  for (const moment of [before, after]) receiveAt(moment)
  expect([await of('2026-03-10'), await of('2026-03-11')]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ])
  expect([await hours('2026-03-10'), await hours('2026-03-11')]).toEqual([
    { shown: 24, counted: { 23: 1 } },
    { shown: 24, counted: { 0: 1 } },
  ])
})

test.each([
  // Forward: an hour is skipped. Back: an hour is repeated.
  [
    'America/New_York',
    '2027-03-14',
    ['06:59:59.900', '07:00:00.100', '19:20:00.100'],
    { shown: 23, counted: { 1: 1, 3: 1, 15: 1 } },
  ],
  [
    'America/New_York',
    '2026-11-01',
    ['05:30:00.100', '06:30:00.100', '20:20:00.100'],
    { shown: 24, counted: { 1: 2, 15: 1 } },
  ],
  [
    'Europe/Lisbon',
    '2027-03-28',
    ['00:59:59.900', '01:00:00.100', '14:20:00.100'],
    { shown: 23, counted: { 0: 1, 2: 1, 15: 1 } },
  ],
  [
    'Europe/Lisbon',
    '2026-10-25',
    ['00:30:00.100', '01:30:00.100', '15:20:00.100'],
    { shown: 24, counted: { 1: 2, 15: 1 } },
  ],
])('in %s the clock of %s says which hour counts', async (zone, day, times, expected) => {
  await lookAt(`${day}T12:00:00Z`, zone)
  for (const time of times) receiveAt(`${day}T${time}Z`)
  expect(await hours(day)).toEqual(expected)
})

test('a period of days counts the hours at both of its ends', async () => {
  await lookAt('2026-03-08T12:00:00Z', 'Asia/Kolkata')
  const outside = ['2026-03-08T18:29:59.900Z', '2026-03-11T18:30:00.100Z']
  const inside = [
    '2026-03-08T18:30:00.100Z',
    '2026-03-08T23:59:59.900Z',
    '2026-03-09T00:00:00.100Z',
    '2026-03-10T12:00:00.100Z',
    '2026-03-10T23:59:59.900Z',
    '2026-03-11T00:00:00.100Z',
    '2026-03-11T18:29:59.900Z',
  ]
  for (const moment of [...outside, ...inside].sort()) receiveAt(moment)
  const { counters } = (await ana.get('/dashboard?date_from=2026-03-09&date_to=2026-03-11')).body as Dashboard
  expect([counters.passiveTickets, counters.leads]).toEqual([inside.length, inside.length])
})

test('separates days at month ends, leap days and the turn of the year', async () => {
  const nights = [
    ['2026-05-01T02:59:30.100Z', '2026-05-01T03:00:30.100Z', '30/04/2026', '01/05/2026'],
    ['2028-02-29T02:59:30.100Z', '2028-02-29T03:00:30.100Z', '28/02/2028', '29/02/2028'],
    ['2028-03-01T02:59:30.100Z', '2028-03-01T03:00:30.100Z', '29/02/2028', '01/03/2028'],
    ['2027-01-01T02:59:30.100Z', '2027-01-01T03:00:30.100Z', '31/12/2026', '01/01/2027'],
  ] as const
  for (const [before, after, last, first] of nights) {
    await lookAt(before, 'America/Sao_Paulo')
    world.ctx(1).company.sqlite.run('DELETE FROM attendance_hour')
    for (const moment of [before, after]) receiveAt(moment)
    const [from, to] = [last, first].map((day) => day.split('/').reverse().join('-'))
    expect(await days(`initialDate=${from}&finalDate=${to}`)).toEqual([
      { data: last, total: 1 },
      { data: first, total: 1 },
    ])
  }
})

test('recounts a file whose figures were stored an hour late', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recado-figures-'))
  const migrations = readMigrations(join(import.meta.dir, '../../migrations/company'))
  const db = new Database(join(folder, 'company.sqlite'))
  migrate(
    db,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name.includes('figures-by-moment')),
    ),
  )
  const at = (time: string) => Date.parse(`2026-03-10T${time}Z`)
  const event = (type: string, time: string, data: object) =>
    db.run('INSERT INTO event (type, at, user_id, ticket_id, contact_id, data) VALUES (?, ?, 2, 7, 5, ?)', [
      ...[type, at(time), JSON.stringify(data)],
    ])
  const place = (status: string, userId: number | null) => ({ status, userId, queueId: null })
  // Ticket and contact were deleted since; the event log remains.
  event('contact.created', '18:20:37.450', {})
  event('ticket.created', '18:20:37.450', { after: place('pending', null), startedByUs: false })
  event('ticket.accepted', '18:32:37.450', { before: place('pending', null), after: place('open', 2), greet: true })
  event('ticket.closed', '19:02:37.450', { before: place('open', 2), after: place('closed', 2), farewell: false })
  const hour = at('18:00:00') / 3_600_000
  db.run('INSERT INTO attendance_hour (hour, user_id, leads, passive) VALUES (?, 0, 1, 1)', [hour + 1])
  db.run('INSERT INTO attendance_hour (hour, user_id, started, waits, wait_ms) VALUES (?, 2, 1, 1, 720000)', [hour + 1])
  db.run('INSERT INTO attendance_hour (hour, user_id, finished, supports, support_ms) VALUES (?, 2, 1, 1, 1800000)', [
    hour + 2,
  ])
  db.run('INSERT INTO message_count VALUES (?, 0, 0, 3)', [hour])

  migrate(db, migrations)
  const rows = db.query<{ starts_at: number; [name: string]: number }, []>(
    'SELECT * FROM attendance_hour ORDER BY starts_at',
  )
  const kept: object[] = rows.all().map(({ starts_at, ...figures }) => ({
    from: new Date(starts_at).toISOString().slice(11, 16),
    ...Object.fromEntries(Object.entries(figures).filter(([name, value]) => value > 0 || name === 'user_id')),
  }))
  expect(kept).toEqual([
    { from: '18:15', user_id: 0, leads: 1, passive: 1 },
    { from: '18:30', user_id: 2, started: 1, waits: 1, wait_ms: 720_000 },
    { from: '19:00', user_id: 2, finished: 1, supports: 1, support_ms: 1_800_000 },
  ])
  expect(db.query('SELECT * FROM message_count').all()).toEqual([
    { starts_at: at('18:00:00'), from_me: 0, is_group: 0, messages: 3 },
  ])
  db.close()
  rmSync(folder, { recursive: true, force: true })
})
