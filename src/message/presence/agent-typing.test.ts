import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openTicket } from '../../testing/conversation/conversation'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'
import { addTicket } from '../../testing/conversation/tickets'
import { getTicketRow } from '../../ticket/ticket.queries'

const start = new Date('2026-11-20T12:00:00Z')
let world: ServedWorld
let fake: ReturnType<typeof createFakeChannel>
beforeEach(async () => {
  world = await createServedWorld({ now: start })
  fake = createFakeChannel()
  world.ports.connections = { channel: () => fake.channel } as never
  openTicket(world)
})
afterEach(() => world.stop())

const uuid = (id = 1) => getTicketRow(world.ctx(1), id).uuid
const after = (ms: number) => world.setTime(new Date(start.getTime() + ms))
const maria = { kind: 'phone', value: '5511988880001' }
const channelCalls = () => fake.calls.map(({ name, args }) => [name, ...args])

/** Resolves when everything sent before has been handled. */
async function say(agent: Awaited<ReturnType<ServedWorld['live']>>, states: readonly string[], ticket = uuid()) {
  for (const state of states) agent.live.send('presence', { ticket, state })
  await agent.live.settled()
}

test('shows the contact that the agent is typing or stops, with a rate limit', async () => {
  const bruno = await world.live(world.bruno)
  await say(bruno, ['composing', 'composing', 'paused', 'paused'])
  expect(channelCalls()).toEqual([
    ['setTyping', maria, 'composing'],
    ['setTyping', maria, 'paused'],
  ])
  await say(bruno, ['composing', 'recording'])
  expect(channelCalls()).toHaveLength(2)
  after(3000)
  await say(bruno, ['recording', 'composing', 'paused'])
  expect(channelCalls().slice(2)).toEqual([
    ['setTyping', maria, 'recording'],
    ['setTyping', maria, 'paused'],
  ])
})

test('keeps the contact’s typing events coming only for the owner, because it makes the account appear online', async () => {
  await say(await world.live(world.ana), ['viewing'])
  expect(channelCalls()).toEqual([])
  await say(await world.live(world.bruno), ['viewing'])
  expect(channelCalls()).toEqual([['watchTyping', maria]])
})

test('shows nothing where writing is not allowed, or for users who cannot see the ticket', async () => {
  const bruno = await world.live(world.bruno)
  await say(await world.live(world.carla), ['composing', 'viewing'])
  await say(bruno, ['composing'], 'no-such-ticket')
  const pending = addTicket(world.ctx(1), { status: 'pending', queueId: 1 })
  await say(bruno, ['composing', 'viewing'], pending.uuid)
  await bruno.put('/contacts/block/1', { active: false })
  await say(bruno, ['composing', 'viewing'])
  await bruno.put('/contacts/block/1', { active: true })
  await bruno.put('/tickets/1', { status: 'closed' })
  await say(bruno, ['composing', 'viewing'])
  expect(channelCalls()).toEqual([])
})

test('changes nothing for the agent while the connection is down or refuses', async () => {
  const bruno = await world.live(world.bruno)
  fake.fail('offline')
  await say(bruno, ['composing'])
  world.ports.connections = { channel: () => undefined } as never
  await say(bruno, ['paused', 'viewing'])
  expect((await bruno.post('/messages/1', { body: 'Oi' })).status).toBe(200)
})

test('closes the socket on an invalid state', async () => {
  const bruno = await world.live(world.bruno)
  bruno.live.send('presence', { ticket: uuid(), state: 'dancing' })
  expect(await bruno.live.closed).toBe(4400)
})
