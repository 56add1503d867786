import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openTicket } from '../../testing/conversation/conversation'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'
import { getTicketRow } from '../../ticket/ticket.queries'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld()
  openTicket(world)
})
afterEach(() => world.stop())

type Agent = Awaited<ReturnType<ServedWorld['live']>>
const uuid = () => getTicketRow(world.ctx(1), 1).uuid

async function enter(person: 'ana' | 'bruno' | 'carla') {
  const agent = await world.live(world[person])
  agent.live.send('joinTickets', uuid())
  await agent.live.settled()
  return agent
}

const seenBy = ({ live }: Agent) =>
  live
    .heard()
    .filter(({ event }) => event === 'company-1-ticketViewers')
    .map(({ data }) =>
      data?.['viewers'].map(({ name, state }: { name: string; state: string }) => [name.split(' ')[0], state]),
    )

const say = async (agent: Agent, state: string) => {
  agent.live.send('presence', { ticket: uuid(), state })
  await agent.live.settled()
}

test('shows who else has the conversation open, who is typing, and when they leave', async () => {
  const bruno = await enter('bruno')
  const ana = await enter('ana')
  expect(seenBy(ana)).toEqual([
    [
      ['Bruno', 'viewing'],
      ['Ana', 'viewing'],
    ],
  ])
  for (const state of ['viewing', 'composing', 'viewing', 'paused', 'noting', 'away']) await say(bruno, state)
  await ana.live.settled()
  expect(seenBy(ana).slice(1)).toEqual([
    [
      ['Bruno', 'writing'],
      ['Ana', 'viewing'],
    ],
    [
      ['Bruno', 'viewing'],
      ['Ana', 'viewing'],
    ],
    [
      ['Bruno', 'writing'],
      ['Ana', 'viewing'],
    ],
    [['Ana', 'viewing']],
  ])
  await say(bruno, 'viewing')
  bruno.live.close()
  await ana.live.next(() => seenBy(ana).length === 7)
  expect(seenBy(ana).at(-1)).toEqual([['Ana', 'viewing']])
})

test('publishes nothing to users who cannot see the ticket, and drops viewers who lose access', async () => {
  const carla = await enter('carla')
  const bruno = await enter('bruno')
  await say(carla, 'composing')
  expect(seenBy(carla)).toEqual([])
  expect(seenBy(bruno)).toEqual([[['Bruno', 'viewing']]])
  const ana = await enter('ana')
  const transfer = { status: 'open', userId: world.carla.id, queueId: 2, isTransfered: true }
  expect((await ana.put('/tickets/1', transfer)).status).toBe(200)
  await ana.live.settled()
  expect(seenBy(ana).at(-1)).toEqual([['Ana', 'viewing']])
  const before = seenBy(bruno).length
  await say(ana, 'composing')
  await bruno.live.settled()
  expect(seenBy(bruno)).toHaveLength(before)
})
