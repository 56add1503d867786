import { afterEach, beforeEach, expect, test } from 'bun:test'
import { getContactRow } from '../../src/contact/contact.queries'
import { localDay } from '../../src/kernel/time/time-zone'
import type { AttendanceReport, Dashboard, TicketsOfDays } from '../../src/report/report.calls'
import { addContact, addTicket } from '../../src/testing/conversation/tickets'
import { type Caller, createWorld, type World } from '../../src/testing/world/world'
import { resolveOutreachTicket } from '../../src/ticket/opening/resolve-outreach-ticket'
import { filterOf, readAttendanceQuery } from './attendances/attendance-query'
import { figureLinks } from './figure'

let world: World
let ana: Caller
beforeEach(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
})
afterEach(() => world.stop())

/** The number of rows of the report at an address. */
async function rowsAt(address: string, today: string) {
  const filter = filterOf(readAttendanceQuery(new URL(address, 'http://localhost').searchParams, today))
  const query = new URLSearchParams({ pageSize: '9999999' })
  for (const [name, value] of Object.entries(filter)) query.set(name, String(value ?? ''))
  return ((await ana.get(`/ticketreport/reports?${query}`)).body as AttendanceReport).tickets.length
}

test('the list behind each figure of the dashboard has as many rows as the figure says', async () => {
  const ctx = world.ctx(1)
  const now = new Date()
  const today = localDay(now, 'America/Sao_Paulo')
  const before = { ...ctx, now: new Date(now.getTime() - 31 * 86_400_000) }
  const close = (id: number) => ana.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })

  addTicket(ctx)
  addTicket(before, { status: 'lgpd' })
  addTicket(ctx, { imported: true, silent: true, queueId: null })
  addTicket(ctx, { status: 'open', userId: 2, startedByUs: true })
  addTicket(ctx, { status: 'group', isGroup: true })
  addTicket(ctx, { status: 'nps', userId: 2 })
  const resolved = [
    addTicket(ctx, { status: 'open', userId: 2 }),
    addTicket(ctx, { status: 'open', userId: 3, startedByUs: true }),
    addTicket(before, { status: 'open', userId: 2 }),
  ]
  for (const { id } of resolved) await close(id)
  // Neither attended nor started by anybody.
  for (const open of ['none', 'closed'] as const) {
    const contact = getContactRow(ctx, addContact(ctx, `Destino ${open}`))
    const rule = { open, userId: 2 }
    ctx.transaction(() => resolveOutreachTicket(ctx, { contact, connection: { id: 1, channel: 'whatsapp' }, rule }))
  }
  addTicket(ctx, { status: 'closed', imported: true, silent: true })
  addTicket(world.ctx(2), { status: 'open', userId: 1 })

  const { counters, attendants } = (await ana.get(`/dashboard?date_from=${today}&date_to=${today}`)).body as Dashboard
  const days = (await ana.get(`/dashboard/ticketsDay?initialDate=${today}&finalDate=${today}`)).body as TicketsOfDays
  const links = figureLinks({ from: today, to: today })
  const figures = {
    open: counters.supportHappening,
    pending: counters.supportPending,
    group: counters.supportGroups,
    waitRating: counters.waitRating,
    finished: counters.supportFinished,
    rated: counters.withRating,
    unrated: counters.withoutRating,
    active: counters.activeTickets,
    passive: counters.passiveTickets,
    started: days.count,
  }
  const listed: Record<string, number> = {}
  for (const name of Object.keys(figures)) listed[name] = await rowsAt(links[name as keyof typeof figures], today)
  expect(listed).toEqual(figures)
  expect(figures).toMatchObject({ open: 1, pending: 3, group: 1, waitRating: 1, finished: 3 })
  for (const { id, countRating } of attendants) expect(await rowsAt(links.ratedOf(id), today)).toBe(countRating)
})
