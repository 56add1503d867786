import { expect, test } from 'bun:test'
import { countsFor, mayNotify } from './notification-rules'
import { agentOf } from '../ticket/testing/tickets'

const quiet = agentOf()
const notified = agentOf({ company: { ...quiet.company, companieSettings: { showNotificationPending: 'enabled' } } })
const inGroups = agentOf({ allowGroup: true })

test.each([
  ['mine', quiet, { status: 'open', userId: 2, queueId: 1 }, true],
  ["a colleague's", notified, { status: 'open', userId: 3, queueId: 1 }, false],
  ['waiting, where the company is silent about it', quiet, { status: 'pending', userId: null, queueId: 1 }, false],
  ['waiting in my queue', notified, { status: 'pending', userId: null, queueId: 1 }, true],
  ['waiting in another queue', notified, { status: 'pending', userId: null, queueId: 2 }, false],
  ['waiting without a queue', notified, { status: 'pending', userId: null, queueId: null }, false],
  ['a group, without the right', notified, { status: 'group', userId: null, queueId: 1 }, false],
  ['a group of my queue', inGroups, { status: 'group', userId: null, queueId: 1 }, true],
  ['a group of another queue', inGroups, { status: 'group', userId: null, queueId: 2 }, false],
  ['awaiting a rating', notified, { status: 'nps', userId: 2, queueId: 1 }, false],
] as const)('%s', (_, user, place, expected) => {
  expect(mayNotify(user, place)).toBe(expected)
})

test('users are notified of pending tickets in their queues, unless they disabled it', () => {
  const waiting = { status: 'pending', userId: null, queueId: 1 } as const
  expect(countsFor(quiet, waiting)).toBe(true)
  expect(countsFor(agentOf({ notifyWaiting: false }), waiting)).toBe(false)
  expect(mayNotify({ ...notified, notifyWaiting: false }, waiting)).toBe(false)
})
