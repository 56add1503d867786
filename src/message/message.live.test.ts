import { afterEach, beforeEach, expect, test } from 'bun:test'
import { lastEventNumber } from '../kernel/event/event-log'
import { replayBatch } from '../kernel/live/live-catch-up'
import { forgetSettings } from '../setting/setting.queries'
import { settingTable } from '../setting/setting.tables'
import { acceptTicket } from '../ticket/assignment/accept-ticket'
import { setTicketQueue } from '../ticket/assignment/set-ticket-queue'
import { messageEvent, receive } from '../testing/conversation/inbound'
import { createWorld, type World } from '../testing/world/world'
import { topicsOfActor } from '../ticket/ticket.policy'

let world: World
beforeEach(async () => {
  world = await createWorld()
  receive(world, 1, messageEvent())
  setTicketQueue(world.ctx(1), 1, 1)
  acceptTicket(world.ctxAs(world.bruno), 1)
  world.published.length = 0
})
afterEach(() => world.stop())

const messageEvents = () => world.published.filter(({ event }) => event === 'company-1-appMessage')
const topics = () => new Set(messageEvents().flatMap((message) => message.topics))

test('publishes a message to its owner and to admins, and to no other queue', () => {
  receive(world, 1, messageEvent())
  expect([...topics()].sort()).toEqual(['1/admin', '1/everyone', '1/everyone:1', '1/owner:2'])
  const carla = topicsOfActor(world.ctxAs(world.carla).actor).map((topic) => `1/${topic}`)
  expect(carla.filter((topic) => topics().has(topic))).toEqual([])
})

test('publishes all changes to a message in one transaction once, in their final state', () => {
  const event = messageEvent({ text: 'um' })
  receive(
    world,
    1,
    event,
    { type: 'edit', targetId: event.id, text: 'dois', atMs: Date.now(), fromMe: false },
    { type: 'reaction', targetId: event.id, fromMe: false, emoji: '👍', atMs: 1 },
  )
  expect(messageEvents()).toHaveLength(1)
  const firstNumber = world
    .ctx(1)
    .company.sqlite.query("SELECT max(number) FROM event WHERE type = 'message.received'")
    .values()[0]
  expect(messageEvents()[0]?.number).toBe(Number(firstNumber?.[0]))
  expect(messageEvents()[0]?.data).toMatchObject({
    action: 'create',
    message: { body: 'dois', isEdited: true, reactions: [{ emoji: '👍', fromMe: false, name: 'Dona Maria' }] },
    ticket: { id: 1, unreadMessages: 2, lastMessage: 'dois' },
    contact: { id: 1, name: 'Dona Maria' },
  })
  receive(world, 1, { type: 'delete', targetId: event.id, atMs: 1, fromMe: false })
  expect(messageEvents()[1]?.data).toMatchObject({ action: 'delete', message: { isDeleted: true } })
})

test('sends missed messages after a reconnection, in their current state', () => {
  const ctx = world.ctx(1)
  const since = lastEventNumber(ctx)
  const event = messageEvent({ text: 'enquanto fora' })
  receive(world, 1, event)
  receive(world, 1, { type: 'edit', targetId: event.id, text: 'corrigida', atMs: Date.now(), fromMe: false })
  const of = (person: typeof world.bruno) =>
    replayBatch(ctx, since, (topic) => topicsOfActor(world.ctxAs(person).actor).includes(topic)).messages.filter(
      ({ event }) => event === 'appMessage',
    )
  expect(of(world.bruno)).toMatchObject([{ data: { action: 'create', message: { body: 'corrigida' } } }])
  expect(of(world.carla)).toEqual([])
})

test('sends hidden numbers to admins only, live and in lists', async () => {
  for (const key of ['enableLGPD', 'lgpdHideNumber']) {
    world.ctx(1).db.insert(settingTable).values({ key, value: 'enabled' }).run()
  }
  forgetSettings(world.ctx(1))
  receive(world, 1, messageEvent({ phone: '5511955551234' }))
  setTicketQueue(world.ctx(1), 2, 1)
  const parts = messageEvents().map(({ topics, data }) => [
    topics.includes('1/admin'),
    JSON.stringify(data).includes('5511955551234'),
  ])
  expect(parts).toEqual([
    [true, true],
    [false, false],
  ])
  const { body } = await (await world.as(world.bruno)).get('/messages/2')
  expect(body.messages[0].contact.name).toBe('******34')
  expect((await (await world.as(world.ana)).get('/messages/2')).body.messages[0].contact.name).toBe('5511955551234')
})

test('presents nothing while nobody listens', () => {
  world.watch(false)
  receive(world, 1, messageEvent())
  expect(messageEvents()).toEqual([])
})
