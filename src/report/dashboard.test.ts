import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { mergeContacts } from '../contact/merge/merge-contacts'
import { undoMerge } from '../contact/merge/undo-merge'
import { readMigrations } from '../kernel/database/migrate'
import { setSetting } from '../testing/conversation'
import { groupMessageEvent, messageEvent, newId, phones, receive } from '../testing/inbound'
import { addContact, addTicket } from '../testing/tickets'
import { type Caller, createWorld, signIn, type World } from '../testing/world'
import type { Dashboard, DashboardCounters } from './report.calls'

let world: World
let ana: Caller, bruno: Caller
/** A moment after 12:00 in São Paulo on a Tuesday. */
const noon = new Date('2026-03-10T15:00:00.123Z')
const minute = 60_000

beforeEach(async () => {
  world = await createWorld({ now: noon })
  ;({ ana, bruno } = await signIn(world, 'ana', 'bruno'))
  acme().company.sqlite.run('DELETE FROM connection_queue WHERE queue_id <> 1')
})
afterEach(() => {
  expectRecount()
  world.stop()
})

const acme = () => world.ctx(1)
const figures =
  'leads active passive started waits wait_ms finished supports support_ms rated rating_sum promoters detractors'

const sumsByUser = () =>
  acme()
    .company.sqlite.query<Record<string, number>, []>(
      `SELECT user_id, ${figures.split(' ').map((name) => `sum(${name}) AS ${name}`)} FROM attendance_hour GROUP BY user_id`,
    )
    .all()
    .filter(({ user_id: _, ...sums }) => Object.values(sums).some((sum) => sum !== 0))

const migrations = readMigrations(join(import.meta.dir, '../../migrations/company'))
const recount = migrations.find(({ name }) => name.endsWith('-count-figures-again.sql'))?.sql ?? ''

function expectRecount() {
  const counted = sumsByUser()
  // The template creates its own contact without an event.
  acme().company.sqlite.run('DELETE FROM contact WHERE id = 1')
  acme().company.sqlite.run(recount)
  expect(sumsByUser()).toEqual(counted)
}

let at = noon
const wait = (minutes: number) => world.setTime((at = new Date(at.getTime() + minutes * minute)))
beforeEach(() => (at = noon))

const dashboard = async (query = ''): Promise<Dashboard> => (await ana.get(`/dashboard${query}`)).body as Dashboard
const counters = async (query?: string): Promise<DashboardCounters> => (await dashboard(query)).counters
const row = async (name: string, query?: string) =>
  (await dashboard(query)).attendants.find((attendant) => attendant.name === name)
const change = async (id: number, body: object, by = bruno) => {
  const answer = await by.put(`/tickets/${id}`, body)
  expect([answer.status, answer.body['status']]).toEqual([200, 'status' in body ? body.status : 'open'])
}
const accept = (id: number) => change(id, { status: 'open', userId: 2, queueId: 1 })
const close = (id: number, by = bruno) => change(id, { status: 'closed', sendFarewellMessage: false }, by)

async function closeRated(id: number, phone: string, rate: string, by = bruno) {
  expect((await by.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: true })).body['status']).toBe('nps')
  wait(60)
  receive(world, 1, messageEvent({ phone, text: rate, atMs: at.getTime(), id: newId() }))
}

async function enableRating() {
  await setSetting(world, 'userRating', 'enabled')
  acme().company.sqlite.run("UPDATE connection SET rating_message = 'De 1 a 5?'")
}

test('a ticket from its first message to its rating changes every figure once', async () => {
  await enableRating()
  receive(world, 1, messageEvent({ phone: phones[1], atMs: at.getTime() }))
  expect(await counters()).toMatchObject({ supportPending: 1, supportHappening: 0, passiveTickets: 1, leads: 0 })
  wait(12)
  await accept(1)
  expect(await counters()).toMatchObject({
    supportPending: 0,
    supportHappening: 1,
    avgWaitTime: 12,
    supportFinished: 0,
  })
  expect(await row('Bruno Lima')).toMatchObject({ tickets: 1, avgWaitTime: 12, avgSupportTime: 0, countRating: 0 })
  wait(30)
  expect((await bruno.put('/tickets/1', { status: 'closed', sendFarewellMessage: true })).body['status']).toBe('nps')
  expect(await counters()).toMatchObject({
    supportHappening: 0,
    waitRating: 1,
    withRating: 0,
    withoutRating: 0,
    tickets: 1,
    percRating: 0,
    avgSupportTime: 30,
    supportFinished: 0,
  })
  wait(60)
  receive(world, 1, messageEvent({ phone: phones[1], text: '5', atMs: at.getTime() }))
  expect(await counters()).toMatchObject({
    supportFinished: 1,
    avgSupportTime: 30,
    avgWaitTime: 12,
    passiveTickets: 1,
    activeTickets: 0,
    waitRating: 0,
    withRating: 1,
    withoutRating: 0,
    tickets: 1,
    percRating: 100,
    npsScore: 100,
    npsPromotersPerc: 100,
    npsPassivePerc: 0,
    npsDetractorsPerc: 0,
  })
  expect(await row('Bruno Lima')).toMatchObject({ rating: 5, countRating: 1, tickets: 1, avgSupportTime: 30 })
  expect(await row('Carla Dias')).toMatchObject({ rating: 0, countRating: 0, tickets: 0, avgWaitTime: 0 })
})

test('counts 5 as promoter, 4 as neutral, 1 to 3 as detractor; an unrated ticket lowers only the index', async () => {
  await enableRating()
  const rates = ['5', '5', '4', '3', '1']
  for (const [index, rate] of rates.entries()) {
    const phone = `551197000100${index}`
    receive(world, 1, messageEvent({ phone, atMs: at.getTime() }))
    await accept(index + 1)
    await closeRated(index + 1, phone, rate)
  }
  const silent = addTicket(acme(), { status: 'open', userId: 2 })
  await close(silent.id)
  expect(await counters()).toMatchObject({
    npsPromotersPerc: 40,
    npsPassivePerc: 20,
    npsDetractorsPerc: 40,
    npsScore: 0,
    withRating: 5,
    withoutRating: 1,
    tickets: 6,
    percRating: 83.33,
  })
  expect(await row('Bruno Lima')).toMatchObject({ rating: 3.6, countRating: 5, tickets: 6 })
})

test('transfers and returns count an attendance for the new agent, and a wait only after waiting', async () => {
  const ticket = addTicket(acme())
  wait(10)
  await accept(ticket.id)
  wait(5)
  await change(ticket.id, { isTransfered: true, userId: 3, queueId: 2 })
  expect(await row('Carla Dias')).toMatchObject({ tickets: 1, avgWaitTime: 0 })
  const carla = await world.as(world.carla)
  await change(ticket.id, { status: 'pending' }, carla)
  wait(4)
  await change(ticket.id, { status: 'open', userId: 3, queueId: 2 }, carla)
  expect(await row('Carla Dias')).toMatchObject({ tickets: 2, avgWaitTime: 4 })
  wait(20)
  await close(ticket.id, carla)
  expect(await row('Carla Dias')).toMatchObject({ avgSupportTime: 20 })
  expect(await row('Bruno Lima')).toMatchObject({ tickets: 1, avgWaitTime: 10, avgSupportTime: 0 })
  await change(ticket.id, { status: 'open', userId: 3, queueId: 2 }, carla)
  expect(await row('Carla Dias')).toMatchObject({ tickets: 3, avgWaitTime: 4 })
  expect(await counters()).toMatchObject({ passiveTickets: 1, supportFinished: 1, avgWaitTime: 7 })
})

test('a transfer that continues in a new ticket counts one attendance', async () => {
  await setSetting(world, 'closeTicketOnTransfer', 'enabled')
  const ticket = addTicket(acme(), { status: 'open', userId: 2 })
  await bruno.put(`/tickets/${ticket.id}`, { isTransfered: true, userId: 3, queueId: 2 })
  expect(await row('Carla Dias')).toMatchObject({ tickets: 1 })
  expect(await counters()).toMatchObject({ supportFinished: 1, passiveTickets: 2, supportHappening: 1 })
})

test('counts leads once per person, again after an undone merge; groups separately; deleted tickets stay counted', async () => {
  acme().company.sqlite.run('UPDATE connection SET allow_group = 1')
  receive(world, 1, groupMessageEvent({ atMs: at.getTime() }))
  const author = 1
  expect(await counters()).toMatchObject({ leads: author, supportGroups: 1 })
  const [one, two] = [addContact(acme(), 'Um'), addContact(acme(), 'Um outra vez')]
  expect(await counters()).toMatchObject({ leads: author + 2 })
  const mergeId = mergeContacts(acme(), two, one)
  expect(await counters()).toMatchObject({ leads: author + 1 })
  undoMerge(acme(), mergeId)
  expect(await counters()).toMatchObject({ leads: author + 2 })
  const begun = (await counters()).activeTickets
  const ticket = addTicket(acme(), { contactId: one, startedByUs: true, status: 'open', userId: 2 })
  await ana.delete(`/tickets/${ticket.id}`)
  expect(await counters()).toMatchObject({ activeTickets: begun + 1, supportHappening: 0 })
  expect(await row('Bruno Lima')).toMatchObject({ tickets: 1 })
})

test('merging two tickets of one person counts one end', async () => {
  const [one, two] = [addContact(acme(), 'Um'), addContact(acme(), 'Um outra vez')]
  addTicket(acme(), { contactId: one, status: 'open', userId: 2 })
  addTicket(acme(), { contactId: two, status: 'open', userId: 3 })
  wait(7)
  const mergeId = mergeContacts(acme(), two, one)
  expect(await counters()).toMatchObject({ supportHappening: 1, supportFinished: 0, avgSupportTime: 0 })
  undoMerge(acme(), mergeId)
  expect(await counters()).toMatchObject({ supportHappening: 2, supportFinished: 0, avgSupportTime: 0 })
})

test('does not count blocked contacts and imported history', async () => {
  acme().company.sqlite.run('UPDATE contact SET active = 0')
  receive(world, 1, messageEvent({ phone: phones[1], atMs: at.getTime() }))
  addTicket(acme(), { status: 'closed', imported: true, silent: true })
  expect(await counters()).toMatchObject({ passiveTickets: 0, activeTickets: 0, supportFinished: 0, tickets: 0 })
})
