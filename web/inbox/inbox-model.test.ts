import { afterEach, expect, test } from 'bun:test'
import { signal } from '@preact/signals-react'
import type { TicketCounts, TicketPage, TicketView } from '../../src/ticket/ticket.answers'
import type { SessionUser } from '../../src/user/session.calls'
import { createApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { LiveHandler, Subscribe } from '../live/live-subscriptions'
import { createInbox } from './inbox-model'
import type { InboxStart } from './inbox-options'
import { noSearch } from './inbox-question'
import { agentOf, ticketOf } from '../ticket/testing/tickets'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

interface Asked {
  path: string
  query: URLSearchParams
  answer: (body: unknown) => void
}

/** An inbox whose server and live line are in the hands of the test. */
function underTest({ user: first = agentOf(), start = {} }: { user?: SessionUser; start?: Partial<InboxStart> } = {}) {
  const user = signal(first)
  const asked: Asked[] = []
  const handlers = new Map<string, LiveHandler>()
  const api = createApiClient(
    ({ path }) =>
      new Promise((resolve) => {
        const url = new URL(path, 'http://recado.test')
        const answer = (body: unknown) => resolve(Response.json(body))
        asked.push({ path: url.pathname, query: url.searchParams, answer })
      }),
  )
  const live: LiveSocketClient = {
    state: signal('online' as const),
    interrupted: signal(false),
    subscribe: ((event: string, handler: LiveHandler) => {
      handlers.set(event, handler)
      return () => void handlers.delete(event)
    }) as Subscribe,
    observe: () => () => {},
    joinTicket: () => () => {},
    showPresence: () => {},
    fallback: () => {},
    reload: () => {},
    open: () => {},
    close: () => {},
  }
  const model = createInbox({
    api,
    live,
    user,
    timing: { countsDelayMs: 0 },
    start: {
      tab: 'pending',
      page: { items: [], hasMore: false, count: 0 },
      counts: countsOf(0, 0),
      ...{ view: 'tabs', search: noSearch, showAll: false, sort: 'DESC', picked: undefined },
      queues: first.queues,
      ...start,
    },
  })
  stops.push(model.start())
  return {
    model,
    user,
    asked,
    ids: (name: Parameters<typeof model.list>[0]) => model.list(name).items.value.map(({ id }) => id),
    news: (event: string, data: object) => handlers.get(event)?.(data, { event }),
    reload: () => handlers.get('reload')?.(undefined, { event: 'reload' }),
  }
}

const countsOf = (open: number, pending: number, group = 0): TicketCounts => ({ open, pending, group, unread: 0 })
const pageOf = (...tickets: TicketView[]): TicketPage => ({
  tickets,
  hasMore: false,
  count: tickets.length,
  nextCursor: null,
})
const listed = (...items: TicketView[]) => ({ items, hasMore: false, count: items.length })
const update = (ticket: TicketView) => ({ action: 'update', ticketId: ticket.id, ticket })
/** To a colleague, out of sight. */
const movedAway = (ticketId: number) => ({
  action: 'delete',
  ticketId,
  reason: 'moved',
  status: 'open',
  userId: 3,
  queueId: 1,
})
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('what comes into my queue appears at the top and is counted', () => {
  const { ids, model, news } = underTest({ start: { page: listed(ticketOf(1)), counts: countsOf(0, 1) } })
  news('ticket', update(ticketOf(5)))
  expect(ids('pending')).toEqual([5, 1])
  expect(model.counts.value.pending).toBe(2)
})

test('its message told first changes nothing of that', () => {
  const { ids, model, news } = underTest({ start: { page: listed(ticketOf(1)), counts: countsOf(0, 1) } })
  news('appMessage', { action: 'create', message: {}, ticket: ticketOf(5) })
  news('ticket', update(ticketOf(5)))
  news('ticket', update(ticketOf(5)))
  expect(ids('pending')).toEqual([5, 1])
  expect(model.counts.value.pending).toBe(2)
})

test('what a colleague accepts leaves pending and its count', () => {
  const { ids, model, news } = underTest({ start: { page: listed(ticketOf(2), ticketOf(1)), counts: countsOf(0, 2) } })
  news('ticket', movedAway(2))
  expect(ids('pending')).toEqual([1])
  expect(model.counts.value).toEqual(countsOf(0, 1))
})

test('what I accept moves to assigned', () => {
  const { ids, model, news } = underTest({ start: { page: listed(ticketOf(2)), counts: countsOf(0, 1) } })
  news('ticket', update(ticketOf(2, { status: 'open', userId: 2 })))
  expect(ids('pending')).toEqual([])
  expect(ids('open')).toEqual([2])
  expect(model.counts.value).toEqual(countsOf(1, 0))
})

test('closing takes it from its tab and its count, told in two parts', () => {
  const open = ticketOf(2, { status: 'open', userId: 2 })
  const { ids, model, news } = underTest({ start: { tab: 'open', page: listed(open), counts: countsOf(1, 0) } })
  news('ticket', { action: 'delete', ticketId: 2, reason: 'closed', status: 'open' })
  expect(ids('open')).toEqual([])
  news('ticket', update({ ...open, status: 'closed', unreadMessages: 0 }))
  expect(model.counts.value).toEqual(countsOf(0, 0))
  expect(ids('open')).toEqual([])
})

test('the open ticket that I take up brings its tab', () => {
  const { model, news } = underTest({ start: { page: listed(ticketOf(2), ticketOf(3)) } })
  model.setOpened(ticketOf(2))
  news('ticket', update(ticketOf(3, { status: 'open', userId: 2 })))
  expect(model.tab.value).toBe('pending')
  news('ticket', update(ticketOf(2, { status: 'open', userId: 2 })))
  expect(model.tab.value).toBe('open')
})

test('an unknown ticket on a list that is not loaded whole is asked about', async () => {
  const page = { items: [ticketOf(9)], hasMore: true, count: 90 }
  const { asked, model, news } = underTest({ start: { page, counts: countsOf(0, 90) } })
  news('ticket', movedAway(4))
  expect(model.counts.value.pending).toBe(90)
  await settled()
  const question = asked.find(({ path }) => path === '/tickets/counts')
  question?.answer(countsOf(0, 89))
  await settled()
  expect(model.counts.value.pending).toBe(89)
})

test('reading takes the mark away and moves nothing', () => {
  const { ids, model, news } = underTest({ start: { page: listed(ticketOf(2), ticketOf(1)), counts: countsOf(0, 2) } })
  news('ticket', { action: 'updateUnread', ticketId: 1 })
  expect(ids('pending')).toEqual([2, 1])
  expect(model.list('pending').items.value[1]?.unreadMessages).toBe(0)
  expect(model.counts.value.pending).toBe(2)
})

test('what changed while a search was on its way wins over its answer', async () => {
  const { asked, ids, model, news } = underTest()
  model.setSearch({ text: 'Contato' })
  expect(model.shown.value).toBe('search')
  const [question] = asked.filter(({ query }) => query.get('status') === 'search')
  news('ticket', update(ticketOf(3, { status: 'open', userId: 3 })))
  question?.answer(pageOf(ticketOf(4), ticketOf(3)))
  await settled()
  expect(ids('search')).toEqual([4])
})

test('of two searches the later one is shown, whichever answers first', async () => {
  const { asked, ids, model } = underTest()
  model.setSearch({ text: 'Con' })
  model.setSearch({ text: 'Contato 4' })
  const [first, second] = asked.filter(({ query }) => query.get('status') === 'search')
  second?.answer(pageOf(ticketOf(4)))
  first?.answer(pageOf(ticketOf(4), ticketOf(3)))
  await settled()
  expect(ids('search')).toEqual([4])
  expect(second?.query.get('searchParam')).toBe('Contato 4')
})

test('other queues are asked for with the counts, and only where one looks', async () => {
  const queues = [1, 2].map((id) => ({ id, name: `Fila ${id}`, color: '#000000' }))
  const { asked, model } = underTest({ user: agentOf({ queues }), start: { queues } })
  model.setQueues([2])
  expect(asked.map(({ path, query }) => [path, query.get('status'), query.get('queueIds')])).toEqual([
    ['/tickets', 'pending', '[2]'],
    ['/tickets/counts', null, '[2]'],
  ])
  model.showTab('open')
  expect(asked.at(-1)?.query.get('status')).toBe('open')
})

test('the next page follows the last ticket that is loaded', () => {
  const page = { items: [ticketOf(9), ticketOf(8)], hasMore: true, count: 90 }
  const { asked, model } = underTest({ start: { page } })
  void model.list('pending').loadMore()
  expect(asked[0]?.query.get('cursor')).toBe(`${Date.parse(ticketOf(8).updatedAt)}-8`)
})

test('the other order is asked for anew', async () => {
  const { asked, ids, model } = underTest({ start: { page: listed(ticketOf(2), ticketOf(1)) } })
  model.toggleSort()
  expect(asked[0]?.query.get('sortTickets')).toBe('ASC')
  asked[0]?.answer(pageOf(ticketOf(1), ticketOf(2)))
  await settled()
  expect(ids('pending')).toEqual([1, 2])
})

test('too much was missed: what is in sight is read again, with the counts', async () => {
  const { asked, ids, model, reload } = underTest({ start: { page: listed(ticketOf(2)), counts: countsOf(0, 1) } })
  reload()
  asked.find(({ path }) => path === '/tickets')?.answer(pageOf(ticketOf(7)))
  asked.find(({ path }) => path === '/tickets/counts')?.answer(countsOf(4, 1))
  await settled()
  expect(ids('pending')).toEqual([7])
  expect(model.counts.value).toEqual(countsOf(4, 1))
})

test('a queue that an admin gives or takes is asked for, offered and counted at once', async () => {
  const queues = [1, 2].map((id) => ({ id, name: `Fila ${id}`, color: '#000000' }))
  const { asked, ids, model, user } = underTest({ start: { page: listed(ticketOf(1)), counts: countsOf(0, 1) } })
  user.value = agentOf({ queues })
  expect(model.queues.offered.value).toEqual(queues)
  expect(model.queues.chosen.value).toEqual([1, 2])
  const paths = ['/tickets', '/tickets/counts']
  expect(asked.map(({ path }) => path)).toEqual(paths)
  asked[0]?.answer(pageOf(ticketOf(2, { queueId: 2 }), ticketOf(1)))
  asked[1]?.answer(countsOf(0, 2))
  await settled()
  expect(ids('pending')).toEqual([2, 1])
  expect(model.counts.value.pending).toBe(2)
})

test('a right to groups or to all that is taken closes its tab and its switch; a new name asks nothing', () => {
  const able = agentOf({ allowGroup: true, allUserChat: 'enabled' })
  const { asked, model, user } = underTest({ user: able, start: { tab: 'group', showAll: true } })
  user.value = { ...able, name: 'Bruno de Lima' }
  expect(asked).toEqual([])
  user.value = agentOf()
  expect([model.tab.value, model.showAll.value]).toEqual(['open', false])
  expect(asked.map(({ query }) => query.get('status'))).toContain('open')
})

test('whoever becomes an admin is offered every queue of the company', async () => {
  const { asked, model, user } = underTest()
  user.value = agentOf({ profile: 'admin' })
  const all = [1, 2, 3].map((id) => ({ id, name: `Fila ${id}`, color: '#000000' }))
  asked.find(({ path }) => path === '/queue')?.answer(all)
  await settled()
  expect(model.queues.offered.value).toEqual(all)
})
