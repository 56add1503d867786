import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { InboundEvent } from '../../channel/channel'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { messageEvent, phones, receive } from '../../testing/conversation/inbound'
import { createWorld, type World } from '../../testing/world/world'
import { publishTyping } from './typing'

let world: World
const start = new Date('2026-03-02T12:00:00Z')
beforeEach(async () => {
  world = await createWorld({ now: start })
  receive(world, 1, messageEvent({ atMs: start.getTime() }))
  setTicketQueue(world.ctx(1), 1, 1)
  acceptTicket(world.ctxAs(world.bruno), 1)
  world.published.length = 0
})
afterEach(() => world.stop())

type State = Extract<InboundEvent, { type: 'presence' }>['state']
const type = (state: State, value: string = phones[1], companyId = 1) =>
  publishTyping(world.ctx(companyId), 1, { type: 'presence', chat: { addresses: [{ kind: 'phone', value }] }, state })
const after = (ms: number) => world.setTime(new Date(start.getTime() + ms))
const states = () => world.published.map(({ data }) => data['state'])
const events = () => world.ctx(1).company.sqlite.query('SELECT count(*) AS n FROM event').get()

test('publishes typing to the subscribers of the ticket, and stores nothing', () => {
  const before = events()
  type('composing')
  expect(world.published).toEqual([
    {
      topics: ['1/admin', '1/owner:2', '1/everyone:1', '1/everyone'],
      event: 'company-1-presence',
      data: { ticketId: 1, state: 'composing' },
    },
  ])
  expect(events()).toEqual(before)
})

test('publishes typing at most once a second, and its end once', () => {
  for (const state of ['composing', 'composing', 'paused', 'recording', 'paused'] as const) type(state)
  expect(states()).toEqual(['composing', 'paused'])
  after(1000)
  for (const state of ['recording', 'composing', 'paused', 'paused'] as const) type(state)
  expect(states()).toEqual(['composing', 'paused', 'recording', 'paused'])
})

test('ignores strangers, contacts without a ticket, and the same number in another company', () => {
  type('composing', '5511900000009')
  type('composing', phones[2], 1)
  type('composing', phones[1], 2)
  expect(world.published).toEqual([])
})

test('looks nobody up while nobody listens', () => {
  world.watch(false)
  type('composing')
  expect(world.published).toEqual([])
})
