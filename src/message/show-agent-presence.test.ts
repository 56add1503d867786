import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openTicket } from '../testing/conversation'
import { createFakeChannel } from '../testing/fake-channel'
import { createServedWorld, type ServedWorld } from '../testing/served-world'
import { addTicket } from '../testing/tickets'
import { getTicketRow } from '../ticket/ticket.queries'

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
const told = () => fake.calls.map(({ name, args }) => [name, ...args])

/** Everything that was said before has been handled when this resolves. */
async function say(agent: Awaited<ReturnType<ServedWorld['live']>>, states: readonly string[], ticket = uuid()) {
  for (const state of states) agent.live.send('presence', { ticket, state })
  await agent.live.settled()
}

test('the contact sees the agent write and stop, at most so often', async () => {
  const bruno = await world.live(world.bruno)
  await say(bruno, ['composing', 'composing', 'paused', 'paused'])
  expect(told()).toEqual([
    ['setTyping', maria, 'composing'],
    ['setTyping', maria, 'paused'],
  ])
  await say(bruno, ['composing', 'recording'])
  expect(told()).toHaveLength(2)
  after(3000)
  await say(bruno, ['recording', 'composing', 'paused'])
  expect(told().slice(2)).toEqual([
    ['setTyping', maria, 'recording'],
    ['setTyping', maria, 'paused'],
  ])
})

test('only the owner’s look keeps the contact’s typing coming: it makes the account seen online', async () => {
  await say(await world.live(world.ana), ['viewing'])
  expect(told()).toEqual([])
  await say(await world.live(world.bruno), ['viewing'])
  expect(told()).toEqual([['watchTyping', maria]])
})

test('nothing is shown where nothing may be written, or by somebody who cannot see the ticket', async () => {
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
  expect(told()).toEqual([])
})

test('a connection that is down or refuses changes nothing for the agent', async () => {
  const bruno = await world.live(world.bruno)
  fake.fail('offline')
  await say(bruno, ['composing'])
  world.ports.connections = { channel: () => undefined } as never
  await say(bruno, ['paused', 'viewing'])
  expect((await bruno.post('/messages/1', { body: 'Oi' })).status).toBe(200)
})

test('a state that is none closes the socket', async () => {
  const bruno = await world.live(world.bruno)
  bruno.live.send('presence', { ticket: uuid(), state: 'dancing' })
  expect(await bruno.live.closed).toBe(4400)
})
