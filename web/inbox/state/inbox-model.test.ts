import { afterEach, expect, test } from 'bun:test'
import { signal } from '@preact/signals-react'
import type { TicketCounts, TicketEvent, TicketPage, TicketView } from '../../../src/ticket/ticket.answers'
import type { SessionUser } from '../../../src/user/session/session.calls'
import { createApiClient } from '../../api/api-client'
import { createInbox } from './inbox-model'
import type { InboxStart } from '../filter/inbox-options'
import { noSearch } from '../filter/inbox-query'
import { anyMessage } from '../../message/testing/any-message'
import { createFakeLive, messageEvent } from '../../message/testing/fake-conversation'
import { agentOf, ticketOf } from '../../ticket/testing/tickets'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

interface TestRequest {
  path: string
  query: URLSearchParams
  answer: (body: unknown) => void
}

/** An inbox whose server and live events are controlled by the test. */
function createTestModel({
  user: first = agentOf(),
  start = {},
}: { user?: SessionUser; start?: Partial<InboxStart> } = {}) {
  const user = signal(first)
  const requests: TestRequest[] = []
  const { live, say, reload } = createFakeLive()
  const api = createApiClient(
    ({ path }) =>
      new Promise((resolve) => {
        const url = new URL(path, 'http://recado.test')
        const answer = (body: unknown) => resolve(Response.json(body))
        requests.push({ path: url.pathname, query: url.searchParams, answer })
      }),
  )
  const model = createInbox({
    api,
    live,
    user,
    timing: { countsDelayMs: 0 },
    start: {
      tab: 'pending',
      page: { items: [], hasMore: false, count: 0 },
      counts: countsOf(0, 0),
      view: 'tabs',
      search: noSearch,
      showAll: false,
      sort: 'DESC',
      picked: undefined,
      queues: first.queues,
      ...start,
    },
  })
  stops.push(model.start())
  return {
    model,
    user,
    requests,
    ids: (name: Parameters<typeof model.list>[0]) => model.list(name).items.value.map(({ id }) => id),
    publish: say,
    reload,
  }
}

const countsOf = (open: number, pending: number, group = 0): TicketCounts => ({
  open,
  pending,
  group,
  snoozed: 0,
  unread: 0,
  lastEvent: 0,
})
const pageOf = (...tickets: TicketView[]): TicketPage => ({
  tickets,
  hasMore: false,
  count: tickets.length,
  nextCursor: null,
})
const listed = (...items: TicketView[]) => ({ items, hasMore: false, count: items.length })
const update = (ticket: TicketView): TicketEvent => ({ action: 'update', ticketId: ticket.id, ticket })
/** Assigned to a colleague, and so no longer visible. */
const movedAway = (ticketId: number): TicketEvent => {
  const { status, userId, user, queueId, queue } = ticketOf(ticketId, { status: 'open', userId: 3 })
  return { action: 'delete', ticketId, reason: 'moved', status, userId, user, queueId, queue }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('adds a new ticket of my queue at the top and counts it', () => {
  const { ids, model, publish } = createTestModel({ start: { page: listed(ticketOf(1)), counts: countsOf(0, 1) } })
  publish('ticket', update(ticketOf(5)))
  expect(ids('pending')).toEqual([5, 1])
  expect(model.counts.value.pending).toBe(2)
})

test('handles its message arriving first', () => {
  const { ids, model, publish } = createTestModel({ start: { page: listed(ticketOf(1)), counts: countsOf(0, 1) } })
  publish('appMessage', messageEvent('create', anyMessage({ ticketId: 5 }), ticketOf(5)))
  publish('ticket', update(ticketOf(5)))
  publish('ticket', update(ticketOf(5)))
  expect(ids('pending')).toEqual([5, 1])
  expect(model.counts.value.pending).toBe(2)
})

test('removes and uncounts a pending ticket that a colleague accepts', () => {
  const { ids, model, publish } = createTestModel({
    start: { page: listed(ticketOf(2), ticketOf(1)), counts: countsOf(0, 2) },
  })
  publish('ticket', movedAway(2))
  expect(ids('pending')).toEqual([1])
  expect(model.counts.value).toEqual(countsOf(0, 1))
})

test('moves a ticket that I accept to assigned', () => {
  const { ids, model, publish } = createTestModel({ start: { page: listed(ticketOf(2)), counts: countsOf(0, 1) } })
  publish('ticket', update(ticketOf(2, { status: 'open', userId: 2 })))
  expect(ids('pending')).toEqual([])
  expect(ids('open')).toEqual([2])
  expect(model.counts.value).toEqual(countsOf(1, 0))
})

test('removes and uncounts a closed ticket, announced by two events', () => {
  const open = ticketOf(2, { status: 'open', userId: 2 })
  const { ids, model, publish } = createTestModel({
    start: { tab: 'open', page: listed(open), counts: countsOf(1, 0) },
  })
  publish('ticket', { action: 'delete', ticketId: 2, reason: 'closed', status: 'open' })
  expect(ids('open')).toEqual([])
  publish('ticket', update({ ...open, status: 'closed', unreadMessages: 0 }))
  expect(model.counts.value).toEqual(countsOf(0, 0))
  expect(ids('open')).toEqual([])
})

test('keeps the tab when I accept the open ticket', () => {
  const { ids, model, publish } = createTestModel({ start: { page: listed(ticketOf(2), ticketOf(3)) } })
  model.noteOpened(ticketOf(2))
  publish('ticket', update(ticketOf(2, { status: 'open', userId: 2 })))
  expect([model.tab.value, ids('pending')]).toEqual(['pending', [3]])
})

test('fetches the counts for an unknown ticket on a partly loaded list', async () => {
  const page = { items: [ticketOf(9)], hasMore: true, count: 90 }
  const { requests, model, publish } = createTestModel({ start: { page, counts: countsOf(0, 90) } })
  publish('ticket', movedAway(4))
  expect(model.counts.value.pending).toBe(90)
  await settled()
  const request = requests.find(({ path }) => path === '/tickets/counts')
  request?.answer(countsOf(0, 89))
  await settled()
  expect(model.counts.value.pending).toBe(89)
})

test('clears the unread mark without moving the ticket', () => {
  const { ids, model, publish } = createTestModel({
    start: { page: listed(ticketOf(2), ticketOf(1)), counts: countsOf(0, 2) },
  })
  publish('ticket', { action: 'updateUnread', ticketId: 1 })
  expect(ids('pending')).toEqual([2, 1])
  expect(model.list('pending').items.value[1]?.unreadMessages).toBe(0)
  expect(model.counts.value.pending).toBe(2)
})

test('prefers a live change over an older search answer', async () => {
  const { requests, ids, model, publish } = createTestModel()
  model.setSearch({ text: 'Contato' })
  expect(model.shown.value).toBe('search')
  const [request] = requests.filter(({ query }) => query.get('status') === 'search')
  publish('ticket', update(ticketOf(3, { status: 'open', userId: 3 })))
  request?.answer(pageOf(ticketOf(4), ticketOf(3)))
  await settled()
  expect(ids('search')).toEqual([4])
})

test('shows the later of two searches, whichever answers first', async () => {
  const { requests, ids, model } = createTestModel()
  model.setSearch({ text: 'Con' })
  model.setSearch({ text: 'Contato 4' })
  const [first, second] = requests.filter(({ query }) => query.get('status') === 'search')
  first?.answer(pageOf(ticketOf(4), ticketOf(3)))
  await settled()
  expect([ids('search'), model.list('search').ready.value]).toEqual([[], false])
  second?.answer(pageOf(ticketOf(4)))
  await settled()
  expect([ids('search'), model.list('search').ready.value]).toEqual([[4], true])
  expect(second?.query.get('searchParam')).toBe('Contato 4')
})

test('fetches tickets and counts of newly chosen queues, for visible lists only', async () => {
  const queues = [1, 2].map((id) => ({ id, name: `Fila ${id}`, color: '#000000' }))
  const { requests, model } = createTestModel({ user: agentOf({ queues }), start: { queues } })
  model.setQueues([2])
  expect(requests.map(({ path, query }) => [path, query.get('status'), query.get('queueIds')])).toEqual([
    ['/tickets', 'pending', '[2]'],
    ['/tickets/counts', null, '[2]'],
  ])
  model.showTab('open')
  expect(requests.at(-1)?.query.get('status')).toBe('open')
})

test('continues the next page after the last loaded ticket', () => {
  const page = { items: [ticketOf(9), ticketOf(8)], hasMore: true, count: 90 }
  const { requests, model } = createTestModel({ start: { page } })
  void model.list('pending').loadMore()
  expect(requests[0]?.query.get('cursor')).toBe(`${Date.parse(ticketOf(8).updatedAt)}-8`)
})

test('fetches again for the other order', async () => {
  const { requests, ids, model } = createTestModel({ start: { page: listed(ticketOf(2), ticketOf(1)) } })
  model.setSort('ASC')
  expect(requests[0]?.query.get('sortTickets')).toBe('ASC')
  requests[0]?.answer(pageOf(ticketOf(1), ticketOf(2)))
  await settled()
  expect(ids('pending')).toEqual([1, 2])
})

test('fetches the visible list and the counts again after a gap', async () => {
  const { requests, ids, model, reload } = createTestModel({
    start: { page: listed(ticketOf(2)), counts: countsOf(0, 1) },
  })
  reload()
  requests.find(({ path }) => path === '/tickets')?.answer(pageOf(ticketOf(7)))
  requests.find(({ path }) => path === '/tickets/counts')?.answer(countsOf(4, 1))
  await settled()
  expect(ids('pending')).toEqual([7])
  expect(model.counts.value).toEqual(countsOf(4, 1))
})

test('counts again when counts arrived during the user’s own change, and may include it', async () => {
  const start = { page: listed(ticketOf(2)), counts: countsOf(0, 2) }
  const { requests, model, publish } = createTestModel({ start })
  const change = Promise.withResolvers<void>()
  const asked = model.ask(() => change.promise)
  publish('ticket', update(ticketOf(9, { status: 'open', userId: 1 })))
  await settled()
  const counted = () => requests.filter(({ path }) => path === '/tickets/counts')
  counted()[0]?.answer({ ...countsOf(2, 1), lastEvent: 5 })
  await settled()
  change.resolve()
  await asked
  model.apply(ticketOf(2, { status: 'open', userId: 1 }))
  await settled()
  counted()[1]?.answer({ ...countsOf(2, 1), lastEvent: 5 })
  await settled()
  expect(model.counts.value).toMatchObject({ open: 2, pending: 1 })
})

test('applies a queue that an admin adds or removes at once', async () => {
  const queues = [1, 2].map((id) => ({ id, name: `Fila ${id}`, color: '#000000' }))
  const { requests, ids, model, user } = createTestModel({
    start: { page: listed(ticketOf(1)), counts: countsOf(0, 1) },
  })
  user.value = agentOf({ queues })
  expect(model.queues.offered.value).toEqual(queues)
  expect(model.queues.chosen.value).toEqual([1, 2])
  const paths = ['/tickets', '/tickets/counts']
  expect(requests.map(({ path }) => path)).toEqual(paths)
  requests[0]?.answer(pageOf(ticketOf(2, { queueId: 2 }), ticketOf(1)))
  requests[1]?.answer(countsOf(0, 2))
  await settled()
  expect(ids('pending')).toEqual([2, 1])
  expect(model.counts.value.pending).toBe(2)
})

test('closes tab and switch when a permission is removed, and fetches nothing for a new name', () => {
  const able = agentOf({ allowGroup: true, allUserChat: 'enabled' })
  const { requests, model, user } = createTestModel({ user: able, start: { tab: 'group', showAll: true } })
  user.value = { ...able, name: 'Bruno de Lima' }
  expect(requests).toEqual([])
  user.value = agentOf()
  expect([model.tab.value, model.showAll.value]).toEqual(['open', false])
  expect(requests.map(({ query }) => query.get('status'))).toContain('open')
})

test('offers all queues to a user who becomes an admin', async () => {
  const { requests, model, user } = createTestModel()
  user.value = agentOf({ profile: 'admin' })
  const all = [1, 2, 3].map((id) => ({ id, name: `Fila ${id}`, color: '#000000' }))
  requests.find(({ path }) => path === '/queue')?.answer(all)
  await settled()
  expect(model.queues.offered.value).toEqual(all)
})

test('marks the rows of a connection that is lost, and no others', () => {
  const other = { id: 2, name: 'Loja 2', groupAsTicket: 'disabled', status: 'CONNECTED' } as const
  const { model, publish } = createTestModel({
    start: { page: listed(ticketOf(2), ticketOf(1, { whatsappId: 2, whatsapp: other })) },
  })
  const session = { id: 1, name: 'Acme WhatsApp', status: 'TIMEOUT', updatedAt: '2026-11-20T12:00:00.000Z' } as const
  publish('whatsappSession', { action: 'update', session })
  const states = model.list('pending').items.value.map(({ whatsapp }) => whatsapp?.status)
  expect(states).toEqual(['TIMEOUT', 'CONNECTED'])
})
