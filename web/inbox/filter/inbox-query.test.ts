import { describe, expect, test } from 'bun:test'
import { actorOf } from '../../session/session-actor'
import { compareTickets } from '../../ticket/compare-tickets'
import { belongsTo, isOnTab, noFilters, noSearch, type InboxQuery } from './inbox-query'
import { agentOf, ticketOf } from '../../ticket/testing/tickets'

const bruno = actorOf(agentOf())
const ana = actorOf(agentOf({ id: 1, profile: 'admin', queues: [] }))
const inboxQuery = (part: Partial<InboxQuery> = {}): InboxQuery => ({
  list: 'search',
  showAll: false,
  queueIds: undefined,
  sort: 'DESC',
  ...noSearch,
  ...part,
})
const mine = { status: 'open' as const, userId: 2, queueId: 1 }
const waiting = { status: 'pending' as const, userId: null, queueId: 1 }
const ofCarla = { status: 'open' as const, userId: 3, queueId: 1 }

describe('filters by tab', () => {
  const scope = { showAll: false, queueIds: undefined }
  test.each([
    ['my open ticket is assigned', 'open', mine, true],
    ["a colleague's is not", 'open', ofCarla, false],
    ['a waiting one of my queue is pending', 'pending', waiting, true],
    ['of another queue it is not', 'pending', { ...waiting, queueId: 2 }, false],
    ['without a queue it takes allTicket', 'pending', { ...waiting, queueId: null }, false],
    ['mine in a queue I am not in stays mine', 'open', { ...mine, queueId: 9 }, true],
    ['groups take allowGroup', 'group', { ...waiting, status: 'group' as const }, false],
    ['who is asked for consent waits', 'pending', { ...waiting, status: 'lgpd' as const }, true],
    ['what is being rated is resolved', 'closed', { ...mine, status: 'nps' as const }, true],
    ['and no longer open', 'open', { ...mine, status: 'nps' as const }, false],
    ['closed ones are on no open tab', 'open', { ...mine, status: 'closed' as const }, false],
  ] as const)('%s', (_, tab, place, expected) => {
    expect(isOnTab(bruno, scope, tab, place)).toBe(expected)
  })

  test('hides tickets of queues that are not chosen', () => {
    const two = actorOf(agentOf({ queues: [1, 2].map((id) => ({ id, name: `${id}`, color: '#000000' })) }))
    expect(isOnTab(two, { showAll: false, queueIds: [2] }, 'pending', waiting)).toBe(false)
    expect(isOnTab(two, { showAll: false, queueIds: [2] }, 'pending', { ...waiting, queueId: 2 })).toBe(true)
  })

  test('requires the permission to show all', () => {
    expect(isOnTab(bruno, { showAll: true, queueIds: undefined }, 'open', ofCarla)).toBe(false)
    expect(isOnTab(ana, { showAll: true, queueIds: undefined }, 'open', ofCarla)).toBe(true)
    expect(isOnTab(ana, { showAll: false, queueIds: undefined }, 'open', ofCarla)).toBe(false)
  })
})

describe('filters by search text', () => {
  test('finds names regardless of accents and case', () => {
    const ticket = ticketOf(1, { contact: { ...ticketOf(1).contact, name: 'Conceição' } })
    expect(belongsTo(bruno, inboxQuery({ text: 'CONCEICAO' }), ticket, false)).toBe(true)
    expect(belongsTo(bruno, inboxQuery({ text: 'Maria' }), ticket, false)).toBe(false)
  })

  test('keeps server matches in messages, and adds no others', () => {
    const search = inboxQuery({ text: 'boleto', inMessages: true })
    expect(belongsTo(bruno, search, ticketOf(1), true)).toBe(true)
    expect(belongsTo(bruno, search, ticketOf(1), false)).toBe(false)
  })

  test('requires every tag, and any connection and status', () => {
    const tag = (id: number) => ({ id, name: `${id}`, color: '#000000', kanban: false })
    const ticket = ticketOf(1, { tags: [tag(1), tag(2)] })
    const by = (filters: Partial<InboxQuery['filters']>) =>
      belongsTo(bruno, inboxQuery({ filters: { ...noFilters, ...filters } }), ticket, false)
    expect(by({ tags: [1, 2] })).toBe(true)
    expect(by({ tags: [1, 3] })).toBe(false)
    expect(by({ connections: [1, 5] })).toBe(true)
    expect(by({ connections: [5] })).toBe(false)
    expect(by({ statuses: ['open'] })).toBe(false)
    expect(by({ statuses: ['open', 'pending'] })).toBe(true)
    const requested = { ...ticket, status: 'lgpd' as const }
    const filters = { ...noFilters, statuses: ['pending' as const] }
    expect(belongsTo(bruno, inboxQuery({ filters }), requested, false)).toBe(true)
  })

  test('filters by user for admins only', () => {
    const ofUser = inboxQuery({ filters: { ...noFilters, users: [7] } })
    expect(belongsTo(bruno, ofUser, ticketOf(1), false)).toBe(true)
    expect(belongsTo(ana, ofUser, ticketOf(1), false)).toBe(false)
  })

  test('never matches invisible tickets', () => {
    expect(belongsTo(bruno, inboxQuery({ text: 'Contato' }), ticketOf(1, { userId: 3, status: 'open' }), true)).toBe(
      false,
    )
  })
})

test('orders equal times by id, in both directions', () => {
  const same = [ticketOf(1, { updatedAt: ticketOf(5).updatedAt }), ticketOf(5), ticketOf(3)]
  expect(same.toSorted(compareTickets('DESC')).map(({ id }) => id)).toEqual([5, 1, 3])
  expect(same.toSorted(compareTickets('ASC')).map(({ id }) => id)).toEqual([3, 1, 5])
})
