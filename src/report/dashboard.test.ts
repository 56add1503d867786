import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mergeContacts } from '../contact/merge/merge-contacts'
import { undoMerge } from '../contact/merge/undo-merge'
import { setSetting } from '../testing/conversation/conversation'
import { groupMessageEvent, messageEvent, newId, phones, receive } from '../testing/conversation/inbound'
import { addContact, addTicket } from '../testing/conversation/tickets'
import { createDashboardDays, type DashboardDays } from '../testing/world/dashboard-days'
import type { Caller, World } from '../testing/world/world'

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

async function closeRated(id: number, phone: string, rate: string, by = bruno) {
  expect((await by.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: true })).body['status']).toBe('nps')
  days.wait(60)
  receive(world, 1, messageEvent({ phone, text: rate, atMs: days.now().getTime(), id: newId() }))
}

async function enableRating() {
  await setSetting(world, 'userRating', 'enabled')
  acme().company.sqlite.run("UPDATE connection SET rating_message = 'De 1 a 5?'")
}

test('a ticket from its first message to its rating changes every figure once', async () => {
  await enableRating()
  receive(world, 1, messageEvent({ phone: phones[1], atMs: days.now().getTime() }))
  expect(await days.counters()).toMatchObject({ supportPending: 1, supportHappening: 0, passiveTickets: 1, leads: 0 })
  days.wait(12)
  await days.accept(1)
  expect(await days.counters()).toMatchObject({
    supportPending: 0,
    supportHappening: 1,
    avgWaitTime: 12,
    supportFinished: 0,
  })
  expect(await days.row('Bruno Lima')).toMatchObject({ tickets: 1, avgWaitTime: 12, avgSupportTime: 0, countRating: 0 })
  days.wait(30)
  expect((await bruno.put('/tickets/1', { status: 'closed', sendFarewellMessage: true })).body['status']).toBe('nps')
  expect(await days.counters()).toMatchObject({
    supportHappening: 0,
    waitRating: 1,
    withRating: 0,
    withoutRating: 0,
    tickets: 1,
    percRating: 0,
    avgSupportTime: 30,
    supportFinished: 0,
  })
  days.wait(60)
  receive(world, 1, messageEvent({ phone: phones[1], text: '5', atMs: days.now().getTime() }))
  expect(await days.counters()).toMatchObject({
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
  expect(await days.row('Bruno Lima')).toMatchObject({ rating: 5, countRating: 1, tickets: 1, avgSupportTime: 30 })
  expect(await days.row('Carla Dias')).toMatchObject({ rating: 0, countRating: 0, tickets: 0, avgWaitTime: 0 })
})

test('counts 5 as promoter, 4 as neutral, 1 to 3 as detractor; an unrated ticket lowers only the index', async () => {
  await enableRating()
  const rates = ['5', '5', '4', '3', '1']
  for (const [index, rate] of rates.entries()) {
    const phone = `551197000100${index}`
    receive(world, 1, messageEvent({ phone, atMs: days.now().getTime() }))
    await days.accept(index + 1)
    await closeRated(index + 1, phone, rate)
  }
  const silent = addTicket(acme(), { status: 'open', userId: 2 })
  await days.close(silent.id)
  expect(await days.counters()).toMatchObject({
    npsPromotersPerc: 40,
    npsPassivePerc: 20,
    npsDetractorsPerc: 40,
    npsScore: 0,
    withRating: 5,
    withoutRating: 1,
    tickets: 6,
    percRating: 83.33,
  })
  expect(await days.row('Bruno Lima')).toMatchObject({ rating: 3.6, countRating: 5, tickets: 6 })
})

test('transfers and returns count an attendance for the new agent, and a wait only after waiting', async () => {
  const ticket = addTicket(acme())
  days.wait(10)
  await days.accept(ticket.id)
  days.wait(5)
  await days.change(ticket.id, { isTransfered: true, userId: 3, queueId: 2 })
  expect(await days.row('Carla Dias')).toMatchObject({ tickets: 1, avgWaitTime: 0 })
  const carla = await world.as(world.carla)
  await days.change(ticket.id, { status: 'pending' }, carla)
  days.wait(4)
  await days.change(ticket.id, { status: 'open', userId: 3, queueId: 2 }, carla)
  expect(await days.row('Carla Dias')).toMatchObject({ tickets: 2, avgWaitTime: 4 })
  days.wait(20)
  await days.close(ticket.id, carla)
  expect(await days.row('Carla Dias')).toMatchObject({ avgSupportTime: 20 })
  expect(await days.row('Bruno Lima')).toMatchObject({ tickets: 1, avgWaitTime: 10, avgSupportTime: 0 })
  await days.change(ticket.id, { status: 'open', userId: 3, queueId: 2 }, carla)
  expect(await days.row('Carla Dias')).toMatchObject({ tickets: 3, avgWaitTime: 4 })
  expect(await days.counters()).toMatchObject({ passiveTickets: 1, supportFinished: 0, avgWaitTime: 7 })
})

test('a transfer that continues in a new ticket counts one attendance', async () => {
  await setSetting(world, 'closeTicketOnTransfer', 'enabled')
  const ticket = addTicket(acme(), { status: 'open', userId: 2 })
  await bruno.put(`/tickets/${ticket.id}`, { isTransfered: true, userId: 3, queueId: 2 })
  expect(await days.row('Carla Dias')).toMatchObject({ tickets: 1 })
  expect(await days.counters()).toMatchObject({ supportFinished: 1, passiveTickets: 2, supportHappening: 1 })
})

test('names how many of the waiting are snoozed, which the tabs of the inbox count apart', async () => {
  for (const phone of [phones[1], phones[2]]) receive(world, 1, messageEvent({ phone, atMs: days.now().getTime() }))
  const until = new Date(days.now().getTime() + 3_600_000).toISOString()
  expect((await bruno.post('/tickets/1/snooze', { until })).status).toBe(200)
  const { counters, snoozed } = await days.dashboard()
  expect([counters.supportPending, snoozed]).toEqual([2, { open: 0, pending: 1 }])
  expect((await ana.get('/tickets/counts')).body).toMatchObject({ pending: 1, snoozed: 1 })
})

test('counts leads once per person, again after an undone merge; groups separately; deleted tickets stay counted', async () => {
  acme().company.sqlite.run('UPDATE connection SET allow_group = 1')
  receive(world, 1, groupMessageEvent({ atMs: days.now().getTime() }))
  const author = 1
  expect(await days.counters()).toMatchObject({ leads: author, supportGroups: 1 })
  const [one, two] = [addContact(acme(), 'Um'), addContact(acme(), 'Um outra vez')]
  expect(await days.counters()).toMatchObject({ leads: author + 2 })
  const mergeId = mergeContacts(acme(), two, one)
  expect(await days.counters()).toMatchObject({ leads: author + 1 })
  undoMerge(acme(), mergeId)
  expect(await days.counters()).toMatchObject({ leads: author + 2 })
  const begun = (await days.counters()).activeTickets
  const ticket = addTicket(acme(), { contactId: one, startedByUs: true, status: 'open', userId: 2 })
  await ana.delete(`/tickets/${ticket.id}`)
  expect(await days.counters()).toMatchObject({ activeTickets: begun + 1, supportHappening: 0 })
  expect(await days.row('Bruno Lima')).toMatchObject({ tickets: 1 })
})

test('merging two tickets of one person counts one end', async () => {
  const [one, two] = [addContact(acme(), 'Um'), addContact(acme(), 'Um outra vez')]
  addTicket(acme(), { contactId: one, status: 'open', userId: 2 })
  addTicket(acme(), { contactId: two, status: 'open', userId: 3 })
  days.wait(7)
  const mergeId = mergeContacts(acme(), two, one)
  expect(await days.counters()).toMatchObject({ supportHappening: 1, supportFinished: 0, avgSupportTime: 0 })
  undoMerge(acme(), mergeId)
  expect(await days.counters()).toMatchObject({ supportHappening: 2, supportFinished: 0, avgSupportTime: 0 })
})

test('does not count blocked contacts and imported history', async () => {
  acme().company.sqlite.run('UPDATE contact SET active = 0')
  receive(world, 1, messageEvent({ phone: phones[1], atMs: days.now().getTime() }))
  addTicket(acme(), { status: 'closed', imported: true, silent: true })
  expect(await days.counters()).toMatchObject({ passiveTickets: 0, activeTickets: 0, supportFinished: 0, tickets: 0 })
})
