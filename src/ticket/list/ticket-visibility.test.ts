import { expect, test } from 'bun:test'
import type { UserActor } from '../../kernel/company/actor'
import { isInBranch, ticketScope } from './ticket-scope'
import { ticketStatuses } from '../ticket-status'
import {
  canAcceptTicket,
  canCloseTicket,
  canIgnoreTicket,
  canSeeTicket,
  type TicketAssignment,
  ticketTopics,
  topicsOfActor,
} from '../ticket.policy'

const nobodySpecial: UserActor = {
  kind: 'user',
  userId: 2,
  name: 'Bruno',
  profile: 'user',
  super: false,
  queueIds: [1, 2],
  allTicket: false,
  allowGroup: false,
  allHistoric: false,
  allUserChat: false,
  userClosePendingTicket: false,
  showDashboard: false,
  allowRealTime: false,
  allowConnections: false,
}
const person = (switches: Partial<UserActor> = {}): UserActor => ({ ...nobodySpecial, ...switches })
const place = (ticket: Partial<TicketAssignment>): TicketAssignment => ({
  status: 'pending',
  userId: null,
  queueId: 1,
  ...ticket,
})

/** Every combination of the permissions that extend what a user may see, and an admin. */
const actors = Array.from({ length: 16 }, (_, bits) =>
  person({
    allTicket: (bits & 1) > 0,
    allowGroup: (bits & 2) > 0,
    allHistoric: (bits & 4) > 0,
    allUserChat: (bits & 8) > 0,
  }),
).concat(person({ profile: 'admin' }), person({ super: true }))

const places = ticketStatuses.flatMap((status) =>
  [null, 2, 3].flatMap((userId) => [null, 1, 3].map((queueId) => ({ status, userId, queueId }))),
)

test('a socket receives a ticket exactly if its user may see it', () => {
  for (const actor of actors) {
    const received = new Set(topicsOfActor(actor))
    for (const ticket of places) {
      const hears = ticketTopics(ticket).some((topic) => received.has(topic))
      expect([actor, ticket, hears]).toEqual([actor, ticket, canSeeTicket(actor, ticket)])
    }
  }
})

test('no list contains an invisible ticket, whatever queues are requested, nor a ticket twice', () => {
  for (const actor of actors) {
    for (const tab of [...ticketStatuses, 'search' as const]) {
      for (const showAll of [false, true]) {
        for (const queueIds of [undefined, [], [1], [1, 2, 3]]) {
          const scope = ticketScope(actor, { tab, showAll, queueIds })
          for (const ticket of places) {
            const held = scope.filter((branch) => isInBranch(branch, actor.userId, ticket)).length
            expect(held).toBeLessThanOrEqual(canSeeTicket(actor, ticket) ? 1 : 0)
          }
        }
      }
    }
  }
})

test('with all tickets shown, search covers all visible ones', () => {
  for (const actor of actors) {
    const scope = ticketScope(actor, { tab: 'search', showAll: true, queueIds: undefined })
    for (const ticket of places) {
      const held = scope.some((branch) => isInBranch(branch, actor.userId, ticket))
      expect([actor, ticket, held]).toEqual([actor, ticket, canSeeTicket(actor, ticket)])
    }
  }
})

test('a plain user sees their own tickets and pending ones in their queues', () => {
  const bruno = person()
  expect(canSeeTicket(bruno, place({}))).toBe(true)
  expect(canSeeTicket(bruno, place({ queueId: 3 }))).toBe(false)
  expect(canSeeTicket(bruno, place({ queueId: null }))).toBe(false)
  expect(canSeeTicket(bruno, place({ status: 'open', userId: 2, queueId: 3 }))).toBe(true)
  for (const status of ticketStatuses) expect(canSeeTicket(bruno, place({ status, userId: 3 }))).toBe(false)
})

test('each switch makes its tickets visible', () => {
  const others = place({ status: 'open', userId: 3 })
  expect(canSeeTicket(person({ allTicket: true }), place({ queueId: null }))).toBe(true)
  expect(canSeeTicket(person({ allowGroup: true }), place({ status: 'group', userId: 3 }))).toBe(true)
  expect(canSeeTicket(person({ allowGroup: true }), place({ status: 'group', queueId: 3 }))).toBe(false)
  expect(canSeeTicket(person({ allUserChat: true }), others)).toBe(true)
  expect(canSeeTicket(person({ allUserChat: true }), { ...others, queueId: 3 })).toBe(false)
  expect(canSeeTicket(person({ allUserChat: true, allHistoric: true }), { ...others, queueId: 3 })).toBe(true)
  expect(canSeeTicket(person({ allHistoric: true }), { ...others, queueId: 3 })).toBe(false)
})

test('closing pending tickets is a separate permission', () => {
  const waiting = place({})
  expect([canCloseTicket(person(), waiting), canIgnoreTicket(person(), waiting)]).toEqual([false, false])
  const may = person({ userClosePendingTicket: true })
  expect([canCloseTicket(may, waiting), canIgnoreTicket(may, waiting)]).toEqual([false, true])
  const dashboard = person({ showDashboard: true })
  expect([canCloseTicket(dashboard, waiting), canIgnoreTicket(dashboard, waiting)]).toEqual([true, false])
  expect(canCloseTicket(person(), place({ status: 'open', userId: 2 }))).toBe(true)
  expect(canCloseTicket(dashboard, place({ status: 'open', userId: 3 }))).toBe(false)
  expect(canCloseTicket(dashboard, place({ status: 'closed', userId: 2 }))).toBe(false)
})

test('tickets reserved for another user cannot be accepted', () => {
  expect(canAcceptTicket(person(), place({}))).toBe(true)
  expect(canAcceptTicket(person(), place({ userId: 3 }))).toBe(false)
  expect(canAcceptTicket(person(), place({ status: 'open', userId: 2 }))).toBe(false)
  const inGroups = person({ allowGroup: true })
  const waits = [null, 2].map((userId) => canAcceptTicket(inGroups, place({ status: 'group', userId })))
  expect([...waits, canAcceptTicket(person(), place({ status: 'closed' }))]).toEqual([true, false, false])
})
