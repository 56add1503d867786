import { expect, test } from 'bun:test'
import type { UserActor } from '../kernel/company/actor'
import { stub } from '../testing/stub'
import { ticketStatuses } from '../ticket/ticket-status'
import * as policy from './message.policy'

const bruno = stub<UserActor>({ kind: 'user', userId: 2, profile: 'user', super: false })
const ana = stub<UserActor>({ kind: 'user', userId: 1, profile: 'admin', super: false })
const now = new Date('2026-03-10T12:00:00Z')
const message = {
  fromMe: true,
  userId: 2 as number | null,
  isDeleted: false,
  mediaType: null as string | null,
  createdAt: now,
}

test('authors change their texts for fifteen minutes; admins what has no author', () => {
  const may = (fields: Partial<typeof message>, actor = bruno) => {
    const given = { ...message, ...fields }
    return [policy.canEditMessage(actor, given, now), policy.canDeleteMessage(actor, given)]
  }
  const aged = (ms: number) => ({ createdAt: new Date(now.getTime() - ms) })
  expect([may({}), may({ userId: 3 }), may({ fromMe: false }), may({ isDeleted: true })]).toEqual([
    ...[
      [true, true],
      [false, false],
      [false, false],
      [false, false],
    ],
  ])
  expect([may({ mediaType: 'image' }), may(aged(900_000)), may(aged(900_001))]).toEqual([
    ...[
      [false, true],
      [true, true],
      [false, true],
    ],
  ])
  expect([may({ userId: null }), may({ userId: null }, ana), may({}, ana)]).toEqual([
    ...[
      [false, false],
      [true, true],
      [false, false],
    ],
  ])
})

test('a conversation is read by its owner, or by anyone without one; a waiting one stays unread', () => {
  const read = (status: (typeof ticketStatuses)[number], userId: number | null) => {
    const ticket = { status, userId }
    return [
      policy.mayMarkRead(bruno, ticket),
      policy.clearsUnread(bruno, ticket),
      policy.sendsReadReceipt(bruno, ticket),
    ]
  }
  expect([read('open', 2), read('open', 3), read('open', null)]).toEqual([
    ...[
      [true, true, true],
      [false, false, false],
      [true, true, false],
    ],
  ])
  expect([read('pending', null), read('lgpd', 2), read('group', 3), read('group', null)]).toEqual([
    ...[
      [true, false, false],
      [true, false, true],
      [false, false, true],
      [true, true, true],
    ],
  ])
})

test('who may not write is told why', () => {
  const bars = (isActive: boolean) =>
    Object.fromEntries(ticketStatuses.map((status) => [status, policy.writeBarOf(status, isActive)]))
  const always = { closed: 'closed', pending: 'pending', nps: 'waiting', lgpd: 'waiting' } as const
  expect(bars(true)).toEqual({ ...always, open: undefined, group: undefined })
  expect(bars(false)).toEqual({ ...always, open: 'blocked', group: 'blocked' })
})
