import { afterEach, beforeEach, expect, test } from 'bun:test'
import { liveSubscriptions } from '../compose'
import { companyTable } from '../platform/platform.tables'
import { messageEvent, newId, phones, receive } from '../testing/conversation/inbound'
import { addTicket, setSwitches } from '../testing/conversation/tickets'
import { createDashboardDays, type DashboardDays } from '../testing/world/dashboard-days'
import type { Caller, World } from '../testing/world/world'
import type { Trends } from './report.calls'

let days: DashboardDays
let world: World
let ana: Caller, bruno: Caller
beforeEach(async () => {
  days = await createDashboardDays()
  ;({ world, ana, bruno } = days)
})
afterEach(() => {
  days.expectRecount()
  world.stop()
})

const acme = () => world.ctx(1)

function setTimeZone(timeZone: string) {
  world.platform.catalog.db.update(companyTable).set({ timeZone }).run()
  world.platform.catalog.companies.forget()
}

test('trends have the figures of each day, and of each hour of a single day', async () => {
  receive(world, 1, messageEvent({ phone: phones[1], atMs: days.now().getTime() }))
  days.wait(12)
  await days.accept(1)
  days.wait(30)
  await days.close(1)
  const trends = async (query: string) => (await ana.get(`/dashboard/trends?${query}`)).body as Trends
  const daily = await trends('initialDate=2026-03-09&finalDate=2026-03-10')
  const nothing = { started: 0, active: 0, passive: 0, finished: 0, leads: 0, avgSupportTime: 0, avgWaitTime: 0 }
  const today = { started: 1, passive: 1, finished: 1, avgSupportTime: 30, avgWaitTime: 12, received: 1 }
  expect(daily.by).toBe('day')
  expect(daily.points[0]).toEqual({ at: '2026-03-09', ...nothing, received: 0, sent: 0 })
  expect(daily.points[1]).toMatchObject({ at: '2026-03-10', ...today })
  const hours = await trends('initialDate=2026-03-10&finalDate=2026-03-10')
  expect([hours.by, hours.points.length, hours.points[11]?.at]).toEqual(['hour', 24, '11'])
  expect(hours.points[11]).toMatchObject({ started: 0, received: 0 })
  expect(hours.points[12]).toMatchObject({ at: '12', ...today })
  // A day on which the clock skips an hour has 23 hours.
  setTimeZone('America/New_York')
  const short = await trends('initialDate=2026-03-08&finalDate=2026-03-08')
  expect(short.points.map((point) => point.at).slice(0, 4)).toEqual(['00', '01', '03', '04'])
  expect((await bruno.get('/dashboard/trends')).status).toBe(403)
})

test('compares the requested days with as many days before', async () => {
  addTicket(acme(), { startedByUs: true })
  days.wait(2 * 1440)
  addTicket(acme())
  expect(await days.dashboard('?days=1')).toMatchObject({
    counters: { activeTickets: 0, passiveTickets: 1 },
    period: { from: '2026-03-12', to: '2026-03-12', days: 1 },
  })
  expect(await days.dashboard('?days=2')).toMatchObject({
    counters: { activeTickets: 0, passiveTickets: 1 },
    previous: { counters: { activeTickets: 1, passiveTickets: 0 } },
    period: { from: '2026-03-11', to: '2026-03-12' },
  })
  expect((await days.dashboard()).period).toEqual({ from: '2026-02-11', to: '2026-03-12', days: 30 })
  expect((await days.dashboard('?days=&date_from=2026-03-10&date_to=2026-03-10')).counters.activeTickets).toBe(1)
  expect((await days.dashboard('?date_from=2026-03-11')).period).toEqual({
    from: '2026-03-11',
    to: '2026-03-12',
    days: 2,
  })
})

test('days start at the company’s midnight in every time zone, also after the zone changes', async () => {
  // 23:30 and 00:30 in São Paulo; 20:30 and 21:30 of the same day in Monterrey.
  for (const moment of ['2026-03-11T02:30:00Z', '2026-03-11T03:30:00Z']) {
    world.setTime(new Date(moment))
    addTicket(acme())
  }
  world.setTime(new Date('2026-03-11T12:00:00Z'))
  const days = async () => (await ana.get('/dashboard/ticketsDay?initialDate=2026-03-10&finalDate=2026-03-11')).body
  expect(await days()).toEqual({
    count: 2,
    data: [
      { data: '10/03/2026', total: 1 },
      { data: '11/03/2026', total: 1 },
    ],
  })
  const hours = async (day: string) =>
    (await ana.get(`/dashboard/ticketsDay?initialDate=${day}&finalDate=${day}`)).body['data'] as {
      horario: number
      total: number
    }[]
  expect((await hours('2026-03-10')).filter(({ total }) => total)).toEqual([{ horario: 23, total: 1 }])
  expect((await hours('2026-03-11')).filter(({ total }) => total)).toEqual([{ horario: 0, total: 1 }])
  expect(await hours('2026-03-11')).toHaveLength(24)
  setTimeZone('America/Monterrey')
  expect((await days())['data']).toMatchObject([{ total: 2 }, { total: 0 }])
  expect((await hours('2026-03-10')).filter(({ total }) => total)).toEqual([
    { horario: 20, total: 1 },
    { horario: 21, total: 1 },
  ])
})

test('counts tickets per user, the busiest first', async () => {
  for (const userId of [3, 2, 3]) addTicket(acme(), { status: 'open', userId })
  expect((await ana.get('/dashboard/ticketsUsers')).body).toEqual({
    data: [
      { id: 3, name: 'Carla Dias', profileImage: '', quantity: 2 },
      { id: 2, name: 'Bruno Lima', profileImage: '', quantity: 1 },
    ],
  })
})

test('counts messages separately; users are online for five minutes after the last heartbeat', async () => {
  receive(world, 1, messageEvent({ phone: phones[1], atMs: days.now().getTime() }))
  acme().company.sqlite.run('UPDATE user SET last_seen_at = ? WHERE id = 2', [days.now().getTime()])
  days.wait(4)
  expect(await days.dashboard('?days=1')).toMatchObject({
    messages: { received: { individual: 1, group: 0 }, sent: { count: 0 } },
  })
  expect((await days.row('Bruno Lima'))?.online).toBe(true)
  days.wait(2)
  expect((await days.row('Bruno Lima'))?.online).toBe(false)
})

test('a day starts correctly in time zones with half hours', async () => {
  setTimeZone('Asia/Kolkata')
  const before = new Date('2026-03-09T18:29:00Z')
  const after = new Date('2026-03-09T18:31:00Z')
  for (const [phone, moment] of [
    [phones[1], before],
    [phones[2], after],
  ] as const) {
    days.setTime(moment)
    receive(world, 1, messageEvent({ phone, atMs: days.now().getTime(), id: newId() }))
  }
  const on = async (day: string) => (await days.counters(`?date_from=${day}&date_to=${day}`)).passiveTickets
  expect([await on('2026-03-09'), await on('2026-03-10')]).toEqual([1, 1])
  const { body } = await ana.get('/dashboard/ticketsDay?initialDate=2026-03-10&finalDate=2026-03-10')
  expect(body['data']).toHaveLength(24)
  expect((body['data'] as { total: number }[])[0]?.total).toBe(1)
})

test('notifies plain users with the dashboard that figures changed, without details', () => {
  const published = () => {
    world.published.length = 0
    receive(world, 1, messageEvent({ phone: phones[1], atMs: days.now().getTime(), id: newId() }))
    return world.published.filter(({ event }) => event === 'company-1-dashboard')
  }
  // Admins keep the switch of when they were plain users.
  setSwitches(acme(), world.ana.id, { show_dashboard: true })
  expect(published()).toEqual([])
  expect(liveSubscriptions.topicsOf(world.ctxAs(world.carla))).not.toContain('dashboard')
  setSwitches(acme(), world.carla.id, { show_dashboard: true })
  expect(published()).toMatchObject([{ topics: ['1/dashboard'], data: { action: 'update' } }])
  expect(liveSubscriptions.topicsOf(world.ctxAs(world.carla))).toContain('dashboard')
  expect(liveSubscriptions.topicsOf(world.ctxAs(world.ana))).not.toContain('dashboard')
})
